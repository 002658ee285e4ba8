import { readTimeRange } from '../../core/time-range.ts';
import type { App } from '../../platform/context/app.ts';
import { page, replies } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { pictureAddresses } from '../../platform/http/picture-addresses.ts';
import { listEntries } from './queries.ts';
import { readActions } from './rules.ts';
import { auditQuery, entry, toEntry } from './schemas.ts';

export async function auditRoutes(app: App): Promise<void> {
  app.get(
    '/audit',
    {
      config: { permission: 'audit:read' },
      schema: {
        operationId: 'listAuditEntries',
        summary: 'List changes with their user and previous values, newest first',
        description:
          'Changes of the catalogue, customers, staff, settings and webhooks, voids and refunds, imports and exports, and ' +
          'sign-ins, also failed ones. Kept for 400 days. Sales, stock movements and points have ledgers of their own, with user ' +
          'and time: see `/transactions`, `/inventory/movements` and `/customers/{id}/loyalty`. A list in an ' +
          'entry has at most fifty elements; `items_total` beside `items` is the number of all.',
        tags: ['Operating'],
        querystring: auditQuery,
        response: replies({ 200: page(entry) }),
      },
    },
    async (request) => {
      const { actor, db, query } = request;
      const addressOf = pictureAddresses(request);
      const { user_id, subject_id, action, start_date, end_date, ...paging } = query;
      const range = readTimeRange(
        { ...(start_date === undefined ? {} : { start_date }), ...(end_date === undefined ? {} : { end_date }) },
        actor.merchant.timezone,
      );
      return paged(
        await listEntries(db, { user_id, subject_id, actions: readActions(action), range }, paging),
        query,
        (row) => toEntry(row, addressOf),
      );
    },
  );
}

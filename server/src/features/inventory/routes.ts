import type { App } from '../../http/app.ts';
import { data, page, replies, success } from '../../http/envelope.ts';
import { act, ok } from '../../http/idempotency.ts';
import { paged } from '../../http/paging.ts';
import { readTimeRange } from '../../kernel/time-range.ts';
import { adjustStock } from './adjust-stock.ts';
import { listMovements } from './queries.ts';
import { adjusted, adjustmentBody, entry, movementsQuery, toEntry, toLevel, toTransferred, transferBody, transferred } from './schemas.ts';
import { transferStock } from './transfer-stock.ts';

const tags = ['Inventory'];

/** `GET /inventory` itself answers levels or records: it stands in the room that knows both, `items`. */
export async function inventoryRoutes(app: App): Promise<void> {
  app.post(
    '/inventory/adjustment',
    {
      config: { permission: 'stock:write', bodySpelling: 'snake_case' },
      schema: {
        operationId: 'adjustStock',
        summary: 'Add to a level, take from it, or set it to what was counted',
        tags,
        body: adjustmentBody,
        response: replies({ 200: success(adjusted) }),
      },
    },
    async (request, reply) =>
      act(request, reply, async (tx, deed) => {
        const { movement, level } = await adjustStock(tx, deed, request.body);
        return ok(data({ movement, level: toLevel(level) }));
      }),
  );

  app.post(
    '/inventory/transfer',
    {
      config: { permission: 'stock:write', bodySpelling: 'snake_case' },
      schema: {
        operationId: 'transferStock',
        summary: 'Move stock from one warehouse to another',
        tags,
        body: transferBody,
        response: replies({ 200: success(transferred) }),
      },
    },
    async (request, reply) => act(request, reply, async (tx, deed) => ok(data(toTransferred(await transferStock(tx, deed, request.body))))),
  );

  app.get(
    '/inventory/movements',
    {
      config: { permission: 'stock:read' },
      schema: {
        operationId: 'listMovements',
        summary: 'The ledger of all that changed stock, newest first',
        tags,
        querystring: movementsQuery,
        response: replies({ 200: page(entry) }),
      },
    },
    async (request) => {
      const range = readTimeRange(request.query, request.actor.merchant.timezone);
      return paged(await listMovements(request.db, { ...request.query, range }, request.query), request.query, toEntry);
    },
  );
}

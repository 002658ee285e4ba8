import { requestedBranches } from '../../platform/authentication/requested-branches.ts';
import type { App } from '../../platform/context/app.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { listPage, paged, readSort } from '../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import {
  closure,
  closureQuery,
  closureResponse,
  closureRow,
  recountBody,
  toClosure,
  toClosureRow,
  toRecount,
} from './closure-schemas.ts';
import { closeShift } from './closures/close-shift.ts';
import { closureList } from './closures/closure-queries.ts';
import { getClosure, hideFigures, hideSums, showClosure } from './closures/read-closures.ts';
import { recountClosure } from './closures/recount-closure.ts';
import { prefersPdf, sendReport } from './report-routes.ts';
import { readClosureReport } from './reports/drawer-report.ts';
import { closeBody } from './shift-requests.ts';

const tags = ['Shifts'];
const mayRead = { permission: 'shifts:read' } as const;

/** The closures of registers (Z reports). */
export async function closureRoutes(app: App): Promise<void> {
  writeRoutes(app);

  app.get(
    '/closures',
    {
      config: mayRead,
      schema: {
        operationId: 'listClosures',
        summary: 'List closures, newest first',
        tags,
        querystring: closureQuery,
        response: replies({ 200: page(closureRow) }),
      },
    },
    async (request) => {
      const { db, query, actor } = request;
      const { register_id, start_date, end_date } = query;
      const filter = { branches: requestedBranches(request), register_id, start_date, end_date };
      const { rows, count, keys } = closureList(db, filter);
      const order = readSort(query.sort, keys, '-closed_at');
      const found = await listPage(db, rows, { count, order, paging: query });
      return paged(found, query, (row) => toClosureRow(hideSums(showClosure(row), actor), actor.merchant.currency));
    },
  );

  app.get(
    '/closures/:id',
    {
      config: mayRead,
      schema: {
        operationId: 'getClosure',
        summary: 'Get a closure (Z report) with its corrections',
        description: 'With `Accept: application/pdf` as a PDF, like `GET /closures/{id}/report`.',
        tags,
        params: idParam,
        response: replies({ 200: closureResponse }),
      },
    },
    async (request, reply) => {
      const { db, actor, params, headers } = request;
      if (prefersPdf(headers.accept)) {
        const release = await app.beginHeavyWork(actor.merchant.id);
        const read = (reader: Handle) => readClosureReport(reader, { actor, id: params.id });
        return sendReport(request, reply, { format: 'pdf', read }).finally(release);
      }
      reply.type('application/json; charset=utf-8');
      return data(toClosure(hideFigures(await getClosure(db, actor, params.id), actor), actor.merchant.currency));
    },
  );
}

function writeRoutes(app: App): void {
  app.post(
    '/shifts/:id/close',
    {
      config: { permission: 'shifts:write', share: 'selling', takesApproval: true },
      schema: {
        operationId: 'closeShift',
        summary: 'Close a counted shift and write its closure (Z report)',
        tags,
        params: idParam,
        body: closeBody,
        response: replies({ 200: success(closure) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const closing = { id: request.params.id, note: request.body.note ?? null };
      return runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toClosure(hideFigures(await closeShift(tx, ctx, closing), ctx.actor), currency))),
      );
    },
  );

  app.post(
    '/closures/:id/recounts',
    {
      config: { permission: 'closures:correct' },
      schema: {
        operationId: 'recountClosure',
        summary: 'Count again after the closing',
        description: 'The closure stays as it was. The difference becomes a correction beside it.',
        tags,
        params: idParam,
        body: recountBody,
        response: replies({ 201: success(closure) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const input = toRecount(request.params.id, request.body, currency);
      return runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toClosure(hideFigures(await recountClosure(tx, ctx, input), ctx.actor), currency))),
      );
    },
  );
}

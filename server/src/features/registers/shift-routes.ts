import type { OperationContext } from '../../core/actor.ts';
import { requestedBranches } from '../../platform/authentication/requested-branches.ts';
import type { App } from '../../platform/context/app.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { listPage, paged, readSort } from '../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import * as requests from './shift-requests.ts';
import { toOpenShift, toShiftCount } from './shift-requests.ts';
import { shift, shiftQuery, shiftReport, toShift, toShiftReport } from './shift-schemas.ts';
import { countShift, recountShift, reopenShift, type ShiftCount } from './shifts/count-shift.ts';
import { openShift } from './shifts/open-shift.ts';
import { hideExpected, readShift, type ShownShift, showShifts } from './shifts/read-shifts.ts';
import { shiftList } from './shifts/shift-queries.ts';
import { snapshotInTurn } from './shifts/snapshot-in-turn.ts';

const tags = ['Shifts'];
const mayRead = { permission: 'shifts:read' } as const;
const mayWrite = { permission: 'shifts:write', share: 'selling' } as const;

/** The shifts of registers: opened, counted, and closed by a closure. */
export async function shiftRoutes(app: App): Promise<void> {
  readRoutes(app);
  openRoute(app);
  countRoutes(app);
}

function readRoutes(app: App): void {
  app.get(
    '/shifts',
    {
      config: mayRead,
      schema: {
        operationId: 'listShifts',
        summary: 'List shifts, newest first',
        tags,
        querystring: shiftQuery,
        response: replies({ 200: page(shift) }),
      },
    },
    async (request) => {
      const { db, query, actor } = request;
      const { register_id, status } = query;
      const { rows, count, keys } = shiftList(db, { branches: requestedBranches(request), register_id, status });
      const order = readSort(query.sort, keys, '-opened_at');
      const found = await listPage(db, rows, { count, order, paging: query });
      const shown = await showShifts(db, found.rows);
      return paged({ ...found, rows: shown }, query, (row) =>
        toShift(hideExpected(row, actor), actor.merchant.currency),
      );
    },
  );

  app.get(
    '/shifts/:id',
    {
      config: mayRead,
      schema: {
        operationId: 'getShift',
        summary: 'Get a shift with its sums as of now (X report)',
        tags,
        params: idParam,
        response: replies({ 200: success(shiftReport) }),
      },
    },
    async ({ actor, params }) =>
      snapshotInTurn(app.services.database, actor.merchant.id, async (db) =>
        data(toShiftReport(await readShift(db, actor, params.id), actor.merchant.currency)),
      ),
  );
}

function openRoute(app: App): void {
  app.post(
    '/shifts',
    {
      config: mayWrite,
      schema: {
        operationId: 'openShift',
        summary: 'Open a shift of a register with a counted float',
        tags,
        body: requests.openBody,
        response: replies({ 201: success(shift) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const input = toOpenShift(request.body, currency);
      return runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toShift(hideExpected(await openShift(tx, ctx, input), ctx.actor), currency))),
      );
    },
  );
}

type CountOperation = (tx: Transaction, ctx: OperationContext, count: ShiftCount) => Promise<ShownShift>;

function countRoutes(app: App): void {
  const addCountRoute = (
    path: '/shifts/:id/count' | '/shifts/:id/recount',
    count: CountOperation,
    { operationId, summary }: { operationId: string; summary: string },
  ) =>
    app.post(
      path,
      {
        config: mayWrite,
        schema: {
          operationId,
          summary,
          tags,
          params: idParam,
          body: requests.countBody,
          response: replies({ 200: success(shift) }),
        },
      },
      (request, reply) => {
        const { currency } = request.actor.merchant;
        const input = toShiftCount(request.params.id, request.body, currency);
        return runIdempotent(request, reply, async (tx, ctx) =>
          ok(data(toShift(hideExpected(await count(tx, ctx, input), ctx.actor), currency))),
        );
      },
    );

  addCountRoute('/shifts/:id/count', countShift, {
    operationId: 'countShift',
    summary: 'Count the drawer of an open shift, which then takes no more sales',
  });
  addCountRoute('/shifts/:id/recount', recountShift, {
    operationId: 'recountShift',
    summary: 'Replace the count of a shift that is being counted',
  });

  app.post(
    '/shifts/:id/reopen',
    {
      config: mayWrite,
      schema: {
        operationId: 'reopenShift',
        summary: 'Let a shift that is being counted sell again',
        tags,
        params: idParam,
        response: replies({ 200: success(shift) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      return runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toShift(hideExpected(await reopenShift(tx, ctx, request.params.id), ctx.actor), currency))),
      );
    },
  );
}

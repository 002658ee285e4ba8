import { Type } from 'typebox';
import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { listPage, paged, readSort } from '../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { id, idParam } from '../../platform/validation/fields.ts';
import { movementBody, reasonBody, toMovementInput } from './shift-requests.ts';
import { movement, movementQuery, toMovement } from './shift-schemas.ts';
import { movementList } from './shifts/movement-queries.ts';
import { getShift } from './shifts/read-shifts.ts';
import { recordMovement, voidMovement } from './shifts/record-movement.ts';

const tags = ['Shifts'];
const mayWrite = { permission: 'shifts:write', share: 'selling' } as const;
const movementParams = Type.Object({ id: id(), movement_id: id() });

/** Cash that is paid in or out of a drawer, and drawers that were opened without a sale. */
export async function movementRoutes(app: App): Promise<void> {
  app.get(
    '/shifts/:id/movements',
    {
      config: { permission: 'shifts:read' },
      schema: {
        operationId: 'listCashMovements',
        summary: 'List the cash movements of a shift, newest first',
        tags,
        params: idParam,
        querystring: movementQuery,
        response: replies({ 200: page(movement) }),
      },
    },
    async ({ db, actor, params, query }) => {
      const { id: shift_id } = await getShift(db, actor, params.id);
      const { rows, count, keys } = movementList(db, shift_id);
      const order = readSort(undefined, keys, '-created_at');
      const found = await listPage(db, rows, { count, order, paging: query });
      return paged(found, query, (row) => toMovement(row, actor.merchant.currency));
    },
  );

  app.post(
    '/shifts/:id/movements',
    {
      config: { ...mayWrite, takesApproval: true },
      schema: {
        operationId: 'createCashMovement',
        summary: 'Pay cash in or out, or open the drawer without a sale',
        tags,
        params: idParam,
        body: movementBody,
        response: replies({ 201: success(movement) }),
      },
    },
    (request, reply) => {
      const { currency } = request.actor.merchant;
      const input = toMovementInput(request.params.id, request.body, currency);
      return runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toMovement(await recordMovement(tx, ctx, input), currency))),
      );
    },
  );

  app.post(
    '/shifts/:id/movements/:movement_id/void',
    {
      config: { ...mayWrite, takesApproval: true },
      schema: {
        operationId: 'voidCashMovement',
        summary: 'Void a cash movement of an open shift',
        tags,
        params: movementParams,
        body: reasonBody,
        response: replies({ 200: success(movement) }),
      },
    },
    (request, reply) => {
      const { id: shift_id, movement_id } = request.params;
      const { currency } = request.actor.merchant;
      const input = { shift_id, id: movement_id, reason: request.body.reason.trim() };
      return runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toMovement(await voidMovement(tx, ctx, input), currency))),
      );
    },
  );
}

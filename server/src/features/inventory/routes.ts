import { readTimeRange } from '../../core/time-range.ts';
import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import type { RuleCheck } from '../../platform/validation/rule-faults.ts';
import { adjustStock } from './adjust-stock.ts';
import { findOwnWarehouse } from './find-warehouse.ts';
import { listMovements } from './list-queries.ts';
import { type MovePart, validateStockMove } from './move-stock.ts';
import { movementTypeOf } from './rules.ts';
import {
  adjusted,
  adjustmentBody,
  entry,
  movementsQuery,
  toEntry,
  toLevel,
  toTransferred,
  transferBody,
  transferred,
} from './schemas.ts';
import { transferStock } from './transfer-stock.ts';

const tags = ['Inventory'];

const checkRules: RuleCheck = ({ db }, part) => validateStockMove(db, part as MovePart);

/** `GET /inventory` itself is in `items`, because it returns levels or records. */
export async function inventoryRoutes(app: App): Promise<void> {
  app.post(
    '/inventory/adjustment',
    {
      config: { permission: 'stock:write', bodyFieldCase: 'snake_case', checkRules, takesApproval: true },
      schema: {
        operationId: 'adjustStock',
        summary: 'Adjust stock: add, subtract, or set a counted quantity',
        tags,
        body: adjustmentBody,
        response: replies({ 200: success(adjusted) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        const { movement, level } = await adjustStock(tx, ctx, request.body);
        return ok(data({ movement, level: toLevel(level) }));
      }),
  );

  app.post(
    '/inventory/transfer',
    {
      config: { permission: 'stock:write', bodyFieldCase: 'snake_case', checkRules },
      schema: {
        operationId: 'transferStock',
        summary: 'Transfer stock from one warehouse to another',
        tags,
        body: transferBody,
        response: replies({ 200: success(transferred) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toTransferred(await transferStock(tx, ctx, request.body)))),
      ),
  );

  app.get(
    '/inventory/movements',
    {
      config: { permission: 'stock:read' },
      schema: {
        operationId: 'listMovements',
        summary: 'List stock movements, newest first',
        description: 'Users limited to branches see the movements of their warehouses.',
        tags,
        querystring: movementsQuery,
        response: replies({ 200: page(entry) }),
      },
    },
    async ({ actor, db, query }) => {
      const range = readTimeRange(query, actor.merchant.timezone);
      const { type: name, ...filter } = query;
      const type = name === undefined ? {} : { type: movementTypeOf(name) };
      if (filter.warehouse_id !== undefined)
        await findOwnWarehouse(db, actor, { id: filter.warehouse_id, field: 'warehouse_id' });
      return paged(
        await listMovements(db, { ...filter, ...type, range, branches: actor.branch_ids }, query),
        query,
        toEntry,
      );
    },
  );
}

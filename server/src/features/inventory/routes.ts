import type { App } from '../../http/app.ts';
import { data, page, replies, success } from '../../http/envelope.ts';
import { act, ok } from '../../http/idempotency.ts';
import { paged } from '../../http/paging.ts';
import { readTimeRange } from '../../kernel/time-range.ts';
import { adjustStock } from './adjust-stock.ts';
import { listLevels, listMovements } from './queries.ts';
import { levelPagingOf } from './rules.ts';
import {
  adjusted,
  adjustmentBody,
  level,
  levelsQuery,
  movement,
  movementsQuery,
  toLevel,
  toMovement,
  toTransferred,
  transferBody,
  transferred,
} from './schemas.ts';
import { transferStock } from './transfer-stock.ts';

const tags = ['Inventory'];

export async function inventoryRoutes(app: App): Promise<void> {
  app.get(
    '/inventory',
    {
      config: { permission: 'stock:read' },
      schema: {
        operationId: 'listLevels',
        summary: 'What lies where',
        tags,
        querystring: levelsQuery,
        response: replies({ 200: page(level) }),
      },
    },
    async (request) => {
      const paging = levelPagingOf(request.query);
      return paged(await listLevels(request.db, request.query, paging), paging, toLevel);
    },
  );

  app.post(
    '/inventory/adjustment',
    {
      config: { permission: 'stock:write', bothSpellings: true },
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
      config: { permission: 'stock:write', bothSpellings: true },
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
        response: replies({ 200: page(movement) }),
      },
    },
    async (request) => {
      const range = readTimeRange(request.query, request.actor.merchant.timezone);
      return paged(await listMovements(request.db, { ...request.query, range }, request.query), request.query, toMovement);
    },
  );
}

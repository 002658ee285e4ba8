import type { App } from '../../platform/context/app.ts';
import { replies } from '../../platform/http/envelope.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import type { RuleCheck } from '../../platform/validation/rule-faults.ts';
import {
  adjustRecord,
  changeRecord,
  createRecord,
  deleteRecord,
  deleteRecords,
  getRecord,
  type RecordMovePart,
  transferRecord,
  validateRecordMove,
} from './change-records.ts';
import { listInventory } from './list-inventory.ts';
import {
  bulkDeleteBody,
  changeRecordBody,
  inventoryQuery,
  newRecordBody,
  recordAdjustmentBody,
  recordTransferBody,
} from './request-schemas.ts';
import { bareRecord, inventoryPage, nothing, toBareRecord, toInventoryPage } from './schemas.ts';

const tags = ['Inventory'];

/** The kinds of events that change what levels and records show. */
const inventoryCacheOptions = { kinds: ['product', 'category', 'stock', 'warehouse', 'branch'] };
const camelCase = { bodyFieldCase: 'camelCase' } as const;
const checkRules: RuleCheck = ({ db }, part) => validateRecordMove(db, part as RecordMovePart);

/**
 * The client layer's records: products with their stock in its own spelling. Also the list that returns either records
 * or levels.
 */
export async function itemRoutes(app: App): Promise<void> {
  await app.register(readRoutes);
  await app.register(writeRoutes);
  await app.register(deleteRoutes);
  await app.register(stockRoutes);
}

async function readRoutes(app: App): Promise<void> {
  app.get(
    '/inventory',
    {
      config: { permission: 'stock:read' },
      schema: {
        operationId: 'listInventory',
        summary: 'List stock levels, or products with their stock as records',
        tags,
        querystring: inventoryQuery,
        response: replies({ 200: inventoryPage }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, inventoryCacheOptions, async () =>
        toInventoryPage(await listInventory(request.db, request.query), request.actor.merchant.currency),
      ),
  );

  app.get(
    '/inventory/:id',
    {
      config: { permission: 'catalogue:read' },
      schema: {
        operationId: 'getRecord',
        summary: 'Get a product or variant as a record',
        tags,
        params: idParam,
        response: replies({ 200: bareRecord }),
      },
    },
    (request, reply) =>
      app.responseCache.send(request, reply, { ...inventoryCacheOptions, onlySingleProcess: true }, async () =>
        toBareRecord(await getRecord(request.db, request.params.id), request.actor.merchant.currency),
      ),
  );
}

async function writeRoutes(app: App): Promise<void> {
  app.post(
    '/inventory',
    {
      config: { permission: 'catalogue:write', ...camelCase },
      schema: {
        operationId: 'createRecord',
        summary: 'Create a product as a record',
        tags,
        body: newRecordBody,
        response: replies({ 201: bareRecord }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        const record = await createRecord(tx, ctx, request.body);
        return created(toBareRecord(record, ctx.actor.merchant.currency));
      }),
  );

  for (const [method, operationId] of [
    ['PUT', 'updateRecord'],
    ['PATCH', 'patchRecord'],
  ] as const) {
    app.route({
      method,
      url: '/inventory/:id',
      config: { permission: 'catalogue:write', ...camelCase, takesApproval: true },
      schema: {
        operationId,
        summary: 'Change a record',
        tags,
        params: idParam,
        body: changeRecordBody,
        response: replies({ 200: bareRecord }),
      },
      handler: async (request, reply) =>
        runIdempotent(request, reply, async (tx, ctx) => {
          const changed = await changeRecord(tx, ctx, { id: request.params.id, changes: request.body });
          return ok(toBareRecord(changed, ctx.actor.merchant.currency));
        }),
    });
  }
}

async function deleteRoutes(app: App): Promise<void> {
  app.delete(
    '/inventory/:id',
    {
      config: { permission: 'catalogue:write' },
      schema: {
        operationId: 'deleteRecord',
        summary: 'Delete a product and its variants',
        tags,
        params: idParam,
        response: replies({ 200: nothing }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        await deleteRecord(tx, ctx, request.params.id);
        return ok();
      }),
  );

  app.post(
    '/inventory/bulk-delete',
    {
      config: { permission: 'catalogue:write' },
      schema: {
        operationId: 'deleteRecords',
        summary: 'Delete products and their variants; unknown ids are skipped',
        tags,
        body: bulkDeleteBody,
        response: replies({ 200: nothing }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        await deleteRecords(tx, ctx, request.body.ids);
        return ok();
      }),
  );
}

async function stockRoutes(app: App): Promise<void> {
  app.post(
    '/inventory/stock/adjust',
    {
      config: { permission: 'stock:write', ...camelCase, checkRules, takesApproval: true },
      schema: {
        operationId: 'adjustRecord',
        summary: 'Like `/inventory/adjustment`; returns the record',
        tags,
        body: recordAdjustmentBody,
        response: replies({ 200: bareRecord }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        const adjusted = await adjustRecord(tx, ctx, request.body);
        return ok(toBareRecord(adjusted, ctx.actor.merchant.currency));
      }),
  );

  app.post(
    '/inventory/stock/transfer',
    {
      config: { permission: 'stock:write', ...camelCase, checkRules },
      schema: {
        operationId: 'transferRecord',
        summary: 'Like `/inventory/transfer`; returns no body',
        tags,
        body: recordTransferBody,
        response: replies({ 200: nothing }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        await transferRecord(tx, ctx, request.body);
        return ok();
      }),
  );
}

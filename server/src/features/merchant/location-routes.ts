import { notFound } from '../../core/errors.ts';
import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { listPage, paged, readSort } from '../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { changeBranch, createBranch } from './branches.ts';
import { branchList, findBranch, findWarehouse, warehouseList } from './queries.ts';
import {
  branch,
  branchBody,
  branchQuery,
  newBranchBody,
  newWarehouseBody,
  toBranch,
  toWarehouse,
  warehouse,
  warehouseBody,
  warehouseQuery,
} from './schemas.ts';
import { addWarehouse, changeWarehouse } from './warehouses.ts';

const tags = ['Merchant'];
const mayRead = { permission: 'places:read' } as const;
const mayWrite = { permission: 'places:write' } as const;

export async function branchRoutes(app: App): Promise<void> {
  readBranches(app);
  writeBranches(app);
}

function readBranches(app: App): void {
  app.get(
    '/branches',
    {
      config: mayRead,
      schema: {
        operationId: 'listBranches',
        summary: 'List branches',
        tags,
        querystring: branchQuery,
        response: replies({ 200: page(branch) }),
      },
    },
    async ({ db, query }) => {
      const { rows, count, keys } = branchList(db);
      return paged(
        await listPage(db, rows, { count, order: readSort(query.sort, keys, 'name'), paging: query }),
        query,
        toBranch,
      );
    },
  );

  app.get(
    '/branches/:id',
    {
      config: mayRead,
      schema: {
        operationId: 'getBranch',
        summary: 'Get a branch',
        tags,
        params: idParam,
        response: replies({ 200: success(branch) }),
      },
    },
    async ({ db, params }) => {
      const row = await findBranch(db, params.id);
      if (row === undefined) throw notFound('Branch');
      return data(toBranch(row));
    },
  );
}

function writeBranches(app: App): void {
  app.post(
    '/branches',
    {
      config: mayWrite,
      schema: {
        operationId: 'createBranch',
        summary: 'Create a branch with its own warehouse',
        tags,
        body: newBranchBody,
        response: replies({ 201: success(branch) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toBranch(await createBranch(tx, ctx, request.body)))),
      ),
  );

  app.put(
    '/branches/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'updateBranch',
        summary: 'Change a branch',
        tags,
        params: idParam,
        body: branchBody,
        response: replies({ 200: success(branch) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toBranch(await changeBranch(tx, ctx, { ...request.body, ...request.params })))),
      ),
  );
}

export async function warehouseRoutes(app: App): Promise<void> {
  readWarehouses(app);
  writeWarehouses(app);
}

function readWarehouses(app: App): void {
  app.get(
    '/warehouses',
    {
      config: mayRead,
      schema: {
        operationId: 'listWarehouses',
        summary: 'List warehouses',
        tags,
        querystring: warehouseQuery,
        response: replies({ 200: page(warehouse) }),
      },
    },
    async ({ db, query }) => {
      const { rows, count, keys } = warehouseList(db, query);
      return paged(
        await listPage(db, rows, { count, order: readSort(query.sort, keys, 'name'), paging: query }),
        query,
        toWarehouse,
      );
    },
  );

  app.get(
    '/warehouses/:id',
    {
      config: mayRead,
      schema: {
        operationId: 'getWarehouse',
        summary: 'Get a warehouse',
        tags,
        params: idParam,
        response: replies({ 200: success(warehouse) }),
      },
    },
    async ({ db, params }) => {
      const row = await findWarehouse(db, params.id);
      if (row === undefined) throw notFound('Warehouse');
      return data(toWarehouse(row));
    },
  );
}

function writeWarehouses(app: App): void {
  app.post(
    '/warehouses',
    {
      config: mayWrite,
      schema: {
        operationId: 'createWarehouse',
        summary: 'Add a warehouse to a branch',
        tags,
        body: newWarehouseBody,
        response: replies({ 201: success(warehouse) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toWarehouse(await addWarehouse(tx, ctx, request.body)))),
      ),
  );

  app.put(
    '/warehouses/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'updateWarehouse',
        summary: 'Change a warehouse',
        tags,
        params: idParam,
        body: warehouseBody,
        response: replies({ 200: success(warehouse) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toWarehouse(await changeWarehouse(tx, ctx, { ...request.body, ...request.params })))),
      ),
  );
}

import { notFound } from '../../core/errors.ts';
import type { App } from '../../platform/context/app.ts';
import { data, message, page, replies, success } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { createCustomer, deleteCustomer, updateCustomer } from './change-customers.ts';
import { correctPoints } from './post-points.ts';
import { findCustomer, listCustomers, listEntries } from './queries.ts';
import { validateCorrection } from './rules.ts';
import {
  correctionBody,
  createBody,
  customer,
  customerToWire,
  entry,
  entryToWire,
  historyQuery,
  listQuery,
  loyalty,
  loyaltyToWire,
  updateBody,
} from './schemas.ts';

const tags = ['Customers'];
const reading = { permission: 'customers:read' } as const;
const writing = { permission: 'customers:write' } as const;

export async function customerRoutes(app: App): Promise<void> {
  app.get(
    '/customers',
    {
      config: reading,
      schema: {
        operationId: 'listCustomers',
        summary: 'List customers',
        tags,
        querystring: listQuery,
        response: replies({ 200: page(customer) }),
      },
    },
    async ({ db, query, actor }) =>
      paged(await listCustomers(db, query), query, (row) => customerToWire(row, actor.merchant)),
  );

  app.post(
    '/customers',
    {
      config: writing,
      schema: {
        operationId: 'createCustomer',
        summary: 'Register a customer',
        description:
          'A client that made the customer offline may send its own `id`; the request may then be sent again.',
        tags,
        body: createBody,
        response: replies({ 201: success(customer) }),
      },
    },
    async (request, reply) =>
      runIdempotent(
        request,
        reply,
        async (tx, ctx) =>
          created(data(customerToWire(await createCustomer(tx, ctx, request.body), ctx.actor.merchant))),
        { client_id: request.body.id },
      ),
  );

  app.get(
    '/customers/:id',
    {
      config: reading,
      schema: {
        operationId: 'getCustomer',
        summary: 'Get a customer',
        tags,
        params: idParam,
        response: replies({ 200: success(customer) }),
      },
    },
    async ({ db, params, actor }) => {
      const found = await findCustomer(db, params.id);
      if (found === undefined) throw notFound('Customer');
      return data(customerToWire(found, actor.merchant));
    },
  );

  app.put(
    '/customers/:id',
    {
      config: writing,
      schema: {
        operationId: 'updateCustomer',
        summary: 'Change a customer',
        description: 'Fields that are left out stay as they are; null clears one.',
        tags,
        params: idParam,
        body: updateBody,
        response: replies({ 200: success(customer) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        const updated = await updateCustomer(tx, ctx, { id: request.params.id, changes: request.body });
        return ok(data(customerToWire(updated, ctx.actor.merchant)));
      }),
  );

  app.delete(
    '/customers/:id',
    {
      config: writing,
      schema: {
        operationId: 'deleteCustomer',
        summary: 'Delete a customer',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        await deleteCustomer(tx, ctx, request.params.id);
        return ok({ success: true, message: 'Customer deleted' });
      }),
  );
}

export async function loyaltyRoutes(app: App): Promise<void> {
  app.get(
    '/customers/:id/loyalty',
    {
      config: reading,
      schema: {
        operationId: 'getLoyalty',
        summary: 'Get a customer’s points, tier and lifetime value',
        tags,
        params: idParam,
        response: replies({ 200: success(loyalty) }),
      },
    },
    async ({ db, params, actor }) => {
      const found = await findCustomer(db, params.id);
      if (found === undefined) throw notFound('Customer');
      return data(loyaltyToWire(found, actor.merchant));
    },
  );

  app.get(
    '/customers/:id/loyalty/history',
    {
      config: reading,
      schema: {
        operationId: 'listPointsEntries',
        summary: 'List the entries of a customer’s points, newest first',
        description:
          'For users limited to branches, entries of other branches have only their points: no transaction, refund, reason or user.',
        tags,
        params: idParam,
        querystring: historyQuery,
        response: replies({ 200: page(entry) }),
      },
    },
    async ({ actor, db, params, query }) => {
      if ((await findCustomer(db, params.id)) === undefined) throw notFound('Customer');
      return paged(await listEntries(db, params.id, actor, query), query, entryToWire);
    },
  );

  app.post(
    '/customers/:id/loyalty/corrections',
    {
      config: {
        permission: 'customers:correct',
        checkRules: (_request, part) => validateCorrection(part as { points?: number }),
      },
      schema: {
        operationId: 'correctPoints',
        summary: 'Correct a customer’s points, with a reason',
        tags,
        params: idParam,
        body: correctionBody,
        response: replies({ 201: success(entry) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        const { points, reason } = request.body;
        const correction = { customer_id: request.params.id, points: BigInt(points), reason: reason.trim() };
        return created(data(entryToWire(await correctPoints(tx, ctx, correction))));
      }),
  );
}

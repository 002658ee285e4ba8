import { Readable } from 'node:stream';
import type { App } from '../../platform/context/app.ts';
import { message, replies, success } from '../../platform/http/envelope.ts';
import { eraseFromStoredResponses } from '../../platform/idempotency/erase-stored-responses.ts';
import { ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { eraseCustomer } from './erase-customer.ts';
import { readCustomerData } from './read-customer-data.ts';
import { customerData, writeCustomerData } from './schemas.ts';

const tags = ['Customers'];

/** Requests of customers about their personal data. */
export async function privacyRoutes(app: App): Promise<void> {
  const { database, clock } = app.services;

  app.get(
    '/customers/:id/data',
    {
      config: { permission: 'customers:export', isHeavy: true },
      schema: {
        operationId: 'exportCustomerData',
        summary: 'Export everything that is stored about a customer as one file',
        description: 'Also for a deleted customer, until they are erased.',
        tags,
        params: idParam,
        response: replies({ 200: success(customerData) }),
      },
    },
    async ({ actor, params }, reply) => {
      const stored = await readCustomerData(database, { actor, now: clock.now() }, params.id);
      // Streamed by our own writer: the schema only documents it.
      const document = Readable.from(writeCustomerData(stored, actor.merchant.currency)) as never;
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="customer-${stored.customer.id}.json"`)
        .header('cache-control', 'private, no-store')
        .send(document);
    },
  );

  app.post(
    '/customers/:id/erase',
    {
      config: { permission: 'customers:erase' },
      schema: {
        operationId: 'eraseCustomer',
        summary: 'Erase a customer’s personal data',
        description:
          'Removes name, e-mail, phone, address and all text about them. Sales, points and all amounts stay.',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        const { ids, rewrite } = await eraseCustomer(tx, ctx, request.params.id);
        await eraseFromStoredResponses(tx, ids, rewrite);
        return ok({ success: true, message: 'Customer erased' });
      }),
  );
}

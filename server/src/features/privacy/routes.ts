import { Readable } from 'node:stream';
import type { App } from '../../platform/context/app.ts';
import { message, replies, success } from '../../platform/http/envelope.ts';
import { eraseFromStoredResponses } from '../../platform/idempotency/erase-stored-responses.ts';
import { ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { eraseCustomer } from './erase-customer.ts';
import { customerData, writeCustomerData } from './schemas.ts';
import { tellCustomerData } from './tell-customer-data.ts';

const tags = ['Customers'];

/** What a person may ask of whoever keeps their data. */
export async function privacyRoutes(app: App): Promise<void> {
  const { database, clock } = app.services;

  app.get(
    '/customers/:id/data',
    {
      config: { permission: 'customers:export', isHeavy: true },
      schema: {
        operationId: 'exportCustomerData',
        summary: 'Everything that is kept of a customer, as one file to hand over',
        description: 'Of a deleted customer too, until they are erased.',
        tags,
        params: idParam,
        response: replies({ 200: success(customerData) }),
      },
    },
    async ({ actor, params }, reply) => {
      const told = await tellCustomerData(database, { actor, now: clock.now() }, params.id);
      // Written as it is read, and not by the schema: that only describes it.
      const document = Readable.from(writeCustomerData(told, actor.merchant.currency)) as never;
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="customer-${told.customer.id}.json"`)
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
        summary: 'Take a person out of the books for good',
        description: 'Name, e-mail, phone, address and all that was written about them go; their sales, points and every figure stay.',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, ctx) => {
        const { ids, rewrite } = await eraseCustomer(tx, ctx, request.params.id.toLowerCase());
        await eraseFromStoredResponses(tx, ids, rewrite);
        return ok({ success: true, message: 'Customer erased' });
      }),
  );
}

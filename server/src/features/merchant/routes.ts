import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { getMerchant } from './queries.ts';
import { merchant, merchantBody, toMerchant } from './schemas.ts';
import { updateMerchant } from './update-merchant.ts';

const tags = ['Merchant'];

export async function merchantRoutes(app: App): Promise<void> {
  app.get(
    '/merchant',
    {
      config: { permission: 'merchant:read' },
      schema: {
        operationId: 'getMerchant',
        summary: 'Get the merchant’s settings',
        tags,
        response: replies({ 200: success(merchant) }),
      },
    },
    async (request) => data(toMerchant(await getMerchant(request.db))),
  );

  for (const [method, operationId] of [
    ['PUT', 'updateMerchant'],
    ['PATCH', 'patchMerchant'],
  ] as const) {
    app.route({
      method,
      url: '/merchant',
      config: { permission: 'merchant:write' },
      schema: {
        operationId,
        summary: 'Change the merchant’s settings',
        tags,
        body: merchantBody,
        response: replies({ 200: success(merchant) }),
      },
      handler: async (request, reply) =>
        runIdempotent(
          request,
          reply,
          async (tx, ctx) => ok(data(toMerchant(await updateMerchant(tx, ctx, request.body)))),
          {
            afterCommit: () => app.authentication.forgetMerchant(request.actor.merchant.id),
          },
        ),
    });
  }
}

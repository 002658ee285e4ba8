import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { checkMerchant } from './check-integrity.ts';
import { check, toCheckWire } from './schemas.ts';

export async function integrityRoutes(app: App): Promise<void> {
  const { database, clock } = app.services;

  app.get(
    '/health/invariants',
    {
      config: { permission: 'jobs:read' },
      schema: {
        operationId: 'checkInvariants',
        summary: 'Check the invariants of sales, stock, points and reports',
        description:
          'Checks the merchant’s data now, or returns a result of the last minute: levels are the sums of their movements, sales ' +
          'those of their lines and payments, and reports match the sales. Normally every `rows` is empty. One check runs at a ' +
          'time: 503 while another is running.',
        tags: ['Operating'],
        response: replies({ 200: success(check) }),
      },
    },
    async ({ actor }) => data(toCheckWire(await checkMerchant(database, actor.merchant.id, clock.now()))),
  );
}

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
        summary: 'Whether the books are in order',
        description:
          'What must be true of the merchant’s data at every moment, looked at now, or within the last minute: levels are the sum of their movements, ' +
          'sales that of their lines and payments, reports what was sold. An empty `rows` everywhere is the normal state. A check at a time: 503 while another is on its way.',
        tags: ['Operating'],
        response: replies({ 200: success(check) }),
      },
    },
    async ({ actor }) => data(toCheckWire(await checkMerchant(database, actor.merchant.id, clock.now()))),
  );
}

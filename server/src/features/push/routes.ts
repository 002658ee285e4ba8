import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { startCooldown } from '../../platform/limits/attempt-budget.ts';
import { sendTestMessages } from './push-message.ts';
import { findRules } from './queries.ts';
import { changePushRules, numberEarlierEvents } from './queue-messages.ts';
import { defaultRules } from './rules.ts';
import { pushKey, pushRules, pushRulesBody, testResults, toPushRules } from './schemas.ts';

const tags = ['Events'];
const config = { permission: 'merchant:read', isPersonal: true } as const;

/** Push messages to the user's devices, which are registered at `/auth/register-device`. */
export async function pushRoutes(app: App): Promise<void> {
  const { database, push, config: settings } = app.services;

  app.get(
    '/push/key',
    {
      config,
      schema: {
        operationId: 'getPushKey',
        summary: 'Get the public key for a browser’s subscription',
        tags,
        response: replies({ 200: success(pushKey) }),
      },
    },
    async () => data({ public_key: push.public_key }),
  );

  app.get(
    '/push/rules',
    {
      config,
      schema: {
        operationId: 'getPushRules',
        summary: 'Get your push rules',
        tags,
        response: replies({ 200: success(pushRules) }),
      },
    },
    async ({ db, actor }) =>
      data(toPushRules((await findRules(db, actor.user_id)) ?? defaultRules, actor.merchant.currency)),
  );

  app.put(
    '/push/rules',
    {
      config,
      schema: {
        operationId: 'updatePushRules',
        summary: 'Change your push rules',
        tags,
        body: pushRulesBody,
        response: replies({ 200: success(pushRules) }),
      },
    },
    async (request, reply) => {
      await numberEarlierEvents(app.services.database, request.actor);
      return runIdempotent(request, reply, async (tx, ctx) =>
        ok(data(toPushRules(await changePushRules(tx, ctx, request.body), ctx.actor.merchant.currency))),
      );
    },
  );

  app.post(
    '/push/test',
    {
      config,
      schema: {
        operationId: 'testPush',
        summary: 'Send a test message to your devices',
        tags,
        response: replies({ 200: success(testResults) }),
      },
    },
    async ({ actor }) => {
      const message = 'A test was sent to your devices a moment ago';
      await startCooldown(app.services, {
        key: `push-test ${actor.user_id}`,
        seconds: settings.storage.push_test_cooldown_s,
        message,
      });
      return data(await sendTestMessages({ database, push }, actor.user_id));
    },
  );
}

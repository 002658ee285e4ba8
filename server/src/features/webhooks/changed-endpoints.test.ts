import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aReceiver } from '../../../../test/receiver.ts';
import type { Shop } from '../../../../test/shop.ts';
import { aSubscription, createCustomers } from '../../../../test/subscriptions.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { hasLockWait } from '../../../../test/waiting.ts';
import { startDispatch } from './start-dispatch.ts';

const app = await createTestApp();
const dispatch = startDispatch(app.fastify.services, { warn: (fields) => console.error(fields) });
after(() => dispatch.stop());

test('an outcome at an address that was changed meanwhile is not counted for the new address', async () => {
  const { shop, receiver, id } = await aSubscription(app);
  const next = await aReceiver();
  after(() => next.close());
  const waiting = '2099-01-01T00:00:00.000Z';
  const rows = async (text: string) => (await app.admin.query(text, [shop.merchant_id, id])).rows;
  for (const [name, status] of [
    ['fails', 500],
    ['succeeds', 200],
  ] as const) {
    await rows(`update webhook_deliveries set next_attempt_at = '${waiting}' where merchant_id = $1 and endpoint_id = $2
      and state = 'pending'`);
    // The service tries again where five attempts have failed.
    await rows(`update webhook_endpoints set url = '${receiver.url}', failures = 5, probe_at = null
      where merchant_id = $1 and id = $2`);
    const changed = Promise.withResolvers<number>();
    receiver.respondWith(async (response) => {
      const { status: answered } = await shop.owner.put(`/webhooks/${id}`, { url: next.url });
      response.writeHead(status).end();
      changed.resolve(answered);
    });
    await createCustomers(shop, [name]);
    assert.equal(await changed.promise, 200);
    await until(async () => (await shop.owner.get(`/webhooks/${id}/deliveries`)).body.data[0].attempts === 1);
    const { consecutive_failures, circuit } = (await shop.owner.get(`/webhooks/${id}`)).body.data;
    assert.deepEqual([consecutive_failures, circuit], [0, 'closed'], name);
  }
  const pending = await rows(`select next_attempt_at = '${waiting}' as still_waits from webhook_deliveries
    where merchant_id = $1 and endpoint_id = $2 and state = 'pending'`);
  assert.deepEqual(pending, [{ still_waits: true }]);
});

/** Locks the endpoint, as a change of it does. @returns a function that ends the transaction */
async function lockEndpoint({ merchant_id }: Shop, id: string): Promise<() => Promise<void>> {
  const client = await app.admin.connect();
  await client.query('begin');
  await client.query('select from webhook_endpoints where merchant_id = $1 and id = $2 for update', [merchant_id, id]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

test('an outcome is stored, and a delivery reopened, only when no change of the endpoint is under way', async () => {
  const { shop, receiver, id } = await aSubscription(app);
  const path = `/webhooks/${id}/deliveries`;
  const delivery = async () => (await shop.owner.get(path)).body.data[0];
  // The first success also marks the address as verified, which waits for the lock by itself.
  await createCustomers(shop, ['a']);
  await until(async () => (await delivery())?.state === 'succeeded');
  let unlock = async (): Promise<void> => assert.fail('nothing was sent');
  receiver.respondWith((response) => {
    void lockEndpoint(shop, id).then((unlocked) => {
      unlock = unlocked;
      response.writeHead(204).end();
    });
  });
  await createCustomers(shop, ['b']);
  await until(() => receiver.received.length === 2);
  await until(async () => (await delivery()).state !== 'pending' || (await hasLockWait(app.admin)));
  const { state: whileLocked } = await delivery();
  await unlock();
  assert.equal(whileLocked, 'pending');
  await until(async () => (await delivery()).state === 'succeeded');

  const unlockAgain = await lockEndpoint(shop, id);
  let isAnswered = false;
  const { id: event_id } = await delivery();
  const redelivered = shop.owner.post(`${path}/${event_id}/redeliver`).finally(() => {
    isAnswered = true;
  });
  await until(async () => isAnswered || (await hasLockWait(app.admin)));
  assert.equal(isAnswered, false, 'it waits for the lock');
  receiver.respondWith((response) => void response.writeHead(204).end());
  await unlockAgain();
  assert.equal((await redelivered).status, 200);
});

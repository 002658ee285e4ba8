import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aReceiver } from '../../../../test/receiver.ts';
import { aCustomer, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { startDispatch } from './start-dispatch.ts';

const app = await createTestApp({ env: { WEBHOOK_REPLAY_MAX: '3', WEBHOOKS_PER_MERCHANT: '2' } });

async function anEndpoint(types: string[] | null = ['customer.*']) {
  const shop = await aShop(app);
  const receiver = await aReceiver();
  after(() => receiver.close());
  const { id } = (await shop.owner.post('/webhooks', { url: receiver.url, types })).body.data;
  const replay = (position: number) => shop.owner.post(`/webhooks/${id}/replay`, { after: position });
  const show = async () => (await shop.owner.get(`/webhooks/${id}`)).body.data;
  return { shop, receiver, id, replay, show };
}

test('rejects a replay to an address that has never answered a signed message with 2xx', async () => {
  const { shop, receiver, id, replay, show } = await anEndpoint();
  const refused = await replay(0);
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'INVALID_STATE']);
  receiver.respondWith((response) => response.writeHead(404).end());
  await shop.owner.post(`/webhooks/${id}/test`);
  assert.deepEqual([(await replay(0)).status, (await show()).verified_at], [422, null]);
  receiver.respondWith((response) => response.end());
  await shop.owner.post(`/webhooks/${id}/test`);
  assert.ok((await show()).verified_at !== null);
  assert.equal((await replay(0)).status, 200);
  // A new address has to be verified again.
  const newReceiver = await aReceiver();
  after(() => newReceiver.close());
  await shop.owner.put(`/webhooks/${id}`, { url: newReceiver.url });
  app.clock.advance(120_000);
  assert.deepEqual([(await show()).verified_at, (await replay(0)).status], [null, 422]);
  assert.equal(newReceiver.received.length, 0);
});

test('a delivery that is answered with 2xx verifies the address', async () => {
  const { shop, show } = await anEndpoint();
  const dispatch = startDispatch(app.fastify.services, { warn: () => undefined });
  await aCustomer(shop);
  await until(async () => (await show()).verified_at !== null);
  await dispatch.stop();
});

for (const types of [['customer.*'], ['customer.created'], ['*'], null])
  test(`limits the events of one replay of ${types ?? 'all types'}, and the error names the first possible start`, async () => {
    const { shop, id, replay } = await anEndpoint(types);
    await shop.owner.post(`/webhooks/${id}/test`);
    for (let made = 0; made < 5; made += 1) await aCustomer(shop);
    const events = (await shop.owner.get('/events')).body.data as { sequence: number }[];
    const position = events[1]?.sequence ?? 0;
    const refused = await replay(position - 1);
    assert.deepEqual(refused.body.error.details, [
      { field: 'after', message: `must be ${position} or more: one replay sends 3 events at most` },
    ]);
    assert.equal((await replay(position)).status, 200);
  });

test('counts only events of the endpoint’s types towards the limit of a replay', async () => {
  const { shop, id, replay } = await anEndpoint(['customer.deleted']);
  await shop.owner.post(`/webhooks/${id}/test`);
  for (let made = 0; made < 4; made += 1) await aCustomer(shop);
  const { id: customer_id } = await aCustomer(shop);
  await shop.owner.delete(`/customers/${customer_id}`);
  assert.equal((await shop.owner.get('/events')).body.data.length, 6);
  assert.equal((await replay(0)).status, 200);
});

test('allows one replay at a time, with a pause before the next', async () => {
  const { shop, receiver, id, replay, show } = await anEndpoint();
  await shop.owner.post(`/webhooks/${id}/test`);
  await aCustomer(shop);
  await shop.owner.get('/events');
  assert.equal((await replay(0)).status, 200);
  const running = await replay(0);
  assert.deepEqual([running.status, running.body.error.code], [422, 'INVALID_STATE']);
  const dispatch = startDispatch(app.fastify.services, { warn: () => undefined });
  await until(async () => receiver.received.length >= 2 && (await show()).pending === 0);
  const early = await replay(0);
  assert.deepEqual([early.status, early.body.error.code], [429, 'RATE_LIMITED']);
  assert.ok(Number(early.headers['retry-after']) > 0 && Number(early.headers['retry-after']) <= 60);
  app.clock.advance(60_000);
  assert.equal((await replay(0)).status, 200);
  await dispatch.stop();
  const entries = (await shop.owner.get('/audit?action=webhook.replayed')).body.data;
  assert.deepEqual([entries.length, entries[0].subject_id, entries[0].after], [2, id, { url: receiver.url, after: 0 }]);
});

test('limits the webhooks of a merchant, and allows another after one is deleted', async () => {
  const { shop, id, receiver } = await anEndpoint();
  assert.equal((await shop.owner.post('/webhooks', { url: receiver.url })).status, 201);
  assert.equal((await shop.owner.post('/webhooks', { url: receiver.url })).body.error.code, 'INVALID_STATE');
  await shop.owner.delete(`/webhooks/${id}`);
  assert.equal((await shop.owner.post('/webhooks', { url: receiver.url })).status, 201);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { aReceiver, type Received, type Receiver } from '../../../../test/receiver.ts';
import { forgetEvents } from '../../../../test/shop.ts';
import { aSubscription, createCustomers } from '../../../../test/subscriptions.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { maintainMerchant } from '../../platform/maintenance/maintenance.ts';
import { reachability } from '../../platform/outbound/addresses.ts';
import { createPostOutside } from '../../platform/outbound/post-outside.ts';
import { removeOldDeliveries } from './deliveries.ts';
import { startDispatch } from './start-dispatch.ts';

const app = await createTestApp();
const dispatch = startDispatch(app.fastify.services, { warn: (fields) => console.error(fields) });
after(() => dispatch.stop());

const eventOf = ({ body }: Received) =>
  JSON.parse(body) as { id: string; sequence: number; type: string; data: { name: string } };
const namesOf = ({ received }: Receiver) => received.map((one) => eventOf(one).data.name);

test('delivers events in order, in the format of the feed, with a signature that the reference library verifies', async () => {
  const { shop, receiver, secret } = await aSubscription(app);
  await createCustomers(shop, ['a', 'b', 'c']);
  await until(() => receiver.received.length >= 3);
  assert.deepEqual(namesOf(receiver), ['a', 'b', 'c']);
  const feed = (await shop.owner.get('/events?types=customer.*')).body.data;
  for (const [index, { body, headers }] of receiver.received.entries()) {
    assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), feed[index]);
    assert.equal(headers['webhook-id'], feed[index].id);
  }
});

test('a failed delivery is retried without delaying others', async () => {
  const { shop, receiver, id } = await aSubscription(app);
  receiver.respondWith((response, one) => {
    const isFirst =
      receiver.received.filter(({ headers }) => headers['webhook-id'] === one.headers['webhook-id']).length === 1;
    response.writeHead(isFirst && eventOf(one).data.name === 'a' ? 500 : 204).end();
  });
  await createCustomers(shop, ['a', 'b', 'c']);
  await until(() => receiver.received.length >= 4);
  assert.deepEqual(namesOf(receiver), ['a', 'b', 'c', 'a']);
  await until(async () => (await shop.owner.get(`/webhooks/${id}`)).body.data.pending === 0);
  const { data } = (await shop.owner.get(`/webhooks/${id}/deliveries`)).body;
  assert.deepEqual(
    data.map(({ attempts, state }: { attempts: number; state: string }) => [attempts, state]),
    [
      [1, 'succeeded'],
      [1, 'succeeded'],
      [2, 'succeeded'],
    ],
  );
});

test('keeps the results of two endpoints for the same event apart', async () => {
  const { shop, id } = await aSubscription(app);
  const failing = await aReceiver();
  after(() => failing.close());
  failing.respondWith((response) => response.writeHead(500).end());
  const added = await shop.owner.post('/webhooks', { url: failing.url, types: ['customer.*'] });
  await createCustomers(shop, ['a']);
  const outcome = async (endpoint: string) => {
    const [delivery] = (await shop.owner.get(`/webhooks/${endpoint}/deliveries`)).body.data;
    return (delivery?.attempts ?? 0) === 0 ? undefined : [delivery.state, delivery.attempts, delivery.status];
  };
  await until(async () => (await outcome(id)) !== undefined && (await outcome(added.body.data.id)) !== undefined);
  assert.deepEqual(await outcome(id), ['succeeded', 1, 200]);
  assert.deepEqual(await outcome(added.body.data.id), ['pending', 1, 500]);
});

test('probes an endpoint after consecutive failures, and delivers all events when it works again', async () => {
  const { shop, receiver, id } = await aSubscription(app);
  receiver.respondWith((response) => response.writeHead(503).end());
  await createCustomers(shop, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  const circuit = async () => (await shop.owner.get(`/webhooks/${id}`)).body.data;
  await until(async () => (await circuit()).circuit === 'open');
  const opened = await circuit();
  assert.equal(receiver.received.length, 5);
  assert.ok(opened.next_probe_at !== null && opened.consecutive_failures === 5);
  receiver.respondWith((response) => response.end());
  app.clock.advance(60_000);
  await until(async () => (await circuit()).pending === 0);
  assert.deepEqual([(await circuit()).circuit, (await circuit()).failed], ['closed', 0]);
  assert.deepEqual([...new Set(namesOf(receiver).slice(5))].sort(), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
});

test('a delivery fails after three days and can be redelivered; the endpoint stays active', async () => {
  const { shop, receiver, id } = await aSubscription(app);
  receiver.respondWith((response) => response.writeHead(400).end('Bad request'));
  await createCustomers(shop, ['a']);
  const failed = async () => (await shop.owner.get(`/webhooks/${id}/deliveries?state=failed`)).body.data;
  await until(async () => {
    app.clock.advance(4 * 3_600_000);
    return (await failed()).length === 1;
  });
  const [failed_delivery] = await failed();
  assert.deepEqual(
    [failed_delivery.status, failed_delivery.answer, failed_delivery.next_attempt_at],
    [400, 'Bad request', null],
  );
  assert.equal((await shop.owner.get(`/webhooks/${id}`)).body.data.status, 'active');
  receiver.respondWith((response) => response.end());
  await shop.owner.post(`/webhooks/${id}/deliveries/${failed_delivery.id}/redeliver`);
  await until(async () => {
    app.clock.advance(600_000);
    return (await failed()).length === 0;
  });
});

test('a delivery whose event is deleted before its retry fails, which is no failure of the endpoint', async () => {
  const { shop, receiver, id } = await aSubscription(app);
  receiver.respondWith((response) => response.writeHead(500).end());
  await createCustomers(shop, ['a']);
  const shown = async (path: string) => (await shop.owner.get(`/webhooks/${id}${path}`)).body.data;
  await until(async () => (await shown('/deliveries'))[0]?.attempts === 1);
  await forgetEvents(shop);
  await until(async () => {
    app.clock.advance(60_000);
    return (await shown('/deliveries'))[0].state === 'failed';
  });
  const [{ attempts, error, status, next_attempt_at }] = await shown('/deliveries');
  assert.deepEqual([attempts, error, status, next_attempt_at], [2, 'The event is no longer kept', null, null]);
  assert.deepEqual([receiver.received.length, (await shown('')).consecutive_failures], [1, 1]);
});

test('a paused endpoint gets its events later, and a replay sends all of them again', async () => {
  const { shop, receiver, id } = await aSubscription(app);
  await shop.owner.put(`/webhooks/${id}`, { status: 'paused' });
  await createCustomers(shop, ['a', 'b']);
  assert.equal(receiver.received.length, 0);
  await shop.owner.put(`/webhooks/${id}`, { status: 'active' });
  await until(() => receiver.received.length >= 2);
  await shop.owner.post(`/webhooks/${id}/replay`, { after: 0 });
  await until(() => receiver.received.length >= 4);
  assert.deepEqual(namesOf(receiver), ['a', 'b', 'a', 'b']);
});

test('the old secret also signs for one day', async () => {
  const { shop, receiver, id, secret } = await aSubscription(app);
  const new_secret = (await shop.owner.post(`/webhooks/${id}/rotate-secret`)).body.data.secret;
  await createCustomers(shop, ['a']);
  await until(() => receiver.received.length >= 1);
  const signature = () => String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ');
  assert.equal(signature().length, 2);
  for (const valid of [secret, new_secret]) {
    const { body, headers } = receiver.received[0] as Received;
    // The clock of the test is ahead, so only the signature is checked.
    const sent = new Date(Number(headers['webhook-timestamp']) * 1_000);
    assert.ok(signature().includes(new Webhook(valid).sign(String(headers['webhook-id']), sent, body)));
  }
  app.clock.advance(25 * 3_600_000);
  await createCustomers(shop, ['b']);
  await until(() => receiver.received.length >= 2);
  assert.equal(signature().length, 1);
});

test('deletes finished deliveries after thirty days', async () => {
  const { shop, receiver, id } = await aSubscription(app);
  await createCustomers(shop, ['a']);
  await until(
    async () => receiver.received.length === 1 && (await shop.owner.get(`/webhooks/${id}`)).body.data.pending === 0,
  );
  const other = await shop.owner.post('/webhooks', { url: receiver.url, types: ['branch.*'] });
  const startsOf = async () => {
    const { rows } = await app.admin.query('select id, since::int from webhook_endpoints where merchant_id = $1', [
      shop.merchant_id,
    ]);
    return Object.fromEntries(rows.map((row) => [row.id, row.since]));
  };
  const before = await startsOf();
  const countAfter = async (days: number) => {
    app.clock.advance(days * 86_400_000);
    await maintainMerchant(app.fastify.services, [removeOldDeliveries], shop.merchant_id);
    const { rows } = await app.admin.query('select from webhook_deliveries where merchant_id = $1', [shop.merchant_id]);
    return rows.length;
  };
  assert.equal(await countAfter(29.9), 1);
  assert.deepEqual(await startsOf(), before);
  assert.equal(await countAfter(0.2), 0);
  // What is deleted can be sent no more. The other endpoint has lost nothing.
  const now = await startsOf();
  assert.ok(now[id] > before[id], JSON.stringify([before, now]));
  assert.equal(now[other.body.data.id], before[other.body.data.id]);
});

test('follows no redirect, reads no more than it stores, and treats a truncated response as a failure', async () => {
  const receiver = await aReceiver();
  const post = createPostOutside(reachability(['127.0.0.0/8']));
  const send = () => post({ url: receiver.url, headers: {}, body: '{}' });
  receiver.respondWith((response) => response.writeHead(302, { location: receiver.url }).end());
  const redirected = await send();
  assert.deepEqual([redirected.is_success, redirected.status, receiver.received.length], [false, 302, 1]);
  receiver.respondWith((response) => response.write('x'.repeat(100_000)));
  const endless = await send();
  assert.deepEqual([endless.is_success, endless.answer?.length], [true, 4_096]);
  receiver.respondWith((response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('half', () => response.socket?.destroy());
  });
  const broken = await send();
  assert.deepEqual([broken.is_success, broken.status, broken.answer], [false, 200, 'half']);
  await receiver.close();
  assert.match((await send()).error ?? '', /ECONNREFUSED/);
});

test('does not connect to names and addresses of the local machine', async () => {
  const receiver = await aReceiver();
  const post = createPostOutside(reachability([]));
  for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]']) {
    const outcome = await post({ url: receiver.url.replace('127.0.0.1', host), headers: {}, body: '{}' });
    assert.deepEqual([outcome.is_success, outcome.status], [false, null], host);
    assert.match(outcome.error ?? '', /is not an address on the internet/);
  }
  assert.equal(receiver.received.length, 0);
  await receiver.close();
});

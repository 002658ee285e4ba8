import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { aProduct, aShop, aStaffMember, forgetEvents } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { untilLockWait } from '../../../../test/waiting.ts';
import { newId } from '../../core/ids.ts';
import { claimDueMessages, insertMessages } from './queries.ts';
import { queueMessages } from './queue-messages.ts';
import { startPush } from './start-push.ts';

const sent: string[] = [];
/** Whether the first address that gets a message answers; the signals of requests to one that does not. */
let isFirstSlow = false;
const pending: (AbortSignal | undefined)[] = [];
const app = await createTestApp({
  post: async ({ url, signal }) => {
    sent.push(url);
    if (!isFirstSlow || url !== sent[0]) return { status: 201, body: '' };
    pending.push(signal);
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  },
});
const logged: unknown[] = [];
const services = { ...app.fastify.services, log: { warn: (...line: unknown[]) => void logged.push(line) } };
const shop = await aShop(app);
// Users get no message about what they did themselves.
const manager = await aStaffMember(shop, 'manager');
const product = await aProduct(shop);

async function refund(by = manager, product_id: string = product.id): Promise<void> {
  const items = [{ product_id, quantity: 1 }];
  const sale = (await by.post('/transactions', { items, payment_method: 'cash' })).body.data;
  assert.equal((await by.post(`/transactions/${sale.id}/refund`)).status, 201);
}

async function aBrowser({ owner } = shop, endpoint = 'https://push.example/owner'): Promise<string> {
  const keyPair = createECDH('prime256v1');
  keyPair.generateKeys();
  const keys = {
    p256dh: keyPair.getPublicKey().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const registered = await owner.post('/auth/register-device', { token: { endpoint, keys }, platform: 'web' });
  assert.equal(registered.status, 201, registered.text);
  assert.equal((await owner.put('/push/rules', { refund_from: 0 })).status, 200);
  return endpoint;
}

test('sends messages soon after their events, and those that came meanwhile at its next start', async () => {
  logged.length = 0;
  const endpoint = await aBrowser();
  const push = startPush(services);
  // Sent at the commit, or found by the first poll.
  await refund();
  await until(() => sent.length === 1);
  await push.stop();
  await refund();
  // Would also wait for a message that the commit has started.
  await push.stop();
  assert.deepEqual(sent, [endpoint], 'nothing after the end');
  const next = startPush(services);
  await until(() => sent.length === 2);
  await next.stop();
  assert.deepEqual([sent, logged], [[endpoint, endpoint], []]);
});

test('a device that does not answer delays no message of another merchant, and not the end', async () => {
  sent.length = 0;
  const endpoints: string[] = [];
  for (const name of ['A', 'B', 'C']) {
    const other = await aShop(app);
    endpoints.push(await aBrowser(other, `https://push.example/${name}`));
    await refund(await aStaffMember(other, 'manager'), (await aProduct(other)).id);
  }
  isFirstSlow = true;
  const push = startPush(services);
  await until(() => sent.length === 3);
  assert.deepEqual(sent.toSorted(), endpoints);
  await push.stop();
  isFirstSlow = false;
  assert.deepEqual(
    pending.map((signal) => signal?.aborted),
    [true],
  );
  app.clock.advance(30_000);
  const next = startPush(services);
  await until(() => sent.length === 4);
  await next.stop();
  assert.equal(sent[3], sent[0], 'the message that was interrupted is sent again');
});

test('claims the messages that are due first, at their time', async () => {
  const { merchant_id } = await aShop(app);
  const message = () => ({ event_id: newId(), device_id: newId() });
  const [first, second, third] = [message(), message(), message()];
  const at = (ms: number) => `2026-03-10T12:00:00.00${ms}Z`;
  const claimed = await app.database.transaction(merchant_id, async (tx) => {
    // An index would happen to have them in this order.
    for (const scan of ['index', 'bitmap']) await tx.run(sql`set local ${sql.raw(`enable_${scan}scan`)} = off`);
    for (const [messages, ms] of [
      [[third], 3],
      [[second], 2],
      [[first], 1],
    ] as const)
      await insertMessages(tx, messages, at(ms));
    const claim = (ms: number) => claimDueMessages(tx, { now: at(ms), limit: 1 });
    return [await claim(0), await claim(3), await claim(3), await claim(2), await claim(3)];
  });
  assert.deepEqual(
    claimed.map(([found]) => found?.event_id),
    [undefined, first.event_id, second.event_id, undefined, third.event_id],
  );
});

test('claims no message that another process is about to send, and does not wait for it', async () => {
  const { merchant_id } = await aShop(app);
  const now = '2026-03-10T12:00:00.000Z';
  const message = () => ({ event_id: newId(), device_id: newId() });
  const [busy, free] = [message(), message()];
  const claim = () => app.database.transaction(merchant_id, (tx) => claimDueMessages(tx, { now, limit: 9 }));
  await app.database.transaction(merchant_id, (tx) => insertMessages(tx, [busy, free], now));
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query('select from push_messages where merchant_id = $1 and event_id = $2 for update', [
      merchant_id,
      busy.event_id,
    ]);
    const claimed = await Promise.race([untilLockWait(app.admin), claim()]);
    assert.deepEqual(
      claimed?.map(({ event_id }) => event_id),
      [free.event_id],
    );
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  assert.deepEqual(
    (await claim()).map(({ event_id }) => event_id),
    [busy.event_id],
  );
});

test('queues a message for each of more events than are read at once, and goes on after the last of them', async () => {
  const other = await aShop(app);
  await other.owner.put('/push/rules', {});
  await other.owner.post('/auth/register-device', { token: 'many', platform: 'ios' });
  const add = (count: number, type: string) =>
    app.admin.query(
      `insert into events (merchant_id, id, type, subject_id, payload, created_at)
       select $1, gen_random_uuid(), $2, $3, '{"device":null,"network":"198.51.100.0/24"}', now() from generate_series(1, $4::int)`,
      [other.merchant_id, type, other.owner_id, count],
    );
  const queued = async () => {
    await queueMessages(app.database, other.merchant_id, app.clock.now());
    const { rows } = await app.admin.query('select event_id from push_messages where merchant_id = $1', [
      other.merchant_id,
    ]);
    return rows.length;
  };
  const before = await queued();
  await add(201, 'session.new_device');
  assert.equal((await queued()) - before, 201);
  await add(3, 'customer.updated');
  await add(1, 'session.new_device');
  assert.equal((await queued()) - before, 202);
  assert.equal((await queued()) - before, 202);
  await app.admin.query('delete from push_messages where merchant_id = $1', [other.merchant_id]);
  await forgetEvents(other);
});

test('queues nothing for a merchant without a subscriber', async () => {
  const { merchant_id } = await aShop(app);
  await queueMessages(app.database, merchant_id, app.clock.now());
  assert.equal((await app.admin.query('select from push_messages where merchant_id = $1', [merchant_id])).rowCount, 0);
});

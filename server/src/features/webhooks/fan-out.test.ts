import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countReads } from '../../../../test/reads.ts';
import { aShop, forgetEvents, type Shop } from '../../../../test/shop.ts';
import { createTestApp, testServer } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { deleteOldDeliveries } from './delivery-queries.ts';
import { fanOut, findDeliveryTarget, findDueDelivery, leaseEndpoint, listDueEndpoints } from './dispatch-queries.ts';
import { findLastReplay, updateEndpoint } from './queries.ts';

const app = await createTestApp();

/** A paused endpoint, so that only the test creates its deliveries. */
async function anEndpoint(shop: Shop): Promise<string> {
  const answer = await shop.owner.post('/webhooks', { url: 'https://example.com/events', types: ['customer.*'] });
  assert.equal(answer.status, 201, answer.text);
  const { id } = answer.body.data;
  assert.equal((await shop.owner.put(`/webhooks/${id}`, { status: 'paused' })).status, 200);
  return id;
}

/** Adds events with the numbers from 1. Those with higher numbers are stored first. */
async function addEvents(shop: Shop, many: number): Promise<void> {
  const ids = Array.from({ length: many }, newId);
  await app.admin.query(
    `insert into events (merchant_id, id, sequence, type, subject_id, payload, created_at)
     select $1, id, $3::bigint + 1 - n, 'customer.updated', id, '{}', now() from unnest($2::uuid[]) with ordinality e (id, n)`,
    [shop.merchant_id, ids, many],
  );
  await setHead(shop, many);
}

/** Stores the number of the last event. */
const setHead = (shop: Shop, sequence: number) =>
  app.admin.query(
    'insert into event_heads (merchant_id, sequence) values ($1, $2) on conflict (merchant_id) do update set sequence = $2',
    [shop.merchant_id, sequence],
  );

const now = () => app.clock.now();
const fan = (shop: Shop, id: string, limit: number) =>
  app.database.transaction(shop.merchant_id, async (tx) => {
    await fanOut(tx, id, { now: now(), limit });
    return testServer().workers === undefined ? countReads(tx, 'events') : 0;
  });

async function sequencesOf(id: string): Promise<number[]> {
  const { rows } = await app.admin.query<{ sequence: string }>(
    'select sequence from webhook_deliveries where endpoint_id = $1 order by sequence',
    [id],
  );
  return rows.map(({ sequence }) => Number(sequence));
}

test('creates deliveries for the next events in the order of their numbers, whatever their order in the table', async () => {
  const shop = await aShop(app);
  const id = await anEndpoint(shop);
  await addEvents(shop, 10);
  await fan(shop, id, 4);
  assert.deepEqual(await sequencesOf(id), [1, 2, 3, 4]);
  await fan(shop, id, 4);
  assert.deepEqual(await sequencesOf(id), [1, 2, 3, 4, 5, 6, 7, 8]);
  await forgetEvents(shop);
});

test('reads the new events only, however many are kept', async () => {
  const shop = await aShop(app);
  const id = await anEndpoint(shop);
  await addEvents(shop, 5_000);
  await app.admin.query('analyze events');
  await app.admin.query('update webhook_endpoints set cursor = 4990 where id = $1', [id]);
  const read = await fan(shop, id, 100);
  assert.deepEqual(await sequencesOf(id), [4991, 4992, 4993, 4994, 4995, 4996, 4997, 4998, 4999, 5000]);
  assert.ok(read <= 100, `${read} entries were read for 10 events`);
  await forgetEvents(shop);
});

test('an endpoint whose next events are no longer kept goes on after them, and counts them as missed', async () => {
  const shop = await aShop(app);
  const id = await anEndpoint(shop);
  await addEvents(shop, 10);
  const positionOf = async () => {
    await fan(shop, id, 100);
    const { rows } = await app.admin.query('select cursor::int, missed::int from webhook_endpoints where id = $1', [
      id,
    ]);
    return rows[0];
  };
  await app.admin.query('update webhook_endpoints set cursor = 4 where id = $1', [id]);
  await app.admin.query('delete from events where merchant_id = $1 and sequence < 9', [shop.merchant_id]);
  assert.deepEqual(await positionOf(), { cursor: 10, missed: 4 });
  assert.deepEqual(await positionOf(), { cursor: 10, missed: 4 });
  await setHead(shop, 13);
  assert.deepEqual(await positionOf(), { cursor: 13, missed: 7 });
  assert.deepEqual(await sequencesOf(id), [9, 10]);
  await forgetEvents(shop);
});

test('an endpoint is not behind before its merchant’s first event, and is after it', async () => {
  const shop = await aShop(app);
  const id = await anEndpoint(shop);
  await app.admin.query('delete from event_heads where merchant_id = $1', [shop.merchant_id]);
  await app.admin.query(`update webhook_endpoints set status = 'active', cursor = 0 where id = $1`, [id]);
  const lease = { endpoint_id: id, lease_id: newId() };
  const isBehind = () =>
    app.database.transaction(
      shop.merchant_id,
      async (tx) => (await leaseEndpoint(tx, lease, { now: now(), until: now() }))?.is_behind,
    );
  assert.equal(await isBehind(), false);
  await setHead(shop, 1);
  assert.equal(await isBehind(), true);
  await forgetEvents(shop);
});

/** Stores a delivery of each sequence, in this order. */
async function addDeliveries(shop: Shop, id: string, sequences: (number | null)[], times: object): Promise<void> {
  const { state = 'pending', next_attempt_at = null, finished_at = null }: Record<string, string | null> = { ...times };
  for (const sequence of sequences)
    await app.admin.query(
      `insert into webhook_deliveries (merchant_id, endpoint_id, event_id, sequence, type, state, next_attempt_at, finished_at, created_at)
       values ($1, $2, $3, $4, 'customer.updated', $5, $6, $7, now())`,
      [shop.merchant_id, id, newId(), sequence, state, next_attempt_at, finished_at],
    );
}

const [at, later] = ['2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.001Z'];

test('leases, probes and retries are due at their time, and an old secret ends at it', async () => {
  const shop = await aShop(app);
  const id = await anEndpoint(shop);
  const db = app.database.reader(shop.merchant_id);
  const isListed = async () => (await listDueEndpoints(db, at)).some((endpoint) => endpoint.id === id);
  const lease = () => leaseEndpoint(db, { endpoint_id: id, lease_id: newId() }, { now: at, until: at });
  const set = (values: string) => app.admin.query(`update webhook_endpoints set ${values} where id = $1`, [id]);
  await set(`status = 'active', cursor = 0, old_secret = 'old', old_secret_until = '${later}'`);
  await setHead(shop, 1);
  for (const column of ['leased_until', 'probe_at']) {
    await set(`${column} = '${later}'`);
    assert.deepEqual([await isListed(), await lease()], [false, undefined], column);
    await set(`${column} = '${at}'`);
    assert.deepEqual([await isListed(), (await lease())?.old_secret], [true, 'old'], column);
  }
  assert.equal((await findDeliveryTarget(db, id, at))?.old_secret, 'old');
  await set(`old_secret_until = '${at}'`);
  assert.deepEqual([(await lease())?.old_secret, (await findDeliveryTarget(db, id, at))?.old_secret], [null, null]);
  await set('cursor = 1');
  assert.equal(await isListed(), false, 'it has received all events');
  await addDeliveries(shop, id, [3], { next_attempt_at: later });
  assert.deepEqual([await isListed(), await findDueDelivery(db, id, at)], [false, undefined]);
  await addDeliveries(shop, id, [7, 5, 6], { next_attempt_at: at });
  assert.deepEqual([await isListed(), (await findDueDelivery(db, id, at))?.sequence], [true, 5n]);
  await addDeliveries(shop, id, [null], { next_attempt_at: at });
  assert.equal((await findDueDelivery(db, id, at))?.sequence, null, 'one whose event has no number comes first');
  await forgetEvents(shop);
});

test('a replay is under way until its last event is delivered; later events do not belong to it', async () => {
  const shop = await aShop(app);
  const id = await anEndpoint(shop);
  await setHead(shop, 6);
  await app.admin.query('update webhook_endpoints set cursor = 6, replayed_through = 5 where id = $1', [id]);
  const isUnderWay = () =>
    app.database.transaction(shop.merchant_id, async (tx) => (await findLastReplay(tx, id)).is_under_way);
  await addDeliveries(shop, id, [5], { state: 'failed', finished_at: at });
  await addDeliveries(shop, id, [6], { next_attempt_at: at });
  assert.equal(await isUnderWay(), false);
  await addDeliveries(shop, id, [5], { next_attempt_at: at });
  assert.equal(await isUnderWay(), true);
  await forgetEvents(shop);
});

test('after old deliveries are deleted, an endpoint begins after the last of them, and no other endpoint changes', async () => {
  const shop = await aShop(app);
  const [id, other, tested] = [await anEndpoint(shop), await anEndpoint(shop), await anEndpoint(shop)];
  await setHead(shop, 9);
  await app.admin.query('update webhook_endpoints set since = 2, cursor = 9 where merchant_id = $1', [
    shop.merchant_id,
  ]);
  await addDeliveries(shop, id, [4, 3], { state: 'succeeded', finished_at: at });
  await addDeliveries(shop, id, [5], { state: 'failed', finished_at: later });
  await addDeliveries(shop, other, [1], { state: 'succeeded', finished_at: at });
  await addDeliveries(shop, tested, [null], { state: 'failed', finished_at: at });
  const sinceOf = async (before: string) => {
    await deleteOldDeliveries(app.database.reader(shop.merchant_id), before);
    const { rows } = await app.admin.query('select id, since::int from webhook_endpoints where merchant_id = $1', [
      shop.merchant_id,
    ]);
    return [id, other, tested].map((one) => rows.find((row) => row.id === one).since);
  };
  assert.deepEqual(await sinceOf(at), [2, 2, 2]);
  assert.deepEqual([await sequencesOf(id), await sequencesOf(other)], [[3, 4, 5], [1]]);
  assert.deepEqual(await sinceOf(later), [4, 2, 2]);
  assert.deepEqual([await sequencesOf(id), await sequencesOf(other), await sequencesOf(tested)], [[5], [], []]);
  // It was set back to an earlier event meanwhile.
  await app.admin.query('update webhook_endpoints set cursor = 4 where id = $1', [id]);
  assert.deepEqual(await sinceOf('2026-03-10T12:00:00.002Z'), [4, 2, 2]);
  await forgetEvents(shop);
});

test('a new address or state ends the wait after failures, and only a new address must prove itself', async () => {
  const shop = await aShop(app);
  const id = await anEndpoint(shop);
  const before = { url: 'https://example.com/a', types: null, description: '', status: 'active' } as const;
  const stateAfter = async (change: object) => {
    await app.admin.query(
      `update webhook_endpoints set url = $2, status = 'active', failures = 3, probe_at = $3, verified_at = $3 where id = $1`,
      [id, before.url, at],
    );
    await app.database.transaction(shop.merchant_id, (tx) => updateEndpoint(tx, id, { ...before, ...change }, at));
    const { rows } = await app.admin.query(
      'select failures, probe_at, verified_at from webhook_endpoints where id = $1',
      [id],
    );
    const [{ failures, probe_at, verified_at }] = rows;
    return [failures, probe_at === null, verified_at === null];
  };
  assert.deepEqual(await stateAfter({ description: 'A screen' }), [3, false, false]);
  assert.deepEqual(await stateAfter({ status: 'paused' }), [0, true, false]);
  assert.deepEqual(await stateAfter({ url: 'https://example.com/b' }), [0, true, true]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countReads } from '../../../../test/reads.ts';
import { aShop, forgetEvents, type Shop } from '../../../../test/shop.ts';
import { createTestApp, testServer } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { fanOut, leaseEndpoint } from './dispatch-queries.ts';

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

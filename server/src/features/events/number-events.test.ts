import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countReads } from '../../../../test/reads.ts';
import { aShop, forgetEvents } from '../../../../test/shop.ts';
import { createTestApp, testServer } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { hasLockWait } from '../../../../test/waiting.ts';
import { newId } from '../../core/ids.ts';
import { findState } from './find-state.ts';
import { numberCommitted } from './number-events.ts';
import { deleteOldEvents, numberEvents } from './queries.ts';

const app = await createTestApp();
const many = 1_000;

async function addEvents(merchant_id: string, length = many): Promise<string[]> {
  const ids = Array.from({ length }, newId);
  await app.admin.query(
    `insert into events (merchant_id, id, type, subject_id, payload, created_at) select $1, id, 'customer.updated', id, '{}', now() from unnest($2::uuid[]) id`,
    [merchant_id, ids],
  );
  return ids;
}

const onWorkers = testServer().workers !== undefined && 'the reads are counted on the workers';

test('numbers the events of a new merchant in order, with few reads for each', { skip: onWorkers }, async () => {
  const firstShop = await aShop(app);
  const newShop = await aShop(app);
  await addEvents(firstShop.merchant_id);
  // The statistics of the planner do not include the new merchant.
  await app.admin.query('analyze events');
  const ids = await addEvents(newShop.merchant_id);
  const read = await app.database.transaction(newShop.merchant_id, async (tx) => {
    assert.equal(await numberEvents(tx, 7n, many), many);
    return countReads(tx, 'events');
  });
  assert.ok(read >= many && read <= 10 * many, `${read} entries were read for ${many} events`);
  const { rows } = await app.admin.query<{ id: string; sequence: string }>(
    'select id, sequence from events where merchant_id = $1 order by sequence',
    [newShop.merchant_id],
  );
  assert.deepEqual(
    rows.map(({ id, sequence }) => [id, Number(sequence)]),
    ids.map((id, at) => [id, 8 + at]),
  );
  for (const shop of [firstShop, newShop]) await forgetEvents(shop);
});

test('numbers more events than fit into one transaction, and goes on from there', async () => {
  const shop = await aShop(app);
  await forgetEvents(shop);
  const numberedAfter = async (added: number) => {
    await addEvents(shop.merchant_id, added);
    await numberCommitted(app.database, shop.merchant_id);
    const { rows } = await app.admin.query(
      `select count(sequence)::int as numbered, max(sequence) - min(sequence) as span from events where merchant_id = $1`,
      [shop.merchant_id],
    );
    return rows[0];
  };
  assert.deepEqual(await numberedAfter(many + 1), { numbered: many + 1, span: String(many) });
  assert.deepEqual(await numberedAfter(2), { numbered: many + 3, span: String(many + 2) });
  await forgetEvents(shop);
});

test('the state of a merchant counts up to 200 events without a number, and is unknown with more', async () => {
  const shop = await aShop(app);
  const state = async () => findState(app.database, shop.merchant_id);
  await numberCommitted(app.database, shop.merchant_id);
  const before = Number(await state());
  await addEvents(shop.merchant_id, 200);
  assert.equal(await state(), String(before + 200));
  await addEvents(shop.merchant_id, 1);
  assert.equal(await state(), undefined);
  await until(async () => (await state()) === String(before + 201));
  await forgetEvents(shop);
});

test('keeps all events after the first one that is young enough', async () => {
  const shop = await aShop(app);
  await forgetEvents(shop);
  const ids = await addEvents(shop.merchant_id, 5);
  const times = ['11:59:59.998', '12:00:00.000', '11:59:59.999', '12:00:00.001', '11:00:00.000'];
  for (const [at, time] of times.entries())
    await app.admin.query('update events set created_at = $2, sequence = $3 where id = $1', [
      ids[at],
      `2026-03-10T${time}Z`,
      // The last one has no number yet.
      at === 4 ? null : at + 1,
    ]);
  const left = async () => {
    await deleteOldEvents(app.database.reader(shop.merchant_id), '2026-03-10T12:00:00.000Z');
    const { rows } = await app.admin.query('select id from events where merchant_id = $1 order by id', [
      shop.merchant_id,
    ]);
    return rows.map(({ id }) => id);
  };
  assert.deepEqual(await left(), ids.slice(1));
  await app.admin.query(`update events set created_at = '2026-03-10T11:00:00Z' where merchant_id = $1`, [
    shop.merchant_id,
  ]);
  assert.deepEqual(await left(), ids.slice(4));
  await forgetEvents(shop);
});

test('waits for another numbering of the same events, and goes on after it', async (t) => {
  const shop = await aShop(app);
  await addEvents(shop.merchant_id, 1);
  await numberCommitted(app.database, shop.merchant_id);
  await addEvents(shop.merchant_id, 2);
  const client = await app.admin.connect();
  t.after(async () => {
    await client.query('rollback');
    client.release();
    await forgetEvents(shop);
  });
  const read = 'select sequence from event_heads where merchant_id = $1 for update';
  await client.query('begin');
  const next = Number((await client.query(read, [shop.merchant_id])).rows[0].sequence) + 1;
  await client.query(
    `update events e set sequence = n.sequence
     from (select id, $2 + row_number() over (order by id) - 1 as sequence from events where merchant_id = $1 and sequence is null) n
     where e.merchant_id = $1 and e.id = n.id`,
    [shop.merchant_id, next],
  );
  const numbering = numberCommitted(app.database, shop.merchant_id);
  await until(() => hasLockWait(app.admin));
  await client.query('update event_heads set sequence = $2 where merchant_id = $1', [shop.merchant_id, next + 1]);
  await client.query('commit');
  await numbering;
  await addEvents(shop.merchant_id, 1);
  await numberCommitted(app.database, shop.merchant_id);
  const { rows } = await app.admin.query('select sequence::int from events where merchant_id = $1 order by sequence', [
    shop.merchant_id,
  ]);
  assert.deepEqual(
    rows.map(({ sequence }) => sequence),
    rows.map((_, at) => at + 1),
  );
});

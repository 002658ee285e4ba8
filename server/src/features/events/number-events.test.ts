import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countReads } from '../../../../test/reads.ts';
import { aShop, forgetEvents } from '../../../../test/shop.ts';
import { createTestApp, testServer } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { numberEvents } from './queries.ts';

const app = await createTestApp();
const many = 1_000;

async function addEvents(merchant_id: string): Promise<string[]> {
  const ids = Array.from({ length: many }, newId);
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

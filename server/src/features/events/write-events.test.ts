import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { erasePayloadsAt } from './write-events.ts';

const app = await createTestApp();

test('erases text in the events of a record at the given times, and does not read its other events', async () => {
  const shop = await aShop(app);
  const [product, other] = [await aProduct(shop), await aProduct(shop)];
  const start = Date.parse(app.clock.now());
  const times = [1, 2, 3].map((ms) => new Date(start + ms).toISOString());
  const [, second = ''] = times;
  for (const time of times) {
    app.clock.freeze(time);
    for (const { id } of [product, other])
      assert.equal((await shop.owner.patch(`/products/${id}`, { name: `At ${time}` })).status, 200);
  }
  const read: unknown[] = [];
  await app.database.transaction(shop.merchant_id, (tx) =>
    erasePayloadsAt(tx, [{ subject_id: product.id, created_at: second }], (payload) => {
      read.push([payload.id, payload.name]);
      return { ...payload, name: 'Erased' };
    }),
  );
  assert.deepEqual(read, [[product.id, `At ${second}`]]);
  const { rows } = await app.admin.query(
    `select payload from events where subject_id = $1 and type = 'product.updated' order by created_at`,
    [product.id],
  );
  assert.deepEqual(
    rows.map(({ payload }) => JSON.parse(payload).name),
    times.map((time) => (time === second ? 'Erased' : `At ${time}`)),
  );
});

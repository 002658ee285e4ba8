import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

const app = await createTestApp();

async function aSale() {
  const shop = await aShop(app);
  const { id: product_id } = await aProduct(shop);
  const items = [{ product_id, quantity: 1 }];
  const { body } = await shop.owner.post('/transactions', { items, payment_method: 'cash' });
  return { read: () => shop.owner.get(`/transactions/${body.data.id}`), id: body.data.id };
}

test('reads two transactions of a merchant at once, and the others after them', async () => {
  const [busy, other] = [await aSale(), await aSale()];
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table refunds in access exclusive mode');
    const waiting = async () => {
      const { rows } = await holder.query(
        `select count(*)::int as count from pg_locks where relation = 'refunds'::regclass and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows[0].count;
    };
    const answers = [1, 2, 3, 4, 5].map(() => busy.read());
    await until(async () => (await waiting()) >= 2);
    answers.push(other.read());
    await until(async () => (await waiting()) >= 3);
    assert.equal(await waiting(), 3);
    await holder.query('commit');
    const ids = (await Promise.all(answers)).map(({ body }) => body.data.id);
    assert.deepEqual(ids, [...Array(5).fill(busy.id), other.id]);
  } finally {
    holder.release(true);
  }
});

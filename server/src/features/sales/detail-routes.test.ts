import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTableLocked } from '../../../../test/locked-table.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

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
  await withTableLocked(app, 'refunds', async ({ waiting, release }) => {
    const answers = [1, 2, 3, 4, 5].map(() => busy.read());
    await waiting(2);
    answers.push(other.read());
    assert.equal(await waiting(3), 3);
    await release();
    const ids = (await Promise.all(answers)).map(({ body }) => body.data.id);
    assert.deepEqual(ids, [...Array(5).fill(busy.id), other.id]);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { countRefundLines, listRefunds } from './queries.ts';

const app = await createTestApp();
const shop = await aShop(app);
const db = app.database.reader(shop.merchant_id);
const [tea, cup] = [await aProduct(shop), await aProduct(shop)];

/** A sale of two products, of which this many refunds return one piece of each. */
async function aRefundedSale(refunds: number): Promise<string> {
  const items = [tea, cup].map(({ id }) => ({ product_id: id, quantity: 5 }));
  const sale = await shop.owner.post('/transactions', { items, payment_method: 'cash' });
  const { id } = sale.body.data;
  for (let made = 0; made < refunds; made += 1) {
    const returned = items.map((item) => ({ ...item, quantity: 1 }));
    assert.equal((await shop.owner.post(`/transactions/${id}/refund`, { items: returned })).status, 201);
  }
  return id;
}

test('counts the lines of a sale’s own refunds, and one for a refund without lines', async () => {
  const [one, two, none] = [await aRefundedSale(1), await aRefundedSale(2), await aRefundedSale(0)];
  assert.equal((await shop.owner.post(`/transactions/${one}/refund`, { amount: 1 })).status, 201);
  assert.deepEqual(await Promise.all([one, two, none].map((id) => countRefundLines(db, id))), [3, 4, 0]);
});

test('lists refunds in the order of their times, each with its own lines', async () => {
  const id = await aRefundedSale(2);
  const idsOf = async () => {
    const refunds = await listRefunds(db, id);
    for (const { lines } of refunds) assert.equal(lines.length, 2);
    return refunds.map((refund) => (refund as typeof refund & { id: string }).id);
  };
  const [first, second] = await idsOf();
  const moveFirst = (seconds: number) =>
    app.admin.query(
      `update refunds set created_at = created_at + $2 * interval '1 s' where merchant_id = $1 and id = $3`,
      [shop.merchant_id, seconds, first],
    );
  await moveFirst(60);
  assert.deepEqual(await idsOf(), [second, first]);
  await moveFirst(-60);
  assert.deepEqual(await idsOf(), [first, second]);
});

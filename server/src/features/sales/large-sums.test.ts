import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aShift } from '../../../../test/registers.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const largestPrice = 9_999_999_999.99;
const product = await aProduct(shop, { price: largestPrice, stock: 1_000_000 });

const sale = (quantity: number, fields: object) => ({ items: [{ product_id: product.id, quantity }], ...fields });

test('sums of several prices are paid, refunded, counted and moved', async () => {
  const { id: shift_id, register_id } = await aShift(shop, { counted_float: 20_000_000_000 });
  const cash = { method: 'cash', amount: 29_999_999_999.95 };
  const payments = [{ method: 'card', amount: 20_000_000_000 }, cash];
  const sold = await owner.post('/transactions', sale(5, { payments, register_id, amount_tendered: 30_000_000_000 }));
  assert.equal(sold.status, 201, sold.text);
  assert.deepEqual([sold.body.data.total_amount, sold.body.data.change], [49_999_999_999.95, 0.05]);
  const discounted = await owner.post('/transactions', sale(5, { discount: 49_999_999_999, payment_method: 'card' }));
  assert.deepEqual([discounted.status, discounted.body.data?.total_amount], [201, 0.95], discounted.text);
  const body = { amount: 19_999_999_999.98, payment_method: 'cash', register_id };
  const refunded = await owner.post(`/transactions/${sold.body.data.id}/refund`, body);
  assert.equal(refunded.status, 201, refunded.text);
  const moved = { type: 'paid_out', amount: 20_000_000_000, reason: 'Bank' };
  assert.equal((await owner.post(`/shifts/${shift_id}/movements`, moved)).status, 201);
  const counted = [{ method: 'cash', amount: 9_999_999_999.97 }];
  const count = await owner.post(`/shifts/${shift_id}/count`, { counted });
  assert.deepEqual([count.status, count.body.data?.variance], [200, [{ method: 'cash', amount: 0 }]], count.text);
  const more = [{ method: 'cash', amount: 30_000_000_000 }];
  assert.equal((await owner.post(`/shifts/${shift_id}/recount`, { counted: more })).status, 200);
});

test('no price is above the limit of prices, and no sum has more than 15 digits', async () => {
  const body = sale(1, { payment_method: 'cash' });
  const [item] = body.items;
  assert.deepEqual(fieldsOf(await owner.post('/transactions', { ...body, items: [{ ...item, price: 1e10 }] })), [
    'items[0].price',
  ]);
  for (const [field, at_most] of [
    ['amount_tendered', 9_999_999_999_999.99],
    ['expected_total', 9_999_999_999_999.99],
  ] as const) {
    const { status, body: answer } = await owner.post('/transactions', { ...body, [field]: at_most * 10 });
    const details = [{ field, message: `must be at most ${at_most}` }];
    assert.deepEqual([status, answer.error.details], [422, details]);
  }
  const tendered = await owner.post('/transactions', { ...body, amount_tendered: 9_999_999_999_999.99 });
  assert.deepEqual([tendered.status, tendered.body.data.change], [201, 9_990_000_000_000]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEscPos } from '../../../../../test/escpos.ts';
import { aRegister, aShift } from '../../../../../test/registers.ts';
import { aProduct, aShop, forgetEvents } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app, { currency: 'CHF' });
const { owner } = shop;
await owner.put('/merchant', { cash_rounding: 0.05 });
const product = await aProduct(shop, { price: 10.03, stock: 1_000 });

const sell = async (register_id: string) => {
  const items = [{ product_id: product.id, quantity: 1 }];
  return (await owner.post('/transactions', { items, payment_method: 'cash', register_id })).body.data;
};

/** A closed shift with these acts. */
async function aClosure(act: (register_id: string) => Promise<void>) {
  const register = await aRegister(shop);
  const shift = await aShift(shop, { register_id: register.id, counted_float: 0 });
  await act(register.id);
  const report = (await owner.get(`/shifts/${shift.id}`)).body.data;
  await owner.post(`/shifts/${shift.id}/count`, { counted: report.expected });
  return (await owner.post(`/shifts/${shift.id}/close`, {})).body.data;
}

test('a closure states the rounding of its sales, less that of its refunds and of voids of other shifts', async () => {
  const other = await aRegister(shop);
  await aShift(shop, { register_id: other.id, counted_float: 0 });
  const elsewhere = await sell(other.id);
  const { figures, variance, expected } = await aClosure(async (register_id) => {
    await sell(register_id);
    const refunded = await sell(register_id);
    await owner.post(`/transactions/${refunded.id}/refund`, { amount: 3.01, register_id });
    const voided = await sell(register_id);
    await owner.post(`/transactions/${voided.id}/void`, { register_id });
    await owner.post(`/transactions/${elsewhere.id}/void`, { register_id });
  });
  // 0.02 and 0.02 of the sales, -0.01 of the refund, 0.02 of the other shift's sale.
  assert.equal(figures.rounding, 0.03);
  assert.deepEqual([figures.sales.amount, figures.refunds.amount], [20.06, 3.01]);
  assert.deepEqual(figures.by_method, [{ method: 'cash', sales: 20.1, refunds: 13.05, change: 0 }]);
  assert.deepEqual([expected, variance], [[{ method: 'cash', amount: 7.05 }], [{ method: 'cash', amount: 0 }]]);
});

test('reports show the rounding if there is one', async () => {
  const rounded = await aClosure(async (register_id) => {
    await sell(register_id);
  });
  const csv = (await owner.get(`/closures/${rounded.id}/report?format=csv`)).text;
  assert.match(csv, /\r\nrounding,,,,,0\.02\r\n/);
  const url = `/api/v1/closures/${rounded.id}/report?format=escpos`;
  const { rawPayload } = await app.fastify.inject({ url, headers: owner.headers });
  assert.match(
    readEscPos(rawPayload)
      .lines.map(({ text }) => text)
      .join('\n'),
    /Cash rounding +0\.02/,
  );
  const exact = await aClosure(async () => undefined);
  assert.doesNotMatch((await owner.get(`/closures/${exact.id}/report?format=csv`)).text, /rounding/);
});

test('a closure from before cash was rounded has no rounding', async () => {
  const closure = await aClosure(async () => undefined);
  await app.admin.query(`update closures set figures = (figures::jsonb - 'rounding')::text where id = $1`, [
    closure.id,
  ]);
  await forgetEvents(shop);
  assert.equal((await owner.get(`/closures/${closure.id}`)).body.data.figures.rounding, 0);
});

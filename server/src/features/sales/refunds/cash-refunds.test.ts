import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aRegister, aShift } from '../../../../../test/registers.ts';
import { aProduct, aShop, aStaffMember } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp();

async function aRoundingShop() {
  const shop = await aShop(app, { currency: 'CHF' });
  await shop.owner.put('/merchant', { cash_rounding: 0.05 });
  const product = await aProduct(shop, { stock: 10_000 });
  const sell = async (price: number, fields: object = { payment_method: 'cash' }) => {
    const items = [{ product_id: product.id, quantity: 1, price }];
    const sold = await shop.owner.post('/transactions', { items, ...fields });
    assert.equal(sold.status, 201, sold.text);
    return sold.body.data;
  };
  /** @returns the amount, the rounding, and what is left to refund */
  const refund = async (id: string, fields: object = {}) => {
    const { status, body, text } = await shop.owner.post(`/transactions/${id}/refund`, fields);
    assert.equal(status, 201, text);
    return [body.data.amount, body.data.rounding, body.data.remaining_refundable];
  };
  return { shop, owner: shop.owner, sell, refund };
}

test('pays back in parts what was paid in cash', async () => {
  const { owner, sell, refund } = await aRoundingShop();
  const sale = await sell(10.03);
  assert.deepEqual(await refund(sale.id, { amount: 3.01 }), [3.01, -0.01, 7.02]);
  assert.deepEqual(await refund(sale.id, { amount: 3.01 }), [3.01, -0.01, 4.01]);
  assert.deepEqual(await refund(sale.id, { amount: 3.01 }), [3.01, 0.04, 1]);
  assert.deepEqual(await refund(sale.id), [1, 0, 0]);
  const { status, refunds } = (await owner.get(`/transactions/${sale.id}`)).body.data;
  assert.equal(status, 'refunded');
  const paidOut = refunds.map(({ amount, rounding }: Record<string, number>) => (amount ?? 0) + (rounding ?? 0));
  assert.equal(
    paidOut.reduce((sum: number, amount: number) => sum + Math.round(amount * 100), 0),
    1_005,
  );
});

test('previews the rounding of a refund', async () => {
  const { owner, sell, refund } = await aRoundingShop();
  const { id } = await sell(10.03);
  const preview = async (fields: object) =>
    (await owner.post(`/transactions/${id}/refund/preview`, fields)).body.data.rounding;
  assert.equal(await preview({ amount: 3.01 }), -0.01);
  await refund(id, { amount: 3.01 });
  assert.deepEqual([await preview({}), await preview({ amount: 0.01 })], [0.03, -0.01]);
  assert.deepEqual(await refund(id), [7.02, 0.03, 0]);
});

test('settles the rest exactly by another method, and rounds none before', async () => {
  const { sell, refund } = await aRoundingShop();
  const sale = await sell(10.03);
  assert.deepEqual(await refund(sale.id, { amount: 3.01, payment_method: 'card' }), [3.01, 0, 7.02]);
  assert.deepEqual(await refund(sale.id, { amount: 3.01 }), [3.01, -0.01, 4.01]);
  assert.deepEqual(await refund(sale.id, { payment_method: 'card' }), [4.01, 0.03, 0]);
});

test('pays back nothing for a sale that was rounded to nothing', async () => {
  const { sell, refund } = await aRoundingShop();
  assert.deepEqual(await refund((await sell(0.02)).id), [0.02, -0.02, 0]);
});

test('returns points exactly, and rounds the money beside them', async () => {
  const { owner, sell, refund } = await aRoundingShop();
  await owner.put('/merchant', { point_value: 0.1 });
  const customer = (await owner.post('/customers', { name: 'C' })).body.data;
  await owner.post(`/customers/${customer.id}/loyalty/corrections`, { points: 1_000, reason: 'start' });
  const payments = [
    { method: 'points', amount: 5 },
    { method: 'cash', amount: 5.03 },
  ];
  const sale = await sell(10.03, { customer_id: customer.id, payments });
  assert.equal(sale.rounding, 0.02);
  const [amount, rounding, left] = await refund(sale.id, {});
  assert.deepEqual([amount, rounding, left], [10.03, 0.02, 0]);
  const onlyPoints = await sell(5.02, {
    customer_id: customer.id,
    payments: [payments[0], { method: 'cash', amount: 0 }],
  });
  assert.deepEqual(await refund(onlyPoints.id, { amount: 2.51 }), [2.51, -0.01, 2.51]);
  assert.deepEqual(await refund(onlyPoints.id), [2.51, -0.01, 0]);
  const read = (await owner.get(`/customers/${customer.id}/loyalty`)).body.data;
  assert.equal(read.points, 1_000);
});

test('a cashier refunds in cash what was rounded, beside credit and to nothing', async () => {
  const { shop, sell } = await aRoundingShop();
  const cashier = await aStaffMember(shop, 'cashier');
  const refundAs = (id: string, fields: object = {}) => cashier.post(`/transactions/${id}/refund`, fields);
  const beside = (amount: number) => ({
    payments: [
      { method: 'voucher', amount: 5 },
      { method: 'cash', amount },
    ],
  });
  const nothing = await sell(0.02);
  assert.equal((await refundAs(nothing.id)).status, 201);
  const down = await sell(10.02, beside(5.02));
  assert.equal(down.rounding, -0.02);
  const tooMuch = await refundAs(down.id, { amount: 5.03, payment_method: 'cash' });
  assert.deepEqual([tooMuch.status, tooMuch.body.error.code], [403, 'FORBIDDEN']);
  assert.equal((await refundAs(down.id, { amount: 5.02, payment_method: 'cash' })).status, 201);
  const up = await sell(10.03, beside(5.03));
  assert.equal((await refundAs(up.id, { amount: 5.04, payment_method: 'cash' })).status, 403);
  assert.equal((await refundAs(up.id, { amount: 5.03, payment_method: 'cash' })).status, 201);
});

test('a void pays back what was paid', async () => {
  const { shop, owner, sell } = await aRoundingShop();
  const register = await aRegister(shop);
  const shift = await aShift(shop, { register_id: register.id });
  const expected = async () => (await owner.get(`/shifts/${shift.id}`)).body.data.expected;
  const sale = await sell(10.03, { payment_method: 'cash', register_id: register.id });
  assert.deepEqual(await expected(), [{ method: 'cash', amount: 110.05 }]);
  const voided = await owner.post(`/transactions/${sale.id}/void`, {});
  assert.equal(voided.body.data.rounding, 0.02);
  assert.deepEqual(await expected(), [{ method: 'cash', amount: 100 }]);
});

test('two refunds at the same time round one after the other', async () => {
  const { owner, sell } = await aRoundingShop();
  const { id } = await sell(10.03);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => owner.post(`/transactions/${id}/refund`, { amount: 2.01 })),
  );
  const roundings = answers.map(({ body }) => Math.round(body.data.rounding * 100)).sort((a, b) => a - b);
  assert.deepEqual(
    roundings,
    [-1, -1, -1, 4].sort((a, b) => a - b),
  );
});

test('any split of a sale in cash pays back what was paid', async () => {
  const { owner, sell, refund } = await aRoundingShop();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5_000 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
      fc.constantFrom(0.05, 0.1, 1, null),
      async (cents, percents, cash_rounding) => {
        await owner.put('/merchant', { cash_rounding });
        const sale = await sell(cents / 100);
        let left = cents;
        for (const percent of percents) {
          const part = Math.floor((cents * percent) / 100);
          if (part === 0 || part >= left) continue;
          await refund(sale.id, { amount: part / 100 });
          left -= part;
        }
        await refund(sale.id);
        const { refunds, payments } = (await owner.get(`/transactions/${sale.id}`)).body.data;
        const paidOut = refunds.reduce(
          (sum: number, row: { amount: number; rounding: number }) =>
            sum + Math.round((row.amount + row.rounding) * 100),
          0,
        );
        assert.equal(paidOut, Math.round(payments[0].amount * 100));
      },
    ),
    { numRuns: 15 },
  );
});

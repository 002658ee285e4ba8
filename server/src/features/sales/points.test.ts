import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShopWithPoints, errorOf } from '../../../../test/points.ts';
import { aCustomer, anOperationContext, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { postSales } from './post-sales.ts';
import { findSale } from './queries.ts';

const app = await createTestApp();
const { shop, aCustomerWithPoints, sell, accountOf, historyOf, byMethod } = await aShopWithPoints(app);

test('a sale paid by points spends them, earns nothing, and adds nothing to the lifetime value', async () => {
  const id = await aCustomerWithPoints(1_000);
  const before = await byMethod();
  const answer = await sell(id, { payment_method: 'points' });
  assert.equal(answer.status, 201, answer.text);
  const { points_redeemed, points_earned, payment_method, payments, total_amount } = answer.body.data;
  // 10 / 0.03 is 333.3.
  assert.deepEqual([points_redeemed, points_earned, payment_method, total_amount], [334, 0, 'points', 10]);
  assert.deepEqual([payments[0].method, payments[0].amount, payments[0].points], ['points', 10, 334]);
  assert.deepEqual(await accountOf(id), { points: 666, lifetime_value: 1_000 });
  assert.deepEqual(await historyOf(id), ['redeemed -334', 'earned 1000']);
  assert.equal((await byMethod()).points, (before.points ?? 0) + 10);
  const stored = (await shop.owner.get(`/transactions/${answer.body.data.id}`)).body.data;
  assert.deepEqual([stored.points_redeemed, stored.payments[0].points], [334, 334]);
});

test('the money part of a split sale earns points', async () => {
  const id = await aCustomerWithPoints(100);
  const answer = await sell(id, {
    payments: [
      { method: 'points', amount: 2.5 },
      { method: 'cash', amount: 10 },
    ],
  });
  assert.equal(answer.status, 201, answer.text);
  const { points_redeemed, points_earned, change, payment_method } = answer.body.data;
  assert.deepEqual([points_redeemed, points_earned, change, payment_method], [84, 7, 2.5, 'split']);
  assert.deepEqual(await accountOf(id), { points: 23, lifetime_value: 107.5 });
});

test('rejects points that the customer lacks or the merchant does not accept', async () => {
  const id = await aCustomerWithPoints(300);
  assert.deepEqual(errorOf(await sell(null, { payment_method: 'points' })), [
    422,
    'VALIDATION_ERROR',
    { field: 'customer_id', message: 'is required to pay with points' },
  ]);
  assert.deepEqual(errorOf(await sell(id, { payment_method: 'points' })), [
    422,
    'INVALID_STATE',
    { field: 'payment_method', message: 'needs 334 points, 300 are there' },
  ]);
  const split = await sell(
    id,
    {
      payments: [
        { method: 'cash', amount: 10 },
        { method: 'points', amount: 10 },
      ],
    },
    2,
  );
  assert.deepEqual(errorOf(split).slice(1), [
    'INVALID_STATE',
    { field: 'payments[1].method', message: 'needs 334 points, 300 are there' },
  ]);
  assert.deepEqual(await accountOf(id), { points: 300, lifetime_value: 300 });
  const other = await aShop(app);
  const otherCustomer = await aCustomerWithPoints(300, other);
  const items = [{ product_id: (await aProduct(other)).id, quantity: 1 }];
  for (const customer_id of [otherCustomer, null]) {
    const answer = await other.owner.post('/transactions', { items, customer_id, payment_method: 'points' });
    assert.deepEqual(errorOf(answer).slice(1), [
      'INVALID_STATE',
      { field: 'payment_method', message: 'is not taken here' },
    ]);
  }
});

test('a parked sale can be paid by points if there are enough', async () => {
  const id = await aCustomerWithPoints(340);
  const [first, second, withoutCustomer] = await Promise.all(
    [id, id, null].map(async (customer) => (await sell(customer, { status: 'pending' })).body.data.id as string),
  );
  const complete = (sale: string | undefined) =>
    shop.owner.post(`/transactions/${sale}/complete`, { payment_method: 'points' });
  const done = await complete(first);
  assert.deepEqual([done.status, done.body.data.points_redeemed, done.body.data.points_earned], [200, 334, 0]);
  assert.deepEqual(errorOf(await complete(second)), [
    422,
    'INVALID_STATE',
    { field: 'payment_method', message: 'needs 334 points, 6 are there' },
  ]);
  assert.equal(errorOf(await complete(withoutCustomer))[2].field, 'customer_id');
  assert.equal((await shop.owner.get(`/transactions/${second}`)).body.data.status, 'pending');
  assert.deepEqual(await accountOf(id), { points: 6, lifetime_value: 340 });
});

test('ten tills that spend the same points at once spend them once', async () => {
  const id = await aCustomerWithPoints(1_002);
  const answers = await Promise.all(Array.from({ length: 10 }, () => sell(id, { payment_method: 'points' })));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, 201, 201, 422, 422, 422, 422, 422, 422, 422]);
  assert.deepEqual(await accountOf(id), { points: 0, lifetime_value: 1_002 });
});

test('sales of one customer in a batch spend one after another, and one that fails does not affect the others', async () => {
  const [rich, poor] = [await aCustomerWithPoints(340), await aCustomerWithPoints(1)];
  const parked = (await sell(null, { status: 'pending' })).body.data.id as string;
  const ctx = await anOperationContext(shop);
  const template = await findSale(app.database.reader(shop.merchant_id), parked);
  assert.ok(template);
  const prepare = (number: number, customer_id: string, points: bigint, points_earned = 0n) => {
    const id = newId();
    const payment = { method: 'points' as const, amount: template.total, points, reference: null, id };
    const figures = {
      points_redeemed: points,
      points_earned,
      payments: [payment],
      payment_method: 'points' as const,
      status: 'completed' as const,
    };
    return { sale: { ...template, ...figures, id, code: `LIST-${number}`, customer_id, created_at: ctx.now }, ctx };
  };
  const sales = [
    prepare(1, rich, 300n, 10n),
    prepare(2, poor, 300n),
    prepare(3, rich, 300n),
    // All of the rest, and what the first one earned.
    prepare(4, rich, 50n),
  ];
  const outcomes = await app.database.transaction(shop.merchant_id, (tx) => postSales(tx, sales));
  const points = await Promise.all([rich, poor].map(async (id) => (await accountOf(id)).points));
  const stored = outcomes.map((outcome) =>
    'sale' in outcome ? Number(outcome.sale.points_redeemed) : outcome.error.code,
  );
  assert.deepEqual(stored, [300, 'INVALID_STATE', 'INVALID_STATE', 50]);
  assert.deepEqual(points, [0, 1]);
});

test('a parked sale is not paid by a single point that is not there', async () => {
  const { id } = await aCustomer(shop);
  const parked = await sell(id, { status: 'pending' }, 1, { discount: 9.99 });
  const answer = await shop.owner.post(`/transactions/${parked.body.data.id}/complete`, { payment_method: 'points' });
  assert.deepEqual(errorOf(answer).slice(1), [
    'INVALID_STATE',
    { field: 'payment_method', message: 'needs 1 points, 0 are there' },
  ]);
});

test('a parked sale earns points by the rate at which it was parked', async () => {
  const owning = await aShop(app);
  await owning.owner.put('/merchant', { loyalty_rate: 2 });
  const { id } = await aCustomer(owning);
  const one = await aProduct(owning, { price: 10 });
  const items = [{ product_id: one.id, quantity: 1 }];
  const parked = await owning.owner.post('/transactions', { items, customer_id: id, status: 'pending' });
  await owning.owner.put('/merchant', { loyalty_rate: 5 });
  const path = `/transactions/${parked.body.data.id}/complete`;
  assert.equal((await owning.owner.post(path, { payment_method: 'cash' })).body.data.points_earned, 20);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../../../test/caller.ts';
import { aCustomer, anOperationContext, aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { postSales } from './post-sales.ts';
import { findSale } from './queries.ts';

const app = await createTestApp();
const shop = await aShop(app);
await shop.owner.put('/merchant', { point_value: 0.03 });
const product = await aProduct(shop, { price: 10, stock: 10_000 });

/** A customer with this many points. */
async function aCustomerWithPoints(points: number, owning: Shop = shop): Promise<string> {
  const { id } = await aCustomer(owning);
  const one = owning === shop ? product : await aProduct(owning, { price: 10, stock: 100 });
  const body = { items: [{ product_id: one.id, quantity: 1, price: points }], payment_method: 'cash', customer_id: id };
  const answer = await owning.owner.post('/transactions', body);
  assert.equal(answer.body.data.points_earned, points, answer.text);
  return id;
}

const sell = (customer_id: string | null, tender: object, quantity = 1, extra: object = {}): Promise<Reply> =>
  shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity }], customer_id, ...tender, ...extra });

const accountOf = async (id: string) => {
  const { points, lifetime_value } = (await shop.owner.get(`/customers/${id}/loyalty`)).body.data;
  return { points, lifetime_value };
};
const historyOf = async (id: string) =>
  (await shop.owner.get(`/customers/${id}/loyalty/history`)).body.data.map(
    ({ type, points }: { type: string; points: number }) => `${type} ${points}`,
  );
const errorOf = ({ status, body }: Reply) => [status, body.error.code, ...body.error.details];
const byMethod = async () => {
  const today = (await shop.owner.get('/dashboard/summary')).body.data.payment_methods;
  return Object.fromEntries(
    today.map((row: { payment_method: string; amount: number }) => [row.payment_method, row.amount]),
  );
};

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

test('a void returns the spent points and reverses the earned ones', async () => {
  const id = await aCustomerWithPoints(100);
  const sale = await sell(id, {
    payments: [
      { method: 'points', amount: 3 },
      { method: 'card', amount: 7 },
    ],
  });
  assert.equal((await shop.owner.post(`/transactions/${sale.body.data.id}/void`)).status, 200);
  assert.deepEqual(await accountOf(id), { points: 100, lifetime_value: 100 });
  assert.deepEqual(await historyOf(id), ['reversed -7', 'returned 100', 'earned 7', 'redeemed -100', 'earned 100']);
});

test('refunds return money and points in proportion, the last refund returns the rest, and the preview shows it', async () => {
  const id = await aCustomerWithPoints(100);
  const sold = await sell(
    id,
    {
      payments: [
        { method: 'points', amount: 3 },
        { method: 'cash', amount: 17 },
      ],
    },
    2,
  );
  const path = `/transactions/${sold.body.data.id}/refund`;
  const before = await byMethod();
  const figuresOf = ({ body }: Reply) => {
    const { amount, points_amount, points_returned, points_reversed, payment_method } = body.data;
    return { amount, points_amount, points_returned, points_reversed, payment_method };
  };
  const steps: [object | string, object][] = [
    [
      { amount: 3.33 },
      { amount: 3.33, points_amount: 0.49, points_returned: 16, points_reversed: 3, payment_method: 'cash' },
    ],
    [
      { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'voucher' },
      { amount: 10, points_amount: 1.5, points_returned: 50, points_reversed: 9, payment_method: 'voucher' },
    ],
    ['', { amount: 6.67, points_amount: 1.01, points_returned: 34, points_reversed: 5, payment_method: 'cash' }],
  ];
  for (const [body, expected] of steps) {
    assert.deepEqual(figuresOf(await shop.owner.post(`${path}/preview`, body)), expected);
    const answer = await shop.owner.post(path, body);
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(figuresOf(answer), expected);
  }
  assert.deepEqual(await accountOf(id), { points: 100, lifetime_value: 100 });
  const after = await byMethod();
  const change = (method: string) => Math.round(((after[method] ?? 0) - (before[method] ?? 0)) * 100);
  assert.deepEqual([change('points'), change('cash'), change('voucher')], [-300, -850, -850]);
});

test('no refund turns points into money or money into points', async () => {
  const id = await aCustomerWithPoints(1_000);
  const sales = [
    await sell(id, { payment_method: 'cash' }),
    await sell(id, { payment_method: 'points' }),
    await sell(id, {
      payments: [
        { method: 'points', amount: 3 },
        { method: 'cash', amount: 7 },
      ],
    }),
  ].map(({ body }) => `/transactions/${body.data.id}/refund`);
  const methods = ['points', 'cash', 'points'];
  for (const [index, path] of sales.entries())
    for (const address of [path, `${path}/preview`]) {
      const [status, code, detail] = errorOf(await shop.owner.post(address, { payment_method: methods[index] }));
      assert.deepEqual([status, code, detail.field], [422, 'VALIDATION_ERROR', 'payment_method']);
    }
  for (const payment_method of [undefined, 'points']) {
    const answer = await shop.owner.post(String(sales[1]), { amount: 5, payment_method });
    assert.deepEqual(
      [answer.status, answer.body.data.payment_method, answer.body.data.points_returned],
      [201, 'points', 167],
    );
  }
});

test('refunding a sale whose points were spent leaves a negative balance', async () => {
  const id = await aCustomerWithPoints(334);
  const [earning] = (await shop.owner.get(`/transactions?customer_id=${id}`)).body.data;
  assert.equal((await sell(id, { payment_method: 'points' })).status, 201);
  assert.equal((await shop.owner.post(`/transactions/${earning.id}/refund`)).status, 201);
  assert.deepEqual(await accountOf(id), { points: -334, lifetime_value: 0 });
  const [, code, detail] = errorOf(await sell(id, { payment_method: 'points' }));
  assert.deepEqual([code, detail.message], ['INVALID_STATE', 'needs 334 points, -334 are there']);
  assert.equal((await sell(id, { payment_method: 'cash' })).status, 201, 'other ways to pay remain');
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

test('concurrent sales, refunds, voids and corrections lose no point', async () => {
  const id = await aCustomerWithPoints(5_000);
  const half = {
    payments: [
      { method: 'points', amount: 3.33 },
      { method: 'cash', amount: 6.67 },
    ],
  };
  const sold = (await Promise.all(Array.from({ length: 6 }, () => sell(id, half)))).map(
    ({ body }) => `/transactions/${body.data.id}`,
  );
  const correct = (points: number) =>
    shop.owner.post(`/customers/${id}/loyalty/corrections`, { points, reason: 'Counted again' });
  const answers = await Promise.all([
    ...sold.flatMap((path) => [
      shop.owner.post(`${path}/refund`, { amount: 2.22 }),
      shop.owner.post(`${path}/void`),
      shop.owner.post(`${path}/refund`, { amount: 1.11 }),
    ]),
    ...Array.from({ length: 4 }, () => sell(id, half)),
    ...[7, -7, 11, -11].map(correct),
  ]);
  assert.ok(answers.every(({ status }) => [200, 201, 422].includes(status)));
  const rest = answers.slice(18, 22).map(({ body }) => `/transactions/${body.data.id}`);
  const ends = await Promise.all([...sold, ...rest].map((path) => shop.owner.post(`${path}/refund`)));
  assert.ok(ends.every(({ status, body }) => status === 201 || /voided/.test(body.error.message)));
  assert.deepEqual(await accountOf(id), { points: 5_000, lifetime_value: 5_000 });
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

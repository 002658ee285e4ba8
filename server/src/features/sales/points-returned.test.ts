import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../../../test/caller.ts';
import { aShopWithPoints, errorOf } from '../../../../test/points.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const { shop, product, aCustomerWithPoints, sell, accountOf, historyOf, byMethod } = await aShopWithPoints(app);

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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

/** A shop that rounds cash to 0.05, with a function that sells one product at this price. */
async function aRoundingShop(cash_rounding: number | null = 0.05, currency = 'CHF') {
  const shop = await aShop(app, { currency });
  const set = await shop.owner.put('/merchant', { cash_rounding });
  assert.equal(set.status, 200, set.text);
  const product = await aProduct(shop, { stock: 1_000 });
  const bodyOf = (price: number, fields: object = {}) => ({
    items: [{ product_id: product.id, quantity: 1, price }],
    ...fields,
  });
  const sell = (price: number, fields: object = { payment_method: 'cash' }) =>
    shop.owner.post('/transactions', bodyOf(price, fields));
  return { shop, owner: shop.owner, product, bodyOf, sell };
}

const amountsOf = ({ payments }: { payments: { method: string; amount: number }[] }) =>
  payments.map(({ method, amount }) => [method, amount]);

const countSales = async ({ owner }: Shop) => (await owner.get('/transactions')).body.data.length;

test('rounds cash half up to the smallest cash amount, and keeps the total', async () => {
  const { sell, owner } = await aRoundingShop();
  for (const [price, paid, rounding] of [
    [10.02, 10, -0.02],
    [10.03, 10.05, 0.02],
    [10.05, 10.05, 0],
    [0.02, 0, -0.02],
  ] as const) {
    const { status, body } = await sell(price);
    assert.equal(status, 201);
    const { id, total_amount, payments, change } = body.data;
    assert.deepEqual([total_amount, body.data.rounding, change], [price, rounding, 0]);
    assert.deepEqual(amountsOf({ payments }), [['cash', paid]]);
    const read = (await owner.get(`/transactions/${id}`)).body.data;
    assert.deepEqual([read.rounding, amountsOf(read)], [rounding, [['cash', paid]]]);
  }
  const list = (await owner.get('/transactions')).body.data as { total_amount: number; rounding: number }[];
  assert.deepEqual(new Map(list.map((row) => [row.total_amount, row.rounding])).get(10.03), 0.02);
});

test('rounds up at exactly the half', async () => {
  const krona = await aRoundingShop(1, 'SEK');
  assert.equal((await krona.sell(10.5)).body.data.rounding, 0.5);
  assert.equal((await krona.sell(10.49)).body.data.rounding, -0.49);
  const yen = await aRoundingShop(10, 'JPY');
  assert.equal((await yen.sell(105)).body.data.rounding, 5);
  assert.equal((await yen.sell(104)).body.data.rounding, -4);
});

test('rounds neither other methods nor a shop without the setting', async () => {
  const { sell } = await aRoundingShop();
  const byCard = (await sell(10.03, { payment_method: 'card' })).body.data;
  assert.deepEqual([byCard.rounding, amountsOf(byCard)], [0, [['card', 10.03]]]);
  const exact = await aRoundingShop(null);
  const inCash = (await exact.sell(10.03)).body.data;
  assert.deepEqual([inCash.rounding, amountsOf(inCash)], [0, [['cash', 10.03]]]);
});

test('gives change from the rounded amount, and reads exactly the total as the rounded amount', async () => {
  const { sell } = await aRoundingShop();
  for (const [price, amount_tendered, paid, change] of [
    [10.03, 20, 10.05, 9.95],
    [10.03, 10.05, 10.05, 0],
    [10.03, 10.03, 10.05, 0],
    [10.02, 20, 10, 10],
    [10.02, 10, 10, 0],
    [10.02, 10.02, 10, 0],
    [0.02, 0, 0, 0],
  ] as const) {
    const { body, text } = await sell(price, { payment_method: 'cash', amount_tendered });
    assert.deepEqual([amountsOf(body.data), body.data.change], [[['cash', paid]], change], text);
  }
});

test('rejects less than the rounded amount by field, and sells nothing', async () => {
  const { shop, sell, owner, product } = await aRoundingShop();
  for (const [fields, field] of [
    [{ payment_method: 'cash', amount_tendered: 10.04 }, 'amount_tendered'],
    [{ payment_method: 'cash', amount_tendered: 10.02 }, 'amount_tendered'],
    [{ payment_method: 'card', amount_tendered: 10.05 }, 'amount_tendered'],
    [{ payments: [{ method: 'cash', amount: 10.02 }] }, 'payments'],
    [{ payments: [{ method: 'card', amount: 10.05 }] }, 'payments'],
    [{ payments: [{ method: 'card', amount: 10 }] }, 'payments'],
    [
      {
        payments: [
          { method: 'card', amount: 10.04 },
          { method: 'cash', amount: 0 },
        ],
      },
      'payments',
    ],
  ] as const) {
    const { status, body } = await sell(10.03, fields);
    assert.deepEqual([status, body.error.code, body.error.details[0].field], [422, 'VALIDATION_ERROR', field]);
  }
  const between = await sell(10.03, { payments: [{ method: 'cash', amount: 10.04 }] });
  assert.equal(between.body.error.details[0].message, 'do not reach the rounded amount that is to be paid in cash');
  assert.equal(await countSales(shop), 0);
  assert.equal((await owner.get(`/products/${product.id}`)).body.data.stock, 1_000);
});

test('rounds only the cash part of several payments', async () => {
  const { sell } = await aRoundingShop();
  const payments = (...parts: [string, number][]) => ({
    payments: parts.map(([method, amount]) => ({ method, amount })),
  });
  for (const [parts, expected, change, rounding] of [
    [
      payments(['card', 5.01], ['cash', 5.02]),
      [
        ['card', 5.01],
        ['cash', 5],
      ],
      0,
      -0.02,
    ],
    [
      payments(['card', 5], ['cash', 5.03]),
      [
        ['card', 5],
        ['cash', 5.05],
      ],
      0,
      0.02,
    ],
    [
      payments(['card', 5], ['cash', 5.05]),
      [
        ['card', 5],
        ['cash', 5.05],
      ],
      0,
      0.02,
    ],
    [
      payments(['cash', 20], ['card', 5]),
      [
        ['cash', 5.05],
        ['card', 5],
      ],
      14.95,
      0.02,
    ],
    [
      payments(['cash', 2], ['card', 5], ['cash', 3.03]),
      [
        ['cash', 2],
        ['card', 5],
        ['cash', 3.05],
      ],
      0,
      0.02,
    ],
    [
      payments(['cash', 3.02], ['card', 5.01], ['cash', 2]),
      [
        ['cash', 3.02],
        ['card', 5.01],
        ['cash', 1.98],
      ],
      0,
      -0.02,
    ],
    [
      payments(['card', 10.01], ['cash', 0.02]),
      [
        ['card', 10.01],
        ['cash', 0],
      ],
      0,
      -0.02,
    ],
    [
      payments(['card', 10.01], ['cash', 0]),
      [
        ['card', 10.01],
        ['cash', 0],
      ],
      0,
      -0.02,
    ],
    [payments(['card', 10.03]), [['card', 10.03]], 0, 0],
    [
      payments(['card', 10.03], ['cash', 5]),
      [
        ['card', 10.03],
        ['cash', 0],
      ],
      5,
      0,
    ],
  ] as const) {
    const { body, text } = await sell(10.03, parts);
    assert.ok(body.success, text);
    assert.deepEqual([amountsOf(body.data), body.data.change, body.data.rounding], [expected, change, rounding]);
  }
});

test('takes the amount that was handed over for the cash among several payments', async () => {
  const { sell } = await aRoundingShop();
  const payments = [
    { method: 'card', amount: 5 },
    { method: 'cash', amount: 5.03 },
  ];
  for (const [amount_tendered, change] of [
    [10, 4.95],
    [5.03, 0],
    [5.05, 0],
  ] as const)
    assert.equal((await sell(10.03, { payments, amount_tendered })).body.data.change, change);
  const short = await sell(10.03, { payments, amount_tendered: 5.04 });
  assert.deepEqual([short.status, short.body.error.details[0].field], [422, 'amount_tendered']);
});

test('counts points, limits and the expected total without rounding', async () => {
  const { shop, owner, sell } = await aRoundingShop(1, 'SEK');
  const customer = await aCustomer(shop);
  const sold = await sell(9.6, { payment_method: 'cash', customer_id: customer.id, expected_total: 9.6 });
  assert.deepEqual([sold.body.data.rounding, sold.body.data.points_earned], [0.4, 9]);
  const loyalty = (await owner.get(`/customers/${customer.id}/loyalty`)).body.data;
  assert.equal(loyalty.lifetime_value, 9.6);
  const wrong = await sell(9.6, { payment_method: 'cash', expected_total: 10 });
  assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [422, 'expected_total']);
});

test('rounds a parked sale when it is completed, with the setting of that time', async () => {
  const { owner, sell } = await aRoundingShop();
  const parked = (await sell(10.03, { status: 'pending' })).body.data;
  assert.equal(parked.rounding, 0);
  await owner.put('/merchant', { cash_rounding: 0.1 });
  const path = `/transactions/${parked.id}/complete`;
  const short = await owner.post(path, { payment_method: 'cash', amount_tendered: 9.99 });
  assert.deepEqual([short.status, short.body.error.details[0].field], [422, 'amount_tendered']);
  const completed = await owner.post(path, { payment_method: 'cash', amount_tendered: 10 });
  assert.deepEqual([completed.body.data.rounding, completed.body.data.change], [-0.03, 0]);
  const read = (await owner.get(`/transactions/${parked.id}`)).body.data;
  assert.deepEqual([read.rounding, amountsOf(read)], [-0.03, [['cash', 10]]]);
});

test('quotes the rounding, the change, and what is to be paid in cash', async () => {
  const { owner, bodyOf } = await aRoundingShop();
  const quote = async (fields: object) => {
    const { rounding, change, cash_total, problems } = (await owner.post('/transactions/quote', bodyOf(10.03, fields)))
      .body.data;
    return [rounding, change, cash_total, problems.length];
  };
  assert.deepEqual(await quote({}), [0, 0, 10.05, 0]);
  assert.deepEqual(await quote({ payment_method: 'cash', amount_tendered: 20 }), [0.02, 9.95, 10.05, 0]);
  assert.deepEqual(await quote({ payment_method: 'card' }), [0, 0, 10.05, 0]);
  assert.deepEqual(await quote({ payments: [{ method: 'card', amount: 5.01 }] }), [0, 0, 5, 1]);
  assert.deepEqual(await quote({ payments: [{ method: 'card', amount: 20 }] }), [0, 0, 0, 1]);
});

test('repeats the response of a repeated key, whatever the setting is by then', async () => {
  const { owner, bodyOf } = await aRoundingShop();
  const body = bodyOf(10.03, { payment_method: 'cash' });
  const first = await owner.post('/transactions', body, { 'idempotency-key': 'one-sale' });
  await owner.put('/merchant', { cash_rounding: null });
  const again = await owner.post('/transactions', body, { 'idempotency-key': 'one-sale' });
  assert.deepEqual(again.body.data, first.body.data);
  assert.equal(first.body.data.rounding, 0.02);
});

test('reports what was paid by method, and the rounding beside the sales', async () => {
  const { owner, sell } = await aRoundingShop();
  await sell(10.03);
  await sell(10.01);
  await sell(10.02);
  await sell(10.01, { payment_method: 'card' });
  const voided = (await sell(10.04)).body.data;
  assert.equal((await owner.post(`/transactions/${voided.id}/void`, {})).status, 200);
  const refunded = (await sell(10.04)).body.data;
  assert.equal((await owner.post(`/transactions/${refunded.id}/refund`, {})).status, 201);
  const day = new Date().toISOString().slice(0, 10);
  const report = (await owner.get(`/reports/sales?start_date=2020-01-01&end_date=${day}`)).body.data;
  const { total_sales, rounding, by_payment_method } = report;
  assert.deepEqual([total_sales, rounding], [40.07, -0.01]);
  const byMethod = by_payment_method.map((row: { payment_method: string; amount: number }) => [
    row.payment_method,
    row.amount,
  ]);
  assert.deepEqual(byMethod, [
    ['cash', 30.05],
    ['card', 10.01],
  ]);
});

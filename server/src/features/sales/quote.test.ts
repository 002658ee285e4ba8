import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aCustomer, aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
await owner.put('/merchant', {
  tax_mode: 'inclusive',
  tax_rate: 19,
  loyalty_rate: 1,
  point_value: 0.01,
  price_override_roles: ['owner', 'manager'],
});
const cashier = await aStaffMember(shop, 'cashier');
const mug = await aProduct(shop, { price: 11.9, stock: 5 });
const bread = await aProduct(shop, { price: 2.14, stock: 50, tax_rate: 7 });

const quote = async (body: object, caller = owner) => {
  const answer = await caller.post('/transactions/quote', body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const rowsOf = async (table: string) =>
  (await app.admin.query(`select from ${table} where merchant_id = $1`, [shop.merchant_id])).rowCount;

test('a quote has the same figures as the sale, with the tax of each rate', async () => {
  const customer = await aCustomer(shop);
  const items = [
    { product_id: mug.id, quantity: 2, discount: { percent: 10 } },
    { product_id: bread.id, quantity: 3, discount: 0.42 },
  ];
  const body = {
    items,
    discount: { percent: 5 },
    customer_id: customer.id,
    payment_method: 'cash',
    amount_tendered: 50,
  };
  const quoted = await quote(body);
  // 21.42 and 6.00 are left after the discounts of the lines; 5 % of 27.42 is 1.371.
  assert.deepEqual([quoted.subtotal, quoted.discount, quoted.total_amount, quoted.change], [30.22, 4.17, 26.05, 23.95]);
  assert.deepEqual(quoted.tax_by_rate, [
    { rate: 7, net: 5.33, tax: 0.37 },
    { rate: 19, net: 17.1, tax: 3.25 },
  ]);
  assert.deepEqual(quoted.problems, []);
  const sale = (await owner.post('/transactions', { ...body, expected_total: quoted.total_amount })).body.data;
  const figures = ({ subtotal, discount, tax, total_amount, change, points_earned }: Record<string, number>) => ({
    ...{ subtotal, discount, tax, total_amount, change, points_earned },
  });
  assert.deepEqual(figures(quoted), figures(sale));
  for (const [index, item] of quoted.items.entries()) {
    const { discount, tax, total } = sale.items[index];
    assert.deepEqual({ discount: item.discount, tax: item.tax, total: item.total }, { discount, tax, total });
  }
});

test('a quote writes nothing, and stores nothing under its key', async () => {
  const tables = ['sales', 'stock_movements', 'idempotency_keys', 'events'];
  const before = await Promise.all(tables.map(rowsOf));
  await owner.post(
    '/transactions/quote',
    { items: [{ product_id: mug.id, quantity: 1 }] },
    { 'idempotency-key': 'a quote' },
  );
  assert.deepEqual(await Promise.all(tables.map(rowsOf)), before);
});

test('returns the reasons why the sale would be rejected beside its figures', async () => {
  const customer = await aCustomer(shop);
  const old = await aProduct(shop, { status: 'inactive' });
  const quoted = await quote(
    {
      items: [
        { product_id: mug.id, quantity: 9 },
        { product_id: old.id, quantity: 1, price: 3 },
        { product_id: bread.id, quantity: 1, discount: { percent: 50 } },
      ],
      customer_id: customer.id,
      payment_method: 'points',
      expected_total: 1,
    },
    cashier,
  );
  assert.equal(quoted.total_amount, 111.17);
  assert.deepEqual(
    quoted.problems.map(({ field, code }: { field: string; code: string }) => [field, code]),
    [
      ['items[1].product_id', 'INVALID_STATE'],
      ['items[1].price', 'FORBIDDEN'],
      ['items[1].discount', 'FORBIDDEN'],
      ['items[2].discount', 'FORBIDDEN'],
      ['expected_total', 'VALIDATION_ERROR'],
      ['items[0].quantity', 'INSUFFICIENT_STOCK'],
      ['payment_method', 'INVALID_STATE'],
    ],
  );
});

test('an insufficient payment is a problem; no payment is not', async () => {
  const items = [{ product_id: mug.id, quantity: 1 }];
  assert.deepEqual((await quote({ items })).problems, []);
  const customer = await aCustomer(shop);
  const withPoints = { items, customer_id: customer.id, payment_method: 'points' };
  for (const [points, problems] of [
    [1_189, 1],
    [1, 0],
  ]) {
    const correction = { points, reason: 'A gift' };
    assert.equal((await owner.post(`/customers/${customer.id}/loyalty/corrections`, correction)).status, 201);
    assert.equal((await quote(withPoints)).problems.length, problems);
  }
  const short = await quote({ items, payments: [{ method: 'card', amount: 5 }] });
  assert.deepEqual(
    short.problems.map(({ field }: { field: string }) => field),
    ['payments'],
  );
});

test('rejects by field a sale that cannot be priced', async () => {
  const answer = await owner.post('/transactions/quote', {
    items: [{ product_id: crypto.randomUUID(), quantity: 0 }],
    discount: 'half',
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.error.details.map(({ field }: { field: string }) => field).sort(), [
    'discount',
    'items[0].product_id',
    'items[0].quantity',
  ]);
});

test('names the problem of the register that the sale would be rejected for', async () => {
  const inactive = await aRegister(shop);
  await owner.put(`/registers/${inactive.id}`, { status: 'inactive' });
  const counting = await aShift(shop);
  await owner.post(`/shifts/${counting.id}/count`, { counted: [{ method: 'cash', amount: 100 }] });
  const withoutShift = await aRegister(shop, { requires_shift: true });
  const open = await aShift(shop, { register_id: (await aRegister(shop, { requires_shift: true })).id });
  const items = [{ product_id: bread.id, quantity: 1 }];
  for (const [register_id, message] of [
    [inactive.id, 'is inactive'],
    [counting.register_id, 'is being counted'],
    [withoutShift.id, 'has no open shift'],
  ]) {
    const body = { items, register_id, payment_method: 'cash' };
    const problems = [{ field: 'register_id', code: 'INVALID_STATE', message }];
    assert.deepEqual((await quote(body)).problems, problems);
    assert.deepEqual((await quote({ items, register_id })).problems, problems, 'without a payment');
    const { error } = (await owner.post('/transactions', body)).body;
    assert.deepEqual([error.code, error.details], ['INVALID_STATE', [{ field: 'register_id', message }]]);
    assert.deepEqual((await quote({ items, register_id, status: 'pending' })).problems, []);
  }
  assert.deepEqual((await quote({ items, register_id: open.register_id })).problems, []);
});

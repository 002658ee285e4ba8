import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../../../test/caller.ts';
import { aCustomer, aProduct, aShop, aStaffMember } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const cashier = await aStaffMember(shop, 'cashier');
const manager = await aStaffMember(shop, 'manager');
const product = await aProduct(shop, { price: 10, stock: 1_000 });

async function aSale(quantity: number, tender: object): Promise<string> {
  const sale = await shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity }], ...tender });
  assert.equal(sale.status, 201, sale.text);
  return sale.body.data.id;
}

const refund = (caller: Caller, id: string, body: object = {}) => caller.post(`/transactions/${id}/refund`, body);
const errorOf = ({ status, body }: Awaited<ReturnType<typeof refund>>) => [
  status,
  body.error?.code,
  (body.error?.details ?? []).map(({ field }: { field: string }) => field),
];
const stock = async () => (await shop.owner.get(`/products/${product.id}`)).body.data.stock;
const units = (quantity: number) => [{ product_id: product.id, quantity }];

test('a cashier refunds no money for a sale that was paid by voucher or store credit', async () => {
  for (const payment_method of ['voucher', 'store_credit']) {
    const id = await aSale(1, { payment_method });
    for (const requested of ['cash', 'card']) {
      assert.deepEqual(errorOf(await refund(cashier, id, { payment_method: requested })), [
        403,
        'FORBIDDEN',
        ['payment_method'],
      ]);
      const preview = await cashier.post(`/transactions/${id}/refund/preview`, { payment_method: requested });
      assert.equal(preview.status, 403);
    }
    const back = await refund(cashier, id);
    assert.deepEqual([back.status, back.body.data.payment_method], [201, payment_method]);
    assert.equal((await refund(manager, await aSale(1, { payment_method }), { payment_method: 'cash' })).status, 201);
  }
});

test('a cashier refunds by a method that the sale was paid with, or as store credit', async () => {
  assert.deepEqual(
    errorOf(await refund(cashier, await aSale(1, { payment_method: 'card' }), { payment_method: 'cash' })),
    [403, 'FORBIDDEN', ['payment_method']],
  );
  assert.equal(
    (await refund(cashier, await aSale(1, { payment_method: 'card' }), { payment_method: 'store_credit' })).status,
    201,
  );
  const payments = [
    { method: 'card', amount: 15 },
    { method: 'cash', amount: 5 },
  ];
  const whole = await refund(cashier, await aSale(2, { payments }));
  assert.deepEqual([whole.status, whole.body.data.payment_method], [201, 'card']);
  assert.equal((await refund(cashier, await aSale(2, { payments }), { payment_method: 'cash' })).status, 201);
  const cashIsChange = await aSale(1, { payments: [{ method: 'card', amount: 10 }, payments[1]] });
  assert.deepEqual(errorOf(await refund(cashier, cashIsChange, { payment_method: 'cash' })), [
    403,
    'FORBIDDEN',
    ['payment_method'],
  ]);
});

test('for a sale partly paid by voucher, a cashier refunds in money only the part that was paid in money', async () => {
  const payments = [
    { method: 'cash', amount: 12 },
    { method: 'voucher', amount: 8 },
  ];
  const id = await aSale(2, { payments });
  assert.deepEqual(errorOf(await refund(cashier, id)), [403, 'FORBIDDEN', ['payment_method']]);
  assert.equal((await refund(cashier, id, { amount: 7 })).status, 201);
  assert.equal((await refund(cashier, id, { amount: 5.01 })).status, 403);
  assert.equal((await refund(cashier, id, { amount: 5 })).status, 201);
  const rest = await refund(cashier, id, { payment_method: 'voucher' });
  assert.deepEqual([rest.status, rest.body.data.amount, rest.body.data.transaction_status], [201, 8, 'refunded']);
  const other = await aSale(2, { payments });
  assert.equal((await refund(cashier, other, { amount: 3, payment_method: 'voucher' })).status, 201);
  assert.equal((await refund(cashier, other, { amount: 12 })).status, 201, 'the voucher took nothing of the cash');
});

test('says how much a cashier can still give back in money, which is never less than nothing', async () => {
  const payments = [
    { method: 'cash', amount: 12 },
    { method: 'voucher', amount: 8 },
  ];
  const id = await aSale(2, { payments });
  const detail = async (amount: number) =>
    (await refund(cashier, id, { amount, payment_method: 'cash' })).body.error.details[0].message;
  assert.equal(await detail(12.01), 'can give back 12; the rest was paid by voucher or store credit');
  assert.equal((await refund(manager, id, { amount: 15, payment_method: 'cash' })).status, 201);
  assert.equal(await detail(1), 'can give back 0; the rest was paid by voucher or store credit');
});

test('points that are returned take nothing of what a cashier may refund in money', async () => {
  await shop.owner.put('/merchant', { point_value: 0.01 });
  const customer_id = (await aCustomer(shop)).id;
  const gift = { points: 1_000, reason: 'A gift' };
  assert.equal((await shop.owner.post(`/customers/${customer_id}/loyalty/corrections`, gift)).status, 201);
  const payments = [
    { method: 'cash', amount: 10 },
    { method: 'voucher', amount: 5 },
    { method: 'points', amount: 5 },
  ];
  const id = await aSale(2, { payments, customer_id });
  // A quarter is returned in points: 6.00 and 4.00 in cash.
  for (const amount of [8, 5.33]) {
    const answer = await refund(cashier, id, { amount, payment_method: 'cash' });
    assert.equal(answer.status, 201, answer.text);
  }
  assert.equal((await refund(cashier, id, { amount: 0.01, payment_method: 'cash' })).status, 403);
});

test('a merchant may let cashiers choose the method', async () => {
  await shop.owner.put('/merchant', { refund_to_original_method: false });
  assert.equal(
    (await refund(cashier, await aSale(1, { payment_method: 'voucher' }), { payment_method: 'cash' })).status,
    201,
  );
  await shop.owner.put('/merchant', { refund_to_original_method: true });
});

test('small refunds of a cashier add up towards the limit', async () => {
  await shop.owner.put('/merchant', { cashier_refund_limit: 10 });
  const id = await aSale(3, { payment_method: 'cash' });
  for (const amount of [6, 4]) assert.equal((await refund(cashier, id, { amount })).status, 201);
  assert.deepEqual(errorOf(await refund(cashier, id, { amount: 0.01 })), [403, 'FORBIDDEN', []]);
  assert.equal((await refund(manager, id, { amount: 0.01 })).status, 201);
  await shop.owner.put('/merchant', { cashier_refund_limit: null });
});

test('items returned without money count towards the cashier’s limit', async () => {
  await shop.owner.put('/merchant', { cashier_refund_limit: 10 });
  const id = await aSale(3, { payment_method: 'cash' });
  assert.equal((await refund(cashier, id, { amount: 10 })).status, 201);
  const before = await stock();
  assert.equal(
    (await refund(cashier, id, { items: units(1), amount: 0 })).status,
    201,
    'items whose money was already refunded',
  );
  assert.deepEqual(errorOf(await refund(cashier, id, { items: units(1), amount: 0 })), [403, 'FORBIDDEN', ['items']]);
  assert.equal(await stock(), before + 1);

  const other = await aSale(3, { payment_method: 'cash' });
  assert.deepEqual(errorOf(await refund(cashier, other, { items: units(2), amount: 0 })), [
    403,
    'FORBIDDEN',
    ['items'],
  ]);
  assert.deepEqual(errorOf(await refund(cashier, other, { items: units(3), amount: 0.01 })), [
    403,
    'FORBIDDEN',
    ['items'],
  ]);
  assert.equal((await refund(cashier, other, { items: units(1), amount: 0 })).status, 201);
  assert.equal((await refund(cashier, other, { items: units(1), amount: 0 })).status, 403);
  assert.equal((await refund(manager, other, { items: units(2), amount: 0 })).status, 201);
  await shop.owner.put('/merchant', { cashier_refund_limit: null });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../../test/caller.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
await shop.owner.put('/merchant', { price_override_roles: ['owner', 'manager'] });
const cashier = await aStaffMember(shop, 'cashier');
const manager = await aStaffMember(shop, 'manager');
const product = await aProduct(shop, { price: 10, stock: 1_000 });

const one = { product_id: product.id, quantity: 1 };
const sell = (caller: Caller, body: object) =>
  caller.post('/transactions', { items: [one], payment_method: 'cash', ...body });
const errorOf = ({ status, body }: Awaited<ReturnType<typeof sell>>) => [
  status,
  body.error?.code,
  (body.error?.details ?? []).map(({ field }: { field: string }) => field),
];
const stock = async () => (await shop.owner.get(`/products/${product.id}`)).body.data.stock;

test('a cashier without permission to change prices gives discounts of up to 20 %', async () => {
  const before = await stock();
  for (const [body, fields] of [
    [{ discount: 10 }, ['discount']],
    [{ discount: 2.01 }, ['discount']],
    [{ items: [{ ...one, discount: 2.01 }] }, ['items[0].discount']],
    [{ items: [{ ...one, discount: 2 }], discount: 0.01 }, ['discount']],
    [{ items: [one, { ...one, quantity: 3, discount: 6.01 }], discount: 4 }, ['items[1].discount', 'discount']],
    [{ discount: 10, status: 'pending', payment_method: undefined }, ['discount']],
  ] as const) {
    assert.deepEqual(errorOf(await sell(cashier, body)), [403, 'FORBIDDEN', fields]);
  }
  const { body: tooMuch } = await sell(cashier, { discount: 10 });
  assert.equal(tooMuch.error.message, 'The role cashier may give discounts of up to 20 %');
  assert.equal(await stock(), before);
  for (const body of [
    { discount: 2 },
    { items: [{ ...one, discount: 2 }] },
    { items: [{ ...one, discount: 1 }], discount: 1 },
    { items: [{ ...one, quantity: 3, discount: 6 }] },
    { items: [{ ...one, price: 10, discount: 2 }] },
  ]) {
    const sale = await sell(cashier, body);
    assert.equal(sale.status, 201, sale.text);
  }
});

test('a cashier cannot lower the price instead', async () => {
  assert.deepEqual(errorOf(await sell(cashier, { items: [{ ...one, price: 9 }] })), [
    403,
    'FORBIDDEN',
    ['items[0].price'],
  ]);
  assert.deepEqual(errorOf(await sell(cashier, { items: [{ ...one, price: 9, discount: 9 }] })), [
    403,
    'FORBIDDEN',
    ['items[0].price'],
  ]);
});

test('a role that may change prices gives any discount', async () => {
  for (const caller of [shop.owner, manager])
    assert.equal((await sell(caller, { discount: 10 })).body.data.total_amount, 0);
  assert.equal((await sell(manager, { items: [{ ...one, price: 1, discount: 1 }] })).status, 201);
  await shop.owner.put('/merchant', { price_override_roles: ['owner', 'manager', 'cashier'] });
  assert.equal((await sell(cashier, { discount: 10 })).status, 201);
  await shop.owner.put('/merchant', { price_override_roles: ['owner'], max_discount_percent: { manager: 50 } });
  assert.deepEqual(errorOf(await sell(manager, { discount: 5.01 })), [403, 'FORBIDDEN', ['discount']]);
  assert.equal((await sell(manager, { discount: 5 })).status, 201);
  await shop.owner.put('/merchant', {
    price_override_roles: ['owner', 'manager'],
    max_discount_percent: { manager: 100 },
  });
});

test('a changed setting of the merchant applies from the next request on', async () => {
  await shop.owner.put('/merchant', { max_discount_percent: { cashier: 0 } });
  assert.deepEqual(errorOf(await sell(cashier, { discount: 0.01 })), [403, 'FORBIDDEN', ['discount']]);
  assert.equal((await sell(cashier, { discount: 0 })).status, 201);
  await shop.owner.put('/merchant', { max_discount_percent: { cashier: 33.3333 } });
  assert.equal((await sell(cashier, { discount: 3.33 })).status, 201);
  assert.equal((await sell(cashier, { discount: 3.34 })).status, 403);
  await shop.owner.put('/merchant', { max_discount_percent: { cashier: 20 } });
});

test('a parked sale is completed if its seller or the completing user may give its discount', async () => {
  const park = async (caller: Caller, discount: number) =>
    (await sell(caller, { discount, status: 'pending', payment_method: undefined })).body.data.id as string;
  const complete = (caller: Caller, id: string) =>
    caller.post(`/transactions/${id}/complete`, { payment_method: 'cash' });
  assert.equal((await complete(cashier, await park(manager, 5))).status, 200);
  const parked = await park(cashier, 2);
  await shop.owner.put('/merchant', { max_discount_percent: { cashier: 10 } });
  assert.deepEqual(errorOf(await complete(cashier, parked)), [403, 'FORBIDDEN', ['discount']]);
  const another = await aStaffMember(shop, 'cashier');
  assert.equal((await complete(another, parked)).status, 403);
  assert.equal((await complete(manager, parked)).status, 200);
  await shop.owner.put('/merchant', { max_discount_percent: { cashier: 20 } });
});

test('rejecting a sale for its discount does not affect others in the same commit', async () => {
  const answers = await Promise.all([10, 2, 10, 2].map((discount) => sell(cashier, { discount })));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 201, 403, 201],
  );
});

test('a cashier backdates sales up to seven days, other roles up to ninety', async () => {
  const ago = (days: number, ms = 0) => new Date(Date.now() - days * 86_400_000 - ms).toISOString();
  assert.deepEqual(errorOf(await sell(cashier, { occurred_at: ago(89) })), [403, 'FORBIDDEN', ['occurred_at']]);
  assert.deepEqual(errorOf(await sell(cashier, { occurred_at: ago(7, 60_000) })), [403, 'FORBIDDEN', ['occurred_at']]);
  app.clock.freeze(app.clock.now());
  const sevenDaysAgo = Date.parse(app.clock.now()) - 7 * 86_400_000;
  const statuses = [];
  for (const ms of [1, 0])
    statuses.push((await sell(cashier, { occurred_at: new Date(sevenDaysAgo - ms).toISOString() })).status);
  assert.deepEqual(statuses, [403, 201]);
  app.clock.set(app.clock.now());
  assert.equal((await sell(manager, { occurred_at: ago(89) })).status, 201);
  assert.deepEqual(errorOf(await sell(cashier, { occurred_at: ago(91) })), [422, 'VALIDATION_ERROR', ['occurred_at']]);
  await shop.owner.put('/merchant', { max_backdate_days: { cashier: 0, manager: 1 } });
  assert.equal((await sell(cashier, { occurred_at: ago(0, 60_000) })).status, 201);
  assert.equal((await sell(cashier, { occurred_at: ago(0, 3_600_000) })).status, 403);
  assert.equal((await sell(manager, { occurred_at: ago(2) })).status, 403);
  assert.equal((await sell(shop.owner, { occurred_at: ago(2) })).status, 201);
  await shop.owner.put('/merchant', { max_backdate_days: { cashier: 90, manager: 90 } });
  assert.equal((await sell(cashier, { occurred_at: ago(89) })).status, 201);
});

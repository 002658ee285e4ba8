import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ActRequest, approved, codeOf, send } from '../../../../test/approvals.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const manager = await aStaffMember(shop, 'manager');
const cashier = await aStaffMember(shop, 'cashier');
const other = await aStaffMember(shop, 'cashier');
const product = await aProduct(shop, { price: 100, stock: 10_000 });
const second = await aProduct(shop, { price: 100, stock: 10_000 });
const managersOnly = { price_override_roles: ['owner', 'manager'], max_discount_percent: { cashier: 20 } };
const anyRole = { price_override_roles: ['owner', 'manager', 'cashier'] };

const setRules = async (rules: object[], settings: object) =>
  assert.equal((await owner.put('/merchant', { ...settings, approval_rules: rules })).status, 200);
const item = (fields: object = {}) => ({ product_id: product.id, quantity: 1, ...fields });
const plain = (fields: object = {}) => ({ product_id: second.id, quantity: 1, ...fields });
const parked = async (caller: typeof owner, fields: object): Promise<string> => {
  const { status, body, text } = await caller.post('/transactions', { status: 'pending', ...fields });
  assert.equal(status, 201, text);
  return body.data.id;
};
const changing = (id: string, body: object): ActRequest => ({
  action: 'discount',
  method: 'PUT',
  path: `/transactions/${id}`,
  body,
});
const change = async (caller: typeof owner, id: string, body: object) => codeOf(await send(caller, changing(id, body)));
const complete = async (caller: typeof owner, id: string) =>
  codeOf(await caller.post(`/transactions/${id}/complete`, { payment_method: 'cash' }));
const totalOf = async (id: string) => (await owner.get(`/transactions/${id}`)).body.data.total_amount;

test('a lowered price and later discounts are together within one limit', async () => {
  await setRules([{ action: 'discount', above_percent: 20 }], anyRole);
  const id = await parked(cashier, { items: [item({ price: 80 })] });
  for (const person of [cashier, other]) {
    for (const body of [
      { items: [item({ price: 80, discount: { percent: 20 } })] },
      { items: [item({ price: 80, discount: 0.01 })] },
      { items: [item({ price: 80 })], discount: 0.01 },
      { discount: 16 },
    ])
      assert.equal(await change(person, id, body), '403 APPROVAL_REQUIRED', JSON.stringify(body));
  }
  assert.equal(await totalOf(id), 80);
  assert.equal(await change(other, id, { items: [item({ price: 90, discount: 10 })] }), '200 OK');
  assert.equal(await complete(cashier, id), '200 OK');
});

test('a merchant’s limit of discounts counts a parked price, too', async () => {
  await setRules([], managersOnly);
  const id = await parked(manager, { items: [item({ price: 90 })] });
  assert.equal(await change(cashier, id, { items: [item({ price: 90, discount: 10.01 })] }), '403 FORBIDDEN');
  assert.equal(await change(cashier, id, { discount: 10.01 }), '403 FORBIDDEN');
  assert.equal(await change(cashier, id, { discount: 10 }), '200 OK');
  assert.equal(await complete(cashier, id), '200 OK');
});

test('prices that are changed one after another count together', async () => {
  await setRules([{ action: 'price_override', above_amount: 50 }], anyRole);
  const id = await parked(cashier, { items: [item({ price: 60 })] });
  const two = [item({ price: 60 }), plain({ price: 89.99 })];
  assert.equal(await change(other, id, { items: two }), '403 APPROVAL_REQUIRED');
  assert.equal(await change(other, id, { items: [two[0], plain({ price: 90 })] }), '200 OK');
  assert.equal(await totalOf(id), 150);
});

test('what a manager gave stays when a cashier adds goods, and the sale is completed', async () => {
  await setRules([], managersOnly);
  const id = await parked(manager, { items: [item({ price: 50 }), item({ discount: { percent: 60 } })] });
  const kept = [item({ price: 50 }), item({ discount: { percent: 60 } })];
  assert.equal(await change(cashier, id, { items: [...kept, plain({ discount: 20 })] }), '200 OK');
  assert.equal(await totalOf(id), 170);
  assert.equal(await change(cashier, id, { items: [...kept, plain({ discount: 20.01 })] }), '403 FORBIDDEN');
  assert.equal(await change(cashier, id, { items: [...kept, plain()], discount: 1 }), '403 FORBIDDEN');
  assert.equal(await change(cashier, id, { items: [kept[0], item({ discount: { percent: 61 } })] }), '403 FORBIDDEN');
  assert.equal(await change(cashier, id, { items: [kept[1]] }), '200 OK');
  assert.equal(await change(cashier, id, { items: kept }), '403 FORBIDDEN');
  assert.equal(await complete(cashier, id), '200 OK');
});

test('an approved discount needs another approval for goods that cost less', async () => {
  await setRules([{ action: 'discount', above_percent: 20 }], anyRole);
  const id = await parked(cashier, { items: [item({ quantity: 2 })] });
  const act = changing(id, { discount: 60 });
  assert.equal(codeOf(await send(cashier, act, await approved(cashier, manager, act))), '200 OK');
  assert.equal(await change(cashier, id, { items: [item()] }), '403 APPROVAL_REQUIRED');
  assert.equal(await change(cashier, id, { items: [item()], discount: 30 }), '200 OK');
  assert.equal(await change(cashier, id, { items: [item({ quantity: 2 })], discount: 60 }), '403 APPROVAL_REQUIRED');
});

test('an approved discount stays, and needs another approval to grow', async () => {
  await setRules([{ action: 'discount', above_amount: 5 }], anyRole);
  const id = await parked(cashier, { items: [item()] });
  const act = changing(id, { discount: 30 });
  assert.equal(codeOf(await send(cashier, act, await approved(cashier, manager, act))), '200 OK');
  assert.equal(await change(other, id, { items: [item({ quantity: 2 })] }), '200 OK');
  assert.equal(await change(other, id, { items: [item({ quantity: 2 }), plain()] }), '200 OK');
  assert.equal(await change(other, id, { discount: 30.01 }), '403 APPROVAL_REQUIRED');
  assert.equal(await change(other, id, { items: [item({ discount: 1 }), plain()] }), '403 APPROVAL_REQUIRED');
  assert.equal(await change(other, id, { discount: 20 }), '200 OK');
  assert.equal(await change(other, id, { discount: 30 }), '403 APPROVAL_REQUIRED');
  assert.equal(await complete(other, id), '200 OK');
});

test('a line that keeps its parked price keeps the list price of that time, so the sale can be completed', async () => {
  await setRules([], managersOnly);
  const goods = await aProduct(shop, { price: 100, stock: 10 });
  const items = [{ product_id: goods.id, quantity: 1, price: 100 }];
  const id = await parked(cashier, { items });
  assert.equal((await owner.put(`/products/${goods.id}`, { price: 200 })).status, 200);
  assert.equal(await change(cashier, id, { items: [{ ...items[0], discount: 20.01 }] }), '403 FORBIDDEN');
  assert.equal(await change(cashier, id, { items: [{ ...items[0], discount: 20 }] }), '200 OK');
  const [line] = (await owner.get(`/transactions/${id}`)).body.data.items;
  assert.deepEqual([line.price, line.list_price, line.price_overridden], [100, 100, false]);
  assert.equal(await change(cashier, id, { items: [{ ...items[0], quantity: 2 }] }), '403 FORBIDDEN');
  assert.equal(await complete(cashier, id), '200 OK');
});

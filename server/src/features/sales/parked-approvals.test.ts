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
const product = await aProduct(shop, { price: 100, stock: 1_000 });
const limits = { price_override_roles: ['owner', 'manager'], max_discount_percent: { cashier: 20 } };

const setRules = async (rules: object[], settings: object = {}) =>
  assert.equal((await owner.put('/merchant', { ...limits, ...settings, approval_rules: rules })).status, 200);
const item = (fields: object = {}) => ({ product_id: product.id, quantity: 1, ...fields });
const park = (fields: object = {}): ActRequest => ({
  action: 'discount',
  path: '/transactions',
  body: { items: [item(fields)], status: 'pending' },
});
const parked = async (caller: typeof owner, fields: object = {}): Promise<string> =>
  (await send(caller, park(fields))).body.data.id;
const change = (id: string, body: object): ActRequest => ({
  action: 'discount',
  method: 'PUT',
  path: `/transactions/${id}`,
  body,
});
const complete = (id: string): ActRequest => ({
  action: 'discount',
  path: `/transactions/${id}/complete`,
  body: { payment_method: 'cash' },
});
const totalOf = async (id: string) => (await owner.get(`/transactions/${id}`)).body.data.total_amount;

test('a change of a parked sale above the rule needs an approval, and changes nothing without', async () => {
  await setRules([{ action: 'discount', above_amount: 5 }]);
  const id = await parked(cashier);
  const act = change(id, { discount: 5.01, label: 'Table 4' });
  assert.equal(codeOf(await send(cashier, act)), '403 APPROVAL_REQUIRED');
  assert.equal(await totalOf(id), 100);
  assert.equal(codeOf(await send(cashier, change(id, { discount: 5 }))), '200 OK');
  assert.equal(codeOf(await send(cashier, act, await approved(cashier, manager, act))), '200 OK');
  assert.equal(await totalOf(id), 94.99);
  assert.equal(codeOf(await send(cashier, change(id, { label: 'Table 5' }))), '200 OK');
});

test('a changed price of a parked sale needs an approval, but not a parked one again', async () => {
  await setRules([{ action: 'price_override', above_amount: 50 }], { max_discount_percent: { cashier: 100 } });
  const id = await parked(manager, { price: 90 });
  assert.equal(codeOf(await send(cashier, change(id, { items: [item({ price: 90 })] }))), '200 OK');
  const act = { ...change(id, { items: [item({ price: 80 })] }), action: 'price_override' };
  assert.equal(codeOf(await send(cashier, act)), '403 APPROVAL_REQUIRED');
  assert.equal(codeOf(await send(cashier, act, await approved(cashier, manager, act))), '200 OK');
  assert.equal(await totalOf(id), 80);
});

test('a sale that was parked with an approval is completed without another, by any cashier', async () => {
  await setRules([{ action: 'discount', above_amount: 5 }]);
  for (const person of [cashier, other]) {
    const act = park({ discount: 30 });
    const { body } = await send(cashier, act, await approved(cashier, manager, act));
    assert.equal(codeOf(await send(person, complete(body.data.id))), '200 OK');
  }
});

test('a lowered price that was parked with an approval is completed without another', async () => {
  await setRules([{ action: 'price_override' }, { action: 'discount', above_amount: 5 }]);
  const act = { ...park({ price: 70 }), action: 'price_override' };
  const { body } = await send(cashier, act, await approved(cashier, manager, act));
  assert.equal(codeOf(await send(cashier, complete(body.data.id))), '200 OK');
});

test('a parked discount beyond today’s limit needs an approval to complete, where a rule exists', async () => {
  await setRules([{ action: 'refund' }], { max_discount_percent: { cashier: 40 } });
  const ids = [await parked(cashier, { discount: 30 }), await parked(cashier, { discount: 30 })] as const;
  await setRules([{ action: 'refund' }]);
  assert.equal(codeOf(await send(cashier, complete(ids[0]))), '403 FORBIDDEN');
  await setRules([{ action: 'discount', above_amount: 50 }]);
  assert.equal(codeOf(await send(cashier, complete(ids[0]))), '403 APPROVAL_REQUIRED');
  assert.equal((await owner.get(`/transactions/${ids[0]}`)).body.data.status, 'pending');
  const act = complete(ids[0]);
  assert.equal(codeOf(await send(cashier, act, await approved(cashier, manager, act))), '200 OK');
  assert.equal(codeOf(await send(manager, complete(ids[1]))), '200 OK');
});

test('an approval of another sale does not allow a discount at completion', async () => {
  await setRules([{ action: 'discount', above_amount: 5 }], { max_discount_percent: { cashier: 40 } });
  const act = park({ discount: 30 });
  await send(cashier, act, await approved(cashier, manager, act));
  await setRules([], { max_discount_percent: { cashier: 40 } });
  const id = await parked(cashier, { discount: 30 });
  await setRules([{ action: 'discount', above_amount: 5 }]);
  assert.equal(codeOf(await send(cashier, complete(id))), '403 APPROVAL_REQUIRED');
});

test('an approval is for the parked sale as it was when it was requested', async () => {
  await setRules([{ action: 'discount', above_amount: 5 }]);
  const id = await parked(cashier);
  const act = change(id, { discount: 20 });
  const stale = await approved(cashier, manager, act);
  assert.equal(codeOf(await send(other, change(id, { items: [item({ quantity: 9 })] }))), '200 OK');
  assert.equal(codeOf(await send(cashier, act, stale)), '403 APPROVAL_INVALID');
  assert.equal(await totalOf(id), 900);
  assert.equal(codeOf(await send(cashier, act, await approved(cashier, manager, act))), '200 OK');
});

test('an approval to complete or to void is for the sale as it was', async () => {
  await setRules([{ action: 'discount', above_amount: 50 }, { action: 'void' }], {
    max_discount_percent: { cashier: 60 },
  });
  const [id, sold] = [await parked(cashier, { discount: 45 }), await parked(cashier)];
  await setRules([{ action: 'discount', above_amount: 50 }, { action: 'void' }]);
  const completion = await approved(cashier, manager, complete(id));
  assert.equal(codeOf(await send(manager, change(id, { items: [item({ discount: 45, quantity: 2 })] }))), '200 OK');
  assert.equal(codeOf(await send(cashier, complete(id), completion)), '403 APPROVAL_INVALID');
  const voiding: ActRequest = { action: 'void', path: `/transactions/${sold}/void`, body: {} };
  const stale = await approved(cashier, manager, voiding);
  assert.equal(codeOf(await send(cashier, change(sold, { items: [item({ quantity: 9 })] }))), '200 OK');
  assert.equal(codeOf(await send(cashier, complete(sold))), '200 OK');
  assert.equal(codeOf(await send(cashier, voiding, stale)), '403 APPROVAL_INVALID');
  assert.equal(codeOf(await send(cashier, voiding, await approved(cashier, manager, voiding))), '200 OK');
});

test('no approval is requested to refund a sale that is not paid', async () => {
  const id = await parked(cashier);
  const { status, body } = await cashier.post('/approvals', {
    action: 'refund',
    method: 'POST',
    path: `/transactions/${id}/refund`,
  });
  assert.deepEqual(
    [status, body.error.details],
    [422, [{ field: 'path', message: 'names a transaction that is not paid' }]],
  );
});

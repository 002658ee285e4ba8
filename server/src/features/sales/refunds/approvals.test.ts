import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ActRequest, approved, codeOf, send } from '../../../../../test/approvals.ts';
import { aProduct, aShop, aStaffMember } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const manager = await aStaffMember(shop, 'manager');
const cashier = await aStaffMember(shop, 'cashier');
const product = await aProduct(shop, { price: 10, stock: 10_000 });

const setRules = async (rules: object[], cashier_refund_limit: number | null = null) =>
  assert.equal((await owner.put('/merchant', { approval_rules: rules, cashier_refund_limit })).status, 200);

async function aSale(quantity = 10, body: object = {}): Promise<string> {
  const items = [{ product_id: product.id, quantity }];
  return (await owner.post('/transactions', { items, payment_method: 'cash', ...body })).body.data.id;
}

const saleOf = async (id: string) => (await owner.get(`/transactions/${id}`)).body.data;
const refund = (id: string, body?: object): ActRequest => ({
  action: 'refund',
  path: `/transactions/${id}/refund`,
  body,
});
const voiding = (id: string): ActRequest => ({ action: 'void', path: `/transactions/${id}/void`, body: {} });
const units = (quantity: number) => ({ items: [{ product_id: product.id, quantity }] });

test('a refund above the amount of the rule needs an approval, and changes nothing without', async () => {
  await setRules([{ action: 'refund', above_amount: 50 }]);
  const id = await aSale();
  assert.equal(codeOf(await send(cashier, refund(id, { amount: 50.01 }))), '403 APPROVAL_REQUIRED');
  assert.equal((await saleOf(id)).refunded_amount, 0);
  assert.equal(codeOf(await send(cashier, refund(id, { amount: 50 }))), '201 OK');
  assert.equal(codeOf(await send(manager, refund(id, { amount: 50 }))), '201 OK');
});

test('a refund counts together with what was refunded of the sale before', async () => {
  await setRules([{ action: 'refund', above_amount: 50 }]);
  const id = await aSale();
  assert.equal(codeOf(await send(cashier, refund(id, { amount: 30 }))), '201 OK');
  const more = refund(id, { amount: 20.01 });
  assert.equal(codeOf(await send(cashier, more)), '403 APPROVAL_REQUIRED');
  assert.equal(codeOf(await send(cashier, more, await approved(cashier, manager, more))), '201 OK');
  assert.equal((await saleOf(id)).refunded_amount, 50.01);
  assert.equal(codeOf(await send(cashier, refund(await aSale(), { amount: 20.01 }))), '201 OK');
});

test('returned goods count at what was paid for them, whatever is refunded', async () => {
  await setRules([{ action: 'refund', above_amount: 50 }]);
  const id = await aSale();
  const before = (await owner.get(`/products/${product.id}`)).body.data.stock;
  assert.equal(codeOf(await send(cashier, refund(id, { ...units(6), amount: 1 }))), '403 APPROVAL_REQUIRED');
  assert.equal((await owner.get(`/products/${product.id}`)).body.data.stock, before);
  assert.equal(codeOf(await send(cashier, refund(id, { ...units(5), amount: 1 }))), '201 OK');
});

test('the share of a refund is of the total of the sale', async () => {
  await setRules([{ action: 'refund', above_percent: 25 }]);
  const id = await aSale();
  assert.equal(codeOf(await send(cashier, refund(id, { amount: 25.01 }))), '403 APPROVAL_REQUIRED');
  assert.equal(codeOf(await send(cashier, refund(id, { amount: 25 }))), '201 OK');
});

test('the limit of cashiers refuses as before, and needs an approval where a rule for refunds exists', async () => {
  await setRules([{ action: 'void' }], 40);
  const id = await aSale();
  assert.equal(codeOf(await send(cashier, refund(id, { amount: 40.01 }))), '403 FORBIDDEN');
  await setRules([{ action: 'refund', above_amount: 60 }], 40);
  const act = refund(id, { amount: 40.01 });
  assert.equal(codeOf(await send(cashier, act)), '403 APPROVAL_REQUIRED');
  assert.equal(codeOf(await send(cashier, act, await approved(cashier, manager, act))), '201 OK');
});

test('without a rule, a manager approves what the limit of cashiers refuses', async () => {
  await setRules([], 40);
  const act = refund(await aSale());
  assert.equal(codeOf(await send(cashier, act)), '403 FORBIDDEN');
  assert.equal(codeOf(await send(cashier, act, await approved(cashier, manager, act))), '201 OK');
});

test('an approval does not change by which method a cashier refunds', async () => {
  await setRules([{ action: 'refund' }]);
  const act = refund(await aSale(1), { payment_method: 'card' });
  assert.equal(codeOf(await send(cashier, act, await approved(cashier, manager, act))), '403 FORBIDDEN');
});

test('a preview answers as the refund would', async () => {
  await setRules([{ action: 'refund', above_amount: 50 }]);
  const id = await aSale();
  const preview = (caller: typeof owner, amount: number) =>
    caller.post(`/transactions/${id}/refund/preview`, { amount });
  assert.equal(codeOf(await preview(cashier, 50.01)), '403 APPROVAL_REQUIRED');
  assert.equal(codeOf(await preview(cashier, 50)), '200 OK');
  assert.equal(codeOf(await preview(manager, 100)), '200 OK');
});

test('of two refunds with one approval each, both count in the limit of what is left', async () => {
  await setRules([{ action: 'refund' }]);
  const id = await aSale();
  const acts = [refund(id, { amount: 60 }), refund(id, { amount: 61 })];
  const approvals = await Promise.all(acts.map((act) => approved(cashier, manager, act)));
  const answers = await Promise.all(acts.map((act, index) => send(cashier, act, approvals[index])));
  assert.deepEqual(answers.map(codeOf).sort(), ['201 OK', '422 INVALID_STATE']);
  const states = await Promise.all(
    approvals.map(async (approval) => (await cashier.get(`/approvals/${approval}`)).body.data.state),
  );
  assert.deepEqual(states.sort(), ['approved', 'consumed']);
});

test('a cashier voids a completed sale with an approval, where a rule for voids exists', async () => {
  await setRules([{ action: 'refund' }]);
  const id = await aSale();
  assert.equal(codeOf(await send(cashier, voiding(id))), '403 FORBIDDEN');
  await setRules([{ action: 'void', above_amount: 1_000 }]);
  assert.equal(codeOf(await send(cashier, voiding(id))), '403 APPROVAL_REQUIRED');
  assert.equal((await saleOf(id)).status, 'completed');
  assert.equal(codeOf(await send(cashier, voiding(id), await approved(cashier, manager, voiding(id)))), '200 OK');
  assert.equal((await saleOf(id)).status, 'voided');
});

test('a void above the amount of the rule needs an approval of an exempt person, also by a manager', async () => {
  await setRules([{ action: 'void', above_amount: 50, exempt_roles: ['owner'] }]);
  const [small, large] = [await aSale(5), await aSale(6)];
  assert.equal(codeOf(await send(manager, voiding(small))), '200 OK');
  assert.equal(codeOf(await send(manager, voiding(large))), '403 APPROVAL_REQUIRED');
  assert.equal(codeOf(await send(manager, voiding(large), await approved(manager, owner, voiding(large)))), '200 OK');
});

test('a parked sale is voided without an approval', async () => {
  await setRules([{ action: 'void' }]);
  const id = await aSale(1, { status: 'pending', payment_method: undefined });
  assert.equal(codeOf(await send(cashier, voiding(id))), '200 OK');
});

test('no approval is asked for what cannot be voided, and none extends what an API key may do', async () => {
  await setRules([{ action: 'void' }]);
  const id = await aSale();
  await send(owner, refund(id, { amount: 1 }));
  assert.equal(codeOf(await send(cashier, voiding(id))), '422 INVALID_STATE');
  const sold = await aSale();
  const permissions = ['catalogue:read', 'sales:write', 'approvals:read', 'approvals:write'];
  const { key } = (await owner.post('/api-keys', { name: 'Kiosk', permissions })).body.data;
  const kiosk = app.anonymous.with({ authorization: `Bearer ${key}` });
  assert.equal(codeOf(await send(kiosk, voiding(sold))), '403 FORBIDDEN');
  assert.equal(
    codeOf(await send(kiosk, voiding(sold), await approved(kiosk, manager, voiding(sold)))),
    '403 FORBIDDEN',
  );
  app.clock.advance(48 * 3_600_000);
  assert.equal(codeOf(await send(cashier, voiding(sold))), '422 INVALID_STATE');
  app.clock.set(new Date().toISOString());
});

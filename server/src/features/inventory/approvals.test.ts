import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ActRequest, approved, codeOf, send } from '../../../../test/approvals.ts';
import { fieldsOf } from '../../../../test/caller.ts';
import { formOf } from '../../../../test/form.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const manager = await aStaffMember(shop, 'manager');
const clerk = await aStaffMember(shop, 'stock_clerk');
const product = await aProduct(shop, { cost: 4, stock: 100 });
const action = 'stock_adjustment';

const setRules = async (rules: object[]) =>
  assert.equal((await owner.put('/merchant', { approval_rules: rules })).status, 200);
const adjust = (quantity: number, type: string): ActRequest => ({
  action,
  path: '/inventory/adjustment',
  body: { product_id: product.id, quantity, type },
});
const stock = async () => (await owner.get(`/products/${product.id}`)).body.data.stock;
const resetStock = () => send(owner, adjust(100, 'adjustment'));

test('an adjustment above the quantity of the rule needs an approval, in either direction', async () => {
  await setRules([{ action, above_quantity: 10 }]);
  for (const [act, expected, left] of [
    [adjust(11, 'in'), '403 APPROVAL_REQUIRED', 100],
    [adjust(11, 'out'), '403 APPROVAL_REQUIRED', 100],
    [adjust(89, 'adjustment'), '403 APPROVAL_REQUIRED', 100],
    [adjust(111, 'adjustment'), '403 APPROVAL_REQUIRED', 100],
    [adjust(10, 'in'), '200 OK', 110],
    [adjust(10, 'out'), '200 OK', 90],
    [adjust(110, 'adjustment'), '200 OK', 110],
  ] as const) {
    await resetStock();
    assert.equal(codeOf(await send(clerk, act)), expected);
    assert.equal(await stock(), left);
  }
});

test('the amount of an adjustment is at cost', async () => {
  await setRules([{ action, above_amount: 40 }]);
  await resetStock();
  assert.equal(codeOf(await send(clerk, adjust(11, 'in'))), '403 APPROVAL_REQUIRED');
  assert.equal(codeOf(await send(clerk, adjust(10, 'out'))), '200 OK');
  assert.equal(await stock(), 90);
});

test('a count that finds the expected quantity needs no approval', async () => {
  await resetStock();
  await setRules([{ action }]);
  assert.equal(codeOf(await send(clerk, adjust(100, 'adjustment'))), '200 OK');
  assert.equal(codeOf(await send(clerk, adjust(101, 'adjustment'))), '403 APPROVAL_REQUIRED');
  assert.equal(codeOf(await send(manager, adjust(1, 'in'))), '200 OK');
});

test('an approved adjustment is made once, in both spellings of the request', async () => {
  await setRules([{ action }]);
  const record: ActRequest = {
    action,
    path: '/inventory/stock/adjust',
    body: { productId: product.id, quantity: 2, type: 'out', reason: 'broken' },
  };
  const camelCase = { ...adjust(2, 'out'), body: { productId: product.id, quantity: 2, type: 'out' } };
  for (const act of [adjust(2, 'out'), record, camelCase]) {
    await resetStock();
    assert.equal(codeOf(await send(clerk, act)), '403 APPROVAL_REQUIRED');
    const id = await approved(clerk, manager, act);
    assert.equal(codeOf(await send(clerk, act, id)), '200 OK');
    assert.equal(codeOf(await send(clerk, act, id)), '403 APPROVAL_INVALID');
    assert.equal(await stock(), 98);
    const { rows } = await app.admin.query('select subject_id from approvals where id = $1', [id]);
    assert.equal(rows[0].subject_id, act === record ? product.id : null);
  }
});

test('an approval is for the spelling that was sent', async () => {
  await setRules([{ action }]);
  const id = await approved(clerk, manager, adjust(2, 'out'));
  const camelCase = { ...adjust(2, 'out'), body: { productId: product.id, quantity: 2, type: 'out' } };
  assert.equal(codeOf(await send(clerk, camelCase, id)), '403 APPROVAL_INVALID');
});

test('a cashier may not adjust stock, and not ask for it', async () => {
  const cashier = await aStaffMember(shop, 'cashier');
  const { body, path } = adjust(1, 'in');
  assert.equal(codeOf(await cashier.post('/approvals', { action, method: 'POST', path, body })), '403 FORBIDDEN');
});

test('a stock that is set with other fields of the product needs an approval, too', async () => {
  await setRules([{ action, above_amount: 40, exempt_roles: ['owner'] }]);
  for (const [path, method] of [
    [`/products/${product.id}`, 'PUT'],
    [`/products/${product.id}`, 'PATCH'],
    [`/inventory/${product.id}`, 'PUT'],
    [`/inventory/${product.id}`, 'PATCH'],
  ] as const) {
    await resetStock();
    // The cost before the change counts.
    const act: ActRequest = { action, method, path, body: { stock: 111, name: 'Renamed', cost: 0 } };
    assert.equal(codeOf(await send(manager, act)), '403 APPROVAL_REQUIRED');
    const { name, stock: left } = (await owner.get(`/products/${product.id}`)).body.data;
    assert.deepEqual([name === 'Renamed', left], [false, 100]);
    assert.equal(codeOf(await send(manager, { ...act, body: { stock: 110 } })), '200 OK');
    await resetStock();
    const { data } = (await manager.post('/approvals', { action, method, path, body: act.body })).body;
    assert.equal(data.summary, `Set the stock of ${product.name} to 111`);
    await owner.post(`/approvals/${data.id}/approve`, {});
    assert.equal(codeOf(await send(manager, act, data.id)), '200 OK');
    assert.equal(await stock(), 111);
    await owner.put(`/products/${product.id}`, { name: product.name, cost: 4 });
  }
  const unknown = { action, method: 'PUT', path: '/products/0198aaaa-0000-7000-8000-000000000000', body: { stock: 1 } };
  assert.deepEqual(fieldsOf(await manager.post('/approvals', unknown)), ['path']);
});

test('rows of a file whose counts need an approval are reported, and the others imported', async () => {
  await setRules([{ action, above_quantity: 10, exempt_roles: ['owner'] }]);
  const other = await aProduct(shop, { stock: 100 });
  const form = await formOf(`sku,stock\n${product.sku},111\n${other.sku},110\n`);
  await resetStock();
  const { body } = await app.fastify.inject({
    method: 'POST',
    url: '/api/v1/inventory/import',
    headers: { ...manager.headers, ...form.headers },
    payload: form.payload,
  });
  const { success, failed, errors } = JSON.parse(body);
  assert.deepEqual([success, failed, errors[0].row], [1, 1, 2]);
  assert.match(errors[0].message, /approval/);
  assert.equal(await stock(), 100);
});

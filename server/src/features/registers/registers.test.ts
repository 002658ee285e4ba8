import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const cashier = await aStaffMember(shop, 'cashier');
const product = await aProduct(shop, { stock: 1_000 });
const east = (await owner.post('/branches', { name: 'East' })).body.data.id;

test('creates, changes and lists registers', async () => {
  const created = await owner.post('/registers', { name: ' Bar ', branch_id: shop.branch_id });
  assert.equal(created.status, 201, created.text);
  const { id, created_at, updated_at, ...register } = created.body.data;
  assert.deepEqual(register, {
    name: 'Bar',
    branch_id: shop.branch_id,
    status: 'active',
    opening_float: 0,
    blind_count: false,
    requires_shift: false,
  });
  assert.equal(created_at, updated_at);
  const settings = { name: ' Bar 1 ', opening_float: 150.5, blind_count: true, requires_shift: true };
  const changed = await owner.put(`/registers/${id}`, settings);
  assert.deepEqual(changed.body.data, {
    ...created.body.data,
    ...settings,
    name: 'Bar 1',
    updated_at: changed.body.data.updated_at,
  });
  assert.deepEqual((await cashier.get(`/registers/${id}`)).body.data, changed.body.data);
  assert.deepEqual((await owner.put(`/registers/${id}`, {})).body.data, changed.body.data);
  const inEast = await aRegister(shop, { name: 'A bar', branch_id: east, status: 'inactive' });
  const names = async (query: string) =>
    (await cashier.get(`/registers?${query}`)).body.data.map(({ name }: { name: string }) => name);
  assert.deepEqual(await names(''), ['A bar', 'Bar 1']);
  assert.deepEqual(await names('sort=-name'), ['Bar 1', 'A bar']);
  assert.deepEqual(await names('status=active'), ['Bar 1']);
  assert.deepEqual(await names(`branch_id=${east}`), [inEast.name]);
});

test('the registers of a branch have different names', async () => {
  const register = await aRegister(shop, { name: 'Window' });
  const again = await owner.post('/registers', { name: 'WINDOW', branch_id: shop.branch_id });
  assert.deepEqual([again.status, again.body.error.code, fieldsOf(again)], [422, 'DUPLICATE', ['name']]);
  const other = await aRegister(shop, { name: 'Door' });
  const renamed = await owner.put(`/registers/${other.id}`, { name: register.name });
  assert.deepEqual([renamed.body.error.code, fieldsOf(renamed)], ['DUPLICATE', ['name']]);
  assert.equal((await aRegister(shop, { name: 'Window', branch_id: east })).name, 'Window');
});

test('names a branch that is unknown, and amounts that the currency cannot hold', async () => {
  const unknown = await owner.post('/registers', { name: 'X', branch_id: newId() });
  assert.deepEqual([unknown.body.error.code, fieldsOf(unknown)], ['VALIDATION_ERROR', ['branch_id']]);
  const tooFine = await owner.post('/registers', { name: 'X', branch_id: shop.branch_id, opening_float: 0.001 });
  assert.deepEqual([tooFine.body.error.code, fieldsOf(tooFine)], ['VALIDATION_ERROR', ['opening_float']]);
});

test('a register with an open shift stays active', async () => {
  const shift = await aShift(shop);
  const refused = await owner.put(`/registers/${shift.register_id}`, { status: 'inactive', name: 'Gone' });
  assert.deepEqual([refused.status, refused.body.error.code, fieldsOf(refused)], [422, 'INVALID_STATE', ['status']]);
  assert.equal((await owner.put(`/registers/${shift.register_id}`, { name: 'Renamed' })).status, 200);
});

const sale = (more: object) => ({ items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash', ...more });
const stock = async () => (await owner.get(`/products/${product.id}`)).body.data.stock;

test('a register that requires a shift sells only in one', async () => {
  const register = await aRegister(shop, { requires_shift: true });
  const before = await stock();
  const refused = await cashier.post('/transactions', sale({ register_id: register.id }));
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'INVALID_STATE']);
  assert.deepEqual(fieldsOf(refused), ['register_id']);
  const parked = await cashier.post('/transactions', sale({ register_id: register.id, status: 'pending' }));
  assert.equal(parked.status, 201);
  const path = `/transactions/${parked.body.data.id}`;
  const completed = await cashier.post(`${path}/complete`, { payment_method: 'cash', register_id: register.id });
  assert.deepEqual([completed.body.error.code, fieldsOf(completed)], ['INVALID_STATE', ['register_id']]);
  assert.equal(await stock(), before);
  await aShift(shop, { register_id: register.id });
  assert.equal((await cashier.post('/transactions', sale({ register_id: register.id }))).status, 201);
  const free = await aRegister(shop);
  const outside = await cashier.post('/transactions', sale({ register_id: free.id }));
  assert.deepEqual([outside.body.data.register_id, outside.body.data.shift_id], [free.id, null]);
});

test('the branch of a sale is that of its register', async () => {
  const register = await aRegister(shop, { branch_id: east });
  const stocked = await aProduct(shop, { track_stock: false, stock: 0 });
  const items = [{ product_id: stocked.id, quantity: 1 }];
  const sold = await owner.post('/transactions', { items, payment_method: 'cash', register_id: register.id });
  assert.deepEqual([sold.status, sold.body.data.branch_id], [201, east]);
  const wrong = { items, payment_method: 'cash', register_id: register.id, branch_id: shop.branch_id };
  assert.deepEqual(fieldsOf(await owner.post('/transactions', wrong)), ['branch_id']);
  const unknown = await owner.post('/transactions', { items, payment_method: 'cash', register_id: newId() });
  assert.deepEqual([unknown.body.error.code, fieldsOf(unknown)], ['VALIDATION_ERROR', ['register_id']]);
  const malformed = { items: [{ product_id: 'x', quantity: 1 }], payment_method: 'cash', register_id: newId() };
  assert.deepEqual(fieldsOf(await owner.post('/transactions', malformed)), ['items[0].product_id', 'register_id']);
  const here = await aRegister(shop);
  for (const [action, body] of [
    ['refund', { register_id: here.id }],
    ['refund/preview', { register_id: here.id }],
    ['void', { register_id: here.id }],
    ['refund', { register_id: newId() }],
    ['void', { register_id: newId() }],
  ] as const) {
    const refused = await owner.post(`/transactions/${sold.body.data.id}/${action}`, body);
    assert.deepEqual([refused.body.error?.code, fieldsOf(refused)], ['VALIDATION_ERROR', ['register_id']], action);
  }
});

test('a member limited to a branch sees and uses its registers and shifts only', async () => {
  const there = await aRegister(shop, { branch_id: east });
  const shift = await aShift(shop, { register_id: there.id });
  const own = await aShift(shop);
  const manager = await aStaffMember(shop, 'manager');
  const { id } = (await manager.get('/auth/me')).body.data;
  await owner.put(`/staff/${id}`, { branch_id: shop.branch_id, branch_ids: [shop.branch_id] });
  const seen = async (path: string) => (await manager.get(path)).body.data.map((row: { id: string }) => row.id);
  assert.ok((await seen('/registers?limit=100')).includes(own.register_id));
  assert.ok(!(await seen('/registers?limit=100')).includes(there.id));
  assert.deepEqual(await seen(`/shifts?register_id=${own.register_id}`), [own.id]);
  assert.deepEqual(await seen(`/shifts?register_id=${there.id}`), []);
  for (const path of [`/registers/${there.id}`, `/shifts/${shift.id}`, `/shifts/${shift.id}/movements`])
    assert.equal((await manager.get(path)).status, 404, path);
  const counted = [{ method: 'cash', amount: 1 }];
  for (const [path, body] of [
    ['count', { counted }],
    ['close', {}],
    ['movements', { type: 'paid_in', amount: 1, reason: 'x' }],
  ] as const)
    assert.equal((await manager.post(`/shifts/${shift.id}/${path}`, body)).status, 404, path);
  assert.equal((await manager.put(`/registers/${there.id}`, { name: 'Mine' })).status, 404);
  for (const [path, body, field] of [
    ['/registers', { name: 'X', branch_id: east }, 'branch_id'],
    ['/shifts', { register_id: there.id, counted_float: 1 }, 'register_id'],
    ['/transactions', sale({ register_id: there.id }), 'register_id'],
  ] as const) {
    const refused = await manager.post(path, body);
    assert.deepEqual([refused.status, fieldsOf(refused)], [403, [field]], path);
  }
  assert.equal((await manager.get(`/shifts?branch_id=${east}`)).status, 403);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aKey } from '../../../../test/api-keys.ts';
import { fieldsOf } from '../../../../test/caller.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

test('allows a key its permissions at its own merchant only', async () => {
  const shop = await aShop(app);
  await aProduct(shop);
  const { key, caller, data } = await aKey(shop);
  assert.match(key, /^tk_live_[\w-]{80}$/);
  assert.deepEqual(
    [data.last_four, data.status, data.created_by, data.last_used_at],
    [key.slice(-4), 'active', shop.owner_id, null],
  );
  const products = await caller.get('/products');
  assert.deepEqual([products.status, products.body.data.length], [200, 1]);
  assert.equal(products.body.data[0].cost, undefined, 'costs need another permission');
  assert.equal(await statusOf(caller.post('/products', { sku: 'X', name: 'X', price: 1 })), 403);
  assert.equal(await statusOf(caller.get('/customers')), 403);
  const other = await aShop(app);
  assert.equal(await statusOf(caller.get('/products', { 'x-merchant-id': other.merchant_id })), 403);
  assert.equal(await statusOf(caller.get('/products', { 'x-merchant-id': shop.merchant_id })), 200);
});

test('does not return an owner’s cached response to a key with fewer permissions', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop);
  const { caller } = await aKey(shop);
  const both = await aKey(shop, { permissions: ['catalogue:read', 'costs:read'] });
  for (const _ of [1, 2]) {
    assert.equal((await shop.owner.get(`/products/${product.id}`)).body.data.cost, 4);
    assert.equal((await caller.get(`/products/${product.id}`)).body.data.cost, undefined);
    assert.equal((await both.caller.get(`/products/${product.id}`)).body.data.cost, 4);
  }
});

test('rejects a key on routes about keys, staff, the merchant and user accounts', async () => {
  const shop = await aShop(app);
  const grantable = (await app.anonymous.get('//openapi.json')).body.paths['/api/v1/api-keys'].post.requestBody.content[
    'application/json'
  ].schema.properties.permissions.items.enum as string[];
  assert.ok(grantable.length > 20);
  const { caller, id } = await aKey(shop, { permissions: grantable });
  for (const permission of [
    'api-keys:write',
    'api-keys:read',
    'staff:write',
    'staff:sessions',
    'staff:recover',
    'merchant:write',
    'nonsense',
  ]) {
    const refused = await shop.owner.post('/api-keys', { name: 'x', permissions: ['catalogue:read', permission] });
    assert.deepEqual([refused.status, fieldsOf(refused)], [422, ['permissions[1]']], permission);
  }
  const refused: [string, Promise<{ status: number }>][] = [
    ['list keys', caller.get('/api-keys')],
    ['create a key', caller.post('/api-keys', { name: 'x', permissions: ['catalogue:read'] })],
    ['revoke a key', caller.delete(`/api-keys/${id}`)],
    ['staff', caller.post('/staff', {})],
    ['merchant', caller.put('/merchant', { name: 'x' })],
    ['the current user', caller.get('/auth/me')],
    ['sessions', caller.get('/auth/sessions')],
    ['sign out everywhere', caller.delete('/auth/sessions')],
    ['password', caller.post('/auth/change-password', { current_password: 'x', new_password: 'long enough' })],
    ['totp', caller.post('/auth/totp', { password: 'x' })],
    ['devices', caller.get('/devices')],
    ['push rules', caller.get('/push/rules')],
    ['log out', caller.post('/auth/logout')],
  ];
  for (const [what, answer] of refused) assert.equal(await statusOf(answer), 403, what);
  assert.equal(await statusOf(caller.get('/merchant')), 200);
});

test('limits a key to the current permissions of its creator, and disables it without the creator’s membership', async () => {
  const shop = await aShop(app);
  const second = await aStaffMember(shop, 'owner');
  const { id } = (await second.get('/auth/me')).body.data;
  const { caller, id: key_id } = await aKey(shop, { permissions: ['catalogue:read', 'audit:read'] }, second);
  assert.equal(await statusOf(caller.get('/audit')), 200);
  assert.equal(await statusOf(shop.owner.put(`/staff/${id}`, { role: 'viewer' })), 200);
  assert.equal(await statusOf(caller.get('/audit')), 403);
  assert.equal(await statusOf(caller.get('/products')), 200);
  assert.equal(await statusOf(shop.owner.delete(`/staff/${id}`)), 200);
  assert.equal(await statusOf(caller.get('/products')), 401);
  assert.equal((await shop.owner.get(`/api-keys/${key_id}`)).body.data.status, 'suspended');
  assert.equal(await statusOf(shop.owner.post(`/staff/${id}/reactivate`)), 200);
  assert.equal(await statusOf(caller.get('/products')), 200);
});

test('limits a key of a branch to sales of that branch', async () => {
  const shop = await aShop(app);
  const branch = (await shop.owner.post('/branches', { name: 'Harbour' })).body.data.id as string;
  const product = await aProduct(shop);
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  assert.equal(await statusOf(shop.owner.post('/transactions', sale)), 201);
  const permissions = ['sales:read', 'sales:write', 'sync:read', 'catalogue:read', 'stock:read'];
  const { caller } = await aKey(shop, { permissions, branch_ids: [branch] });
  assert.equal(await statusOf(caller.post('/transactions', { ...sale, branch_id: shop.branch_id })), 403);
  assert.equal((await caller.get('/transactions')).body.meta.total, 0);
  const synced = await caller.get('/sync');
  assert.equal(synced.status, 200, synced.text);
  for (const branch_ids of [
    [branch, shop.branch_id],
    [shop.branch_id, branch],
  ])
    assert.deepEqual((await aKey(shop, { branch_ids })).data.branch_ids, branch_ids.toSorted());
  const withUnknownBranch = await shop.owner.post('/api-keys', {
    name: 'x',
    permissions: ['sales:read'],
    branch_ids: [branch, newId()],
  });
  assert.deepEqual([withUnknownBranch.status, fieldsOf(withUnknownBranch)], [422, ['branch_ids[1]']]);
});

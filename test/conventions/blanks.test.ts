import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../files.ts';
import { aCustomer, aProduct, aSession, aShop } from '../shop.ts';
import { tokenOf } from '../staff.ts';
import { createTestApp } from '../test-app.ts';

/** Blanks around a text, which someone has typed or pasted, are no part of it. */
const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const product = await aProduct(shop, { sku: 'MUG', name: 'Mug', category: 'Cups', barcode: '4711' });
const customer = await aCustomer(shop, { name: 'Ann' });

type Method = 'post' | 'put' | 'patch';
interface Change {
  change: [Method, path: string, body: Record<string, unknown>];
  /** The fields of the response that have the text, without blanks. */
  fields: string[];
}

const changes: Change[] = [
  { change: ['post', '/customers', { name: '  Bo ' }], fields: ['name'] },
  { change: ['put', `/customers/${customer.id}`, { name: ' Ann B\t' }], fields: ['name'] },
  { change: ['post', '/staff', { name: ' Cy ', email: 'CY@example.com', role: 'cashier' }], fields: ['name'] },
  { change: ['put', `/staff/${shop.owner_id}`, { name: ' Olivia O ' }], fields: ['name'] },
  { change: ['post', '/api-keys', { name: ' Till ', permissions: ['catalogue:read'] }], fields: ['name'] },
  { change: ['post', '/branches', { name: ' North ' }], fields: ['name'] },
  { change: ['put', `/branches/${shop.branch_id}`, { name: ' Main ' }], fields: ['name'] },
  { change: ['post', '/warehouses', { name: ' Cellar ', branch_id: shop.branch_id }], fields: ['name'] },
  { change: ['put', `/warehouses/${shop.warehouse_id}`, { name: ' Attic ' }], fields: ['name'] },
  {
    change: ['put', '/merchant', { name: ' Corner ', address: ' 1 Main Street ', receipt_footer: '\n Bye ' }],
    fields: ['name', 'address', 'receipt_footer'],
  },
  { change: ['post', '/categories', { name: ' Teas ' }], fields: ['name'] },
  {
    change: [
      'post',
      '/products',
      { sku: ' TEA ', name: ' Tea ', price: 1, category: ' Teas ', barcode: ' 12 ', unit: ' box ' },
    ],
    fields: ['sku', 'name', 'category', 'barcode', 'unit'],
  },
  {
    change: [
      'patch',
      `/products/${product.id}`,
      { sku: ' MUG ', name: ' Big mug ', category: ' Cups ', barcode: ' 4711 ', unit: ' piece ' },
    ],
    fields: ['sku', 'name', 'category', 'barcode', 'unit'],
  },
  {
    change: ['post', '/auth/register-device', { token: 'a token', platform: 'android', name: ' Counter ' }],
    fields: ['name'],
  },
];

for (const { change, fields } of changes) {
  const [method, path, body] = change;
  test(`${method.toUpperCase()} ${path.replace(/[\da-f-]{36}/, '{id}')} stores ${fields.join(', ')} without them`, async () => {
    const { status, text, body: answer } = await owner[method](path, body);
    assert.ok(status === 200 || status === 201, text);
    for (const field of fields) assert.equal(answer.data[field], String(body[field]).trim(), field);
  });
}

test('renames an API key and a category, and corrects points, without them', async () => {
  const { id } = (await owner.post('/api-keys', { name: 'Old', permissions: ['catalogue:read'] })).body.data;
  assert.equal((await owner.put(`/api-keys/${id}`, { name: ' New ' })).body.data.name, 'New');
  const category = (await owner.post('/categories', { name: 'Old' })).body.data;
  assert.equal((await owner.put(`/categories/${category.id}`, { name: ' New ' })).body.data.name, 'New');
  const path = `/customers/${customer.id}/loyalty`;
  assert.equal((await owner.post(`${path}/corrections`, { points: 5, reason: ' A gift ' })).status, 201);
  assert.equal((await owner.get(`${path}/history`)).body.data[0].reason, 'A gift');
});

test('registers, invites and signs in without them', async () => {
  const [email, password] = ['dee@example.com', 'a good long password'];
  const registered = await app.anonymous.post('/auth/register', {
    ...{ email: email.toUpperCase(), password, name: ' Dee ', merchant_name: ' Dee’s ' },
  });
  assert.equal(registered.status, 201, registered.text);
  const dee = await aSession(app, email, password);
  const me = (await dee.get('/auth/me')).body.data;
  assert.deepEqual([me.name, me.email], ['Dee', email]);
  assert.equal((await dee.get('/merchant')).body.data.name, 'Dee’s');
  const invitation = await owner.post('/staff', { name: 'E', email: 'ed@example.com', role: 'cashier' });
  const token = tokenOf(invitation.body.data.invitation_link);
  const accepted = await app.anonymous.post('/auth/invitations/accept', { token, password, name: ' Ed ' });
  assert.equal(accepted.status, 200, accepted.text);
  const { data } = (await owner.get('/staff?limit=100')).body;
  assert.ok(data.some(({ name }: { name: string }) => name === 'Ed'));
});

test('a text of blanks only is no text', async () => {
  const cleared = (await owner.put('/merchant', { address: '  ', phone: '\t' })).body.data;
  assert.deepEqual([cleared.address, cleared.phone], [null, null]);
  const { id } = await aProduct(shop, { category: ' ', barcode: ' ', unit: ' ' });
  const { category, barcode, unit } = (await owner.get(`/products/${id}`)).body.data;
  assert.deepEqual([category, barcode, unit], [null, null, null]);
  const device = await owner.post('/auth/register-device', { token: 'other', platform: 'ios', name: ' ' });
  assert.equal(device.body.data.name, null);
});

test('searches, filters, lists and sorts without them', async () => {
  const shirt = await aProduct(shop, { sku: 'SHIRT', name: 'Shirt', category: 'Clothes', barcode: '99' });
  const sale = await owner.post('/transactions', {
    items: [{ product_id: shirt.id, quantity: 1 }],
    payment_method: 'cash',
  });
  const found = async (path: string) => (await owner.get(path)).body.data.map(({ id }: { id: string }) => id);
  const blank = (text: string) => encodeURIComponent(` ${text} `);
  for (const query of ['search=shirt', 'category=clothes', 'barcode=99', 'sku=SHIRT']) {
    const [name, value = ''] = query.split('=');
    assert.deepEqual(await found(`/products?${name}=${blank(value)}`), [shirt.id], query);
  }
  assert.deepEqual(await found(`/customers?search=${blank('ann b')}`), [customer.id]);
  const code = sale.body.data.transaction_code.toLowerCase();
  assert.deepEqual(await found(`/transactions?search=${blank(code)}`), [sale.body.data.id]);
  assert.equal((await owner.get(`/lookup?code=${blank('SHIRT')}`)).status, 200);
  assert.equal(
    (await found(`/products?sort=${blank('-name , sku')}`))[0],
    (await found('/products?sort=-name,sku'))[0],
  );
  const types = async (list: string) => (await owner.get(`/events?types=${encodeURIComponent(list)}`)).body.data;
  assert.deepEqual(await types(' category.created , customer.* '), await types('category.created,customer.*'));
  const actions = async (list: string) => (await owner.get(`/audit?action=${encodeURIComponent(list)}`)).body.data;
  assert.ok((await actions('category.created')).length > 0);
  assert.deepEqual(
    await actions(' category.created , branch.created '),
    await actions('category.created,branch.created'),
  );
  const kinds = (await owner.get(`/sync?kinds=${encodeURIComponent(' branch , category ')}`)).body.data;
  assert.deepEqual([...new Set(kinds.map(({ kind }: { kind: string }) => kind))], ['branch', 'category']);
});

test('registers a person and their shop without them', async () => {
  const email = 'blanks@example.com';
  const person = { email, name: ' Pia ', password: 'a long enough password', merchant_name: '\tPia’s ' };
  assert.equal((await app.anonymous.post('/auth/register', person)).body.data.name, 'Pia');
  const session = await aSession(app, email, person.password);
  assert.equal((await session.get('/merchant')).body.data.name, 'Pia’s');
});

test('reads cells of a file without them', async () => {
  const { body } = await load(shop, 'sku,name,price,status,category\n FILE , From a file ,1, INACTIVE , Teas ');
  assert.deepEqual(body.errors, []);
  const [read] = (await owner.get('/products?sku=FILE&status=inactive')).body.data;
  assert.deepEqual([read.sku, read.name, read.category], ['FILE', 'From a file', 'Teas']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../../../test/files.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

/** Forms send their empty fields, too. An empty text is no phone number, address or e-mail. */
const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

const filled = { phone: '+4930123456', email: 'ann@example.com', address: '1 Main Street' };
const none = { phone: null, email: null, address: null };
const pick = ({ phone, email, address }: Record<string, unknown>) => ({ phone, email, address });

for (const blank of ['', ' \t'])
  test(`a customer with ${JSON.stringify(blank)} in a field has none, when created and when changed`, async () => {
    const empty = { phone: blank, email: blank, address: blank };
    const created = await owner.post('/customers', { name: 'Ann', ...empty });
    assert.equal(created.status, 201, created.text);
    assert.deepEqual(pick(created.body.data), none);
    const { id } = (await owner.post('/customers', { name: 'Ann', ...filled })).body.data;
    const cleared = await owner.put(`/customers/${id}`, empty);
    assert.equal(cleared.status, 200, cleared.text);
    assert.deepEqual(pick(cleared.body.data), none);
    const { rows } = await app.admin.query(
      'select phone, email, address from customers where merchant_id = $1 and id = $2',
      [shop.merchant_id, id],
    );
    assert.deepEqual(rows, [none]);
  });

test('other texts that are no phone number or e-mail are refused', async () => {
  for (const [field, value] of [
    ['phone', ' - '],
    ['phone', '0812 3456 7890'],
    ['email', 'x'],
  ] as const) {
    const { status, body } = await owner.post('/customers', { name: 'Ann', [field]: value });
    assert.deepEqual([status, body.error?.details?.[0].field], [422, field], value);
  }
});

test('customers without a phone number are not the same person in a file', async () => {
  await owner.post('/customers', { name: 'Bea', phone: '' });
  const { body } = await load(shop, 'name,phone\nCy,\nDee,\n', { base: 'customers' });
  assert.deepEqual([body.success, body.failed], [2, 0]);
});

test('a branch with an empty phone and address has those of the shop on its receipts', async () => {
  await owner.put('/merchant', { phone: '+62 21 1', address: 'High Street 1' });
  const created = await owner.post('/branches', { name: 'North', phone: '', address: ' ' });
  assert.deepEqual([created.body.data.phone, created.body.data.address], [null, null]);
  const path = `/branches/${shop.branch_id}`;
  await owner.put(path, { phone: '+62 21 7', address: 'Quay 7' });
  const { data } = (await owner.put(path, { phone: ' ', address: '' })).body;
  assert.deepEqual([data.phone, data.address], [null, null]);
  const items = [{ product_id: (await aProduct(shop)).id, quantity: 1 }];
  const sold = await owner.post('/transactions', { items, payment_method: 'cash' });
  const text = (await owner.get(`/transactions/${sold.body.data.id}/receipt?format=escpos`)).text;
  assert.match(text, /High Street 1/);
  assert.match(text, /\+62 21 1/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, upload } from '../../../../test/files.ts';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

test('clears payment references with an earlier name or address of the customer, and keeps the others', async () => {
  const shop = await aShop(app);
  const { owner } = shop;
  await owner.put('/merchant', { allow_negative_stock: true });
  const product = await aProduct(shop);
  const { id } = await aCustomer(shop, { name: 'Anna Zwitscher', email: 'anna@old.example', phone: '+4915799887766' });
  const references = ['wallet ANNA@OLD.example', 'Zwitscher, of Anna Zwitscher', 'bird@new.example', 'slip 17'];
  const payments = references.map((reference) => ({ method: 'card', amount: 10, reference }));
  const sale = { items: [{ product_id: product.id, quantity: 4 }], customer_id: id, payments };
  const key = { 'idempotency-key': 'sold' };
  const sold = await owner.post('/transactions', sale, key);
  assert.equal(sold.status, 201, sold.text);
  assert.equal((await owner.put(`/customers/${id}`, { email: 'bird@new.example' })).status, 200);
  const file = 'name,email\nAnna Neumann,bird@new.example\n';
  assert.equal((await upload(shop, 'import', file, { base: 'customers' })).body.success, 1);
  assert.equal((await load(shop, `sku,stock\n${product.sku},5\n`)).body.success, 1);
  assert.equal((await owner.post(`/customers/${id}/erase`)).status, 200);

  const kept = [null, null, null, 'slip 17'];
  const referencesOf = (found: { payments: { reference: string | null }[] }) =>
    found.payments.map(({ reference }) => reference);
  assert.deepEqual(referencesOf((await owner.get(`/transactions/${sold.body.data.id}`)).body.data), kept);
  assert.deepEqual(referencesOf((await owner.post('/transactions', sale, key)).body.data), kept);
  const { rows } = await app.admin.query('select payload from events where merchant_id = $1 and type = $2', [
    shop.merchant_id,
    'sale.completed',
  ]);
  assert.deepEqual(referencesOf(JSON.parse(rows[0].payload)), kept);
});

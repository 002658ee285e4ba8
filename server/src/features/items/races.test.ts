import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, upload } from '../../../../test/files.ts';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { sendBeside } from '../../../../test/waiting.ts';
import { changeProduct } from '../catalogue/change-product.ts';
import { updateCustomer } from '../customers/change-customers.ts';
import { putCustomers } from '../customers/put-customers.ts';
import { adjustStock } from '../inventory/adjust-stock.ts';

/** Imports and their undoing beside another request that has acted, but not ended. */
const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

const importCustomers = (file: string) =>
  upload(shop, 'import', file, {
    base: 'customers',
    fields: { mapping: JSON.stringify({ name: 'Name', email: 'Email' }) },
  });

test('an undo keeps a product that was edited just before', async () => {
  const { id: product_id, sku } = await aProduct(shop);
  const { id } = await load(shop, `sku,price\n${sku},12`);
  const { status, body } = await sendBeside(
    shop,
    (tx, ctx) => changeProduct(tx, ctx, { id: product_id, price: 13 }),
    () => owner.post(`/inventory/imports/${id}/undo`),
  );
  assert.deepEqual([status, body.data?.restored, body.data?.kept], [200, 0, 1]);
  assert.equal((await owner.get(`/products/${product_id}`)).body.data.price, 13);
});

test('an undo keeps stock that moved just before', async () => {
  const { id: product_id, sku } = await aProduct(shop, { stock: 1 });
  const { id } = await load(shop, `sku,stock\n${sku},9`);
  const { status, body } = await sendBeside(
    shop,
    (tx, ctx) => adjustStock(tx, ctx, { product_id, type: 'subtraction', quantity: 2 }),
    () => owner.post(`/inventory/imports/${id}/undo`),
  );
  assert.deepEqual([status, body.data?.stock_reversed, body.data?.kept], [200, 0, 1]);
  assert.equal((await owner.get(`/products/${product_id}`)).body.data.stock, 7);
});

test('an import keeps what another request changed of a customer just before', async () => {
  const { id } = await aCustomer(shop, { email: 'ada@example.com', address: 'Old street' });
  const { status, body } = await sendBeside(
    shop,
    (tx, ctx) => updateCustomer(tx, ctx, { id, changes: { address: 'New street' } }),
    () => importCustomers('Name,Email\nAda,ada@example.com\n'),
  );
  assert.equal(status, 200, JSON.stringify(body));
  const { name, address } = (await owner.get(`/customers/${id}`)).body.data;
  assert.deepEqual([name, address], ['Ada', 'New street']);
});

test('two imports of one new customer create one', async () => {
  const { status, body } = await sendBeside(
    shop,
    (tx, ctx) => putCustomers(tx, ctx, [{ name: 'Bea', email: 'bea@example.com' }]),
    () => importCustomers('Name,Email\nBea,bea@example.com\n'),
  );
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal((await owner.get('/customers?search=bea@example.com')).body.meta.total, 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const cashier = await aStaffMember(shop, 'cashier');
await owner.put('/merchant', { tax_mode: 'inclusive', tax_rate: 19 });
const product = await aProduct(shop);
const custom = { name: 'Gift wrapping', price: 3.57, quantity: 2 };
const sell = (items: object[], caller = owner) => caller.post('/transactions', { items, payment_method: 'cash' });

test('rejects an item without a product if the merchant does not allow custom items', async () => {
  const answer = await sell([{ product_id: product.id, quantity: 1 }, custom]);
  assert.deepEqual([answer.status, answer.body.error.code], [422, 'VALIDATION_ERROR']);
  assert.deepEqual(answer.body.error.details, [
    { field: 'items[1].product_id', message: 'is required, since the merchant does not allow custom items' },
  ]);
});

test('names what a custom item lacks', async () => {
  await owner.put('/merchant', { allow_custom_items: true });
  const { status, body } = await sell([
    { quantity: 1, name: 'Gift wrapping' },
    { quantity: 1, price: 5 },
    { quantity: 1 },
  ]);
  assert.equal(status, 422);
  const message = 'is required where there is no product_id';
  assert.deepEqual(body.error.details, [
    { field: 'items[0].price', message },
    { field: 'items[1].name', message },
    { field: 'items[2].name', message },
    { field: 'items[2].price', message },
  ]);
});

test('a cashier sells a custom item, which counts in all totals and moves no stock', async () => {
  await owner.put('/merchant', { allow_custom_items: true });
  const stock = async () => (await owner.get(`/products/${product.id}`)).body.data.stock;
  const before = await stock();
  const answer = await sell(
    [
      { product_id: product.id, quantity: 1 },
      { ...custom, tax_rate: 7 },
    ],
    cashier,
  );
  assert.equal(answer.status, 201, answer.text);
  const { data } = answer.body;
  assert.deepEqual([data.total_amount, data.item_count, await stock()], [17.14, 3, before - 1]);
  const { product_id, sku, name, tax_rate, tax, total } = data.items[1];
  assert.deepEqual([product_id, sku, name, tax_rate, tax, total], [null, null, 'Gift wrapping', 7, 0.47, 7.14]);
  const today = data.occurred_at.slice(0, 10);
  const report = (await owner.get(`/reports/sales?start_date=${today}&end_date=${today}`)).body.data;
  assert.equal(JSON.stringify(report).includes('Gift wrapping'), false);
});

test('a custom item needs a name and a price, and the error names each', async () => {
  const answer = await sell([{ quantity: 1 }, { quantity: 1, name: 'x', price: 1, tax_rate: 7.12345 }]);
  assert.deepEqual(answer.body.error.details.map(({ field }: { field: string }) => field).sort(), [
    'items[0].name',
    'items[0].price',
    'items[1].tax_rate',
  ]);
});

test('a custom item is refunded by its line, and only as often as it was sold', async () => {
  const sale = (await sell([{ product_id: product.id, quantity: 1 }, custom])).body.data;
  const refund = (items: object[]) => owner.post(`/transactions/${sale.id}/refund`, { items });
  const { line_no } = sale.items[1];
  const first = await refund([{ line_no, quantity: 1 }]);
  assert.deepEqual([first.status, first.body.data.amount, first.body.data.items[0].line_no], [201, 3.57, line_no]);
  const tooMany = await refund([{ line_no, quantity: 2 }]);
  assert.deepEqual([tooMany.status, tooMany.body.error.details[0].message], [422, 'only 1 left to refund']);
  const unknown = await refund([
    { line_no: 3, quantity: 1 },
    { quantity: 1 },
    { line_no: 2, product_id: product.id, quantity: 1 },
  ]);
  assert.deepEqual(unknown.body.error.details.map(({ field }: { field: string }) => field).sort(), [
    'items[0].line_no',
    'items[1].product_id',
    'items[2].product_id',
  ]);
  assert.equal((await owner.post(`/transactions/${sale.id}/refund`, {})).body.data.transaction_status, 'refunded');
});

test('a parked sale with a custom item can be completed and voided', async () => {
  const park = async () => (await owner.post('/transactions', { items: [custom], status: 'pending' })).body.data.id;
  assert.equal(
    (await owner.post(`/transactions/${await park()}/complete`, { payment_method: 'card' })).body.data.total_amount,
    7.14,
  );
  assert.equal((await owner.post(`/transactions/${await park()}/void`)).body.data.status, 'voided');
});

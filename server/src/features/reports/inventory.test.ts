import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, aStaffMember, forgetEvents, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();

const reportOf = async ({ owner }: Shop, query = '') => {
  const { status, body, text } = await owner.get(`/reports/inventory${query}`);
  assert.equal(status, 200, text);
  return body.data;
};
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);

const shop = await aShop(app);
const { owner } = shop;
const eastBranch = (await owner.post('/branches', { name: 'East' })).body.data.id;
const eastWarehouse = (await owner.get(`/warehouses?branch_id=${eastBranch}`)).body.data[0];
const tea = await aProduct(shop, { name: 'Tea', price: 3, cost: 1.25, stock: 10, min_stock: 12, category: 'Drinks' });
const shirt = await aProduct(shop, { name: 'Shirt', price: 20, cost: 8, stock: 0, category: 'Clothes' });
const red = (
  await owner.post(`/products/${shirt.id}/variants`, { name: 'Red', sku: 'S-R', price: 21, cost: 9, stock: 2 })
).body.data;
const cup = await aProduct(shop, { name: 'Cup', price: 5, cost: 2, stock: 4, min_stock: 1 });
await aProduct(shop, { name: 'Service', price: 50, cost: 0, stock: 0, min_stock: 3, track_stock: false });
const deleted = await aProduct(shop, { name: 'Gone', stock: 1_000, min_stock: 2_000 });
await owner.delete(`/products/${deleted.id}`);
const transfer = { product_id: tea.id, from_warehouse: shop.warehouse_id, to_warehouse: eastWarehouse.id, quantity: 3 };
assert.equal((await owner.post('/inventory/transfer', transfer)).status, 200);
const parked = { items: [{ product_id: cup.id, quantity: 3 }], payment_method: 'cash', status: 'pending' };
assert.equal((await owner.post('/transactions', parked)).status, 201);

test('returns quantity and value by warehouse and by category', async () => {
  const main = { warehouse_id: shop.warehouse_id, warehouse_name: 'Main warehouse' };
  const east_side = { warehouse_id: eastWarehouse.id, warehouse_name: eastWarehouse.name };
  const { by_warehouse, ...report } = await reportOf(shop);
  assert.deepEqual(report, {
    currency: 'USD',
    total_products: 5,
    total_units: 16,
    value_at_cost: 38.5,
    value_at_price: 92,
    by_category: [
      { category: 'Clothes', units: 2, value_at_cost: 18, value_at_price: 42 },
      { category: 'Drinks', units: 10, value_at_cost: 12.5, value_at_price: 30 },
      { category: null, units: 4, value_at_cost: 8, value_at_price: 20 },
    ],
    low_stock_count: 2,
    low_stock: [
      { product_id: tea.id, sku: tea.sku, name: 'Tea', stock: 10, available: 10, min_stock: 12 },
      { product_id: cup.id, sku: cup.sku, name: 'Cup', stock: 4, available: 1, min_stock: 1 },
    ],
    out_of_stock_count: 1,
    out_of_stock: [{ product_id: shirt.id, sku: shirt.sku, name: 'Shirt', stock: 0, available: 0, min_stock: null }],
  });
  assert.deepEqual(by_warehouse, [
    { ...east_side, units: 3, value_at_cost: 3.75, value_at_price: 9 },
    { ...main, units: 13, value_at_cost: 34.75, value_at_price: 83 },
  ]);
});

test('counts the levels of a branch, and none for an unknown branch', async () => {
  for (const query of [`?branchId=${eastBranch}`, `?branch_id=${eastBranch}`]) {
    const report = await reportOf(shop, query);
    assert.deepEqual(
      [
        report.total_products,
        report.total_units,
        report.value_at_cost,
        report.value_at_price,
        report.by_warehouse.length,
      ],
      [1, 3, 3.75, 9, 1],
    );
    assert.deepEqual(namesOf(report.low_stock), ['Tea']);
    assert.deepEqual([report.low_stock[0].stock, report.out_of_stock_count], [3, 0]);
  }
  const nothing = {
    total_products: 0,
    total_units: 0,
    value_at_cost: 0,
    value_at_price: 0,
    by_warehouse: [],
    by_category: [],
    low_stock_count: 0,
    low_stock: [],
    out_of_stock_count: 0,
    out_of_stock: [],
  };
  assert.deepEqual(await reportOf(shop, `?branch_id=${newId()}`), { currency: 'USD', ...nothing });
  const otherShop = await aShop(app, { currency: 'JPY' });
  assert.deepEqual(await reportOf(otherShop, `?branch_id=${eastBranch}`), { currency: 'JPY', ...nothing });
  const { by_warehouse, ...empty } = await reportOf(otherShop);
  assert.deepEqual([empty.total_products, empty.value_at_price, by_warehouse.length], [0, 0, 1]);
});

test('names a wrong filter, and requires the permission to read reports', async () => {
  const wrong = await owner.get('/reports/inventory?branchId=x');
  assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [422, 'branchId']);
  for (const [role, status] of [
    ['manager', 200],
    ['viewer', 200],
    ['cashier', 403],
    ['stock_clerk', 403],
  ] as const)
    assert.equal((await (await aStaffMember(shop, role)).get('/reports/inventory')).status, status, role);
});

test('reflects a sale immediately, and names a variant without stock with its product', async () => {
  await owner.post('/transactions', { items: [{ product_id: red.id, quantity: 2 }], payment_method: 'cash' });
  await aProduct(shop, { name: 'Apron', stock: 0, min_stock: 0 });
  const report = await reportOf(shop);
  assert.deepEqual([report.total_units, report.value_at_price], [14, 50]);
  assert.deepEqual(namesOf(report.out_of_stock), ['Apron', 'Shirt', 'Shirt - Red']);
});

test('lists a hundred low-stock items and counts all; returns values beyond bigint', async () => {
  const rich = await aShop(app);
  await app.admin.query(
    `insert into products (merchant_id, id, sku, name, price, min_stock, created_at, updated_at)
     select $1, gen_random_uuid(), 'S' || at, 'Short ' || at, 100, at, now(), now() from generate_series(1, 150) at`,
    [rich.merchant_id],
  );
  await forgetEvents(rich);
  for (const sku of ['A', 'B']) await aProduct(rich, { sku, price: 9_999_999_999.99, cost: 0, stock: 1_000_000_000 });
  const report = await reportOf(rich);
  assert.deepEqual([report.total_products, report.low_stock_count, report.out_of_stock_count], [152, 150, 150]);
  assert.deepEqual([report.low_stock.length, report.out_of_stock.length], [100, 100]);
  assert.deepEqual(namesOf(report.low_stock.slice(0, 2)), ['Short 150', 'Short 149']);
  assert.deepEqual([report.total_units, report.value_at_price], [2_000_000_000, 19_999_999_999_980_000_000]);
});

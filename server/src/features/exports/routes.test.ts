import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { createCaller } from '../../../../test/caller.ts';
import {
  aCustomer,
  aProduct,
  aShop,
  aStaffMember,
  aWarehouse,
  forgetEvents,
  type Shop,
} from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { runMaintenance } from '../../platform/maintenance/maintenance.ts';
import { countRows } from './queries.ts';

const app = await createTestApp();
const shop = await aShop(app);
const tea = await aProduct(shop, {
  sku: '=TEA',
  name: 'Tea, “green”\nloose',
  price: 12.5,
  cost: 4,
  stock: 10,
  category: 'Drinks',
});
await aCustomer(shop, { name: '@Anna', phone: '+49 170 1234567' });
const sale = await shop.owner.post('/transactions', {
  items: [{ product_id: tea.id, quantity: 2 }],
  payment_method: 'cash',
  note: 'a, b',
});
await shop.owner.post(`/transactions/${sale.body.data.id}/refund`, { amount: 5 });
const today = new Date(app.clock.now()).toISOString().slice(0, 10);
const dates = { start_date: today, end_date: today };

const requestExport = (body: object, from: Shop = shop) => from.owner.post('/reports/export', body);
const download = (url: string) => app.fastify.inject({ method: 'GET', url });

async function read(body: object, from: Shop = shop): Promise<Record<string, string>[]> {
  const answer = await requestExport({ format: 'csv', ...body }, from);
  assert.equal(answer.status, 200, answer.text);
  const file = await download(answer.body.data.download_url);
  assert.equal(file.statusCode, 200, file.body);
  return parse(file.body, { bom: true, columns: true });
}

test('exports each report as CSV', async () => {
  const [day] = await read({ report_type: 'sales', ...dates });
  assert.deepEqual(
    [day?.date, day?.total_transactions, day?.gross_sales, day?.refunds, day?.total_sales],
    [today, '1', '25.00', '5.00', '20.00'],
  );
  const [row] = await read({ report_type: 'transactions', startDate: today, endDate: today });
  assert.deepEqual(
    [row?.transaction_code, row?.total_amount, row?.refunded_amount, row?.note],
    [sale.body.data.transaction_code, '25.00', '5.00', 'a, b'],
  );
  const [product] = await read({ report_type: 'products' });
  assert.deepEqual(
    [product?.sku, product?.name, product?.price, product?.cost, product?.stock],
    ["'=TEA", 'Tea, “green”\nloose', '12.50', '4.00', '8'],
  );
  const [level] = await read({ report_type: 'inventory' });
  assert.deepEqual([level?.available, level?.value_at_cost, level?.value_at_price], ['8', '32.00', '100.00']);
  const [customer] = await read({ report_type: 'customers' });
  assert.deepEqual([customer?.name, customer?.phone, customer?.points], ["'@Anna", "'+491701234567", '0']);
});

test('what is available in the inventory is without what parked sales reserve', async () => {
  const cafe = await aShop(app);
  const cake = await aProduct(cafe, { price: 3, cost: 1, stock: 10 });
  const parked = { status: 'pending', items: [{ product_id: cake.id, quantity: 4 }] };
  assert.equal((await cafe.owner.post('/transactions', parked)).status, 201);
  const [level] = await read({ report_type: 'inventory' }, cafe);
  assert.deepEqual(
    [level?.stock, level?.reserved, level?.available, level?.value_at_cost, level?.value_at_price],
    ['10', '4', '6', '10.00', '30.00'],
  );
});

test('exports each report as a workbook with typed cells', async () => {
  const books: [report_type: string, name: string, language?: string][] = [
    ['sales', 'Sales'],
    ['transactions', 'Transactions'],
    ['products', 'Products'],
    ['inventory', 'Inventory'],
    ['customers', 'Customers', 'en'],
    ['sales_by_staff', 'Sales by staff'],
    ['sales_by_staff', 'Verkäufe nach Kassierer', 'de'],
  ];
  for (const [report_type, name, language] of books) {
    const answer = await requestExport({ report_type, format: 'xlsx', language, ...dates });
    const file = await download(answer.body.data.download_url);
    assert.match(String(file.headers['content-type']), /spreadsheetml/);
    const { sheets } = await readXlsx(file.rawPayload);
    const rows = sheets[0]?.rows ?? [];
    assert.deepEqual([sheets[0]?.name, rows.length], [name, 2], report_type);
    if (report_type === 'products') assert.deepEqual([rows[1]?.[0], rows[1]?.[5]], ['=TEA', 12.5]);
  }
});

test('signs an address that is valid for a day', async () => {
  const { download_url, expires_at } = (await requestExport({ report_type: 'customers', format: 'csv' })).body.data;
  assert.match(download_url, /^http:\/\/[^/]+\/cdn\/exports\//);
  const file = await download(download_url);
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="customers-\d{4}-\d\d-\d\d\.csv"$/);
  assert.equal(file.headers['cache-control'], 'private, no-store');
  assert.ok(Math.abs(Date.parse(expires_at) - Date.parse(app.clock.now()) - 86_400_000) < 5_000);
  const wrong = [
    download_url.replace('signature=', 'signature=x'),
    download_url.replace(/&signature=.*/, ''),
    download_url.replace('expires=', 'expires=9'),
    download_url.replace('name=', 'name=x'),
    download_url.replace(/exports\/[^?]+/, 'exports/../../keys/signing-key'),
    download_url.replace(/exports\/[^?]+/, 'exports'),
  ];
  for (const url of wrong) assert.equal((await download(url)).statusCode, 404, url);
  const begun = app.clock.now();
  app.clock.freeze(expires_at);
  assert.equal((await download(download_url)).statusCode, 404);
  app.clock.freeze(new Date(Date.parse(expires_at) - 1).toISOString());
  assert.equal((await download(download_url)).statusCode, 200);
  app.clock.set(begun);
  app.clock.advance(2 * 86_400_000);
  await runMaintenance(app.fastify.services);
  app.clock.advance(-2 * 86_400_000);
  assert.equal((await download(download_url)).statusCode, 404);
});

test('returns all rows of several batches once', async () => {
  const big = await aShop(app);
  await app.admin.query(
    `insert into customers (merchant_id, id, name, created_at, updated_at)
     select $1, gen_random_uuid(), 'Customer ' || n, now(), now() from generate_series(1, 2500) n`,
    [big.merchant_id],
  );
  await forgetEvents(big);
  const names = (await read({ report_type: 'customers' }, big)).map(({ name }) => name);
  assert.deepEqual([names.length, new Set(names).size], [2_500, 2_500]);
});

test('contains rows of its merchant only', async () => {
  const other = await aShop(app);
  for (const report_type of ['sales', 'transactions', 'products', 'inventory', 'customers']) {
    assert.deepEqual(await read({ report_type, ...dates }, other), [], report_type);
  }
  assert.deepEqual(await read({ report_type: 'inventory', branch_id: other.branch_id }), []);
});

test('names wrong fields, and requires the permission to read reports', async () => {
  const cases: [object, string[]][] = [
    [{}, ['format', 'report_type']],
    [{ report_type: 'sales', format: 'csv' }, ['end_date', 'start_date']],
    [{ report_type: 'unknown', format: 'docx' }, ['format', 'report_type']],
    [{ report_type: 'sales', format: 'csv', startDate: '2026-02-02', endDate: '2026-02-01' }, ['startDate']],
  ];
  for (const [body, fields] of cases) {
    const answer = await requestExport(body);
    assert.deepEqual(
      [answer.status, answer.body.error.details.map(({ field }: { field: string }) => field).sort()],
      [422, fields],
    );
  }
  assert.equal(
    (await (await aStaffMember(shop, 'cashier')).post('/reports/export', { report_type: 'products', format: 'csv' }))
      .status,
    403,
  );
});

test('a period has the sales from the beginning of its first day to the end of its last one, in the shop’s time zone', async () => {
  const jakarta = await aShop(app, { timezone: 'Asia/Jakarta' });
  const { id: product_id } = await aProduct(jakarta, { stock: 10 });
  assert.equal((await jakarta.owner.post('/branches', { name: 'Without sales' })).status, 201);
  const permissions = ['catalogue:read', 'sales:read', 'sales:write', 'reports:read'];
  const { key } = (await jakarta.owner.post('/api-keys', { name: 'Till', permissions })).body.data;
  const owner = createCaller(app.fastify, { authorization: `Bearer ${key}` });
  const codes: string[] = [];
  for (const at of [
    '2026-03-01T16:59:59.999Z',
    '2026-03-01T17:00:00.000Z',
    '2026-03-03T16:59:59.999Z',
    '2026-03-03T17:00:00.000Z',
  ]) {
    app.clock.freeze(at);
    const { status, body, text } = await owner.post('/transactions', {
      items: [{ product_id, quantity: 1 }],
      payment_method: 'cash',
    });
    assert.equal(status, 201, text);
    codes.push(body.data.transaction_code);
  }
  const period = { start_date: '2026-03-02', end_date: '2026-03-03' };
  const from = { ...jakarta, owner };
  const expected = await countRows(app.database.reader(jakarta.merchant_id), {
    type: 'transactions',
    range: { from: '2026-03-01T17:00:00.000Z', before: '2026-03-03T17:00:00.000Z' },
    branches: null,
  });
  const rows = await read({ report_type: 'transactions', ...period }, from);
  const days = await read({ report_type: 'sales', ...period }, from);
  app.clock.set(new Date().toISOString());
  assert.deepEqual(
    rows.map((row) => row.transaction_code),
    codes.slice(1, 3),
  );
  assert.equal(expected, 2);
  assert.deepEqual(
    days.map(({ date, total_transactions }) => [date, total_transactions]),
    [
      ['2026-03-02', '1'],
      ['2026-03-03', '1'],
    ],
  );
});

test('exports the stock of a product with more units in all warehouses than one level can have', async () => {
  const own = await aShop(app);
  const { id: product_id } = await aProduct(own, { sku: 'ENDLESS', stock: 999_999_999 });
  for (const name of ['Attic', 'Cellar']) {
    const warehouse_id = await aWarehouse(own, name);
    const count = { product_id, warehouse_id, type: 'adjustment', quantity: 999_999_999 };
    assert.equal((await own.owner.post('/inventory/adjustment', count)).status, 200);
  }
  const [product] = await read({ report_type: 'products' }, own);
  assert.deepEqual([product?.sku, product?.stock], ['ENDLESS', '2999999997']);
});

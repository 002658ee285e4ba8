import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { assert, claimsOf } from './claims.ts';

const app = await createTestApp();
const { proves, answers } = claimsOf(import.meta.filename);
const shop = await aShop(app);
const tea = await aProduct(shop, { price: 100 });
const day = (days_ago: number) =>
  new Date(Date.parse(app.clock.now()) - days_ago * 86_400_000).toISOString().slice(0, 10);
const branch = (await shop.owner.post('/branches', { name: 'Another' })).body.data;

for (const [days_ago, quantity] of [
  [40, 1],
  [2, 2],
  [0, 3],
] as const)
  await shop.owner.post('/transactions', {
    items: [{ product_id: tea.id, quantity }],
    payment_method: 'cash',
    occurred_at: `${day(days_ago)}T00:00:00Z`,
  });

const total = async (path: string) => (await shop.owner.get(path)).body.data.total_sales;
const sales = (query: string) => total(`/reports/sales?${query}`);
const dashboard = (query: string) => total(`/dashboard/summary?${query}`);
const requestExport = (body: object) =>
  shop.owner.post('/reports/export', {
    report_type: 'sales',
    format: 'csv',
    start_date: day(2),
    end_date: day(0),
    ...body,
  });
const download = async (answer: { body: { data: { download_url: string } } }) =>
  app.fastify.inject({ method: 'GET', url: answer.body.data.download_url });

test('returns the sales report', async () => {
  const answer = await shop.owner.get(`/reports/sales?start_date=${day(40)}&end_date=${day(0)}`);
  answers('GET /reports/sales', answer);
  const { total_sales, total_transactions, average_transaction, top_products } = answer.body.data;
  assert.deepEqual([total_sales, total_transactions, average_transaction], [600, 3, 200]);
  const [{ product_id, name, quantity_sold, revenue }] = top_products;
  assert.deepEqual(
    { product_id, name, quantity_sold, revenue },
    { product_id: tea.id, name: tea.name, quantity_sold: 6, revenue: 600 },
  );
});

test('accepts both names of the dates', async () => {
  await proves(['GET /reports/sales ? start_date', 'GET /reports/sales ? end_date'], async () => {
    assert.equal(await sales(`start_date=${day(2)}&end_date=${day(0)}`), 500);
    assert.equal(await sales(`start_date=${day(40)}&end_date=${day(2)}`), 300);
  });
  await proves(['GET /reports/sales ? startDate', 'GET /reports/sales ? endDate'], async () => {
    assert.equal(await sales(`startDate=${day(2)}&endDate=${day(0)}`), 500);
    assert.equal(await sales(`startDate=${day(40)}&endDate=${day(2)}`), 300);
  });
  await proves('GET /reports/sales: both dates are required, in either spelling', async () => {
    const single = ['start_date', 'end_date', 'startDate', 'endDate'].map((name) => `${name}=${day(0)}`);
    for (const query of ['', ...single])
      assert.equal((await shop.owner.get(`/reports/sales?${query}`)).status, 422, query);
  });
});

test('filters by branch and groups by period', async () => {
  const range = `startDate=${day(40)}&endDate=${day(0)}`;
  await proves('GET /reports/sales ? branchId', async () => {
    assert.equal(await sales(`${range}&branchId=${shop.branch_id}`), 600);
    assert.equal(await sales(`${range}&branchId=${branch.id}`), 0);
  });
  await proves('GET /reports/sales ? groupBy', async () => {
    const periods = async (by: string): Promise<number> =>
      (await shop.owner.get(`/reports/sales?${range}&groupBy=${by}`)).body.data.series.length;
    assert.equal(await periods('day'), 41);
    assert.ok([6, 7].includes(await periods('week')), 'weeks');
    assert.ok([2, 3].includes(await periods('month')), 'months');
    assert.equal((await shop.owner.get(`/reports/sales?${range}&groupBy=year`)).status, 422);
  });
});

test('returns the inventory report', async () => {
  answers('GET /reports/inventory', await shop.owner.get('/reports/inventory'));
});

test('exports a report to a file with a link', async () => {
  const answer = await requestExport({});
  answers('POST /reports/export', answer);
  await proves('download_url is under {cdn_url} and returns the file', async () => {
    assert.match(answer.body.data.download_url, /^http:\/\/[^/]+\/cdn\//);
    assert.equal((await download(answer)).statusCode, 200);
  });
  await proves('POST /reports/export <- format', async () => {
    assert.match(String((await download(answer)).headers['content-type']), /^text\/csv/);
    assert.equal((await requestExport({ format: 'papyrus' })).status, 422);
  });
  await proves('POST /reports/export <- report_type', async () => {
    const products = await download(await requestExport({ report_type: 'products' }));
    assert.ok(products.body.includes(tea.sku), products.body);
    assert.equal((await requestExport({ report_type: 'weather' })).status, 422);
  });
  await proves(['POST /reports/export <- start_date', 'POST /reports/export <- end_date'], async () => {
    const file = await download(await requestExport({ start_date: day(2), end_date: day(1) }));
    assert.ok(file.body.includes(day(2)) && file.body.includes('200'), file.body);
    assert.ok(!file.body.includes('300'), file.body);
  });
  await proves('expires_at is when the link expires', async () => {
    app.clock.freeze(new Date(Date.parse(answer.body.data.expires_at) - 1).toISOString());
    assert.equal((await download(answer)).statusCode, 200);
    app.clock.freeze(answer.body.data.expires_at);
    assert.equal((await download(answer)).statusCode, 404);
    app.clock.set(new Date().toISOString());
  });
});

test('returns the dashboard', async () => {
  answers('GET /dashboard/summary', await shop.owner.get('/dashboard/summary'));
  await proves('GET /dashboard/summary ? branchId', async () => {
    assert.equal(await dashboard(`branchId=${shop.branch_id}`), 300);
    assert.equal(await dashboard(`branchId=${branch.id}`), 0);
  });
  await proves(['GET /dashboard/summary ? startDate', 'GET /dashboard/summary ? endDate'], async () => {
    assert.equal(await dashboard(`startDate=${day(2)}&endDate=${day(0)}`), 500);
    assert.equal(await dashboard(`startDate=${day(40)}&endDate=${day(1)}`), 300);
  });
});

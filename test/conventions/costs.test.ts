import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { isAllowed, roles } from '../../server/src/core/permissions.ts';
import { reportTypes } from '../../server/src/features/exports/rules.ts';
import { formats } from '../../server/src/platform/files/cells.ts';
import { type Caller, createCaller } from '../caller.ts';
import { exportTools, runExport } from '../exports.ts';
import { salesReports } from '../sales-reports.ts';
import { aCustomer, aProduct, aShop, aStaffMember } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const cashier = await aStaffMember(shop, 'cashier');

// Costs that no other number in the shop equals. Their order differs from that of names, SKUs, prices and times.
const costs = [1234.56, 7654.32, 4321.98];
const priced = { price: 9999, category: 'Hidden', min_stock: 200 };
const products: { id: string }[] = [];
for (const [index, cost] of costs.entries())
  products.push(await aProduct(shop, { ...priced, sku: `S-${index}`, name: `P ${index}`, cost }));
const [first] = products;
assert.ok(first);
const customer = await aCustomer(shop);
const sale = await cashier.post('/transactions', {
  items: products.map(({ id }) => ({ product_id: id, quantity: 1 })),
  payment_method: 'cash',
  customer_id: customer.id,
});
const refund = await cashier.post(`/transactions/${sale.body.data.id}/refund`, {
  items: [{ product_id: first.id, quantity: 1 }],
});
assert.equal(refund.status, 201, refund.text);

/** The first text that reveals a cost: a field with such a name, a cost, or a sum or margin of costs. */
function findCost(text: string): string | undefined {
  const figures = costs.flatMap((cost) => [cost, 9999 - cost, cost * 99, cost * 100]);
  const sum = costs.reduce((all, cost) => all + cost, 0);
  // The first product was refunded.
  const unrefunded = sum - (costs[0] ?? 0);
  const found = [...figures, sum, 3 * 9999 - sum, unrefunded, 2 * 9999 - unrefunded]
    .map((figure) => String(Math.round(figure * 100) / 100))
    .find((figure) => text.includes(figure));
  return found ?? /"?(?:unit_?)?(?:cost|margin|gross_?profit|value_?at_?cost)\w*"?\s*(?:[:,]|$)/im.exec(text)?.[0];
}

const gets = app.routes.filter(({ method, url }) => [method].flat().includes('GET') && url.startsWith('/api/v1'));
const readable = gets.filter(
  ({ config }) => config?.permission !== undefined && isAllowed('cashier', config.permission),
);

const ids: Record<string, string> = {
  products: first.id,
  inventory: first.id,
  customers: customer.id,
  transactions: sale.body.data.id,
  branches: shop.branch_id,
  warehouses: shop.warehouse_id,
};

const addressOf = (url: string): string => {
  const path = url.replace('/api/v1', '');
  return path.replace(/:\w+/, ids[path.split('/')[1] ?? ''] ?? first.id);
};

const queries = [
  '',
  'limit=100',
  'view=records',
  'view=levels',
  'format=csv',
  'search=P',
  'category=Hidden',
  'low_stock=true',
];

test('the check finds costs in a response', async () => {
  assert.ok(findCost((await shop.owner.get('/products')).text));
  assert.ok(findCost((await shop.owner.get('/inventory/export?format=csv')).text));
  assert.ok(findCost((await shop.owner.get('/reports/sales?start_date=2026-03-01&end_date=2026-03-01')).text));
  assert.equal(findCost('{"price":9999}'), undefined);
});

test('no response to a cashier contains a cost or margin', async () => {
  assert.ok(readable.length > 12, 'routes were found');
  for (const { url } of readable) {
    for (const query of queries) {
      const address = `${addressOf(url)}?${query}`;
      const { text, status } = await cashier.get(address);
      assert.ok([200, 404, 422].includes(status), `${address}: ${text}`);
      assert.equal(findCost(text), undefined, address);
    }
  }
});

test('no response to a cashier’s change contains a cost', () => {
  assert.equal(findCost(sale.text), undefined);
  assert.equal(findCost(refund.text), undefined);
});

test('a cashier cannot sort by cost', async () => {
  for (const { url } of readable.filter((route) => !route.url.includes(':'))) {
    for (const query of [
      'sort=cost',
      'sort=-cost',
      'sort=name,cost',
      'sortBy=cost',
      'sort_by=cost&sortOrder=desc',
      'format=csv&sortBy=cost',
    ]) {
      const address = `${addressOf(url)}?${query}`;
      const response = await cashier.get(address);
      if (response.status === 422) continue;
      const unsorted = await cashier.get(
        address.replace(/(&?)(sort|sortBy|sort_by)=[^&]*/, '').replace('sortOrder=desc', ''),
      );
      assert.equal(response.text, unsorted.text, `${address} is sorted by cost`);
    }
  }
});

test('a cashier cannot filter or search by cost', async () => {
  for (const path of ['/products', '/inventory?view=records', '/inventory/export?format=csv']) {
    const address = `${path}${path.includes('?') ? '&' : '?'}`;
    assert.ok(!(await cashier.get(`${address}search=1234.56`)).text.includes('S-0'), path);
    const all = await cashier.get(path);
    for (const filter of ['cost=1234.56', 'min_cost=2000', 'maxCost=2000']) {
      assert.equal((await cashier.get(`${address}${filter}`)).text, all.text, `${path} ${filter}`);
    }
  }
});

const { requestExport, download } = exportTools(app);
const today = app.clock.now().slice(0, 10);
const files = reportTypes.flatMap((report_type) =>
  formats.map((format) => ({ report_type, format, start_date: today, end_date: today })),
);

/** The content of a CSV or XLSX file as lines of text. */
async function linesOf({ rawPayload }: { rawPayload: Buffer }, format: string): Promise<string> {
  if (format === 'csv') return rawPayload.toString();
  const { sheets } = await readXlsx(rawPayload);
  return sheets.flatMap(({ rows }) => rows.map((row) => row.join(','))).join('\n');
}

async function inventoryFile({ headers }: Caller, format: string): Promise<string> {
  const file = await app.fastify.inject({ url: `/api/v1/inventory/export?format=${format}`, headers });
  assert.equal(file.statusCode, 200, file.body);
  return linesOf(file, format);
}

const exportRoutes: Record<string, (caller: Caller, body: object) => Promise<string>> = {
  'POST /reports/export': async (caller, body) => (await caller.post('/reports/export', body)).body.data.download_url,
  async 'POST /exports'(caller, body) {
    const { id } = await requestExport(caller, body);
    await runExport(app, shop.merchant_id);
    return (await caller.get(`/exports/${id}`)).body.data.download_url;
  },
};

/** The text of each file that a caller can export. */
async function eachFile(caller: Caller): Promise<{ name: string; text: string }[]> {
  const texts: { name: string; text: string }[] = [];
  for (const format of formats) {
    texts.push({ name: `GET /inventory/export ${format}`, text: await inventoryFile(caller, format) });
  }
  for (const [route, urlOf] of Object.entries(exportRoutes)) {
    for (const body of files) {
      const file = await download(await urlOf(caller, body));
      assert.equal(file.statusCode, 200, file.body);
      texts.push({ name: `${route} ${body.report_type} ${body.format}`, text: await linesOf(file, body.format) });
    }
  }
  return texts;
}

async function aKey(permissions: string[]): Promise<Caller> {
  const made = await shop.owner.post('/api-keys', { name: 'Books', permissions });
  assert.equal(made.status, 201, made.text);
  return createCaller(app.fastify, { authorization: `Bearer ${made.body.data.key}` });
}

const keyPermissions = ['reports:read', 'catalogue:read', 'stock:read', 'sales:read', 'customers:read'];

test('files contain costs for an owner and an API key with costs:read', async () => {
  for (const caller of [shop.owner, await aKey([...keyPermissions, 'costs:read'])]) {
    for (const { name, text } of await eachFile(caller)) {
      const hasCosts = /sales|products|inventory/.test(name) && !/tax|discounts|refunds/.test(name);
      assert.equal(findCost(text) !== undefined, hasCosts, `${name}: ${text}`);
    }
  }
});

test('no file contains a cost or margin for an API key without costs:read', async () => {
  const texts = await eachFile(await aKey(keyPermissions));
  assert.equal(texts.length, 2 + 2 * 2 * reportTypes.length);
  for (const { name, text } of texts) assert.equal(findCost(text), undefined, name);
});

test('no report is read by an API key without costs:read, and each role that reads reports has it', async () => {
  const [without, withCosts] = [await aKey(keyPermissions), await aKey([...keyPermissions, 'costs:read'])];
  const reports = ['', '/by-product', '/by-category', '/by-staff', '/by-hour'].map((part) => `/reports/sales${part}`);
  for (const path of [...reports, '/reports/inventory', '/dashboard/summary']) {
    const query = `${path}?start_date=${today}&end_date=${today}`;
    const refused = await without.get(query);
    assert.deepEqual(
      [refused.status, refused.body.error?.message],
      [403, 'This API key needs costs:read as well'],
      path,
    );
    assert.equal((await withCosts.get(query)).status, 200, path);
  }
  for (const part of ['tax', 'discounts', 'refunds']) {
    const { status, text } = await without.get(`/reports/sales/${part}?start_date=${today}&end_date=${today}`);
    assert.equal(status, 200, text);
    assert.equal(findCost(text), undefined, part);
  }
  const readers = roles.filter((role) => isAllowed(role, 'reports:read'));
  assert.deepEqual(
    readers.filter((role) => !isAllowed(role, 'costs:read')),
    [],
  );
});

test('a role without costs:read exports the inventory without costs, and no report', async () => {
  const limited = roles.filter((role) => !isAllowed(role, 'costs:read'));
  assert.deepEqual(limited, ['cashier']);
  for (const format of formats) {
    assert.equal(findCost(await inventoryFile(cashier, format)), undefined, format);
  }
  for (const route of ['/reports/export', '/exports'])
    for (const body of files)
      assert.equal((await cashier.post(route, body)).status, 403, `${route} ${body.report_type} ${body.format}`);
});

test('reports, dashboard and imports are closed to a cashier', async () => {
  for (const path of [
    ...['', ...salesReports].map((part) => `/reports/sales${part}?start_date=2026-03-01&end_date=2026-03-01`),
    '/reports/inventory',
    '/dashboard/summary',
  ])
    assert.equal((await cashier.get(path)).status, 403, path);
  assert.equal((await cashier.post('/inventory/import')).status, 403);
  assert.equal((await cashier.post('/inventory/import/validate')).status, 403);
});

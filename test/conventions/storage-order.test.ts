import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { needsDates, reportTypes } from '../../server/src/features/exports/rules.ts';
import { type Caller, createCaller } from '../caller.ts';
import { runDemo } from '../demo.ts';
import { exportTools, runExport } from '../exports.ts';
import { addRecords, done } from '../records.ts';
import { salesReports } from '../sales-reports.ts';
import { aShop } from '../shop.ts';
import { createTestApp, openTestApp, type TestApp } from '../test-app.ts';

/**
 * The order in which the database keeps rows, and the plan that it chooses, say nothing about the order of an answer.
 * So each address is read twice: as the service left the rows, and with all rows stored in another order and no index.
 */
const app = await createTestApp();
const shop = await aShop(app);
const { owner, merchant_id, branch_id } = shop;
done(await owner.post('/demo'));
await runDemo(app, merchant_id, { days: 6 });
const records = await addRecords(shop, 'here');
await addParts();

/** Several parts of one sale, product and customer. */
async function addParts(): Promise<void> {
  const [, second = '', third = ''] = records.products;
  for (const name of ['Red', 'Green', 'Blue'])
    done(await owner.post(`/products/${third}/variants`, { sku: `V-${name}`, name, price: 11, stock: 50 }));
  for (const price of [12, 11, 13]) done(await owner.patch(`/products/${third}`, { price }));
  const sale = done(
    await owner.post('/transactions', {
      items: [third, second, records.products[0]].map((product_id) => ({ product_id, quantity: 3 })),
      customer_id: records.customers[2],
      payments: [
        { method: 'card', amount: 20 },
        { method: 'cash', amount: 99 },
      ],
    }),
  );
  records.paid[2] = sale.id;
  for (const refunded of [
    [second, third],
    [third, second],
  ]) {
    const items = refunded.map((product_id) => ({ product_id, quantity: 1 }));
    done(await owner.post(`/transactions/${sale.id}/refund`, { items }));
  }
  done(await owner.put(`/staff/${records.members[2]?.id}`, { branch_ids: records.branches }));
  for (const points of [3, 1, 2])
    done(await owner.post(`/customers/${records.customers[2]}/loyalty/corrections`, { points, reason: 'x' }));
}

const ids: Record<string, string | undefined> = {
  'api-keys': records.keys[2],
  branches: branch_id,
  'by-product': records.products[2],
  customers: records.customers[2],
  inventory: records.products[2],
  products: records.products[2],
  staff: records.members[2]?.id,
  transactions: records.paid[2],
  warehouses: shop.warehouse_id,
  webhooks: records.webhooks[2],
};

/** Their answers tell the time, what a process does, or which exports were read. */
const changing = /^\/(events\/stream|demo|jobs|health|push\/key|audit)/;

/** Fields by which a list can be sorted, by address. */
const sorts: Record<string, readonly string[]> = {
  '/api-keys': ['name', '-created_at'],
  '/branches': ['name', '-created_at'],
  '/customers': ['name', '-created_at', '-points'],
  '/inventory': ['product_name', '-sku'],
  '/products': ['name', '-price', 'stock', 'category', 'status'],
  '/reports/sales/by-product': ['name', '-quantity', 'gross_profit', '-margin'],
  '/staff': ['name', '-email', 'role'],
  '/warehouses': ['name', '-created_at'],
};

type Query = Record<string, { enum?: string[] }>;

/** What an address does not answer without. */
const needed: Record<string, string> = {
  '/lookup': 'code=Three',
  '/inventory/export': 'format=csv',
  ...Object.fromEntries(
    ['', ...salesReports].map((part) => [`/reports/sales${part}`, 'start_date=2026-01-01&end_date=2026-12-31']),
  ),
};

/** Addresses of a route: by itself, with each value of a parameter that has few, and in each order. */
function addressesOf(url: string, query: Query): string[] {
  const path = url.replace('/api/v1', '').replace(/\/([a-z-]+)\/:id/, (_, folder) => `/${folder}/${ids[folder]}`);
  const filters = [
    '',
    ...Object.entries(query).flatMap(([name, { enum: values = [] }]) =>
      name === 'format' ? [] : values.map((value) => `${name}=${value}${name === 'sort_by' ? '&view=records' : ''}`),
    ),
    ...(sorts[path] ?? []).map((sort) => `sort=${sort}&limit=100`),
  ];
  return filters.map((filter) => [path, [needed[path], filter].filter(Boolean).join('&')].filter(Boolean).join('?'));
}

const addresses = [
  ...app.routes.flatMap(({ method, url, schema }) => {
    const path = url.replace('/api/v1', '');
    if (method !== 'GET' || path === url || changing.test(path)) return [];
    const [, folder] = /^\/([a-z-]+(?:\/imports)?)\/:id/.exec(path) ?? [];
    if (folder !== undefined && ids[folder] === undefined) return [];
    return addressesOf(url, (schema?.querystring as { properties?: Query } | undefined)?.properties ?? {});
  }),
  '/audit?action=product.created&limit=100',
  `/audit?subject_id=${records.products[2]}`,
  '/dashboard/summary?start_date=2026-01-01',
  `/transactions?customer_id=${records.customers[2]}`,
  '/products?search=a&limit=100',
  '/customers?search=a&limit=100',
];

async function readAll(caller: Caller): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const address of addresses) {
    const { status, text } = await caller.get(address);
    assert.equal(status, 200, `${address}: ${text}`);
    read.set(address, text);
  }
  return read;
}

/** Each kind of export, as a file of text. */
async function exportAll(of: TestApp): Promise<string[]> {
  const tools = exportTools(of);
  const caller = createCaller(of.fastify, owner.headers);
  const texts: string[] = [];
  for (const report_type of reportTypes) {
    const range = needsDates(report_type) ? { start_date: '2026-01-01', end_date: '2026-12-31' } : {};
    const { id } = await tools.requestExport(caller, { report_type, format: 'csv', ...range });
    await runExport(of, merchant_id);
    const { download_url } = done(await caller.get(`/exports/${id}`));
    texts.push((await tools.download(download_url)).body);
    // The same export would be given again.
    done(await caller.delete(`/exports/${id}`));
  }
  return texts;
}

/** Writes the rows of each table again, the last one first. */
async function reverseRows(): Promise<void> {
  const { rows: tables } = await app.admin.query<{ name: string; column: string }>(`
    select c.relname as name, (select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum limit 1) as column
      from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
  const loops = tables.map(
    ({ name, column }) => `
      for place in select tableoid as part, ctid as at from ${name} order by ctid desc loop
        update ${name} set ${column} = ${column} where tableoid = place.part and ctid = place.at;
      end loop;`,
  );
  await app.admin.query(`do $$ declare place record; begin
    set local session_replication_role = replica;
    ${loops.join('\n')}
  end $$`);
  for (const plan of ['indexscan', 'indexonlyscan', 'bitmapscan', 'mergejoin'])
    await app.admin.query(`alter database ${app.connection.database} set enable_${plan} = off`);
}

test('answers the same whatever the order of the stored rows', async () => {
  // The dashboard compares periods until the present minute, which may pass between two readings.
  const time = app.clock.now();
  app.clock.freeze(time);
  // The first reading of a receipt is the original.
  await readAll(owner);
  const filesBefore = await exportAll(app);
  const before = await readAll(owner);
  await reverseRows();
  const again = await openTestApp(app.connection);
  after(() => again.close());
  again.clock.freeze(time);
  const now = await readAll(createCaller(again.fastify, owner.headers));
  assert.ok(addresses.length >= 100, `${addresses.length} addresses`);
  const different = addresses.filter((address) => now.get(address) !== before.get(address));
  assert.deepEqual(different, []);
  // Reports by tax rate, category, person or discount have few rows.
  const fewest = reportTypes.map((type) => (/tax|category|staff|discounts|refunds/.test(type) ? 1 : 3));
  const lines = filesBefore.map((text) => text.trim().split('\n').length);
  assert.ok(
    lines.every((count, at) => count > (fewest[at] ?? 3)),
    JSON.stringify(lines),
  );
  assert.deepEqual(await exportAll(again), filesBefore);
});

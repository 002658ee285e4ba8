import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { newId } from '../../server/src/core/ids.ts';
import { type Caller, createCaller } from '../caller.ts';
import { aShift } from '../registers.ts';
import { salesReports } from '../sales-reports.ts';
import { aCustomer, aProduct, aShop, aStaffMember, aWarehouse } from '../shop.ts';
import { createStatementCount, type Statements } from '../statements.ts';
import { createTestApp, openTestApp } from '../test-app.ts';

// Counts the statements of the handler for one request to a warm service. The statements of the admission (rate limit,
// session, membership) are counted separately. Transaction control and the setting of the merchant are not counted.
const statements = createStatementCount();
const app = await createTestApp({ ...statements.watch, env: { RATE_LIMIT_PER_MINUTE: '100000' } });
const shop = await aShop(app);
const shared = await openTestApp(app.connection, {
  ...statements.watch,
  isAlone: false,
  env: { RATE_LIMIT_PER_MINUTE: '100000' },
});
after(() => shared.close());
/** A service that is alone on the database, and one that shares it and so caches less. */
const readers = [shop.owner, createCaller(shared.fastify, shop.owner.headers)];

const product = await aProduct(shop, { stock: 10_000, min_stock: 5, category: 'First' });
const customer = await aCustomer(shop);
const { id: endpoint } = (await shop.owner.post('/webhooks', { url: 'http://127.0.0.1:9/' })).body.data;
const shift = await aShift(shop);
await addRecords(0);

async function closeShift({ id }: { id: string }): Promise<void> {
  const counted = [{ method: 'cash', amount: 100 }];
  assert.equal((await shop.owner.post(`/shifts/${id}/count`, { counted })).status, 200);
  assert.equal((await shop.owner.post(`/shifts/${id}/close`, {})).status, 200);
}

/** Adds a record to each list and to the data of each report. */
async function addRecords(round: number): Promise<void> {
  const owner = shop.owner;
  const { id } = await aProduct(shop, { category: `Category ${round}`, stock: 3, min_stock: 5 });
  const variant = await owner.post(`/products/${product.id}/variants`, {
    sku: `V-${round}`,
    name: `Variant ${round}`,
    price: 1,
    stock: 2,
  });
  assert.equal(variant.status, 201, variant.text);
  await aCustomer(shop);
  await aWarehouse(shop, `Warehouse ${round}`);
  assert.equal((await owner.post('/branches', { name: `Branch ${round}` })).status, 201);
  await aStaffMember(shop, 'cashier');
  const token = `token-${round}`.padEnd(40, 'x');
  assert.equal((await owner.post('/auth/register-device', { token, platform: 'ios' })).status, 201);
  const items = [id, product.id].map((product_id) => ({ product_id, quantity: 1 }));
  const sale = await owner.post('/transactions', {
    items,
    customer_id: customer.id,
    payment_method: round % 2 === 0 ? 'cash' : 'card',
  });
  assert.equal(sale.status, 201, sale.text);
  await closeShift(await aShift(shop));
  const movement = { type: 'paid_in', amount: 1, reason: `Round ${round}` };
  assert.equal((await owner.post(`/shifts/${shift.id}/movements`, movement)).status, 201);
  const refund = { items: [{ product_id: product.id, quantity: 1 }] };
  assert.equal((await owner.post(`/transactions/${sale.body.data.id}/refund`, refund)).status, 201);
}

const ids: Record<string, string> = {
  customers: customer.id,
  webhooks: endpoint,
  products: product.id,
  shifts: shift.id,
};
const addressOf = (url: string) =>
  url.replace('/api/v1', '').replace(/\/([a-z]+)\/:\w+/, (_, of: string) => `/${of}/${ids[of] ?? of}`);

/** Whether the route returns pages with a total. */
const isList = ({ method, url, schema }: RouteOptions) =>
  method === 'GET' &&
  url.startsWith('/api/v1') &&
  /"total_?pages"/i.test(JSON.stringify((schema?.response as object | undefined) ?? {}));

const today = new Date().toISOString().slice(0, 10);
const year = `start_date=2026-01-01&end_date=${today}`;

const lists = app.routes
  .filter(isList)
  .map(({ url }) => addressOf(url))
  .map((address) => (address.startsWith('/reports/sales/') ? `${address}?${year}` : address));

const atMost = {
  list: 2,
  /** One for the user, one for the merchants that they joined, and one for each merchant: here one. */
  ownMerchants: 3,
  product: 1,
  report: 2,
  /** Session and membership are cached for a second. */
  admission: 3,
};
const reads: [address: string, atMost: number][] = [
  ...lists.map((address): [string, number] => [
    address,
    address === '/auth/merchants' ? atMost.ownMerchants : atMost.list,
  ]),
  ...[
    '/products?search=product&sort=name',
    '/products?category=First&status=active&limit=100',
    `/products?branchId=${shop.branch_id}&sort=-stock`,
    '/inventory?view=records&limit=100',
    '/inventory?view=records&search=prod&sortBy=name',
    '/inventory?lowStock=true',
    '/transactions?search=a&limit=100',
    `/transactions?customer_id=${customer.id}`,
    '/customers?search=carla&sort=name',
    `/inventory/movements?product_id=${product.id}`,
  ].map((address): [string, number] => [address, atMost.list]),
  [`/products/${product.id}`, atMost.product],
  [`/inventory/${product.id}`, atMost.product],
  ...[
    `/reports/sales?start_date=2026-01-01&end_date=${today}&groupBy=month`,
    ...salesReports.map((part) => `/reports/sales${part}?${year}`),
    '/reports/inventory',
    '/dashboard/summary',
    `/dashboard/summary?startDate=2026-01-01&endDate=${today}&branchId=${shop.branch_id}`,
  ].map((address): [string, number] => [address, atMost.report]),
];

/** The statements of a read whose response is not cached, because a product was changed just before. */
async function statementsOf(reader: Caller, address: string): Promise<Statements & { length: number }> {
  assert.equal((await reader.get(address)).status, 200, address);
  assert.equal((await shop.owner.put(`/products/${product.id}`, { description: newId() })).status, 200);
  let length = 0;
  const counted = await statements.during(async () => {
    const answer = await reader.get(address);
    assert.equal(answer.status, 200, `${address}: ${answer.text}`);
    length = answer.text.length;
  });
  return { ...counted, length };
}

test('counts each statement of a request, and separates authentication from its handler', async () => {
  // This change clears the cached membership.
  assert.equal((await shop.owner.put('/merchant', { name: 'Counted' })).status, 200);
  const { admission, handler } = await statements.during(() => shop.owner.get('/products'));
  assert.ok(admission.some((text) => text.includes('members')));
  assert.ok(handler.length > 0 && handler.every((text) => /\bproducts\b/.test(text)), handler.join('\n'));
});

test('finds every list', () => {
  assert.ok(lists.length >= 14, lists.join(' '));
  for (const path of ['/products', '/inventory', '/customers', '/transactions', '/inventory/movements', '/categories'])
    assert.ok(lists.includes(path), path);
});

test('limits the statements of each read, independent of the number of rows', async () => {
  const few = await statementsOfReads();
  for (let round = 1; round <= 6; round += 1) await addRecords(round);
  const many = await statementsOfReads();
  for (const [index, { address, limit, handler, admission, length }] of many.entries()) {
    const before = few[index];
    assert.ok(before);
    assert.ok(handler.length <= limit, `${address} needs ${handler.length} statements:\n${handler.join('\n')}`);
    assert.ok(
      handler.length <= before.handler.length,
      `${address} needs more statements for more rows:\n${handler.join('\n')}`,
    );
    assert.ok(
      admission.length <= atMost.admission,
      `${address} needs more statements for the admission:\n${admission.join('\n')}`,
    );
    if (!/audit|sessions/.test(address)) assert.ok(length >= before.length, `${address} returns fewer rows`);
  }
});

async function statementsOfReads() {
  const found: (Statements & { address: string; limit: number; length: number })[] = [];
  for (const reader of readers)
    for (const [address, limit] of reads) found.push({ address, limit, ...(await statementsOf(reader, address)) });
  return found;
}

test('limits a repeated read to one statement or none', async () => {
  for (const [index, reader] of readers.entries()) {
    await reader.get('/products?limit=7');
    const { handler } = await statements.during(() => reader.get('/products?limit=7'));
    assert.equal(handler.length, index, handler.join('\n'));
  }
});

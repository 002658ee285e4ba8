import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { newId } from '../../server/src/core/ids.ts';
import { type Caller, createCaller } from '../caller.ts';
import { aCustomer, aProduct, aShop, aStaffMember, aWarehouse } from '../shop.ts';
import { createStatementCount, type Statements } from '../statements.ts';
import { createTestApp, openTestApp } from '../test-app.ts';

// Counted is the work that a warm service does for one request. What lets a request in (its count, session and place at the merchant) is counted
// apart; begins, commits and the binding to a merchant are not counted.
const statements = createStatementCount();
const app = await createTestApp({ ...statements.watch, env: { RATE_LIMIT_PER_MINUTE: '100000' } });
const shop = await aShop(app);
const among = await openTestApp(app.connection, {
  ...statements.watch,
  isAlone: false,
  env: { RATE_LIMIT_PER_MINUTE: '100000' },
});
after(() => among.close());
/** The service that has the database to itself, and one that does not. */
const readers = [shop.owner, createCaller(among.fastify, shop.owner.headers)];

const product = await aProduct(shop, { stock: 10_000, min_stock: 5, category: 'First' });
const customer = await aCustomer(shop);
const { id: endpoint } = (await shop.owner.post('/webhooks', { url: 'http://127.0.0.1:9/' })).body.data;
await more(0);

/** Something more of everything that is listed, and of what reports tell of. */
async function more(round: number): Promise<void> {
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
  const refund = { items: [{ product_id: product.id, quantity: 1 }] };
  assert.equal((await owner.post(`/transactions/${sale.body.data.id}/refund`, refund)).status, 201);
}

const ids: Record<string, string> = { customers: customer.id, webhooks: endpoint, products: product.id };
const addressOf = (url: string) =>
  url.replace('/api/v1', '').replace(/\/([a-z]+)\/:\w+/, (_, of: string) => `/${of}/${ids[of] ?? of}`);

/** Whether it answers pages that tell how many rows there are. */
const isList = ({ method, url, schema }: RouteOptions) =>
  method === 'GET' &&
  url.startsWith('/api/v1') &&
  /"total_?pages"/i.test(JSON.stringify((schema?.response as object | undefined) ?? {}));

const lists = app.routes.filter(isList).map(({ url }) => addressOf(url));

const atMost = {
  list: 2,
  product: 1,
  report: 2,
  /** Session and place are remembered for a second. */
  lettingIn: 3,
};
const today = new Date().toISOString().slice(0, 10);

const reads: [address: string, atMost: number][] = [
  ...lists.map((address): [string, number] => [address, atMost.list]),
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
    '/reports/inventory',
    '/dashboard/summary',
    `/dashboard/summary?startDate=2026-01-01&endDate=${today}&branchId=${shop.branch_id}`,
  ].map((address): [string, number] => [address, atMost.report]),
];

/** What a read costs when its answer is not remembered: something was changed just before. */
async function costOf(reader: Caller, address: string): Promise<Statements & { shown: number }> {
  assert.equal((await reader.get(address)).status, 200, address);
  assert.equal((await shop.owner.put(`/products/${product.id}`, { description: newId() })).status, 200);
  let shown = 0;
  const counted = await statements.during(async () => {
    const answer = await reader.get(address);
    assert.equal(answer.status, 200, `${address}: ${answer.text}`);
    shown = answer.text.length;
  });
  return { ...counted, shown };
}

test('counts each statement of a request, and separates authentication from its work', async () => {
  // After that no position is cached.
  assert.equal((await shop.owner.put('/merchant', { name: 'Counted' })).status, 200);
  const { letting_in, work } = await statements.during(() => shop.owner.get('/products'));
  assert.ok(letting_in.some((text) => text.includes('members')));
  assert.ok(work.length > 0 && work.every((text) => /\bproducts\b/.test(text)), work.join('\n'));
});

test('finds every list', () => {
  assert.ok(lists.length >= 14, lists.join(' '));
  for (const path of ['/products', '/inventory', '/customers', '/transactions', '/inventory/movements', '/categories'])
    assert.ok(lists.includes(path), path);
});

test('limits the statements of each read, independent of the number of rows', async () => {
  const few = await costs();
  for (let round = 1; round <= 6; round += 1) await more(round);
  const many = await costs();
  for (const [index, { address, limit, work, letting_in, shown }] of many.entries()) {
    const before = few[index];
    assert.ok(before);
    assert.ok(work.length <= limit, `${address} takes ${work.length} statements:\n${work.join('\n')}`);
    assert.ok(work.length <= before.work.length, `${address} takes more where it shows more:\n${work.join('\n')}`);
    assert.ok(letting_in.length <= atMost.lettingIn, `${address} takes more to be let in:\n${letting_in.join('\n')}`);
    if (!/audit|sessions/.test(address)) assert.ok(shown >= before.shown, `${address} shows more`);
  }
});

async function costs() {
  const found: (Statements & { address: string; limit: number; shown: number })[] = [];
  for (const reader of readers)
    for (const [address, limit] of reads) found.push({ address, limit, ...(await costOf(reader, address)) });
  return found;
}

test('limits a repeated read to one statement or none', async () => {
  for (const [index, reader] of readers.entries()) {
    await reader.get('/products?limit=7');
    const { work } = await statements.during(() => reader.get('/products?limit=7'));
    assert.equal(work.length, index, work.join('\n'));
  }
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { startDispatch } from '../../server/src/features/webhooks/start-dispatch.ts';
import { serviceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { runDemo } from '../demo.ts';
import { aReceiver } from '../receiver.ts';
import { salesReports } from '../sales-reports.ts';
import { aShop } from '../shop.ts';
import { createTestApp, testServer } from '../test-app.ts';
import { until } from '../until.ts';
import { type SentStatement, watchQueries } from '../watch-queries.ts';

// Counts the rows that each statement reads in a shop with more than a thousand sales. What a request reads must depend
// on what it returns or changes, and not on what is stored.

const days = 120;
/** Rows of tables. A page of a list has 20 rows. */
const readsAtMost = 600;
/** Of statements that add up the hours of a period. */
const readsOfSums = 4_000;
/** Addresses that read more, with the reason. */
const exceptions: Record<string, { readsAtMost: number; why: string }> = {
  '/dashboard/summary': { readsAtMost: readsOfSums, why: 'It adds up the hours of its period.' },
  '/transactions': { readsAtMost: readsOfSums, why: 'Its total adds up the hours of all sales.' },
  '/reports/sales': { readsAtMost: readsOfSums, why: 'It adds up the hours of its period.' },
  ...Object.fromEntries(
    salesReports.map((part) => [
      `/reports/sales${part}`,
      { readsAtMost: readsOfSums, why: 'It adds up the products, hours or sales of its period.' },
    ]),
  ),
  '/inventory/movements': { readsAtMost: Number.POSITIVE_INFINITY, why: 'Its total counts all movements.' },
};

/** The last values of each statement, by its text. */
const statements = new Map<string, SentStatement>();
let isRecording = false;
const app = await createTestApp(
  watchQueries((statement) => {
    if (isRecording && /\bfrom\b|\bupdate\b/i.test(statement.text)) statements.set(statement.text, statement);
  }),
);
const shop = await aShop(app, { currency: 'EUR', timezone: 'Europe/Berlin' });
assert.equal((await shop.owner.post('/demo')).status, 201);
await runDemo(app, shop.merchant_id, { days });
await app.admin.query('analyze');
const receiver = await aReceiver();
after(() => receiver.close());
await shop.owner.post('/webhooks', { url: receiver.url });
const dispatch = startDispatch(app.fastify.services, { warn: (fields) => console.error(fields) });
after(() => dispatch.stop());

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** The rows of tables that a plan read, also those that it did not use. */
function readsOf(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0);
  const own = (removed + (node['Relation Name'] === undefined ? 0 : node['Actual Rows'])) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, part) => sum + readsOf(part), own);
}

/** Runs the statements again, rolled back, and counts what each of them reads. */
async function countReads(found: Iterable<SentStatement>): Promise<{ text: string; reads: number }[]> {
  const client = new pg.Client({ ...app.connection });
  await client.connect();
  const counted: { text: string; reads: number }[] = [];
  try {
    await client.query(`set role ${serviceRole}`);
    // The plans of larger tables: a table of some 30 rows is cheaper to read whole, also once for each row of a page.
    await client.query('set enable_seqscan = off');
    await client.query(`select set_config('app.merchant_id', $1, false)`, [shop.merchant_id]);
    for (const { text, values } of found) {
      await client.query('begin');
      try {
        const { rows } = await client.query({ text: `explain (analyze, format json) ${text}`, values });
        counted.push({ text, reads: readsOf(rows[0]['QUERY PLAN'][0].Plan) });
      } catch (error) {
        // What a write has changed cannot be changed again: a row exists, a reservation has ended.
        if (!(error as { code?: string }).code?.startsWith('23')) throw new Error(text, { cause: error });
      } finally {
        await client.query('rollback');
      }
    }
  } finally {
    await client.end();
  }
  return counted;
}

async function record(work: () => Promise<unknown>): Promise<SentStatement[]> {
  statements.clear();
  isRecording = true;
  await work();
  isRecording = false;
  return [...statements.values()];
}

const titleOf = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200);

async function assertFewReads(work: () => Promise<unknown>, atMost = readsAtMost): Promise<void> {
  const many = (await countReads(await record(work)))
    .filter(({ reads }) => reads > atMost)
    .map(({ text, reads }) => `${reads} rows: ${titleOf(text)}`);
  assert.deepEqual(many, []);
}

const skip = testServer().workers !== undefined && 'the plans are those of the workers';
const data = async (address: string) => (await shop.owner.get(address)).body.data;
const send = async (method: 'post' | 'put', address: string, body: object, status: number) => {
  const answer = await shop.owner[method](address, body);
  assert.equal(answer.status, status, `${address}: ${answer.text}`);
  return answer.body.data;
};

test('the shop has more records than a request may read', async () => {
  const { rows } = await app.admin.query<{ sales: string; events: string }>(
    'select (select count(*) from sales) as sales, (select count(*) from events) as events',
  );
  assert.ok(Number(rows[0]?.sales) > 1_000 && Number(rows[0]?.events) > 4_000, JSON.stringify(rows));
});

/** Everything that can be read with an address alone. The checks of invariants read all records. */
const addresses = app.routes
  .filter(({ method, url }) => method === 'GET' && /^\/api\/v1\/[^:]*$/.test(url))
  .map(({ url }) => url.replace('/api/v1', ''))
  .filter((address) => !/^\/health|export|stream|\/lookup|\/reports\/sales/.test(address));
const month = 'start_date=2026-06-01&end_date=2026-06-30';

for (const address of [
  ...addresses,
  `/reports/sales?${month}&group_by=day`,
  ...salesReports.map((part) => `/reports/sales${part}?${month}`),
  '/lookup?code=1234567890123',
  '/transactions?page=20',
])
  test(`${address} reads few rows`, { skip }, () =>
    assertFewReads(
      async () => {
        const { status, text } = await shop.owner.get(address);
        assert.equal(status, 200, text);
      },
      exceptions[address.split('?')[0] ?? '']?.readsAtMost,
    ),
  );

test('a branch with few sales reads few rows, however many others have', { skip }, async () => {
  const { id: branch_id } = await send('post', '/branches', { name: 'Quiet' }, 201);
  await send('post', '/warehouses', { name: 'Quiet', branch_id, is_default: true }, 201);
  const items = [{ name: 'Repair', price: 10, quantity: 1 }];
  await send('put', '/merchant', { allow_custom_items: true }, 200);
  await send('post', '/transactions', { items, payment_method: 'cash', branch_id }, 201);
  for (const address of [
    `/transactions?branch_id=${branch_id}`,
    `/transactions?branch_id=${branch_id}&${month}`,
    `/transactions?branch_id=${branch_id}&page=2`,
  ])
    await assertFewReads(async () => assert.equal((await shop.owner.get(address)).status, 200, address));
});

test('finds most addresses', () => {
  assert.ok(addresses.length > 25, addresses.join(' '));
  for (const address of ['/products', '/transactions', '/inventory', '/customers', '/events', '/sync'])
    assert.ok(addresses.includes(address), address);
});

test('sales, refunds and their events read few rows', { skip }, async () => {
  const [product] = await data('/products?limit=1');
  const [customer] = await data('/customers?limit=1');
  const items = [{ product_id: product.id, quantity: 1 }];
  await assertFewReads(async () => {
    const before = receiver.received.length;
    const sale = await send('post', '/transactions', { items, payment_method: 'cash', customer_id: customer.id }, 201);
    await send('post', `/transactions/${sale.id}/refund`, { items }, 201);
    const parked = await send('post', '/transactions', { items, payment_method: 'card', status: 'pending' }, 201);
    await send('put', `/transactions/${parked.id}`, { status: 'completed' }, 200);
    await until(() => receiver.received.length > before + 3);
  });
});

test('changes of stock, products and customers read few rows', { skip }, async () => {
  const [product] = await data('/products?limit=1&status=active');
  const [customer] = await data('/customers?limit=1');
  const { cursor } = (await shop.owner.get('/sync')).body.meta;
  await assertFewReads(async () => {
    const adjustment = { product_id: product.id, type: 'in', quantity: 5 };
    await send('post', '/inventory/stock/adjust', adjustment, 200);
    await send('put', `/products/${product.id}`, { price: 3 }, 200);
    await send('put', `/customers/${customer.id}`, { name: 'Another name' }, 200);
    await send('post', `/customers/${customer.id}/loyalty/corrections`, { points: 3, reason: 'A gift' }, 201);
    assert.equal((await shop.owner.get(`/sync?cursor=${cursor}`)).status, 200);
  });
});

test('notices a statement that reads what it does not use', { skip }, async () => {
  const text = 'select id from sales where merchant_id = $1 and note = $2';
  const [counted] = await countReads([{ text, values: [shop.merchant_id, 'no such note'] }]);
  assert.ok(counted !== undefined && counted.reads > readsAtMost, JSON.stringify(counted));
});

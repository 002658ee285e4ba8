import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { createTestApp, testServer } from '../test-app.ts';
import { type SentStatement, watchQueries } from '../watch-queries.ts';

const statements: SentStatement[] = [];
const app = await createTestApp(watchQueries((statement) => statements.push(statement)));
const shop = await aShop(app);
const customer = await aCustomer(shop);
const product = await aProduct(shop);
for (const status of ['completed', 'pending']) {
  const body = {
    items: [{ product_id: product.id, quantity: 1 }],
    payment_method: 'cash',
    customer_id: customer.id,
    status,
  };
  assert.equal((await shop.owner.post('/transactions', body)).status, 201);
}

/** The statement of the list that returns its rows: the one with an order and a limit. */
async function statementOf(address: string): Promise<SentStatement> {
  statements.length = 0;
  const { status, text } = await shop.owner.get(address);
  assert.equal(status, 200, text);
  const found = statements.findLast((statement) => /order by[\s\S]+limit/.test(statement.text));
  assert.ok(found, `no statement of ${address} has an order`);
  return found;
}

/** The nodes of the plan when sorting and reading whole tables cost more than anything else. */
async function planOf({ text, values }: SentStatement): Promise<string> {
  const client = new pg.Client({ ...app.connection });
  await client.connect();
  try {
    await client.query(
      'set enable_sort = off; set enable_incremental_sort = on; set enable_seqscan = off; set enable_bitmapscan = off',
    );
    const { rows } = await client.query({ text: `explain ${text}`, values });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.end();
  }
}

const skip = testServer().workers === undefined ? false : 'the plan of the coordinator does not show the indexes';

for (const [address, index] of [
  ['/products', 'products_newest'],
  ['/products?sort=name', 'products_by_name'],
  ['/products?search=te', 'products_newest'],
  ['/products?sort=-price', 'products_by_price'],
  ['/products?sort=sku', 'products_by_sku'],
  ['/inventory?view=records&sortBy=price&sortOrder=asc', 'products_by_price'],
  ['/transactions', 'sales_newest'],
  ['/transactions?status=pending', 'sales_by_status'],
  [`/transactions?branch_id=${shop.branch_id}`, 'sales_by_branch'],
  [`/transactions?customer_id=${customer.id}`, 'sales_by_customer'],
  ['/customers', 'customers_newest'],
  ['/customers?sort=name', 'customers_by_name'],
  ['/inventory/movements', 'stock_movements_newest'],
] as const) {
  test(`${address.replace(/=[0-9a-f-]{36}/, '={id}')} reads its page from the index ${index}`, { skip }, async () => {
    const plan = await planOf(await statementOf(address));
    assert.ok(plan.includes(` using ${index} `), plan);
    // An incremental sort only orders rows that are equal in the first columns of the index.
    assert.ok(!/(^|\s)Sort /.test(plan.replaceAll('Incremental Sort', '')), plan);
  });
}

for (const [address, index] of [
  ['/dashboard/summary', 'sales_newest'],
  [`/dashboard/summary?branch_id=${shop.branch_id}`, 'sales_by_branch'],
] as const)
  test(`${address.replace(/=.+/, '={id}')} reads its recent sales from the index ${index}`, { skip }, async () => {
    const plan = await planOf(await statementOf(address));
    assert.match(plan, new RegExp(`Limit .*\\n *-> +Index Scan using ${index} `));
  });

test('notices an order without an index', { skip }, async () => {
  const plan = await planOf(await statementOf('/products?sort=updated_at'));
  assert.match(plan.replaceAll('Incremental Sort', ''), /(^|\s)Sort /);
});

test('finds a sale by its complete code, in either case, and by a part of it', async () => {
  const { transaction_code: code, id } = (await shop.owner.get('/transactions?status=completed')).body.data[0];
  for (const search of [code, code.toLowerCase(), code.slice(7), code.slice(0, 10).toLowerCase()]) {
    const { data } = (await shop.owner.get(`/transactions?search=${search}`)).body;
    assert.ok(
      data.some((sale: { id: string }) => sale.id === id),
      search,
    );
  }
  assert.deepEqual((await shop.owner.get('/transactions?search=261120-222222')).body.data, []);
});

test('looks a complete code up, and does not search for it', async () => {
  const { transaction_code: code } = (await shop.owner.get('/transactions')).body.data[0];
  const { text, values } = await statementOf(`/transactions?search=${code}`);
  assert.match(text, /\bs\.code = \$/);
  assert.ok(values.includes(code));
});

test('a search of products looks the text up once, whatever the plan', { skip }, async () => {
  const statement = await statementOf('/products?search=tea');
  assert.match(await planOf(statement), /CTE Scan on found/);
});

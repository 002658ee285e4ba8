import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../../test/caller.ts';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { serviceRole } from '../../platform/database/migration/service-role.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

/** Names in an arbitrary order. `expected` is the order of the list. */
const names = [
  '2 Girls',
  'Änne',
  'anna',
  'Bøen',
  'Bog',
  'Émile',
  'Emily',
  'Łukasz',
  'lutz',
  'Straßer',
  'Strassmann',
  'zoe',
  'Zoe Z',
  'Ärzte',
  'Анна',
  'борис',
];
const expected = [
  '2 Girls',
  'anna',
  'Änne',
  'Ärzte',
  'Bøen',
  'Bog',
  'Émile',
  'Emily',
  'Łukasz',
  'lutz',
  'Straßer',
  'Strassmann',
  'zoe',
  'Zoe Z',
  'Анна',
  'борис',
];

async function namesIn(caller: Caller, path: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = '';
  // Small pages: the order of a cursor's bound must be that of the list.
  while (cursor !== null) {
    const { status, body, text } = await caller.get(`${path}limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
    assert.equal(status, 200, text);
    found.push(...body.data.map(({ name }: { name: string }) => name));
    cursor = body.meta.next_cursor;
  }
  return found;
}

for (const name of names) {
  assert.equal((await owner.post('/customers', { name })).status, 201);
  const product = await owner.post('/products', { sku: `SKU ${name}`, name, price: 1, category: name });
  assert.equal(product.status, 201, product.text);
}

for (const [what, path] of [
  ['customers', '/customers?sort=name&'],
  ['products', '/products?sort=name&'],
  ['products by category', '/products?sort=category&'],
  ['categories', '/categories?'],
] as const) {
  test(`sorts ${what} ignoring case and accents`, async () => {
    assert.deepEqual(await namesIn(owner, path), expected);
    if (path.includes('sort='))
      assert.deepEqual(await namesIn(owner, path.replace('sort=', 'sort=-')), expected.toReversed());
  });
}

test('sorts staff, branches and warehouses in the same way', async () => {
  for (const name of ['Zoe', 'anna', 'Émile']) assert.equal((await owner.post('/branches', { name })).status, 201);
  assert.deepEqual(await namesIn(owner, '/branches?sort=name&'), ['anna', 'Émile', 'Main branch', 'Zoe']);
  for (const name of ['Zoe', 'anna', 'Émile'])
    await app.admin.query(
      `with person as (
         insert into users (id, email, name, password_hash, home_merchant_id, created_at, updated_at)
         select gen_random_uuid(), gen_random_uuid() || '@example.com', $2, password_hash, home_merchant_id, created_at, updated_at
         from users where home_merchant_id = $1 limit 1 returning id, created_at
       )
       insert into memberships (merchant_id, user_id, role, created_at, updated_at) select $1, id, 'viewer', created_at, created_at from person`,
      [shop.merchant_id, name],
    );
  assert.deepEqual(await namesIn(owner, '/staff?sort=name&'), ['anna', 'Émile', 'Olivia Owner', 'Zoe']);
});

test('reads a page of customers, products or categories by name from an index, at any depth', async () => {
  const client = await app.admin.connect();
  try {
    // With the role of the service, because row security must not prevent the use of the index.
    await client.query(`set role ${serviceRole}`);
    await client.query(`select set_config('app.merchant_id', $1, false)`, [shop.merchant_id]);
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
    for (const [table, index, condition] of [
      ['customers', 'customers_by_name', 'deleted_at is null'],
      ['products', 'products_by_name', 'deleted_at is null and parent_id is null'],
      ['categories', 'categories_by_name', 'true'],
    ] as const) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from ${table} where merchant_id = '${shop.merchant_id}' and ${condition}
           and (sort_name, id) > ('m'::text, '00000000-0000-0000-0000-000000000000'::uuid) order by sort_name, id limit 20`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, new RegExp(`Index (Only )?Scan using ${index}`), plan);
      assert.match(plan, /Index Cond: .*ROW\(sort_name, id\) > ROW/, plan);
      assert.doesNotMatch(plan, /Sort/, plan);
    }
  } finally {
    client.release(true);
  }
});

test('stores a name whose letters decompose into many', async () => {
  const name = 'ﷺ'.repeat(200);
  assert.equal((await owner.post('/customers', { name })).status, 201);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { asAdmin } from '../../../../../test/admin.ts';
import { aCustomer, aProduct, aShop } from '../../../../../test/shop.ts';
import { createTestApp, testServer } from '../../../../../test/test-app.ts';
import type { Connection } from '../connection.ts';
import { migrate } from './migrate.ts';
import { prepareSearch } from './prepare-search.ts';
import { serviceRole } from './service-role.ts';

const app = await createTestApp();
const quiet = { info: () => undefined };

/** The plan of a search by a part of a name, with the service's role and a merchant with many records. */
async function planOf(table: 'products' | 'customers', merchant_id: string): Promise<string> {
  const client = await app.admin.connect();
  const fields = { products: [', sku, price', ', n::text, 1'], customers: ['', ''] }[table];
  try {
    await client.query('begin');
    await client.query(
      `insert into ${table} (merchant_id, id, name, created_at, updated_at${fields[0]})
       select $1, gen_random_uuid(), 'Record ' || n, now(), now()${fields[1]} from generate_series(1, 10000) as n`,
      [merchant_id],
    );
    // Merges the latest rows into the index, as autovacuum does after some time.
    await client.query(`select gin_clean_pending_list('${table}_search')`);
    await client.query(`analyze ${table}`);
    await client.query(`set local role ${serviceRole}`);
    await client.query(`select set_config('app.merchant_id', $1, true)`, [merchant_id]);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select id from ${table} where merchant_id = '${merchant_id}' and deleted_at is null and search_text like '%ettl%'`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('searches by a part of a name in an index, also under row security', {
  skip: testServer().workers !== undefined && 'the plan is that of the workers',
}, async () => {
  const shop = await aShop(app);
  const other = await aShop(app);
  for (const one of [shop, other]) {
    await aProduct(one, { name: 'Kettle' });
    await aCustomer(one, { name: 'Ann Nettle' });
  }
  for (const [table, index] of [
    ['products', 'products_search'],
    ['customers', 'customers_search'],
  ] as const) {
    const plan = await planOf(table, shop.merchant_id);
    assert.match(plan, new RegExp(`Bitmap Index Scan on ${index}`), plan);
    assert.match(plan, /Index Cond: \(\(merchant_id = .*search_text ~~ /, plan);
  }
  for (const path of ['/products?search=ETTL', '/customers?search=ettl'])
    assert.equal((await shop.owner.get(path)).body.meta.total, 1, path);
});

async function countIndexes(connection: Connection): Promise<number | null> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rowCount } = await client.query(`select 1 from pg_indexes where indexname like '%\\_search'`);
  await client.end();
  return rowCount;
}

test('continues without the indexes if the account may not create them, and logs it', async () => {
  const server = testServer();
  const name = `plain_${process.pid}`;
  await asAdmin(server, (client) => client.query(`create role ${name} login password 'plain'`));
  await asAdmin(server, (client) =>
    client.query(`create database ${name} owner ${name} template template0 encoding 'UTF8'`),
  );
  const unprivileged = { ...server, database: name, user: name, password: 'plain' };
  try {
    await migrate(unprivileged, quiet);
    const messages: string[] = [];
    await prepareSearch(unprivileged, unprivileged, { info: (_, message) => messages.push(message) });
    assert.match(messages.join(), /use no index/);
    assert.equal(await countIndexes(unprivileged), 0);
    // The administrator allows it, as docs/how-to/operations.md describes.
    const administrator = new pg.Client({ ...server, database: name });
    await administrator.connect();
    for (const signature of ['textlike(text, text)', 'lower(text)'])
      await administrator.query(`alter function pg_catalog.${signature} leakproof`);
    for (const extension of ['pg_trgm', 'btree_gin'])
      await administrator.query(`create extension if not exists ${extension}`);
    await administrator.end();
    await prepareSearch(unprivileged, unprivileged, { info: (_, message) => assert.fail(message) });
    assert.equal(await countIndexes(unprivileged), 2);
  } finally {
    await asAdmin(server, (client) => client.query(`drop database ${name} with (force)`));
    await asAdmin(server, (client) => client.query(`drop role ${name}`));
  }
});

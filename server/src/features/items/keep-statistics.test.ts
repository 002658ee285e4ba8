import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upload } from '../../../../test/files.ts';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp, testServer } from '../../../../test/test-app.ts';
import { keepStatistics } from './keep-statistics.ts';

const app = await createTestApp();
const shop = await aShop(app);

const tables = ['customers', 'products', 'sales', 'stock_levels'];

/** With Citus, the rows of a table are in its shards. Without, the whole table is the only one. */
const shards =
  testServer().workers === undefined
    ? 'select reltuples::int as rows from pg_class where oid = $1::regclass'
    : `select result::int as rows from run_command_on_shards($1::regclass, $$select reltuples from pg_class where oid = '%s'::regclass$$)`;

/** How many rows the planner believes each table to have; -1 if it was never told. */
async function believedRows(): Promise<Record<string, number>> {
  const believed: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await app.admin.query<{ rows: number }>(shards, [table]);
    believed[table] = rows.every((shard) => shard.rows === -1) ? -1 : rows.reduce((sum, shard) => sum + shard.rows, 0);
  }
  return believed;
}

test('after a chunk of an import the planner knows the tables that it fills', async () => {
  assert.deepEqual(await believedRows(), { customers: -1, products: -1, sales: -1, stock_levels: -1 });
  const customers = ['Name', ...Array.from({ length: 250 }, (_, at) => `Customer ${at}`)].join('\n');
  assert.equal((await upload(shop, 'import', customers, { base: 'customers' })).body.success, 250);
  assert.deepEqual(await believedRows(), { customers: 250, products: -1, sales: -1, stock_levels: -1 });
  const products = ['sku,name,price,stock', ...Array.from({ length: 250 }, (_, at) => `S${at},N,1,2`)].join('\n');
  assert.equal((await upload(shop, 'import', products)).body.success, 250);
  assert.deepEqual(await believedRows(), { customers: 250, products: 250, sales: -1, stock_levels: 250 });
});

test('statistics are refreshed after 1, 4 and 16 full chunks, and an error there stops no import', async () => {
  let refreshed: number[] = [];
  let chunks = 0;
  const global = {
    ...app.database.global,
    run: () => {
      refreshed.push(chunks);
      return Promise.reject(new Error('the statement was cancelled'));
    },
  };
  const chunksOf = async (rows: number) => {
    refreshed = [];
    const statistics = keepStatistics(global, 'customers');
    for (chunks = 1; chunks <= 20; chunks += 1) await statistics.after(rows);
    return refreshed;
  };
  assert.deepEqual(await chunksOf(250), [1, 4, 16]);
  assert.deepEqual(await chunksOf(249), [], 'the last chunk of a file');
});

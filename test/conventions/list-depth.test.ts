import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { serviceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { aShop, forgetEvents } from '../shop.ts';
import { createTestApp, testServer } from '../test-app.ts';
import { type SentStatement, watchQueries } from '../watch-queries.ts';

// A page of a period costs the same at any depth. An index scan that begins at the start of the period reads no more
// rows of the table than one that begins at the cursor, so the blocks are counted.

const sales = 30_000;
/** An index scan of all sales reads more than a hundred blocks. */
const moreBlocksAtMost = 20;

const sent: SentStatement[] = [];
const app = await createTestApp(watchQueries((statement) => sent.push(statement)));
const shop = await aShop(app, { currency: 'EUR', timezone: 'UTC' });
await app.admin.query(
  `insert into sales (merchant_id, id, code, status, branch_id, warehouse_id, cashier_id, tax_mode, subtotal, discount, tax, total, cost, item_count,
     loyalty_rate_ppm, payment_method, occurred_at, business_day, business_hour, created_at, updated_at)
   select $1, uuidv7(at - now()), 'S-' || n, 'voided', $2, $3, $4, 'none', 0, 0, 0, 0, 0, 1, 0, null,
     at, at::date, extract(hour from at), at, at
   from (select n, timestamptz '2026-03-31T00:00:00Z' - interval '60 days' * n / $5::int as at from generate_series(1, $5::int) n) d`,
  [shop.merchant_id, shop.branch_id, shop.warehouse_id, shop.owner_id, sales],
);
await forgetEvents(shop);
await app.admin.query('vacuum analyze sales');

interface PlanNode {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** The blocks that a statement reads. */
async function countBlocks({ text, values }: SentStatement): Promise<number> {
  const client = new pg.Client({ ...app.connection });
  await client.connect();
  try {
    await client.query(`set role ${serviceRole}`);
    await client.query(`select set_config('app.merchant_id', $1, false)`, [shop.merchant_id]);
    const { rows } = await client.query({ text: `explain (analyze, buffers, format json) ${text}`, values });
    const plan: PlanNode = rows[0]['QUERY PLAN'][0].Plan;
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  } finally {
    await client.end();
  }
}

/** The blocks of the statements that read a page of sales, in their order. */
async function blocksOf(work: () => Promise<unknown>): Promise<number[]> {
  sent.length = 0;
  await work();
  const pages = sent.filter(({ text }) => /order by .*occurred_at/is.test(text) && /limit/i.test(text));
  assert.ok(pages.length > 0, 'no statement read a page');
  const blocks: number[] = [];
  for (const page of pages) blocks.push(await countBlocks(page));
  return blocks;
}

const skip = testServer().workers !== undefined && 'the plans are those of the workers';
const period = 'start_date=2026-01-15&end_date=2026-04-15';

for (const sort of ['-occurred_at', 'occurred_at'])
  test(`a deep page of the sales of a period in the order ${sort} reads as little as the first ones`, {
    skip,
  }, async () => {
    const blocksAfter = async (page: number) => {
      const list = `/transactions?${period}&sort=${sort}&limit=20`;
      const { body, text } = await shop.owner.get(`${list}&page=${page}`);
      assert.equal(typeof body.meta?.next_cursor, 'string', text);
      const [blocks] = await blocksOf(() => shop.owner.get(`${list}&cursor=${body.meta.next_cursor}`));
      return blocks ?? 0;
    };
    const [first, deep] = [await blocksAfter(1), await blocksAfter(1_400)];
    assert.ok(deep <= first + moreBlocksAtMost, `${deep} blocks instead of ${first}`);
  });

test('the last part of an export of a period reads as little as the first', { skip }, async () => {
  const blocks = await blocksOf(async () => {
    const order = { report_type: 'transactions', format: 'csv', start_date: '2026-01-15', end_date: '2026-04-15' };
    const { status, text } = await shop.owner.post('/reports/export', order);
    assert.equal(status, 200, text);
  });
  const [first = 0, second = 0] = blocks;
  assert.ok(blocks.length > 10, `only ${blocks.length} parts`);
  const atMost = Math.max(first, second) + moreBlocksAtMost;
  assert.deepEqual(
    blocks.filter((read) => read > atMost),
    [],
    `the first parts read ${first} and ${second} blocks`,
  );
});

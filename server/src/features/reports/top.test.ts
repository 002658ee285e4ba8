import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRollupChange, withRollups } from '../../../../test/rollups.ts';
import { aShop, forgetEvents, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import type { RollupChange } from '../sales-rollups/post-rollups.ts';
import { rebuildRollups, sumMonths } from '../sales-rollups/rebuild-rollups.ts';
import { reportSales } from './report-sales.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { id: second } = (await shop.owner.post('/branches', { name: 'Second' })).body.data;
const { rows } = await app.admin.query<{ id: string }>(
  `insert into products (merchant_id, id, sku, name, price, cost, created_at, updated_at)
   select $1, gen_random_uuid(), 'T' || n, 'Thing ' || lpad((n * 37 % 200)::text, 3, '0'), 1, 0, now(), now() from generate_series(1, 200) n returning id`,
  [shop.merchant_id],
);
const products = rows.map(({ id }) => id);
await forgetEvents(shop);

const db = app.database.reader(shop.merchant_id);
const sum = () => sumMonths(db, '2026-05-20T12:00:00Z', app.database);

/** The expected result, computed from all daily rows. */
async function expected({ merchant_id }: Shop, from: string, to: string, branches: string[] | null) {
  const { rows } = await app.admin.query(
    `select product_id, p.name, p.sku, sum(quantity)::text as quantity, sum(revenue)::text as revenue
     from sales_rollups_by_product t join products p on p.merchant_id = t.merchant_id and p.id = t.product_id
     where t.merchant_id = $1 and day between $2 and $3 and ($4::uuid[] is null or branch_id = any($4))
     group by 1, 2, 3 having sum(quantity) > 0 or sum(revenue) > 0
     order by sum(revenue) desc, sum(quantity) desc, 2, 1 limit 10`,
    [merchant_id, from, to, branches],
  );
  return rows;
}

async function check(): Promise<void> {
  for (const [from, to] of [
    ['2026-03-01', '2026-03-31'],
    ['2026-03-02', '2026-03-31'],
    ['2026-02-11', '2026-04-30'],
    ['2026-03-01', '2026-05-20'],
    ['2026-01-01', '2026-12-31'],
    ['2026-05-20', '2026-05-20'],
  ] as const)
    for (const branches of [null, [second], [shop.branch_id, second]]) {
      const { top_products } = await reportSales(db, { start_date: from, end_date: to, branches });
      const found = top_products.map((one) => ({
        ...one,
        quantity: String(one.quantity),
        revenue: String(one.revenue),
      }));
      assert.deepEqual(found, await expected(shop, from, to, branches), `${from} to ${to} in ${branches}`);
    }
}

/** The roll-up of a day with a revenue for each product. */
const day = (date: string, branch_id: string, revenueOf: (number: number) => number): RollupChange =>
  aRollupChange(shop, {
    day: date,
    branch_id,
    sales: 500,
    products: products.map((product_id, number) => ({
      product_id,
      quantity: 1 + (number % 3),
      revenue: BigInt(revenueOf(number)),
      cost: 1n,
    })),
  });

const dates = [
  '2026-02-10',
  '2026-02-11',
  '2026-03-01',
  '2026-03-31',
  '2026-04-15',
  '2026-04-16',
  '2026-05-01',
  '2026-05-18',
  '2026-05-20',
];
const inBothBranches = (revenueOf: (number: number, date: string) => number) =>
  dates.flatMap((date) =>
    [shop.branch_id, second].map((branch_id) => day(date, branch_id, (number) => revenueOf(number, date))),
  );

/** A month of few sales, which is not summed up, and a day that gives the branches different numbers of changes. */
const inOneBranch = (revenueOf: (number: number, date: string) => number) =>
  ['2026-01-15', '2026-03-02'].map((date) => day(date, second, (number) => revenueOf(number, date)));

const readMonths = async () =>
  (
    await app.admin.query(
      `select branch_id, month::text as month, through_day::text as through_day, changes from sales_rollup_months where merchant_id = $1 order by 1, 2`,
      [shop.merchant_id],
    )
  ).rows;

const shapes: Record<string, (number: number, date: string) => number> = {
  'a few products have most revenue': (number) => Math.round(1_000_000 / (number + 1)),
  'all products have the same revenue': () => 500,
  'other products each day': (number, date) => (number * Number(date.slice(8)) * 7_919) % 1_000,
  'many refunds': (number, date) => (Number(date.slice(8)) % 2 === 0 ? -1 : 1) * (number % 40) * 100,
};
for (const [name, revenueOf] of Object.entries(shapes))
  test(`returns the same top products by month and by day: ${name}`, () =>
    withRollups(shop, [...inBothBranches(revenueOf), ...inOneBranch(revenueOf)], async () => {
      // Autovacuum does this after a minute. Without statistics the planner reads each of 3,600 rows for each product.
      await app.admin.query('analyze sales_rollups, sales_rollups_by_product');
      await check();
      await sum();
      assert.deepEqual(
        [...new Set((await readMonths()).map(({ month, through_day }) => `${month} ${through_day}`))].sort(),
        ['2026-02-01 2026-02-28', '2026-03-01 2026-03-31', '2026-04-01 2026-04-30', '2026-05-01 2026-05-18'],
      );
      await check();
      const before = await readMonths();
      await sum();
      assert.deepEqual(await readMonths(), before, 'correct rows are not changed');

      // A late sale makes an unsold product the top product of a month.
      const late = [day('2026-03-15', second, (number) => (number === 199 ? 5_000_000 : 0))];
      await withRollups(shop, late, async () => {
        await check();
        await sum();
        await check();
        assert.notDeepEqual(await readMonths(), before);
      });
      // The late sale was reverted, so the monthly rows that include it are outdated.
      await check();
    }));

test('reads the sums of months that lie in the range as a whole, from their first to their last day', () =>
  withRollups(
    shop,
    inBothBranches((number) => 100 + number),
    async () => {
      await sum();
      // A difference between a month and its days shows which of them a report reads.
      const addToMonth = (by: number) =>
        app.admin.query(
          `update sales_rollup_months_by_product set revenue = revenue + $3
           where merchant_id = $1 and product_id = $2 and month = '2026-03-01'`,
          [shop.merchant_id, products[0], by],
        );
      const readsMonth = async (start_date: string, end_date: string) =>
        (await reportSales(db, { start_date, end_date, branches: null })).top_products[0]?.revenue ?? 0n;
      await addToMonth(1_000_000);
      assert.equal(await readsMonth('2026-03-01', '2026-03-31'), 2_000_400n);
      assert.equal(await readsMonth('2026-03-02', '2026-03-31'), 598n);
      assert.equal(await readsMonth('2026-03-01', '2026-03-30'), 598n);
      await addToMonth(-1_000_000);
    },
  ));

test('uses corrected daily rows although outdated monthly rows exist', () =>
  withRollups(
    shop,
    inBothBranches((number) => 100 + number),
    async () => {
      await sum();
      const change = (by: number) =>
        app.admin.query(
          `update sales_rollups_by_product set revenue = revenue + $3 where merchant_id = $1 and product_id = $2`,
          [shop.merchant_id, products[0], by],
        );
      await change(1_000_000);
      // The roll-ups have no sales, so the rebuild removes all of them.
      assert.ok((await rebuildRollups(app.database, shop.merchant_id)) > 0);
      const { top_products } = await reportSales(db, {
        start_date: '2026-02-01',
        end_date: '2026-05-20',
        branches: null,
      });
      assert.deepEqual(top_products, []);
    },
  ).finally(async () => {
    for (const table of ['sales_rollups', 'sales_rollups_by_method', 'sales_rollups_by_product'])
      await app.admin.query(`delete from ${table} where merchant_id = $1`, [shop.merchant_id]);
  }));

test('a product whose units all came back for less than their price keeps the rest of its revenue', async () => {
  const { owner } = await aShop(app, { timezone: 'UTC' });
  const { id } = (await owner.post('/products', { sku: 'CUP', name: 'Cup', price: 10, stock: 5 })).body.data;
  const items = [{ product_id: id, quantity: 2 }];
  const sale = (await owner.post('/transactions', { items, payment_method: 'cash' })).body.data;
  const refund = await owner.post(`/transactions/${sale.id}/refund`, { items, amount: 5 });
  assert.equal(refund.status, 201, refund.text);
  const today = new Date(app.clock.now()).toISOString().slice(0, 10);
  const { data } = (await owner.get(`/reports/sales?start_date=${today}&end_date=${today}`)).body;
  assert.deepEqual(
    data.top_products.map(({ sku, quantity_sold, revenue }: Record<string, unknown>) => [sku, quantity_sold, revenue]),
    [['CUP', 0, 15]],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { aRollupChange, withRollups } from '../../../../test/rollups.ts';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { untilLockWait } from '../../../../test/waiting.ts';
import { findHistory } from '../integrity/queries.ts';
import { listMonthsToSum, sumMonth } from './month-queries.ts';
import { rebuildRollups, sumMonths } from './rebuild-rollups.ts';

const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '0' } });

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const dayOf = (at: string) => at.slice(0, 10);

async function sell(shop: Shop, product_id: string, fields: object = {}): Promise<string> {
  const items = [{ product_id, quantity: 2 }];
  const sale = await shop.owner.post('/transactions', { items, payment_method: 'cash', ...fields });
  assert.equal(sale.status, 201, sale.text);
  return sale.body.data.id;
}

const reportOf = async (shop: Shop, from: string, to: string) => {
  const { status, body } = await shop.owner.get(`/reports/sales?start_date=${dayOf(from)}&end_date=${dayOf(to)}`);
  assert.equal(status, 200);
  return body.data;
};

/** Corrupts the roll-ups of a day: too much, too little, missing, and for a product that was never sold. */
async function corruptRollups({ merchant_id, branch_id }: Shop, day: string, never_sold: string): Promise<void> {
  const change = (statement: string, ...values: unknown[]) => app.admin.query(statement, [merchant_id, day, ...values]);
  await change(
    'update sales_rollups set gross = gross + 1000, sales = sales + 3, cost = cost - 7, items_sold = 0 where merchant_id = $1 and day = $2',
  );
  await change(
    'update sales_rollups_by_method set amount = amount - 50, payments = payments + 1 where merchant_id = $1 and day = $2',
  );
  await change('delete from sales_rollups_by_product where merchant_id = $1 and day = $2');
  await change(
    'insert into sales_rollups_by_product (merchant_id, day, branch_id, product_id, quantity, revenue, cost) values ($1, $2, $3, $4, 5, 500, 5)',
    branch_id,
    never_sold,
  );
  await change(
    `insert into sales_rollups (merchant_id, day, branch_id, hour, sales, items_sold, gross, discounts, refunds, tax, cost)
     select $1, $2, $3, coalesce((min(hour) + 12) % 24, 0), 1, 1, 9, 1, 2, 3, 4 from sales_rollups where merchant_id = $1 and day = $2`,
    branch_id,
  );
}

test('leaves correct roll-ups unchanged', async () => {
  const shop = await aShop(app);
  const { id } = await aProduct(shop, { stock: 100 });
  await shop.owner.post(`/transactions/${await sell(shop, id, { discount: 1 })}/refund`, {
    items: [{ product_id: id, quantity: 1 }],
  });
  assert.equal((await shop.owner.post(`/transactions/${await sell(shop, id)}/void`, {})).status, 200);
  await sell(shop, id, { occurred_at: daysAgo(40) });
  assert.equal(await rebuildRollups(app.database, shop.merchant_id), 0);
  const { first, is_long } = await findHistory(app.database.reader(shop.merchant_id));
  assert.deepEqual([first, is_long], [dayOf(daysAgo(40)), false], 'the history begins with the sale that came last');
});

test('rebuilds roll-ups while tills sell, refund, void and send offline sales', async () => {
  const shop = await aShop(app);
  const otherShop = await aShop(app);
  const { id } = await aProduct(shop, { price: 3.5, cost: 1.25, stock: 10_000 });
  const other = await aProduct(shop);
  const [quietTime, busyTime] = [daysAgo(50), daysAgo(3)];
  for (const occurred_at of [quietTime, busyTime]) await sell(shop, id, { occurred_at, discount: 0.5 });
  await shop.owner.post(`/transactions/${await sell(shop, id)}/refund`, {
    items: [{ product_id: id, quantity: 1 }],
    restock: false,
  });
  const correct = await reportOf(shop, quietTime, quietTime);
  for (const at of [quietTime, busyTime, daysAgo(0)]) await corruptRollups(shop, dayOf(at), other.id);
  await app.admin.query('update sales_rollups set tax = 0 where merchant_id = $1', [otherShop.merchant_id]);
  // The cached sums are replaced with the next sale.
  await sell(shop, id);
  const wrong = await reportOf(shop, quietTime, quietTime);
  assert.notDeepEqual(wrong, correct);

  let isRebuilding = true;
  const sold = { now: 0, late: 0 };
  const till = async (number: number) => {
    for (let turn = 0; isRebuilding || turn < 5; turn += 1) {
      const isLate = (turn + number) % 2 === 0;
      const sale = await sell(shop, id, isLate ? { occurred_at: busyTime } : {});
      sold[isLate ? 'late' : 'now'] += 1;
      if (turn % 3 === 1)
        await shop.owner.post(`/transactions/${sale}/refund`, { items: [{ product_id: id, quantity: 1 }] });
      if (turn % 3 === 2) await shop.owner.post(`/transactions/${sale}/void`, {});
    }
  };
  const seen: object[] = [];
  const reader = async () => {
    while (isRebuilding) seen.push(await reportOf(shop, quietTime, quietTime));
  };
  const rebuild = async () => {
    // Two concurrent rebuilds correct each row once.
    const corrected = await Promise.all([
      rebuildRollups(app.database, shop.merchant_id),
      rebuildRollups(app.database, shop.merchant_id),
    ]);
    isRebuilding = false;
    return corrected[0] + corrected[1];
  };
  const [corrected] = await Promise.all([rebuild(), till(0), till(1), till(2), reader()]);
  assert.ok(corrected >= 15, `${corrected} rows were corrected`);
  assert.ok(sold.now > 0 && sold.late > 0);
  for (const report of seen)
    assert.ok(
      [correct, wrong].some((one) => JSON.stringify(one) === JSON.stringify(report)),
      JSON.stringify(report),
    );
  assert.equal(await rebuildRollups(app.database, shop.merchant_id), 0);
  assert.deepEqual(await brokenInvariants(app.admin), []);
});

test('checks a long history month by month', async () => {
  const shop = await aShop(app);
  const { id } = await aProduct(shop, { stock: 100 });
  for (const days of [0, 31, 62, 85]) await sell(shop, id, { occurred_at: daysAgo(days) });
  const { branch_id, merchant_id } = shop;
  // Many sales of zero make the history long.
  await app.admin.query(
    `insert into sales (merchant_id, id, code, status, branch_id, warehouse_id, cashier_id, tax_mode, subtotal, discount, tax, total, cost, item_count,
       loyalty_rate_ppm, occurred_at, business_day, business_hour, created_at, updated_at)
     select $1, gen_random_uuid(), 'P' || n, 'voided', $2, $3, $4, 'none', 0, 0, 0, 0, 0, 1, 0, now() - n * interval '5 minutes', current_date, 1, now(), now()
     from generate_series(1, 20001) n`,
    [merchant_id, branch_id, shop.warehouse_id, shop.owner_id],
  );
  for (const days of [0, 31, 62, 85]) await corruptRollups(shop, dayOf(daysAgo(days)), (await aProduct(shop)).id);
  await corruptRollups(shop, '2001-01-01', (await aProduct(shop)).id);
  assert.ok((await rebuildRollups(app.database, merchant_id)) >= 20);
  assert.equal(await rebuildRollups(app.database, merchant_id), 0);
  await app.admin.query(
    `delete from sales where merchant_id = $1 and code like 'P%' and item_count = 1 and total = 0`,
    [merchant_id],
  );
});

test('a report uses no monthly sum of products that were corrected while their hours were right', async () => {
  const shop = await aShop(app);
  const { id } = await aProduct(shop, { price: 5, stock: 100 });
  const lastMonth = new Date();
  lastMonth.setUTCDate(0);
  const through_day = dayOf(lastMonth.toISOString());
  const month = `${through_day.slice(0, 8)}01`;
  await sell(shop, id, { occurred_at: `${month}T12:00:00Z` });
  const report = () => reportOf(shop, month, through_day);
  const correct = (await report()).top_products;
  const { branch_id, merchant_id } = shop;
  await app.admin.query('update sales_rollups_by_product set quantity = 9, revenue = 4500 where merchant_id = $1', [
    merchant_id,
  ]);
  await app.database.transaction(merchant_id, (tx) => sumMonth(tx, { branch_id, month, through_day }));
  // The cached report is replaced with the next sale.
  await sell(shop, id);
  assert.equal((await report()).top_products[0].quantity_sold, 9);
  assert.equal(await rebuildRollups(app.database, merchant_id), 1);
  await sell(shop, id);
  assert.deepEqual((await report()).top_products, correct);
});

test('rebuilding and summing up wait for one another', async () => {
  const shop = await aShop(app);
  const { merchant_id } = shop;
  await sell(shop, (await aProduct(shop)).id);
  await app.admin.query('update sales_rollups set tax = 1 where merchant_id = $1', [merchant_id]);
  const holder = await app.admin.connect();
  const startBeside = async (work: () => Promise<unknown>) => {
    await holder.query('begin');
    await holder.query(`select pg_advisory_xact_lock(hashtext('rebuild sales rollups'), hashtext($1))`, [merchant_id]);
    const done = work().then(() => 'did not wait');
    const early = await Promise.race([untilLockWait(app.admin), done]);
    await holder.query('commit');
    await done;
    assert.equal(early, undefined);
  };
  try {
    await startBeside(() => rebuildRollups(app.database, merchant_id));
    const manySales = aRollupChange(shop, { day: '2026-03-01', sales: 1_000 });
    await withRollups(shop, [manySales], () =>
      startBeside(() => sumMonths(app.database.reader(merchant_id), '2026-05-20T12:00:00Z', app.database)),
    );
  } finally {
    holder.release();
  }
  assert.equal(await rebuildRollups(app.database, merchant_id), 0);
});

test('sums up each month of each branch once, until it changes', async () => {
  const shop = await aShop(app);
  const { merchant_id } = shop;
  const branch_id = (await shop.owner.post('/branches', { name: 'Harbour' })).body.data.id as string;
  const db = app.database.reader(merchant_id);
  const left = async () =>
    (await listMonthsToSum(db, { until: '2026-05-18', many_sales: 1_000 })).map(
      (one) => `${one.branch_id} ${one.month}`,
    );
  const sold = (change: object) => aRollupChange(shop, { sales: 1_000, ...change });
  const both = [sold({ day: '2026-03-01' }), sold({ day: '2026-03-31', branch_id }), sold({ day: '2026-04-01' })];
  await withRollups(shop, both, async () => {
    const [march, april] = ['2026-03-01', '2026-04-01'];
    const all = [`${shop.branch_id} ${march}`, `${branch_id} ${march}`, `${shop.branch_id} ${april}`];
    assert.deepEqual((await left()).sort(), all.sort());
    await sumMonths(db, '2026-05-20T12:00:00Z', app.database);
    assert.deepEqual(await left(), []);
    await withRollups(shop, [sold({ day: '2026-03-02', sales: 1, branch_id })], async () =>
      assert.deepEqual(await left(), [`${branch_id} ${march}`]),
    );
  });
});

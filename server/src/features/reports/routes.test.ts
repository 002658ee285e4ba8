import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRollupChange, withRollups } from '../../../../test/rollups.ts';
import { aShop, forgetEvents, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app, { timezone: 'Asia/Jakarta' });
const { owner, branch_id } = shop;

const fieldsOf = (body: { error: { code: string; details: { field: string }[] } }) => {
  assert.equal(body.error.code, 'VALIDATION_ERROR');
  return body.error.details.map(({ field }) => field).sort();
};

/** Inserts a product by SQL, because only its name matters. */
async function aNamedProduct(
  owning: Shop,
  name: string,
  fields: { parent_id?: string; deleted_at?: string } = {},
): Promise<string> {
  const id = newId();
  await app.admin.query(
    `insert into products (merchant_id, id, sku, name, price, parent_id, deleted_at, created_at, updated_at)
     values ($1, $2, $3, $4, 1000, $5, $6, now(), now())`,
    [owning.merchant_id, id, `SKU ${name}`, name, fields.parent_id ?? null, fields.deleted_at ?? null],
  );
  await forgetEvents(owning);
  return id;
}

test('calculates the figures of a range as documented', async () => {
  const shirt = await aNamedProduct(shop, 'Shirt');
  const rollups = [
    aRollupChange(shop, {
      items_sold: 3,
      gross: 3_500n,
      discounts: 500n,
      tax: 300n,
      cost: 1_200n,
      methods: [
        { method: 'cash', payments: 1, amount: 1_000n },
        { method: 'card', payments: 1, amount: 2_000n },
      ],
      products: [{ product_id: shirt, quantity: 3, revenue: 3_000n, cost: 1_200n }],
    }),
    aRollupChange(shop, {
      day: '2026-03-02',
      sales: 2,
      gross: 2_001n,
      methods: [{ method: 'cash', payments: 2, amount: 2_001n }],
    }),
    aRollupChange(shop, {
      day: '2026-03-02',
      hour: 20,
      sales: 0,
      items_sold: -1,
      gross: 0n,
      refunds: 1_000n,
      tax: -100n,
      cost: -400n,
      methods: [{ method: 'cash', payments: 0, amount: -1_000n }],
      products: [{ product_id: shirt, quantity: -1, revenue: -1_000n, cost: -400n }],
    }),
    aRollupChange(shop, { day: '2026-03-03', gross: 99_999n }),
  ];
  await withRollups(shop, rollups, async () => {
    const answer = await owner.get('/reports/sales?start_date=2026-03-01&end_date=2026-03-02');
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, {
      success: true,
      data: {
        start_date: '2026-03-01',
        end_date: '2026-03-02',
        currency: 'USD',
        total_sales: 40.01,
        total_transactions: 3,
        average_transaction: 13.34,
        gross_sales: 55.01,
        refunds: 10,
        discounts: 5,
        rounding: 0,
        tax: 2,
        cost: 12,
        gross_profit: 26.01,
        items_sold: 3,
        by_payment_method: [
          { payment_method: 'cash', amount: 20.01, count: 3 },
          { payment_method: 'card', amount: 20, count: 1 },
        ],
        top_products: [{ product_id: shirt, name: 'Shirt', sku: 'SKU Shirt', quantity_sold: 2, revenue: 20 }],
      },
    });
  });
});

test('groupBy adds a row for each period, also for empty ones, with both spellings of the dates', async () => {
  await withRollups(
    shop,
    [aRollupChange(shop, { day: '2026-02-27' }), aRollupChange(shop, { day: '2026-03-10' })],
    async () => {
      const { body } = await owner.get('/reports/sales?startDate=2026-02-26T20:00:00Z&endDate=2026-03-15&groupBy=week');
      assert.equal(body.data.start_date, '2026-02-27');
      const row = { total_sales: 10, total_transactions: 1, average_transaction: 10 };
      assert.deepEqual(body.data.series, [
        { period: '2026-02-23', ...row },
        { period: '2026-03-02', total_sales: 0, total_transactions: 0, average_transaction: 0 },
        { period: '2026-03-09', ...row },
      ]);
      const byDay = await owner.get('/reports/sales?start_date=2026-02-27&end_date=2026-03-10&group_by=day');
      assert.equal(byDay.body.data.series.length, 12);
    },
  );
});

test('lists the ten top products by revenue, quantity and name, with variants and deleted ones, but not fully returned ones', async () => {
  const parent = await aNamedProduct(shop, 'Mug');
  const variant = await aNamedProduct(shop, 'Blue', { parent_id: parent });
  const deleted = await aNamedProduct(shop, 'Gone', { deleted_at: '2026-03-01T00:00:00Z' });
  const returned = await aNamedProduct(shop, 'Only returned');
  const others = await Promise.all(Array.from({ length: 10 }, (_, index) => aNamedProduct(shop, `Other ${index}`)));
  const sold = (product_id: string, quantity: number, revenue: bigint) => ({ product_id, quantity, revenue, cost: 0n });
  const products = [
    ...others.map((id) => sold(id, 1, 100n)),
    sold(variant, 1, 900n),
    sold(deleted, 2, 900n),
    sold(returned, -1, -100n),
  ];
  await withRollups(shop, [aRollupChange(shop, { products })], async () => {
    const { body } = await owner.get('/reports/sales?start_date=2026-03-01&end_date=2026-03-01');
    const named = body.data.top_products.map(({ name }: { name: string }) => name);
    assert.deepEqual(named, ['Gone', 'Mug - Blue', ...Array.from({ length: 8 }, (_, index) => `Other ${index}`)]);
  });
});

test('filters sales by branch, and returns none for an unknown branch', async () => {
  await withRollups(shop, [aRollupChange(shop)], async () => {
    const own = await owner.get(`/reports/sales?start_date=2026-03-01&end_date=2026-03-01&branchId=${branch_id}`);
    assert.equal(own.body.data.total_sales, 10);
    const unknown = await owner.get(`/reports/sales?start_date=2026-03-01&end_date=2026-03-01&branch_id=${newId()}`);
    assert.equal(unknown.status, 200);
    const { total_sales, total_transactions, average_transaction, top_products, by_payment_method } = unknown.body.data;
    assert.deepEqual(
      [total_sales, total_transactions, average_transaction, top_products, by_payment_method],
      [0, 0, 0, [], []],
    );
  });
});

test('excludes sales of other merchants', async () => {
  const otherShop = await aShop(app);
  await withRollups(shop, [aRollupChange(shop)], async () => {
    const path = `/reports/sales?start_date=2026-03-01&end_date=2026-03-01`;
    assert.equal((await otherShop.owner.get(path)).body.data.total_sales, 0);
    assert.equal((await otherShop.owner.get(`${path}&branch_id=${branch_id}`)).body.data.total_sales, 0);
  });
});

test('returns amounts with the decimals of the currency', async () => {
  const yen = await aShop(app, { currency: 'JPY' });
  await withRollups(yen, [aRollupChange(yen, { sales: 3, gross: 1_000n })], async () => {
    const { data } = (await yen.owner.get('/reports/sales?start_date=2026-03-01&end_date=2026-03-01')).body;
    assert.deepEqual([data.currency, data.total_sales, data.average_transaction], ['JPY', 1_000, 333]);
  });
});

test('rejects an invalid range with the client’s parameter names', async () => {
  const refused = async (query: string) => {
    const answer = await owner.get(`/reports/sales?${query}`);
    assert.equal(answer.status, 422, query);
    return fieldsOf(answer.body);
  };
  assert.deepEqual(await refused(''), ['end_date', 'start_date']);
  assert.deepEqual(await refused('start_date=2026-02-30&end_date=tomorrow'), ['end_date', 'start_date']);
  assert.deepEqual(await refused('startDate=2026-03-02&endDate=2026-03-01'), ['startDate']);
  assert.deepEqual(await refused('startDate=2026-03-02'), ['endDate']);
  assert.deepEqual(await refused('start_date=2000-01-01&end_date=2026-03-01'), ['end_date']);
  assert.deepEqual(await refused('start_date=0000-01-01&end_date=2026-03-01'), ['start_date']);
  assert.deepEqual(await refused('start_date=2026-03-01&end_date=2026-03-01&groupBy=year&branchId=7'), [
    'branchId',
    'groupBy',
  ]);
});

test('accepts the first and last day of the calendar', async () => {
  for (const days of [
    'start_date=0001-01-01&end_date=0001-01-02',
    'start_date=9999-12-31T23:59:59Z&end_date=9999-12-31',
  ])
    assert.equal((await owner.get(`/reports/sales?${days}&group_by=month`)).status, 200, days);
});

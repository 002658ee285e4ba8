import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportTools, runExport } from '../exports.ts';
import { done } from '../records.ts';
import { aCustomer, aProduct, aShop, aWarehouse } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

/**
 * A day is from its first to its last millisecond in the shop's time zone, wherever a range of days is accepted. The
 * amounts of the four sales are different digits of their sum.
 */
const app = await createTestApp();
const files = exportTools(app);
const day = '2026-03-02';
const range = `start_date=${day}&end_date=${day}`;

interface Zone {
  timezone: string;
  /** The last millisecond before the day, its first and last one, and the first one after it. */
  instants: readonly [string, string, string, string];
}

const zones: Zone[] = [
  {
    timezone: 'UTC',
    instants: [
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-02T23:59:59.999Z',
      '2026-03-03T00:00:00.000Z',
    ],
  },
  {
    timezone: 'Asia/Kathmandu',
    instants: [
      '2026-03-01T18:14:59.999Z',
      '2026-03-01T18:15:00.000Z',
      '2026-03-02T18:14:59.999Z',
      '2026-03-02T18:15:00.000Z',
    ],
  },
];

async function aShopWithRecords({ timezone, instants }: Zone) {
  const shop = await aShop(app, { timezone });
  const { owner } = shop;
  app.clock.freeze('2026-02-01T00:00:00.000Z');
  const cellar = await aWarehouse(shop, 'Cellar');
  const products = [];
  for (const price of [1, 10, 100, 1_000]) products.push(await aProduct(shop, { price }));
  const records: { sale: string; customer: string; product: string }[] = [];
  for (const [at, instant] of instants.entries()) {
    app.clock.freeze(instant);
    const product = products[at].id;
    const items = [{ product_id: product, quantity: 1 }];
    const sale = done(await owner.post('/transactions', { items, payment_method: 'cash' })).id;
    done(
      await owner.post('/inventory/transfer', {
        ...{ product_id: product, quantity: 1, from_warehouse: shop.warehouse_id, to_warehouse: cellar },
      }),
    );
    records.push({ sale, product, customer: (await aCustomer(shop)).id });
  }
  const inside = (kind: 'sale' | 'customer' | 'product') => records.slice(1, 3).map((record) => record[kind]);
  return { shop, owner, inside };
}

for (const zone of zones)
  test(`a day in ${zone.timezone} has its first and last millisecond, and none of other days`, async () => {
    const { shop, owner, inside } = await aShopWithRecords(zone);
    const read = async (address: string) => done(await owner.get(address));
    const idsIn = async (address: string, name: string) =>
      (await read(address)).map((row: Record<string, string>) => row[name]).sort();
    assert.deepEqual(await idsIn(`/transactions?${range}`, 'id'), inside('sale').sort());
    const moved = await idsIn(`/inventory/movements?type=transfer_in&${range}`, 'product_id');
    assert.deepEqual(moved, inside('product').sort());
    assert.deepEqual(await idsIn(`/audit?action=customer.created&${range}`, 'subject_id'), inside('customer').sort());
    const report = await read(`/reports/sales?group_by=day&${range}`);
    assert.deepEqual([report.total_sales, report.total_transactions], [110, 2]);
    const summary = await read(`/dashboard/summary?${range}`);
    assert.deepEqual([summary.total_sales, summary.total_transactions, summary.new_customers], [110, 2, 2]);
    // Compared with the day before it.
    const next = await read('/dashboard/summary?start_date=2026-03-03&end_date=2026-03-03');
    assert.deepEqual([next.total_sales, next.new_customers], [1_000, 1]);
    const { id } = await files.requestExport(owner, {
      ...{ report_type: 'transactions', format: 'csv', start_date: day, end_date: day },
    });
    await runExport(app, shop.merchant_id);
    const { download_url } = await read(`/exports/${id}`);
    const { body } = await files.download(download_url);
    const rows = body.trim().split('\r\n').slice(1);
    assert.equal(rows.length, 2, body);
  });

import assert from 'node:assert/strict';
import { maintenanceTasks } from '../../server/src/app/app.ts';
import { runMaintenance } from '../../server/src/platform/maintenance/maintenance.ts';
import type { Caller, Reply } from '../caller.ts';
import { aCustomer, aProduct, aSession, aShop, aStaffMember, aWarehouse, type Shop } from '../shop.ts';
import type { TestApp } from '../test-app.ts';

/** The owner of the recorded shop. */
export const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
/** A sale whose request is repeated after the upgrade, with its key. */
export const repeated = { key: 'the last sale of the year', at: '2026-09-30T16:30:00.000Z' };

const first_day = Date.parse('2025-10-01T00:00:00.000Z');
const day_ms = 24 * 60 * 60 * 1_000;
const days = 365;

interface ShopIds {
  products: string[];
  customers: string[];
  branches: string[];
  warehouses: [string, string];
}

/**
 * Records a year of a small shop with two branches: sales with all payment methods, discounts, parked sales, refunds,
 * voids, adjustments, transfers, points and price changes.
 * @returns the body of the sale whose request is repeated
 */
export async function recordYear(app: TestApp): Promise<object> {
  app.clock.freeze(new Date(first_day).toISOString());
  const shop = await aShop(app, { currency: 'EUR', timezone: 'Europe/Berlin' });
  const ids = await createShopData(shop);
  let seller: Caller = shop.owner;
  for (let day = 0; day < days; day += 1) {
    // A session ends after a month.
    if (day % 28 === 0) seller = await aSession(app, owner.email, owner.password);
    await recordDay(app, { seller, ids, day });
    if (day % 30 === 29) await runMaintenance(app.fastify.services, maintenanceTasks);
  }
  app.clock.freeze(repeated.at);
  const sale = {
    items: [{ product_id: ids.products[0], quantity: 2 }],
    payment_method: 'cash',
    customer_id: ids.customers[0],
  };
  dataOf(await seller.post('/transactions', sale, { 'idempotency-key': repeated.key }));
  return sale;
}

function dataOf({ status, text, body }: Reply): Reply['body'] {
  assert.ok(status < 300, `${status}: ${text}`);
  return body.data;
}

async function createShopData(shop: Shop): Promise<ShopIds> {
  const products: string[] = [];
  for (const [name, price] of [
    ['Tea', 3.4],
    ['Mug', 12],
    ['Kettle', 49.9],
    ['Biscuits', 2.15],
  ] as const)
    products.push(
      (
        await aProduct(shop, {
          name,
          price,
          cost: Math.round(price * 50) / 100,
          stock: 5_000,
          category: price > 10 ? 'Things' : 'Food',
        })
      ).id,
    );
  const variant = { sku: 'MUG-BLUE', name: 'Blue', price: 13, stock: 500, barcode: '4006381333931' };
  products.push(dataOf(await shop.owner.post(`/products/${products[1]}/variants`, variant)).id);
  const customers = [
    (await aCustomer(shop, { name: 'Anna', email: 'anna@example.com' })).id,
    (await aCustomer(shop, { name: 'Ben' })).id,
  ];
  const branch = dataOf(await shop.owner.post('/branches', { name: 'Market' })).id as string;
  await aStaffMember(shop, 'cashier', branch);
  const attic = await aWarehouse(shop, 'Attic');
  return { products, customers, branches: [shop.branch_id, branch], warehouses: [shop.warehouse_id, attic] };
}

interface Day {
  seller: Caller;
  ids: ShopIds;
  day: number;
}

async function recordDay(app: TestApp, { seller, ids, day }: Day): Promise<void> {
  const { products, customers, warehouses } = ids;
  const at = (hour: number) =>
    app.clock.freeze(new Date(first_day + day * day_ms + hour * 60 * 60 * 1_000).toISOString());
  const product = (n: number) => products[(day + n) % products.length];
  at(8 + (day % 3));
  const items = [
    { product_id: product(0), quantity: 1 + (day % 3), ...(day % 7 === 0 ? { discount: { percent: 10 } } : {}) },
    { product_id: product(2), quantity: 1 },
  ];
  const options = {
    ...(day % 3 === 0 ? { customer_id: customers[day % 2] } : {}),
    ...(day % 9 === 0 ? { discount: 0.5 } : {}),
  };
  const sale = dataOf(
    await seller.post('/transactions', { items, ...options, payment_method: day % 4 === 0 ? 'card' : 'cash' }),
  );
  at(13);
  if (day % 13 === 5)
    dataOf(
      await seller.post(`/transactions/${sale.id}/refund`, { reason: 'broken', items: [{ line_no: 2, quantity: 1 }] }),
    );
  else if (day % 29 === 7) dataOf(await seller.post(`/transactions/${sale.id}/void`, { reason: 'by mistake' }));
  if (day % 31 === 3)
    await parkAndComplete(seller, { items: [{ product_id: product(1), quantity: 2 }], label: `Table ${day}` });
  if (day % 17 === 2) {
    const adjustment = {
      product_id: product(0),
      warehouse_id: warehouses[0],
      quantity: 3,
      type: 'subtraction',
      reason: 'counted',
    };
    dataOf(await seller.post('/inventory/adjustment', adjustment));
  }
  if (day % 23 === 11) {
    const route = { from_warehouse: warehouses[0], to_warehouse: warehouses[1], reason: 'to the attic' };
    dataOf(await seller.post('/inventory/transfer', { product_id: products[0], quantity: 5, ...route }));
  }
  if (day % 90 === 60) dataOf(await seller.put(`/products/${products[3]}`, { price: (215 + day) / 100 }));
}

async function parkAndComplete(seller: Caller, body: object): Promise<void> {
  const parked = dataOf(await seller.post('/transactions', { ...body, status: 'pending' }));
  const half = Math.round(parked.total_amount * 50) / 100;
  const payments = [
    { method: 'cash', amount: half },
    { method: 'card', amount: Math.round((parked.total_amount - half) * 100) / 100 },
  ];
  dataOf(await seller.post(`/transactions/${parked.id}/complete`, { payments }));
}

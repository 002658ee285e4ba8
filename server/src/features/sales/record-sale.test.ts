import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, anOperationContext, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { type Order, readReferencedRecords, type SaleRequest } from './prepare-sale.ts';
import { recordSales } from './record-sale.ts';

const app = await createTestApp();

test('the latest of several sales in one batch sets the times of the stock level and the customer', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { stock: 12, min_stock: 10 });
  const customer = await aCustomer(shop);
  const { actor, now } = await anOperationContext(shop);
  const times = [3, 2, 1].map((hours) => new Date(Date.parse(now) + hours * 3_600_000).toISOString()).reverse();
  const request: SaleRequest = {
    status: 'completed',
    items: [{ product_id: product.id, name: null, quantity: 1, discount: 0n, tax_rate_ppm: null }],
    discount: 0n,
    tender: { payment_method: 'card' },
    customer_id: customer.id,
    branch_id: null,
    register_id: null,
    occurred_at: null,
    note: null,
    label: null,
    expected_total: null,
  };
  const orders = times.map((at): Order => ({ request, ctx: { actor, now: at } }));
  const outcomes = await app.database.transaction(shop.merchant_id, async (tx) =>
    recordSales(tx, orders, await readReferencedRecords(tx, orders)),
  );
  assert.equal(outcomes.filter((outcome) => 'sale' in outcome).length, 3);
  const { rows } = await app.admin.query<{ level: Date; customer: Date; sales: Date[]; low: Date }>(
    `select (select updated_at from stock_levels where merchant_id = $1) as level, (select updated_at from customers where merchant_id = $1) as customer,
       (select array_agg(created_at order by created_at) from sales where merchant_id = $1) as sales,
       (select created_at from events where merchant_id = $1 and type = 'stock.low') as low`,
    [shop.merchant_id],
  );
  const [found] = rows;
  assert.deepEqual(
    found?.sales.map((at) => at.toISOString()),
    times,
  );
  assert.deepEqual(
    [found?.level, found?.customer, found?.low].map((at) => at?.toISOString()),
    Array(3).fill(times.at(-1)),
  );
});

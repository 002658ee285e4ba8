import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

/** The sales report over sales that were made through the API. */

const app = await createTestApp();

const report = async (shop: Shop, query: string) => {
  const answer = await shop.owner.get(`/reports/sales?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};

async function sell(shop: Shop, fields: object): Promise<string> {
  const answer = await shop.owner.post('/transactions', { payment_method: 'cash', ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

const daysAgo = (days: number) => new Date(Date.parse(app.clock.now()) - days * 86_400_000).toISOString().slice(0, 10);

test('combines sales, discounts, tax, refunds, voids and parked sales', async () => {
  const shop = await aShop(app);
  // Applies to the next sale: the change invalidates the cached merchant.
  await shop.owner.put('/merchant', { tax_mode: 'exclusive', tax_rate: 10 });
  const [tea, cup] = [await aProduct(shop, { price: 10, cost: 4 }), await aProduct(shop, { price: 5, cost: 2 })];
  const items = [
    { product_id: tea.id, quantity: 2 },
    { product_id: cup.id, quantity: 2 },
  ];
  const sale = await sell(shop, { items, discount: 3 });
  await sell(shop, { items: [{ product_id: cup.id, quantity: 1 }], payment_method: 'card' });
  const voided = await sell(shop, { items });
  const voidedTransfer = await sell(shop, { items, payment_method: 'bank_transfer' });
  for (const id of [voided, voidedTransfer]) await shop.owner.post(`/transactions/${id}/void`, '');
  await sell(shop, { items, status: 'pending', payment_method: undefined });
  await shop.owner.post(`/transactions/${sale}/refund`, { items: [{ product_id: tea.id, quantity: 1 }] });
  await shop.owner.post(`/transactions/${sale}/refund`, { amount: 2.2, payment_method: 'card' });

  // Sold: 30 − 3 + 2.70 and 5 + 0.50. Refunded: half of the tea's 18 + 1.80, then 2.20 of which 0.20 is tax.
  const today = daysAgo(0);
  const found = await report(shop, `start_date=${today}&end_date=${today}`);
  const figures = (({
    total_sales,
    gross_sales,
    discounts,
    refunds,
    tax,
    cost,
    gross_profit,
    total_transactions,
    average_transaction,
    items_sold,
  }) => ({
    total_sales,
    gross_sales,
    discounts,
    refunds,
    tax,
    cost,
    gross_profit,
    total_transactions,
    average_transaction,
    items_sold,
  }))(found);
  assert.deepEqual(figures, {
    total_sales: 23.1,
    gross_sales: 38.2,
    discounts: 3,
    refunds: 12.1,
    tax: 2.1,
    cost: 10,
    gross_profit: 11,
    total_transactions: 2,
    average_transaction: 11.55,
    items_sold: 4,
  });
  assert.deepEqual(
    found.by_payment_method
      .map(({ payment_method, amount, count }: Record<string, unknown>) => [payment_method, amount, count])
      .sort(),
    [
      ['card', 3.3, 1],
      ['cash', 19.8, 1],
    ],
  );
  assert.deepEqual(
    found.top_products.map(({ product_id, quantity_sold, revenue }: Record<string, unknown>) => [
      product_id,
      quantity_sold,
      revenue,
    ]),
    [
      [cup.id, 3, 15.4],
      [tea.id, 1, 9.9],
    ],
  );
});

test('counts a sale on its local day, even if it arrives late, and a refund on its own day', async () => {
  const shop = await aShop(app, { timezone: 'Asia/Jakarta' });
  const branch = (await shop.owner.post('/branches', { name: 'Honolulu', timezone: 'Pacific/Honolulu' })).body.data;
  await shop.owner.put('/merchant', { allow_negative_stock: true });
  const product = await aProduct(shop, { price: 10 });
  const item = { items: [{ product_id: product.id, quantity: 1 }] };
  // 18:00 UTC is 01:00 of the next day in Jakarta, and 08:00 of the same day in Honolulu.
  const occurred_at = `${daysAgo(10)}T18:00:00Z`;
  const inJakarta = await sell(shop, { ...item, occurred_at });
  await sell(shop, { ...item, occurred_at, branch_id: branch.id });
  await shop.owner.post(`/transactions/${inJakarta}/refund`, '');

  const series = (await report(shop, `startDate=${daysAgo(11)}&endDate=${daysAgo(8)}&groupBy=day`)).series;
  assert.deepEqual(
    series.map(({ period, total_sales }: Record<string, unknown>) => [period, total_sales]),
    [
      [daysAgo(11), 0],
      [daysAgo(10), 10],
      [daysAgo(9), 10],
      [daysAgo(8), 0],
    ],
  );
  const only = await report(shop, `start_date=${daysAgo(11)}&end_date=${daysAgo(8)}&branch_id=${branch.id}`);
  assert.deepEqual([only.total_sales, only.total_transactions], [10, 1]);
  const refunds = (await report(shop, `start_date=${daysAgo(2)}&end_date=${daysAgo(-2)}`)).refunds;
  assert.equal(refunds, 10);
});

test('includes sales of the merchant only', async () => {
  const [ownShop, otherShop] = [await aShop(app), await aShop(app)];
  const product = await aProduct(otherShop);
  await sell(otherShop, { items: [{ product_id: product.id, quantity: 1 }] });
  const today = daysAgo(0);
  const found = await report(ownShop, `start_date=${today}&end_date=${today}&branch_id=${otherShop.branch_id}`);
  assert.deepEqual([found.total_sales, found.total_transactions, found.top_products], [0, 0, []]);
});

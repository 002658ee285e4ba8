import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aSession, aShop, aStaffMember } from '../../../../test/shop.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '0' } });

async function aShopWithSales() {
  app.clock.set('2026-03-01T03:00:00Z');
  const shop = await aShop(app, { timezone: 'Asia/Jakarta' });
  await shop.owner.put('/merchant', { tax_mode: 'inclusive', tax_rate: 10, allow_negative_stock: true });
  const { id: second } = (await shop.owner.post('/branches', { name: 'Second' })).body.data;
  const shirt = await aProduct(shop, { name: 'Shirt', price: 20, cost: 5 });
  const red = (await shop.owner.post(`/products/${shirt.id}/variants`, { sku: 'RED', name: 'Red', price: 21, cost: 7 }))
    .body.data;
  const cup = await aProduct(shop, { name: 'Cup', price: 5 });
  const sell = async (items: object[], fields: object = {}): Promise<string> => {
    const sold = await shop.owner.post('/transactions', { items, payment_method: 'cash', ...fields });
    assert.equal(sold.status, 201, sold.text);
    return sold.body.data.id;
  };
  // 01:30 of the next day in Jakarta.
  app.clock.set('2026-03-02T18:30:00Z');
  const first = await sell([
    { product_id: shirt.id, quantity: 3, discount: 1 },
    { product_id: cup.id, quantity: 9 },
  ]);
  await sell([{ product_id: red.id, quantity: 2 }], { branch_id: second });
  app.clock.set('2026-03-12T05:00:00Z');
  await sell([{ product_id: shirt.id, quantity: 4 }]);
  await shop.owner.post(`/transactions/${first}/refund`, { items: [{ product_id: shirt.id, quantity: 1 }] });
  await sell([{ product_id: red.id, quantity: 1 }], { discount: 2 });
  return { shop, second, shirt, red };
}

type Figures = { items_sold: number; total_sales: number };
const figuresOf = ({ items_sold, total_sales }: Figures) => [items_sold, Math.round(total_sales * 100)];

test('adds up to the report by product, for a product with its variants and for a variant', async () => {
  const { shop, shirt, red } = await aShopWithSales();
  for (const ids of [[shirt.id, red.id], [red.id]]) {
    const { data } = (await shop.owner.get(`/reports/sales/by-product/${ids[0]}?days=6`)).body;
    for (const period of [data, data.comparison]) {
      const range = `start_date=${period.start_date}&end_date=${period.end_date}`;
      const { data: rows } = (await shop.owner.get(`/reports/sales/by-product?${range}`)).body;
      const own = rows.filter(({ product_id }: { product_id: string | null }) => ids.includes(product_id ?? ''));
      const sum = own.reduce(
        (one: Figures, row: Figures) => ({
          items_sold: one.items_sold + row.items_sold,
          total_sales: one.total_sales + row.total_sales,
        }),
        { items_sold: 0, total_sales: 0 },
      );
      assert.deepEqual(figuresOf(period), figuresOf(sum), range);
    }
    assert.equal(data.series.length, 6);
    assert.ok(data.items_sold > 0 && data.comparison.items_sold > 0);
    const days = data.series.reduce((sum: number, day: Figures) => sum + day.items_sold, 0);
    assert.equal(days, data.items_sold);
  }
});

test('cuts days on the branch’s clock, and ends today on the merchant’s', async () => {
  const { shop, shirt, red } = await aShopWithSales();
  const { data } = (await shop.owner.get(`/reports/sales/by-product/${shirt.id}?days=2`)).body;
  assert.deepEqual(
    data.series.map(({ day, items_sold }: Figures & { day: string }) => [day, items_sold]),
    [
      ['2026-03-11', 0],
      ['2026-03-12', 4],
    ],
  );
  app.clock.set('2026-03-03T05:00:00Z');
  const { data: earlier } = (await shop.owner.get(`/reports/sales/by-product/${red.id}?days=1`)).body;
  assert.deepEqual([earlier.end_date, earlier.items_sold, earlier.total_sales], ['2026-03-03', 2, 42]);
  assert.deepEqual(earlier.comparison.items_sold, 0);
});

test('counts the branches of the request and of its user only', async () => {
  const { shop, second, red } = await aShopWithSales();
  app.clock.set('2026-03-03T05:00:00Z');
  const address = `/reports/sales/by-product/${red.id}`;
  const soldIn = async (branch: string) =>
    (await shop.owner.get(`${address}?branch_id=${branch}`)).body.data.items_sold as number;
  assert.deepEqual([await soldIn(second), await soldIn(shop.branch_id)], [2, 0]);
  const person = { email: 'limited@example.com', password: 'another long password', name: 'L', role: 'manager' };
  await addMember(shop.owner, app.anonymous, { ...person, branch_ids: [shop.branch_id] });
  const limited = await aSession(app, person.email, person.password);
  assert.equal((await limited.get(address)).body.data.items_sold, 0);
  assert.equal((await limited.get(`${address}?branch_id=${second}`)).status, 403);
  const cashier = await aStaffMember(shop, 'cashier');
  assert.equal((await cashier.get(address)).status, 403);
});

test('rejects unknown products, those of other merchants, and too many days', async () => {
  const { shop, shirt } = await aShopWithSales();
  const other = await aShop(app);
  const address = `/reports/sales/by-product/${shirt.id}`;
  assert.equal((await other.owner.get(address)).status, 404);
  assert.equal((await shop.owner.get(`${address}?days=91`)).status, 422);
  await shop.owner.delete(`/products/${shirt.id}`);
  assert.equal((await shop.owner.get(address)).status, 404);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

type Prices = { price?: number; cost?: number };
interface Change {
  before: Prices | null;
  after: Prices;
  user_name: string | null;
}

const changesOf = ({ data }: { data: Change[] }) => data.map(({ before, after }) => [before, after]);

test('lists the price history of a product with the user, for changes by every route', async () => {
  const tea = await aProduct(shop, { name: 'Tea', price: 3, cost: 1, sku: 'TEA' });
  const manager = await aStaffMember(shop, 'manager');
  await manager.patch(`/products/${tea.id}`, { price: 4 });
  await owner.patch(`/products/${tea.id}`, { name: 'Green tea', description: 'price' });
  await owner.post('/products/bulk-update', { ids: [tea.id], changes: { price: 5, cost: 2 } });
  const { status, body } = await owner.get(`/products/${tea.id}/prices`);
  assert.equal(status, 200);
  assert.deepEqual(changesOf(body), [
    [
      { price: 4, cost: 1 },
      { price: 5, cost: 2 },
    ],
    [{ price: 3 }, { price: 4 }],
    [null, { price: 3, cost: 1 }],
  ]);
  assert.deepEqual([body.meta.total, body.data[1].user_name], [3, 'A manager']);
});

test('lists the price history of a variant', async () => {
  const shirt = await aProduct(shop, { price: 9 });
  const small = (await owner.post(`/products/${shirt.id}/variants`, { name: 'S', sku: 'S', price: 8 })).body.data;
  await owner.patch(`/products/${small.id}`, { price: 7 });
  assert.deepEqual(
    changesOf((await owner.get(`/products/${small.id}/prices`)).body).map(([, after]) => after?.price),
    [7, 8],
  );
  assert.equal((await owner.get(`/products/${shirt.id}/prices`)).body.meta.total, 1);
});

test('shows costs and their changes to users with the permission only', async () => {
  const tea = await aProduct(shop, { price: 3, cost: 1 });
  await owner.patch(`/products/${tea.id}`, { cost: 2 });
  const cashier = await aStaffMember(shop, 'cashier');
  const seen = (await cashier.get(`/products/${tea.id}/prices`)).body;
  assert.deepEqual([changesOf(seen), seen.meta.total], [[[null, { price: 3 }]], 1]);
  const clerk = await aStaffMember(shop, 'stock_clerk');
  assert.deepEqual(changesOf((await clerk.get(`/products/${tea.id}/prices`)).body)[0], [{ cost: 1 }, { cost: 2 }]);
});

test('pages the history, and responds 404 for an unknown product', async () => {
  const tea = await aProduct(shop, { price: 1 });
  for (const price of [2, 3, 4]) await owner.patch(`/products/${tea.id}`, { price });
  const second = (await owner.get(`/products/${tea.id}/prices?limit=2&page=2`)).body;
  assert.deepEqual(
    changesOf(second).map(([, after]) => after?.price),
    [2, 1],
  );
  const otherShop = await aShop(app);
  assert.equal((await otherShop.owner.get(`/products/${tea.id}/prices`)).status, 404);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { download, load, upload } from '../../../../test/files.ts';
import { aProduct, aShop, aWarehouse, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

const levelsOf = async (shop: Shop): Promise<string[]> =>
  (await shop.owner.get('/inventory?view=levels&limit=100')).body.data
    .map((level: Record<string, unknown>) => `${level.sku} ${level.warehouse_name} ${level.stock}`)
    .sort();

/** A shop with a second branch, and a product in three warehouses. */
async function aShopWithBranches() {
  const shop = await aShop(app);
  const north = (await shop.owner.post('/branches', { name: 'North' })).body.data;
  const { data } = (await shop.owner.get('/warehouses?limit=100')).body;
  const its = data.find(({ branch_id }: { branch_id: string }) => branch_id === north.id);
  await shop.owner.put(`/warehouses/${its.id}`, { name: 'Front' });
  const attic = await aWarehouse(shop, 'Attic');
  const { id: product_id } = await aProduct(shop, { sku: 'TEA', stock: 5 });
  for (const [warehouse_id, quantity] of [
    [its.id, 3],
    [attic, 2],
  ])
    await shop.owner.post('/inventory/adjustment', { product_id, warehouse_id, type: 'in', quantity });
  return { shop, north: north.id as string };
}

for (const format of ['csv', 'xlsx'])
  test(`the export of a branch has the stock of its warehouses, and its import no other: ${format}`, async () => {
    const { shop, north } = await aShopWithBranches();
    const before = await levelsOf(shop);
    assert.equal(before.length, 3);
    const file = await download(shop, `format=${format}&branch_id=${north}`);
    assert.deepEqual((await load(shop, file.rawPayload)).body, { success: 1, failed: 0, errors: [] });
    assert.deepEqual(await levelsOf(shop), before);
    if (format === 'xlsx') return;
    assert.match(file.body, /^\uFEFF?sku,name,price,cost,stock \[North \/ Front\],minStock/);
    const counted = file.body.replace(/,3,/, ',7,');
    assert.notEqual(counted, file.body);
    const { totals } = (await upload(shop, 'import/validate', counted)).body;
    assert.deepEqual([totals.stock.length, totals.stock[0].units], [1, 7]);
    await load(shop, counted);
    assert.deepEqual(
      await levelsOf(shop),
      before.map((level) => level.replace('Front 3', 'Front 7')),
    );
  });

test('rejects the stock of a warehouse that the shop does not have, or has twice', async () => {
  const { shop, north } = await aShopWithBranches();
  const { rawPayload } = await download(shop, `format=csv&branch_id=${north}`);
  const messageOf = async (into: Shop) => {
    const { status, body } = await load(into, rawPayload);
    return [status, body.error.details[0].field, body.error.details[0].message];
  };
  assert.deepEqual(await messageOf(await aShop(app)), [
    422,
    'file',
    'has a column stock [North / Front], which is not a warehouse of yours',
  ]);
  await shop.owner.post('/warehouses', { name: 'FRONT', branch_id: north });
  assert.deepEqual(await messageOf(shop), [
    422,
    'file',
    'has a column stock [North / Front], which are several warehouses of yours',
  ]);
});

for (const format of ['csv', 'xlsx'])
  test(`an export comes back with stock below 0 that the merchant no longer allows: ${format}`, async () => {
    const shop = await aShop(app);
    await shop.owner.put('/merchant', { allow_negative_stock: true });
    const { id: product_id } = await aProduct(shop, { sku: 'OWED', stock: 2 });
    const items = [{ product_id, quantity: 5 }];
    assert.equal((await shop.owner.post('/transactions', { items, payment_method: 'cash' })).status, 201);
    await shop.owner.put('/merchant', { allow_negative_stock: false });
    for (const query of [`format=${format}`, `format=${format}&branch_id=${shop.branch_id}`]) {
      const { rawPayload, body } = await download(shop, query);
      for (const path of ['import/validate', 'import']) {
        const { status, body: answer } = await upload(shop, path, rawPayload);
        assert.deepEqual([status, answer.errors, answer.failed ?? 0], [200, [], 0], `${path} ${query}`);
      }
      assert.deepEqual(await levelsOf(shop), ['OWED Main warehouse -3']);
      if (format === 'xlsx') continue;
      const heading = /stock[^,]*/.exec(body)?.[0];
      for (const counted of [body.replace(',-3,', ',-2,'), body.replace('OWED', 'OTHER')])
        assert.deepEqual((await load(shop, counted)).body.errors, [
          { row: 2, message: `${heading}: must be at least 0` },
        ]);
    }
  });

test('the export of a branch comes back with stock of a product that is no longer tracked', async () => {
  const shop = await aShop(app);
  const { id } = await aProduct(shop, { sku: 'LEFT', stock: 5 });
  assert.equal((await shop.owner.put(`/products/${id}`, { track_stock: false })).status, 200);
  const { rawPayload, body } = await download(shop, `format=csv&branch_id=${shop.branch_id}`);
  assert.deepEqual((await load(shop, rawPayload)).body, { success: 1, failed: 0, errors: [] });
  assert.deepEqual(await levelsOf(shop), ['LEFT Main warehouse 5']);
  const [error] = (await load(shop, body.replace(',5,', ',6,'))).body.errors;
  assert.deepEqual(error, { row: 2, message: 'stock: is not tracked' });
});

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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { listSellables } from './find-sellables.ts';

const app = await createTestApp();

test('returns the sellable products of the merchant only', async () => {
  const shop = await aShop(app);
  const otherShop = await aShop(app);
  const { owner } = shop;
  const shirt = await aProduct(shop, { sku: 'S', name: 'Shirt', tax_rate: 7 });
  const red = (await owner.post(`/products/${shirt.id}/variants`, { name: 'Red', sku: 'S-R', price: 12.5, cost: 5 }))
    .body.data;
  const blue = (
    await owner.post(`/products/${shirt.id}/variants`, { name: 'Blue', sku: 'S-B', price: 12, tax_rate: 0 })
  ).body.data;
  const deleted = await aProduct(shop);
  await owner.delete(`/products/${deleted.id}`);
  const otherProduct = await aProduct(otherShop);
  const list = () =>
    listSellables(app.database.reader(shop.merchant_id), [
      shirt.id,
      red.id,
      blue.id,
      deleted.id,
      otherProduct.id,
      newId(),
    ]);

  const found = await list();
  assert.deepEqual([...found.keys()].sort(), [shirt.id, red.id, blue.id].sort());
  assert.deepEqual(found.get(red.id), {
    id: red.id,
    sku: 'S-R',
    name: 'Shirt - Red',
    status: 'active',
    price: 1250n,
    cost: 500n,
    tax_rate_ppm: 70_000,
    track_stock: true,
  });
  assert.equal(found.get(blue.id)?.tax_rate_ppm, 0);

  await owner.put(`/products/${shirt.id}`, { status: 'inactive' });
  assert.equal((await list()).get(red.id)?.status, 'inactive');
  await owner.delete(`/products/${shirt.id}`);
  assert.equal((await list()).size, 0);
});

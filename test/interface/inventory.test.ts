import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { assert, claimsOf } from './claims.ts';

const app = await createTestApp();
const { proves, answers } = claimsOf(import.meta.filename);
const shop = await aShop(app);
const tea = await aProduct(shop, { stock: 10, min_stock: 5 });
const bread = await aProduct(shop, { stock: 2, min_stock: 5 });
const branch = (await shop.owner.post('/branches', { name: 'Another' })).body.data;
const store = (await shop.owner.post('/warehouses', { name: 'Store', branch_id: branch.id })).body.data;

interface Level {
  product_id: string;
  warehouse_id: string;
  stock: number;
  reserved: number;
  available: number;
}
const levels = async (query: string): Promise<Level[]> => (await shop.owner.get(`/inventory?${query}`)).body.data;
const productsIn = async (query: string) => (await levels(query)).map(({ product_id }) => product_id).sort();
const stockOf = async (product_id: string, warehouse_id: string) =>
  (await levels(`product_id=${product_id}`)).find((level) => level.warehouse_id === warehouse_id)?.stock ?? 0;

test('lists levels', async () => {
  answers('GET /inventory', await shop.owner.get('/inventory'));
});

test('filters levels', async () => {
  await proves('GET /inventory ? product_id', async () =>
    assert.deepEqual(await productsIn(`product_id=${tea.id}`), [tea.id]),
  );
  await proves('GET /inventory ? lowStock', async () => {
    assert.deepEqual(await productsIn('lowStock=true'), [bread.id]);
    assert.deepEqual(await productsIn('lowStock=false'), [tea.id, bread.id].sort());
  });
  await proves('GET /inventory ? branchId', async () => {
    assert.deepEqual(await productsIn(`branchId=${shop.branch_id}`), [tea.id, bread.id].sort());
    assert.deepEqual(await productsIn(`branchId=${branch.id}`), []);
  });
});

test('subtracts reserved stock from available stock', async () => {
  await proves('available is stock minus reserved', async () => {
    const items = [{ product_id: tea.id, quantity: 3 }];
    const parked = await shop.owner.post('/transactions', { items, payment_method: 'cash', status: 'pending' });
    const [level] = await levels(`product_id=${tea.id}`);
    assert.deepEqual([level?.stock, level?.reserved, level?.available], [10, 3, 7]);
    await shop.owner.post(`/transactions/${parked.body.data.id}/void`);
  });
});

test('adjusts stock', async () => {
  const { id } = await aProduct(shop, { stock: 10 });
  const sent = {
    product_id: id,
    warehouse_id: store.id,
    quantity: 4,
    type: 'addition',
    reason: 'found behind the shelf',
  };
  const answer = await shop.owner.post('/inventory/adjustment', sent);
  answers('POST /inventory/adjustment', answer);
  await proves('POST /inventory/adjustment <- product_id', async () =>
    assert.equal((await levels(`product_id=${id}`)).length, 2),
  );
  await proves(['POST /inventory/adjustment <- warehouse_id', 'POST /inventory/adjustment <- quantity'], async () => {
    assert.deepEqual([await stockOf(id, store.id), await stockOf(id, shop.warehouse_id)], [4, 10]);
  });
  await proves(['POST /inventory/adjustment <- type', 'type addition adds'], async () => {
    await shop.owner.post('/inventory/adjustment', { ...sent, quantity: 2 });
    assert.equal(await stockOf(id, store.id), 6);
    assert.equal((await shop.owner.post('/inventory/adjustment', { ...sent, type: 'magic' })).status, 422);
  });
  await proves('POST /inventory/adjustment <- reason', async () => {
    const { body } = await shop.owner.get(`/inventory/movements?product_id=${id}&warehouse_id=${store.id}`);
    assert.equal(body.data[0].reason, sent.reason);
  });
});

test('transfers stock', async () => {
  const { id } = await aProduct(shop, { stock: 10 });
  const sent = { product_id: id, from_warehouse: shop.warehouse_id, to_warehouse: store.id, quantity: 4 };
  answers('POST /inventory/transfer', await shop.owner.post('/inventory/transfer', sent));
  await proves(
    [
      'POST /inventory/transfer <- product_id',
      'POST /inventory/transfer <- from_warehouse',
      'POST /inventory/transfer <- to_warehouse',
      'POST /inventory/transfer <- quantity',
      'a transfer subtracts from one warehouse what it adds to the other',
    ],
    async () => assert.deepEqual([await stockOf(id, shop.warehouse_id), await stockOf(id, store.id)], [6, 4]),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aProduct, aShop, aWarehouse } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

test('shows levels with the names of product and warehouse', async () => {
  const product = await aProduct(shop, { name: 'Tea', sku: 'TEA', stock: 5, min_stock: 5 });
  const { status, body } = await owner.get(`/inventory?product_id=${product.id}`);
  assert.equal(status, 200);
  assert.deepEqual(body.data, [
    {
      product_id: product.id,
      sku: 'TEA',
      product_name: 'Tea',
      warehouse_id: shop.warehouse_id,
      warehouse_name: 'Main warehouse',
      branch_id: shop.branch_id,
      stock: 5,
      reserved: 0,
      available: 5,
      min_stock: 5,
      low_stock: true,
    },
  ]);
  assert.deepEqual(body.meta, { page: 1, limit: 1000, total: 1, total_pages: 1, next_cursor: null });
});

test('filters levels in either spelling', async () => {
  const here = await aShop(app);
  const low = await aProduct(here, { stock: 1, min_stock: 2 });
  await aProduct(here, { stock: 3, min_stock: 2 });
  await aProduct(here, { stock: 0 });
  await aProduct(here, { stock: 0, min_stock: 9, track_stock: false });
  assert.equal((await here.owner.delete(`/products/${(await aProduct(here)).id}`)).status, 200);
  const ids = async (query: string) => {
    const { data, meta } = (await here.owner.get(`/inventory?${query}`)).body;
    assert.equal(meta.total, data.length, query);
    return data.map(({ product_id }: { product_id: string }) => product_id);
  };
  assert.deepEqual(await ids('lowStock=true'), [low.id]);
  assert.equal((await ids('low_stock=false')).length, 3);
  assert.equal((await ids(`branchId=${here.branch_id}`)).length, 3);
  assert.equal((await ids(`warehouse_id=${here.warehouse_id}`)).length, 3);
  assert.deepEqual(await ids(`branch_id=${shop.branch_id}`), []);
  assert.deepEqual(await ids(`product_id=${newId()}`), []);
  const wrong = await here.owner.get('/inventory?productId=x&branch_id=y&lowStock=maybe&view=all');
  assert.equal(wrong.status, 422);
  assert.deepEqual(fieldsOf(wrong), ['branch_id', 'lowStock', 'productId', 'view']);
});

test('filters levels and movements by a product, alone or with its variants', async () => {
  const here = await aShop(app);
  const shirt = await aProduct(here, { name: 'Shirt', stock: 1 });
  const variant = { sku: 'SHIRT-M', name: 'M', price: 5, stock: 2 };
  const { id } = (await here.owner.post(`/products/${shirt.id}/variants`, variant)).body.data;
  await aProduct(here, { stock: 3 });
  for (const path of ['/inventory', '/inventory/movements']) {
    const ids = async (query: string) => {
      const { data, meta } = (await here.owner.get(`${path}?${query}`)).body;
      assert.equal(meta.total, data.length, query);
      return data.map(({ product_id }: { product_id: string }) => product_id).sort();
    };
    assert.deepEqual(await ids(`product_id=${shirt.id}`), [shirt.id]);
    assert.deepEqual(await ids(`product_id=${shirt.id}&with_variants=false`), [shirt.id]);
    assert.deepEqual(await ids(`product_id=${shirt.id}&withVariants=true`), [shirt.id, id].sort());
    assert.deepEqual(await ids(`product_id=${id}&with_variants=true`), [id]);
    assert.deepEqual(await ids(`product_id=${newId()}&with_variants=true`), []);
    assert.equal((await ids('view=levels&with_variants=true')).length, 3);
  }
});

test('pages levels on request', async () => {
  const here = await aShop(app);
  for (let at = 0; at < 5; at += 1) await aProduct(here);
  const first = await here.owner.get('/inventory?view=levels&limit=3');
  assert.deepEqual([first.body.data.length, first.body.meta.total, first.body.meta.total_pages], [3, 5, 2]);
  const second = await here.owner.get(`/inventory?view=levels&limit=3&cursor=${first.body.meta.next_cursor}`);
  assert.equal(new Set([...first.body.data, ...second.body.data].map(({ product_id }) => product_id)).size, 5);
  assert.equal((await here.owner.get('/inventory?limit=101')).status, 422);
});

test('sorts levels by product with its variants, or by SKU; the pages together are the whole list', async () => {
  const here = await aShop(app);
  const cellar = await aWarehouse(here, 'Cellar');
  const shirt = await aProduct(here, { name: 'Shirt', sku: 'S-2' });
  for (const [name, sku] of [
    ['Small', 'A-9'],
    ['Éxtra large', 'S-1'],
    ['Large', 'S-3'],
  ])
    assert.equal(
      (await here.owner.post(`/products/${shirt.id}/variants`, { name, sku, price: 5, stock: 1 })).status,
      201,
    );
  // Two products of the same name, and one product in two warehouses.
  for (const sku of ['B-1', 'B-2']) await aProduct(here, { name: 'apron', sku });
  await aProduct(here, { name: 'Zip', sku: 'S-0' });
  await aProduct(here, { name: 'Élan', sku: 'Z-1' });
  await here.owner.post('/inventory/adjustment', {
    product_id: shirt.id,
    warehouse_id: cellar,
    type: 'in',
    quantity: 1,
  });
  const list = async (query: string) => {
    const { status, body, text } = await here.owner.get(`/inventory?view=levels&${query}`);
    assert.equal(status, 200, text);
    const rows = body.data.map(
      ({ product_name, sku, warehouse_name }: Record<string, string>) => `${product_name} ${sku} ${warehouse_name}`,
    );
    return { rows: rows as string[], next: body.meta.next_cursor as string | null };
  };
  const column = async (query: string, at: RegExp) => (await list(query)).rows.map((row) => at.exec(row)?.[0]);
  const bySku = ['A-9', 'B-1', 'B-2', 'S-0', 'S-1', 'S-2', 'S-2', 'S-3', 'Z-1'];
  assert.deepEqual(await column('sort=sku', /[A-Z]-\d/), bySku);
  assert.deepEqual(await column('sort=-sku', /[A-Z]-\d/), bySku.toReversed());
  assert.deepEqual((await list('sort=sku')).rows.slice(5, 7), ['Shirt S-2 Main warehouse', 'Shirt S-2 Cellar']);
  const byName = ['B-1', 'B-2', 'Z-1', 'S-2', 'S-2', 'S-1', 'S-3', 'A-9', 'S-0'];
  assert.deepEqual(await column('sort=productName', /[A-Z]-\d/), byName);
  assert.deepEqual((await column('sort=-product_name,sku', /[A-Z]-\d/)).slice(0, 6), [
    'S-0',
    'A-9',
    'S-3',
    'S-1',
    'S-2',
    'S-2',
  ]);
  for (const name of ['sku', 'product_name', 'product_id'])
    assert.deepEqual((await list(`sort=-${name}`)).rows, (await list(`sort=${name}`)).rows.toReversed(), name);

  for (const sort of [
    'product_name',
    '-product_name',
    'sku',
    '-sku',
    '-product_name,sku',
    'sku,-product_name',
    'product_id',
    '-product_id',
  ]) {
    const { rows } = await list(`sort=${sort}`);
    const followed: string[] = [];
    let at = '';
    for (let page = 1; page <= 5; page += 1) {
      const numbered = await list(`sort=${sort}&limit=2&page=${page}`);
      assert.deepEqual(numbered.rows, rows.slice(page * 2 - 2, page * 2), `${sort}, page ${page}`);
      const { rows: pageRows, next } = await list(`sort=${sort}&limit=2${at}`);
      followed.push(...pageRows);
      at = `&cursor=${next}`;
      assert.equal(next === null, page === 5, sort);
    }
    assert.deepEqual(followed, rows, sort);
  }
  for (const wrong of ['sort=cost', 'sort=sku,stock', `sort=sku&cursor=${(await list('sort=-sku&limit=2')).next}`])
    assert.deepEqual(
      fieldsOf(await here.owner.get(`/inventory?view=levels&${wrong}`)),
      [wrong.includes('cursor') ? 'cursor' : 'sort'],
      wrong,
    );
  assert.deepEqual((await list(`sort=product_name&warehouse_id=${cellar}`)).rows, ['Shirt S-2 Cellar']);
});

test('a count of untracked stock adds no level', async () => {
  const { id: product_id } = await aProduct(shop, { track_stock: false, stock: 0 });
  assert.equal((await owner.put(`/products/${product_id}`, { stock: 0 })).status, 200);
  assert.deepEqual((await owner.get(`/inventory?product_id=${product_id}`)).body.data, []);
});

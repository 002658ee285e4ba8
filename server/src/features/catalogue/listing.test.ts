import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

const names = async (query: string): Promise<string[]> => {
  const { status, body, text } = await owner.get(`/products?${query}`);
  assert.equal(status, 200, text);
  return body.data.map(({ name }: { name: string }) => name);
};

const tea = await aProduct(shop, { sku: 'A-100%', name: 'Žlutý čaj', price: 3, stock: 5, category: 'Drinks' });
await aProduct(shop, { sku: 'B_200', name: 'ΟΔΟΣ', price: 1, stock: 9, category: 'drinks', status: 'inactive' });
await aProduct(shop, { sku: 'C-300', name: 'İzmir', price: 2, stock: 0 });
await owner.post(`/products/${tea.id}/variants`, {
  name: 'Zelený',
  sku: 'A-101',
  price: 4,
  stock: 1,
  barcode: '4006381333931',
});

test('lists products without variants, newest first', async () => {
  const { body } = await owner.get('/products');
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    ['İzmir', 'ΟΔΟΣ', 'Žlutý čaj'],
  );
  assert.deepEqual(body.meta, { page: 1, limit: 20, total: 3, total_pages: 1, next_cursor: null });
  assert.ok(!('variants' in body.data[0]));
});

test('searches names and SKUs, ignoring case, with literal wildcards', async () => {
  assert.deepEqual(await names('search=ŽLUTÝ'), ['Žlutý čaj']);
  assert.deepEqual(await names('search=οδοσ'), ['ΟΔΟΣ']);
  assert.deepEqual(await names('search=ΟΔΟΣ'), ['ΟΔΟΣ']);
  assert.deepEqual(await names('search=İZM'), ['İzmir']);
  assert.deepEqual(await names('search=%25'), ['Žlutý čaj']);
  assert.deepEqual(await names('search=_'), ['ΟΔΟΣ']);
  assert.deepEqual(await names('search=%5C'), []);
  assert.deepEqual(await names('search=-30'), ['İzmir']);
});

test('finds a stored barcode by a part of it, or with other leading zeros', async () => {
  await aProduct(shop, { sku: 'D-400', name: 'Salt', barcode: '012345678905' });
  await aProduct(shop, { sku: 'E-500', name: 'Lent', barcode: 'Lib-77X' });
  for (const search of ['012345678905', '0012345678905', '00012345678905', '12345678905', '45678'])
    assert.deepEqual(await names(`search=${search}`), ['Salt'], search);
  assert.deepEqual(await names('search=04006381333931'), ['Žlutý čaj'], 'a product by the barcode of its variant');
  assert.deepEqual(await names('search=lib-77x'), ['Lent']);
  for (const sku of ['D-400', 'E-500'])
    await owner.delete(`/products/${(await owner.get(`/products?sku=${sku}`)).body.data[0].id}`);
});

test('counts what a search finds, and does not take the number for that of another search', async () => {
  const totalOf = async (query: string) => (await owner.get(`/products?${query}`)).body.meta.total;
  // Other sizes of a page, so that the number is known and the response is not.
  for (const limit of [1, 2]) {
    assert.equal(await totalOf(`search=zelen&limit=${limit}`), 1);
    assert.equal(await totalOf(`search=drinks&limit=${limit}`), 0);
    assert.equal(await totalOf(`search=-30&limit=${limit}`), 1);
    assert.equal(await totalOf(`search=%20&limit=${limit}`), 3, 'blanks only');
  }
  assert.deepEqual(await names('search=zelen&status=inactive'), []);
});

test('finds a product by its variants', async () => {
  assert.deepEqual(await names('search=zelen'), ['Žlutý čaj']);
  assert.deepEqual(await names('search=a-101'), ['Žlutý čaj']);
});

test('finds a product by fewer letters than an index finds, also in its variants', async () => {
  assert.deepEqual(await names('search=yz'), []);
  const product = await aProduct(shop, { sku: 'F-600', name: 'Fig' });
  const variant = await owner.post(`/products/${product.id}/variants`, { sku: 'F-601', name: 'Xyz', price: 1 });
  assert.equal(variant.status, 201);
  assert.deepEqual(await names('search=yz'), ['Fig']);
  assert.deepEqual(await names('sku=F-601&search=xyz'), ['Xyz'], 'the variant itself, if its code is asked for');
  assert.deepEqual(await names('sku=F-601&search=fig'), []);
  assert.equal((await owner.delete(`/products/${variant.body.data.id}`)).status, 200);
  for (const search of ['yz', 'xyz']) assert.deepEqual(await names(`search=${search}`), [], 'a deleted variant');
  assert.equal((await owner.delete(`/products/${product.id}`)).status, 200);
});

test('filters by category and status', async () => {
  assert.deepEqual(await names('category=DRINKS&sort=sku'), ['Žlutý čaj', 'ΟΔΟΣ']);
  assert.deepEqual(await names('category=unknown'), []);
  assert.deepEqual(await names('status=inactive'), ['ΟΔΟΣ']);
  const wrong = await owner.get('/products?status=gone&page=0&limit=101');
  assert.equal(wrong.status, 422);
  assert.deepEqual(
    wrong.body.error.details.map(({ field }: { field: string }) => field),
    ['page', 'limit', 'status'],
  );
});

test('sorts by each field, in reverse with a minus', async () => {
  assert.deepEqual(await names('sort=price'), ['ΟΔΟΣ', 'İzmir', 'Žlutý čaj']);
  assert.deepEqual(await names('sort=-stock'), ['ΟΔΟΣ', 'Žlutý čaj', 'İzmir']);
  assert.deepEqual(await names('sort=status,-price'), ['Žlutý čaj', 'İzmir', 'ΟΔΟΣ']);
  for (const field of [
    'name',
    'sku',
    'cost',
    'min_stock',
    'description',
    'barcode',
    'category',
    'created_at',
    'createdAt',
    'id',
  ]) {
    const ascending = await names(`sort=${field},id`);
    assert.deepEqual(await names(`sort=-${field},-id`), ascending.reverse(), field);
  }
  assert.equal((await owner.get('/products?sort=price,colour')).status, 422);
});

test('filtered by branch, lists the products with a stock level there, with its stock', async () => {
  const branch = (await owner.post('/branches', { name: 'East' })).body.data.id;
  const warehouse = (await owner.get(`/warehouses?branch_id=${branch}`)).body.data[0].id;
  await owner.post('/inventory/transfer', {
    product_id: tea.id,
    from_warehouse: shop.warehouse_id,
    to_warehouse: warehouse,
    quantity: 2,
  });
  const { body } = await owner.get(`/products?branchId=${branch}&sort=-stock`);
  assert.deepEqual(
    body.data.map(({ name, stock }: { name: string; stock: number }) => [name, stock]),
    [['Žlutý čaj', 2]],
  );
  assert.equal(body.meta.total, 1);
  const moved = await aProduct(shop, { name: 'Moved', stock: 1 });
  const total = async () => (await owner.get(`/products?branch_id=${branch}`)).body.meta.total;
  assert.equal(await total(), 1);
  const [from_warehouse, to_warehouse] = [shop.warehouse_id, warehouse];
  await owner.post('/inventory/transfer', { product_id: moved.id, from_warehouse, to_warehouse, quantity: 1 });
  assert.equal(await total(), 2);
  assert.equal((await owner.delete(`/products/${moved.id}`)).status, 200);
  assert.deepEqual(await names(`branch_id=${newId()}`), []);
  assert.equal((await owner.get('/products?branch_id=x')).status, 422);
});

test('paging with a cursor returns each product once while others are created', async () => {
  const { owner: reader, ...otherShop } = await aShop(app);
  const made = new Set<string>();
  for (let at = 0; at < 55; at += 1) made.add((await aProduct({ ...otherShop, owner: reader }, { price: at % 3 })).id);
  for (const sort of ['', '&sort=price', '&sort=-name,stock']) {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await reader.get(`/products?limit=10${sort}${cursor}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      await aProduct({ ...otherShop, owner: reader });
      cursor = body.meta.next_cursor === null ? '' : `&cursor=${body.meta.next_cursor}`;
    } while (cursor !== '');
    const once = seen.filter((id) => made.has(id));
    assert.equal(once.length, 55);
    assert.equal(new Set(once).size, 55);
  }
  assert.equal((await reader.get('/products?cursor=nonsense')).status, 422);
});

test('rejects an invalid cursor', async () => {
  const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const id = shop.merchant_id;
  const byTime = '-created_at,-id';
  const wrong: [sort: string, cursor: string][] = [
    ['-created_at', cursorOf(byTime, 'yesterday', id)],
    ['-created_at', cursorOf(byTime, '2026-02-30 10:00:00+00', id)],
    ['-created_at', cursorOf(byTime, '2026-02-03 10:00:00+00', 'x')],
    ['-created_at', cursorOf(byTime, '2026-02-03 10:00:00+00')],
    ['price', cursorOf('price,id', '1.5', id)],
    ['price', cursorOf('price,id', '9223372036854775808', id)],
    ['price', cursorOf('price,id', 1, id)],
    ['name', cursorOf('name,id', 'a\0', id)],
  ];
  for (const [sort, cursor] of wrong) {
    const { status, body } = await shop.owner.get(`/products?sort=${sort}&cursor=${cursor}`);
    assert.equal(status, 422, JSON.stringify(body));
    assert.equal(body.error.details[0].field, 'cursor');
  }
  const right = cursorOf(byTime, '2026-02-03 10:00:00.5+00', id);
  assert.equal((await shop.owner.get(`/products?sort=-created_at&cursor=${right}`)).status, 200);
});

test('finds the product or variant with exactly this SKU, also in lower case', async () => {
  for (const sku of ['Q-7', 'Q-70', 'Q-77', 'q-7x']) await aProduct(shop, { sku });
  const skus = async (query: string) =>
    (await owner.get(`/products?${query}`)).body.data.map(({ sku }: { sku: string }) => sku);
  assert.deepEqual(await skus('sku=Q-7'), ['Q-7']);
  assert.deepEqual(await skus('sku=q-7'), ['Q-7']);
  assert.deepEqual(await skus('sku=%20a-101&status=active'), ['A-101']);
  assert.deepEqual(await skus('sku=Q'), []);
  assert.deepEqual(await skus('sku=Q-7&barcode=5901234123457'), []);
});

test('finds the product or variant with exactly this barcode', async () => {
  await aProduct(shop, { name: 'Cup', barcode: '5901234123457' });
  assert.deepEqual(await names('barcode=5901234123457'), ['Cup']);
  const { body } = await owner.get('/products?barcode=4006381333931');
  assert.deepEqual(
    [body.meta.total, body.data[0].name, body.data[0].parent_id, body.data[0].stock],
    [1, 'Zelený', tea.id, 1],
  );
  assert.deepEqual(await names('barcode=400638133393'), []);
  assert.deepEqual(await names('barcode=5901234123457&status=inactive'), []);
  const another = await aShop(app);
  assert.deepEqual((await another.owner.get('/products?barcode=5901234123457')).body.data, []);
  assert.deepEqual(await names('barcode='), await names(''));
});

test('sorts texts without regard to case', async () => {
  const other = await aShop(app);
  for (const [name, description] of [
    ['one', 'banana'],
    ['two', 'Apple'],
    ['three', 'CHERRY'],
  ])
    await aProduct(other, { name, description });
  for (const [field, sorted] of [
    ['description', ['two', 'one', 'three']],
    ['name', ['one', 'three', 'two']],
  ] as const) {
    const { body } = await other.owner.get(`/products?sort=${field}`);
    assert.deepEqual(
      body.data.map(({ name }: { name: string }) => name),
      sorted,
      field,
    );
  }
});

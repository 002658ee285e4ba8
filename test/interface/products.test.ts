import { test } from 'node:test';
import { aPng } from '../images.ts';
import { aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { assert, claimsOf } from './claims.ts';

const app = await createTestApp();
const { proves, answers, takes } = claimsOf(import.meta.filename);
const shop = await aShop(app);
const image = 'https://cdn.example.com/tea.png';
const tea = await aProduct(shop, {
  sku: 'TEA-1',
  name: 'Green tea',
  price: 30,
  category: 'Drinks',
  description: 'Loose',
  images: [image],
});
const coffee = await aProduct(shop, {
  sku: 'COF-1',
  name: 'Coffee',
  price: 20,
  category: 'Drinks',
  status: 'inactive',
});
const bread = await aProduct(shop, { sku: 'BRE-1', name: 'Bread', price: 20, category: 'Food', images: [image] });
const all = [tea.id, coffee.id, bread.id].sort();

const list = (query: string) => shop.owner.get(`/products?${query}`);
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);
const failing = async (query: string) => (await list(query)).status;

test('lists products', async () => {
  const answer = await list('status=active&category=Food');
  answers('GET /products', answer);
  await proves('GET /products: no variants in the list', () => {
    assert.equal('variants' in answer.body.data[0], false);
  });
});

test('filters the list', async () => {
  await proves('GET /products ? category', async () =>
    assert.deepEqual(idsOf(await list('category=Food')), [bread.id]),
  );
  await proves('GET /products ? status', async () => {
    assert.deepEqual(idsOf(await list('status=inactive')), [coffee.id]);
    assert.deepEqual(idsOf(await list('status=active')).sort(), [tea.id, bread.id].sort());
    assert.equal(await failing('status=gone'), 422);
  });
  await proves('GET /products ? search', async () => {
    assert.deepEqual(idsOf(await list('search=green')), [tea.id]);
    assert.deepEqual(idsOf(await list('search=cof-')), [coffee.id]);
  });
  await proves('GET /products ? branchId', async () => {
    assert.deepEqual(idsOf(await list(`branchId=${shop.branch_id}`)).sort(), all);
    const branch = await shop.owner.post('/branches', { name: 'Another' });
    assert.deepEqual(idsOf(await list(`branchId=${branch.body.data.id}`)), []);
  });
});

test('sorts the list by names separated by commas', async () => {
  await proves(
    ['GET /products ? sort', 'GET /products: sort accepts several names, a minus reverses one'],
    async () => {
      assert.deepEqual(idsOf(await list('sort=name')), [bread.id, coffee.id, tea.id]);
      assert.deepEqual(idsOf(await list('sort=-name')), [tea.id, coffee.id, bread.id]);
      assert.deepEqual(idsOf(await list('sort=price,-name')), [coffee.id, bread.id, tea.id]);
      assert.deepEqual(idsOf(await list('sort=-price,name')), [tea.id, bread.id, coffee.id]);
    },
  );
});

test('counts pages', async () => {
  const largeShop = await aShop(app);
  for (let made = 0; made < 21; made += 1) await aProduct(largeShop, { sku: `C-${made}` });
  const page = (query: string) => largeShop.owner.get(`/products?${query}`);
  await proves('GET /products: page is 1 by default', async () => {
    assert.equal((await page('limit=2')).body.meta.page, 1);
    assert.deepEqual(idsOf(await page('limit=2')), idsOf(await page('limit=2&page=1')));
  });
  await proves('GET /products: limit is 20 by default', async () => {
    const { body } = await page('');
    assert.deepEqual([body.data.length, body.meta.limit], [20, 20]);
  });
  await proves(['GET /products ? limit', 'GET /products: limit is at most 100'], async () => {
    assert.equal((await page('limit=3')).body.data.length, 3);
    assert.equal((await page('limit=100')).body.meta.limit, 100);
    assert.equal((await page('limit=101')).status, 422);
  });
  await proves(['GET /products ? page', 'GET /products: meta counts rows and pages'], async () => {
    const pages = await Promise.all([1, 2, 3].map((number) => page(`limit=10&page=${number}`)));
    assert.deepEqual(
      pages.map(({ body }) => body.data.length),
      [10, 10, 1],
    );
    assert.equal(new Set(pages.flatMap(idsOf)).size, 21);
    for (const { body } of pages) assert.deepEqual([body.meta.total, body.meta.total_pages], [21, 3]);
  });
});

test('creates a product from its fields', async () => {
  const sent = {
    sku: 'NEW-1',
    name: 'New',
    price: 50,
    description: 'Brand new',
    category: 'News',
    cost: 20,
    stock: 7,
    status: 'inactive',
  };
  const answer = await shop.owner.post('/products', sent);
  answers('POST /products', answer);
  const { id } = answer.body.data;
  takes('POST /products', sent, (await shop.owner.get(`/products/${id}`)).body.data);
});

test('creates a product, and responds without an envelope if the client prefers it', async () => {
  const sent = { sku: 'FLAT-1', name: 'Flat', price: 5, category: 'News' };
  answers('POST /products (flat)', await shop.owner.post('/products', sent, { prefer: 'return=representation' }));
});

test('returns a product with its variants', async () => {
  const sent = { name: 'Size M', sku: 'TEA-M', price: 40, stock: 5 };
  const made = await shop.owner.post(`/products/${tea.id}/variants`, sent);
  answers('POST /products/{id}/variants', made);
  assert.equal(made.body.data.product_id, tea.id);
  const answer = await shop.owner.get(`/products/${tea.id}`);
  answers('GET /products/{id}', answer);
  const [variant] = answer.body.data.variants;
  assert.equal(variant.id, made.body.data.id);
  takes('POST /products/{id}/variants', sent, variant);
});

test('changes any field and returns the changed ones', async () => {
  const { id } = await aProduct(shop);
  const sent = {
    sku: 'PUT-1',
    name: 'Changed',
    description: 'Also changed',
    category: 'Other',
    price: 60,
    cost: 30,
    stock: 9,
    status: 'inactive',
    images: ['https://cdn.example.com/other.png'],
  };
  const answer = await shop.owner.put(`/products/${id}`, sent);
  answers('PUT /products/{id}', answer);
  takes('PUT /products/{id}', sent, (await shop.owner.get(`/products/${id}`)).body.data);
  await proves('PUT /products/{id}: returns only the changed fields', async () => {
    const { body } = await shop.owner.put(`/products/${id}`, { name: 'Again', price: 61, stock: 10 });
    assert.deepEqual({ ...body.data, updated_at: '' }, { id, name: 'Again', price: 61, stock: 10, updated_at: '' });
  });
});

test('accepts two statuses of a product', async () => {
  await proves('product statuses: active, inactive; nothing else', async () => {
    const { id } = await aProduct(shop);
    for (const status of ['inactive', 'active']) {
      await shop.owner.put(`/products/${id}`, { status });
      assert.equal((await shop.owner.get(`/products/${id}`)).body.data.status, status);
    }
    assert.equal((await shop.owner.put(`/products/${id}`, { status: 'deleted' })).status, 422);
  });
});

test('returns images as addresses, uploaded ones under the service’s own', async () => {
  await proves('images are addresses under {cdn_url}', async () => {
    const form = Buffer.concat([
      Buffer.from('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      aPng(),
      Buffer.from('\r\n--edge--\r\n'),
    ]);
    const headers = { ...shop.owner.headers, 'content-type': 'multipart/form-data; boundary=edge' };
    const url = `/api/v1/products/${coffee.id}/images`;
    assert.equal((await app.fastify.inject({ method: 'POST', url, headers, payload: form })).statusCode, 201);
    const [address] = (await shop.owner.get(`/products/${coffee.id}`)).body.data.images;
    assert.match(address, /^https?:\/\/[^/]+\/cdn\//);
    assert.equal((await app.fastify.inject({ method: 'GET', url: address })).statusCode, 200);
    assert.deepEqual((await shop.owner.get(`/products/${bread.id}`)).body.data.images, [image]);
  });
});

test('hides a deleted product and keeps its row', async () => {
  const { id } = await aProduct(shop, { sku: 'GONE-1' });
  answers('DELETE /products/{id}', await shop.owner.delete(`/products/${id}`));
  await proves('a deleted product is neither listed nor found', async () => {
    assert.equal((await shop.owner.get(`/products/${id}`)).status, 404);
    assert.deepEqual(idsOf(await list('search=GONE-1')), []);
  });
  await proves('a deleted product is marked removed, not erased', async () => {
    const { rows } = await app.admin.query('select sku from products where id = $1 and deleted_at is not null', [id]);
    assert.deepEqual(rows, [{ sku: 'GONE-1' }]);
  });
});

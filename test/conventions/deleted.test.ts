import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../server/src/core/ids.ts';
import { addRecords, done } from '../records.ts';
import { aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { sampleOf } from './sample.ts';

/** A deleted record is in no list and no figure of what is there, and no operation takes it. History keeps it. */
const app = await createTestApp();
const shop = await aShop(app);
const { owner, warehouse_id } = shop;
const { products, customers, categories, webhooks, devices, warehouses } = await addRecords(shop, 'here');
const [, parent = '', product = ''] = products;
const [customer = '', category = '', webhook = '', device = ''] = [
  ...[customers[2], categories[2], webhooks[2], devices[2]],
];
const variantOf = async (of: string, sku: string): Promise<string> =>
  done(await owner.post(`/products/${of}/variants`, { sku, name: 'Red', price: 1, stock: 5, barcode: sku })).id;
const [ownVariant, variant] = [await variantOf(product, 'THREE-RED'), await variantOf(parent, 'TWO-RED')];
done(await owner.patch(`/products/${product}`, { barcode: '4711', min_stock: 1_000 }));
const sold = { items: [{ product_id: products[0], quantity: 1 }] };
const reportBefore = done(await owner.get('/reports/inventory'));

for (const path of [
  ...[`/products/${product}`, `/products/${variant}`, `/customers/${customer}`, `/categories/${category}`],
  ...[`/webhooks/${webhook}`, `/devices/${device}`],
])
  done(await owner.delete(path));

const gone = { product, ownVariant, variant, customer, category, webhook, device };

/** They keep what was. */
const history =
  /^\/(audit|events|exports|jobs|reports\/sales|sync|transactions|inventory\/(movements|imports)|dashboard)/;

const lists = [
  ...app.routes
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/v1/') && !url.includes(':'))
    .map(({ url }) => url.replace('/api/v1', ''))
    .filter(
      (path) => !history.test(path) && !['/demo', '/inventory/export', '/lookup', '/health/invariants'].includes(path),
    ),
  ...['search=Three', 'sku=Three', 'sku=TWO-RED', 'barcode=4711', 'category=Three', 'sort=name', 'sort=-stock'].map(
    (filter) => `/products?${filter}&limit=100`,
  ),
  ...['view=levels', 'view=records', 'view=records&search=Three', 'low_stock=true', `product_id=${product}`].map(
    (filter) => `/inventory?${filter}&limit=100`,
  ),
  ...['search=Three', 'sort=name', 'sort=-points'].map((filter) => `/customers?${filter}&limit=100`),
];

test('lists and searches no deleted record', async () => {
  for (const path of lists) {
    const { status, text } = await owner.get(path);
    assert.equal(status, 200, `${path}: ${text}`);
    for (const [what, id] of Object.entries(gone)) assert.ok(!text.includes(id), `${path} has the deleted ${what}`);
  }
  assert.ok(lists.length >= 35, `${lists.length} lists`);
});

test('finds no deleted record by its code, and exports none', async () => {
  for (const code of ['Three', '4711', 'THREE-RED', 'TWO-RED'])
    for (const answer of [await owner.get(`/lookup?code=${code}`), await owner.get(`/lookup?code=${code.slice(0, 4)}`)])
      for (const id of [product, ownVariant, variant]) assert.ok(!answer.text.includes(id), `${code}: ${answer.text}`);
  const { text } = await owner.get('/inventory/export?format=csv');
  for (const sku of ['Three', 'THREE-RED', 'TWO-RED']) assert.ok(!text.includes(sku), sku);
});

test('their stock is gone from the report and from low stock', async () => {
  const report = done(await owner.get('/reports/inventory'));
  // The third product had 98 units after its sale, and each variant five.
  assert.equal(reportBefore.total_units - report.total_units, 108);
  assert.ok(!JSON.stringify(report).includes(product));
});

/** By the folder of the path: a record that is there, and the deleted one. */
const folders: Record<string, [there: string | undefined, deleted: string]> = {
  categories: [categories[0], category],
  customers: [customers[0], customer],
  devices: [devices[0], device],
  inventory: [products[0], product],
  products: [products[0], product],
  webhooks: [webhooks[0], webhook],
};

/** Operations on a deleted record that are needed after its deletion. */
const allowed = ['GET /customers/:id/data', 'POST /customers/:id/erase', 'GET /products/:id/prices'];

test('no operation takes a deleted record in its path', async () => {
  const tried: string[] = [];
  for (const { method, url, schema } of app.routes) {
    const path = url.replace('/api/v1', '');
    const [, folder = ''] = /^\/([a-z-]+)\/:id/.exec(path) ?? [];
    const [there, id] = folders[folder] ?? [];
    const name = `${method} ${path}`;
    if (
      there === undefined ||
      id === undefined ||
      method === 'HEAD' ||
      allowed.includes(name) ||
      path.endsWith('/images')
    )
      continue;
    const body = schema?.body === undefined ? undefined : sampleOf(schema.body as object);
    const address = path.replace(':id', id).replace(':delivery_id', newId());
    const { status, text } = await send(String(method), address, body);
    assert.equal(status, 404, `${name}: ${text}`);
    if (method === 'GET') assert.equal((await owner.get(path.replace(':id', there))).status, 200, name);
    tried.push(name);
  }
  assert.ok(tried.length >= 26, tried.join('\n'));
});

/** Requests that name these records in their bodies. */
function requestsWith(product_id: string, customer_id: string): [path: string, body: object][] {
  const items = [{ product_id, quantity: 1 }];
  const between = { from_warehouse: warehouse_id, to_warehouse: warehouses[0] };
  return [
    ['/transactions', { items, payment_method: 'cash' }],
    ['/transactions', { items, status: 'pending' }],
    ['/transactions/quote', { items }],
    ['/inventory/adjustment', { product_id, quantity: 1, type: 'addition' }],
    ['/inventory/transfer', { product_id, quantity: 1, ...between }],
    ['/transactions', { ...sold, customer_id, payment_method: 'cash' }],
    ['/transactions/quote', { ...sold, customer_id }],
  ];
}

test('no operation takes a deleted record in its body', async () => {
  for (const [path, body] of requestsWith(parent, customers[0] ?? ''))
    assert.ok((await owner.post(path, body)).status < 300, `${path} takes records that are there`);
  for (const product_id of [product, ownVariant, variant])
    for (const [path, body] of requestsWith(product_id, customer)) {
      const { status, text } = await owner.post(path, body);
      assert.ok(status === 422 || status === 404, `${path} ${JSON.stringify(body)}: ${status} ${text}`);
    }
  const bulk = await owner.post('/products/bulk-update', {
    ids: [product, ownVariant, variant, parent],
    changes: { price: 3 },
  });
  assert.deepEqual(done(bulk), { found: 1, changed: 1 });
});

test('the code of a deleted product is free, and its record stays deleted', async () => {
  const { id } = done(await owner.post('/products', { sku: 'Three', name: 'New', price: 1, barcode: '4711' }));
  assert.notEqual(id, product);
  assert.equal((await owner.get(`/products/${product}`)).status, 404);
});

async function send(method: string, path: string, body: unknown) {
  if (method === 'GET') return owner.get(path);
  if (method === 'DELETE') return owner.delete(path);
  const name = method.toLowerCase() as 'post' | 'put' | 'patch';
  return owner[name](path, body);
}

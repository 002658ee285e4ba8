import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Caller, createCaller } from '../../../../test/caller.ts';
import { formOf } from '../../../../test/form.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp, openTestApp } from '../../../../test/test-app.ts';
import { sizeOf } from './response-cache.ts';

const app = await createTestApp();
/** Two services on one database. Each must see the writes of the other. */
const sharedApps = await Promise.all([
  openTestApp(app.connection, { isAlone: false }),
  openTestApp(app.connection, { isAlone: false }),
]);
after(() => Promise.all(sharedApps.map((one) => one.close())));

const shop = await aShop(app);
const otherShop = await aShop(app);
const today = new Date().toISOString().slice(0, 10);
const product = await aProduct(shop, { name: 'Kettle', category: 'Kitchen', barcode: '123' });
const { id: category_id } = (await shop.owner.get('/categories')).body.data[0];
const variant = (
  await shop.owner.post(`/products/${product.id}/variants`, { sku: 'K-2', name: 'Red', price: 2, stock: 9 })
).body.data;

const sale = (fields: object = {}) => ({
  items: [{ product_id: product.id, quantity: 1 }],
  payment_method: 'cash',
  ...fields,
});
let sold = '';
let parked = '';
let spare = '';

/** Every kind of write that changes responses of the catalogue. */
const writes: [
  name: string,
  write: (caller: Caller) => Promise<{ status: number; text: string; body: { data: { id: string } } }>,
][] = [
  ['a product is changed', (caller) => caller.put(`/products/${product.id}`, { price: 11 })],
  ['its stock is set', (caller) => caller.put(`/products/${product.id}`, { stock: 50 })],
  [
    'a product is created',
    (caller) => caller.post('/products', { sku: `N-${Math.random()}`, name: 'New', price: 1, category: 'Newly' }),
  ],
  [
    'a variant is created',
    (caller) => caller.post(`/products/${product.id}/variants`, { sku: `V-${Math.random()}`, name: 'Blue', price: 1 }),
  ],
  ['a variant is changed', (caller) => caller.patch(`/products/${variant.id}`, { name: `Red ${Math.random()}` })],
  ['a category is renamed', (caller) => caller.put(`/categories/${category_id}`, { name: `Kitchen ${Math.random()}` })],
  [
    'stock is adjusted',
    (caller) => caller.post('/inventory/adjustment', { product_id: product.id, quantity: 3, type: 'addition' }),
  ],
  [
    'stock of a variant is adjusted',
    (caller) => caller.post('/inventory/stock/adjust', { productId: variant.id, quantity: 1, type: 'in', reason: 'x' }),
  ],
  [
    'a record is changed',
    (caller) => caller.patch(`/inventory/${product.id}`, { minStock: Math.ceil(Math.random() * 1e6) }),
  ],
  ['a product is sold', async (caller) => remember(await caller.post('/transactions', sale()), (id) => (sold = id))],
  ['the sale is refunded', (caller) => caller.post(`/transactions/${sold}/refund`)],
  [
    'a sale is parked',
    async (caller) => remember(await caller.post('/transactions', sale({ status: 'pending' })), (id) => (parked = id)),
  ],
  [
    'the parked sale is completed',
    (caller) => caller.post(`/transactions/${parked}/complete`, { payment_method: 'cash' }),
  ],
  ['the sale is voided', (caller) => caller.post(`/transactions/${parked}/void`)],
  [
    'a record is created',
    async (caller) =>
      remember(
        await caller.post('/inventory', { sku: `R-${Math.random()}`, name: 'R', price: 1, stock: 1, category: 'R' }),
        (id) => (spare = id),
      ),
  ],
  ['a record is deleted', (caller) => caller.post('/inventory/bulk-delete', { ids: [spare] })],
  [
    'a file is imported',
    async (caller) =>
      importFile(
        caller,
        `sku,name,price,stock,category\n${product.sku},Kettle,${Math.random().toFixed(2)},${Math.ceil(Math.random() * 900)},Files\n`,
      ),
  ],
];

function remember<Reply extends { body: { id?: string; data?: { id: string } } }>(
  reply: Reply,
  keep: (id: string) => void,
): Reply {
  keep(reply.body.data?.id ?? reply.body.id ?? '');
  return reply;
}

async function importFile(caller: Caller, text: string) {
  const { headers, payload } = await formOf(text);
  return caller.post('/inventory/import', payload.toString(), headers);
}

/** Addresses with a limit or an id. With other values they return the same rows, uncached. */
const reads: ((limit: number, id: string) => string)[] = [
  (limit) => `/products?limit=${limit}`,
  (limit) => `/products?limit=${limit}&branchId=${shop.branch_id}`,
  (limit) => `/products?limit=${limit}&search=kettle&sort=name`,
  (_, id) => `/products/${id}`,
  (limit) => `/categories?limit=${limit}`,
  (limit) => `/inventory?view=records&limit=${limit}`,
  (limit) => `/inventory?view=levels&limit=${limit}`,
  (_, id) => `/inventory/${id}`,
];

async function readAll(reader: Caller, limit = 100, id = product.id): Promise<unknown[]> {
  const answers = await Promise.all(reads.map((address) => reader.get(address(limit, id))));
  return answers.map(({ body, status }) => [status, body.data ?? body, body.meta?.total]);
}

let limit = 100;
const withRandomCase = (id: string) =>
  Array.from(id, (character) => (Math.random() < 0.5 ? character : character.toUpperCase())).join('');

const [first, other] = sharedApps.map(({ fastify: app }) => createCaller(app, shop.owner.headers));
assert.ok(first && other);

for (const [way, writer, reader] of [
  ['in one process', shop.owner, shop.owner],
  ['through another process', other, first],
] as const) {
  for (const [name, write] of writes) {
    test(`${way}: ${name}, and reads show it immediately`, async () => {
      const before = await readAll(reader);
      assert.deepEqual(await readAll(reader), before, 'equal without a change');
      const written = await write(writer);
      assert.ok([200, 201].includes(written.status), written.text);
      const shown = await readAll(reader);
      limit -= 1;
      assert.deepEqual(shown, await readAll(reader, limit, withRandomCase(product.id)));
      assert.notDeepEqual(shown, before);
    });
  }
}

test('reports and the dashboard include the latest changes', async () => {
  const figures = async (reader: Caller) => {
    const summary = (await reader.get('/dashboard/summary')).body.data;
    const sales = (await reader.get(`/reports/sales?start_date=${today}&end_date=${today}`)).body.data;
    const stock = (await reader.get('/reports/inventory')).body.data;
    return [
      summary.total_transactions,
      summary.refunds,
      summary.new_customers,
      sales.total_transactions,
      sales.refunds,
      stock.total_units,
    ];
  };
  const steps: [
    write: (caller: Caller) => Promise<{ status: number; body: { data: { id: string } } }>,
    change: number[],
  ][] = [
    [
      async (caller) =>
        remember(
          await caller.post('/transactions', sale({ items: [{ product_id: product.id, quantity: 1, price: 10 }] })),
          (id) => (sold = id),
        ),
      [1, 0, 0, 1, 0, -1],
    ],
    [(caller) => caller.post(`/transactions/${sold}/refund`), [0, 10, 0, 0, 10, 1]],
    [(caller) => caller.post('/customers', { name: 'New' }), [0, 0, 1, 0, 0, 0]],
    [
      (caller) => caller.post('/inventory/adjustment', { product_id: product.id, quantity: 2, type: 'addition' }),
      [0, 0, 0, 0, 0, 2],
    ],
  ];
  for (const [writer, reader] of [
    [shop.owner, shop.owner],
    [other, first],
  ] as const) {
    for (const [write, change] of steps) {
      const before = await figures(reader);
      assert.deepEqual(await figures(reader), before);
      assert.ok((await write(writer)).status < 300);
      const now = await figures(reader);
      assert.deepEqual(
        now,
        before.map((figure, index) => figure + (change[index] ?? 0)),
      );
    }
  }
});

test('answers 304 to a matching ETag, and a new response after a change', async () => {
  for (const reader of [shop.owner, first]) {
    for (const address of ['/products', `/products/${product.id}`, '/categories', '/inventory']) {
      const { headers, status } = await reader.get(address);
      const etag = String(headers.etag);
      assert.equal(status, 200);
      assert.match(etag, /^"[\w-]{27}"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const same = await reader.get(address, { 'if-none-match': known });
        assert.deepEqual([same.status, same.text, same.headers.etag], [304, '', etag], known);
      }
      assert.equal((await reader.get(address, { 'if-none-match': '"other"' })).status, 200);
    }
    const { etag } = (await reader.get(`/products/${product.id}`)).headers;
    assert.equal((await reader.put(`/products/${product.id}`, { description: String(Math.random()) })).status, 200);
    assert.equal((await reader.get(`/products/${product.id}`, { 'if-none-match': String(etag) })).status, 200);
  }
});

test('never serves a response that was cached for another user', async () => {
  const cashier = await aStaffMember(shop, 'cashier');
  for (const fastify of [app.fastify, sharedApps[0]?.fastify]) {
    assert.ok(fastify);
    const [owner, seller, otherOwner] = [shop.owner, cashier, otherShop.owner].map(({ headers }) =>
      createCaller(fastify, headers),
    );
    assert.ok(owner && seller && otherOwner);
    for (const address of ['/products', `/products/${product.id}`]) {
      assert.match((await owner.get(address)).text, /"cost"/);
      assert.doesNotMatch((await seller.get(address)).text, /"cost"/);
      assert.match((await owner.get(address)).text, /"cost"/);
    }
    const otherProducts = await otherOwner.get('/products');
    assert.deepEqual([otherProducts.status, otherProducts.body.data, otherProducts.body.meta.total], [200, [], 0]);
    assert.equal((await otherOwner.get(`/products/${product.id}`)).status, 404);
    assert.equal((await otherOwner.get('/products', { 'x-merchant-id': shop.merchant_id })).status, 403);
    const tag = String((await owner.get('/products')).headers.etag);
    assert.equal((await seller.get('/products', { 'if-none-match': tag })).status, 200);
  }
});

test('does not cache errors', async () => {
  const id = spare;
  assert.equal((await shop.owner.get(`/products/${id}`)).status, 404);
  assert.equal((await shop.owner.get('/products?sort=nothing')).status, 422);
  assert.equal((await shop.owner.get('/products?sort=name')).status, 200);
});

test('a rejected change keeps the ETag', async () => {
  const before = (await shop.owner.get('/products')).headers.etag;
  assert.equal((await shop.owner.post('/products', { sku: product.sku, name: 'Twice', price: 1 })).status, 422);
  assert.equal((await shop.owner.get('/products')).headers.etag, before);
});

test('a cached text counts with two bytes for each letter if one of them needs two', () => {
  assert.deepEqual(['', 'tea', 'thé', '茶茶'].map(sizeOf), [0, 3, 6, 4]);
});

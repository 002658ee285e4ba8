import { test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { assert, claimsOf } from './claims.ts';

const app = await createTestApp();
const { proves, answers, takes } = claimsOf(import.meta.filename);
const shop = await aShop(app);

interface Row {
  id: string;
  name: string;
}

let made = 0;
async function aRecord(fields: object = {}) {
  const sent = {
    name: `Record ${++made}`,
    sku: `R-${made}`,
    price: 10,
    stock: 5,
    category: 'Other',
    minStock: 1,
    ...fields,
  };
  const answer = await shop.owner.post('/inventory', sent);
  assert.equal(answer.status, 201, answer.text);
  return { answer, sent, id: answer.body.id as string };
}

const tea = await aRecord({ name: 'Tea', sku: 'TEA', price: 30, stock: 1, category: 'Drinks', minStock: 9 });
const cola = await aRecord({ name: 'Cola', sku: 'COL', price: 20, stock: 3, category: 'Drinks', minStock: 8 });
const bread = await aRecord({ name: 'Bread', sku: 'BRE', price: 10, stock: 2, category: 'Food', minStock: 7 });
await shop.owner.put(`/inventory/${cola.id}`, { status: 'inactive' });

const list = async (query: string) => (await shop.owner.get(`/inventory?${query}`)).body;
const namesOf = async (query: string): Promise<string[]> => (await list(query)).data.map(({ name }: Row) => name);
const find = async (id: string) => (await shop.owner.get(`/inventory/${id}`)).body;

test('lists records in pages', async () => {
  answers('GET /inventory (records)', await shop.owner.get('/inventory?page=1&limit=20'));
  await proves(['GET /inventory (records) ? page', 'GET /inventory (records) ? limit'], async () => {
    const pages = [await list('page=1&limit=2&sortBy=name'), await list('page=2&limit=2&sortBy=name')];
    assert.deepEqual(
      pages.map(({ data }) => data.map(({ name }: Row) => name)),
      [['Bread', 'Cola'], ['Tea']],
    );
    assert.deepEqual(
      [pages[1].meta.total, pages[1].meta.page, pages[1].meta.limit, pages[1].meta.totalPages],
      [3, 2, 2, 2],
    );
  });
});

test('filters records', async () => {
  await proves('GET /inventory (records) ? search', async () => {
    assert.deepEqual(await namesOf('search=cOl'), ['Cola']);
    assert.deepEqual(await namesOf('search=BRE'), ['Bread']);
  });
  await proves('GET /inventory (records) ? category', async () =>
    assert.deepEqual(await namesOf('category=Food'), ['Bread']),
  );
  await proves('GET /inventory (records) ? status', async () => {
    assert.deepEqual(await namesOf('status=inactive'), ['Cola']);
    assert.deepEqual(await namesOf('status=active&sortBy=name'), ['Bread', 'Tea']);
  });
});

test('sorts records by any field, in both directions', async () => {
  await proves(['GET /inventory (records) ? sortBy', 'GET /inventory (records) ? sortOrder'], async () => {
    const ascending: Record<string, string[]> = {
      name: ['Bread', 'Cola', 'Tea'],
      sku: ['Bread', 'Cola', 'Tea'],
      price: ['Bread', 'Cola', 'Tea'],
      stock: ['Tea', 'Bread', 'Cola'],
      minStock: ['Bread', 'Cola', 'Tea'],
      id: ['Tea', 'Cola', 'Bread'],
      createdAt: ['Tea', 'Cola', 'Bread'],
      updatedAt: ['Tea', 'Bread', 'Cola'],
    };
    for (const [field, names] of Object.entries(ascending)) {
      assert.deepEqual(await namesOf(`sortBy=${field}&sortOrder=asc`), names, field);
      assert.deepEqual(await namesOf(`sortBy=${field}&sortOrder=desc`), names.toReversed(), field);
    }
    assert.equal((await namesOf('sortBy=category&sortOrder=desc'))[0], 'Bread');
    assert.equal((await namesOf('sortBy=status&sortOrder=desc'))[0], 'Cola');
    assert.equal((await shop.owner.get('/inventory?sortBy=colour')).status, 422);
  });
});

test('creates a record, which is a product', async () => {
  const { answer, sent, id } = await aRecord();
  answers('POST /inventory', answer);
  const shown = await shop.owner.get(`/inventory/${id}`);
  answers('GET /inventory/{id}', shown);
  takes('POST /inventory', sent, shown.body);
  await proves('POST /inventory: name, sku, price, stock and category are required, minStock is not', async () => {
    const refused = await shop.owner.post('/inventory', {});
    const fields = refused.body.error.details.map(({ field }: { field: string }) => field).sort();
    assert.deepEqual(fields, ['category', 'name', 'price', 'sku', 'stock']);
  });
  await proves('records and products are the same entities', async () => {
    assert.equal((await shop.owner.get(`/products/${id}`)).body.data.min_stock, sent.minStock);
  });
});

test('changes a record by PUT and PATCH', async () => {
  const { id } = await aRecord();
  const first = { name: 'Put', sku: 'PUT', price: 11, stock: 6, minStock: 2, category: 'Put', status: 'inactive' };
  answers('PUT /inventory/{id}', await shop.owner.put(`/inventory/${id}`, first));
  takes('PUT /inventory/{id}', first, await find(id));
  const second = {
    name: 'Patched',
    sku: 'PATCH',
    price: 12,
    stock: 7,
    minStock: 3,
    category: 'Patched',
    status: 'active',
  };
  answers('PATCH /inventory/{id}', await shop.owner.patch(`/inventory/${id}`, second));
  takes('PATCH /inventory/{id}', second, await find(id));
  await proves('PATCH /inventory/{id}: omitted fields do not change', async () => {
    const before = await find(id);
    await shop.owner.patch(`/inventory/${id}`, { price: 13 });
    assert.deepEqual({ ...(await find(id)), updatedAt: '' }, { ...before, price: 13, updatedAt: '' });
  });
});

test('deletes records one at a time and in bulk', async () => {
  const [one, two, three] = [await aRecord(), await aRecord(), await aRecord()];
  answers('DELETE /inventory/{id}', await shop.owner.delete(`/inventory/${one.id}`));
  assert.equal((await shop.owner.get(`/inventory/${one.id}`)).status, 404);
  answers('POST /inventory/bulk-delete', await shop.owner.post('/inventory/bulk-delete', { ids: [two.id, three.id] }));
  await proves('POST /inventory/bulk-delete <- ids[]', async () => {
    for (const { id } of [two, three]) assert.equal((await shop.owner.get(`/inventory/${id}`)).status, 404);
    assert.equal((await find(tea.id)).name, 'Tea');
  });
});

test('adjusts stock', async () => {
  const { id } = await aRecord({ stock: 10 });
  const adjust = (fields: object) =>
    shop.owner.post('/inventory/stock/adjust', { productId: id, reason: 'recount', ...fields });
  const answer = await adjust({ type: 'in', quantity: 5, reference: 'PO-7' });
  answers('POST /inventory/stock/adjust', answer);
  await proves(['POST /inventory/stock/adjust <- productId', 'POST /inventory/stock/adjust <- quantity'], () => {
    assert.deepEqual([answer.body.id, answer.body.stock], [id, 15]);
  });
  await proves(
    ['POST /inventory/stock/adjust <- type', 'POST /inventory/stock/adjust: reference is optional'],
    async () => {
      assert.equal((await adjust({ type: 'out', quantity: 2 })).body.stock, 13);
      assert.equal((await adjust({ type: 'adjustment', quantity: 4 })).body.stock, 4);
      assert.equal((await adjust({ type: 'sideways', quantity: 4 })).status, 422);
    },
  );
  await proves(['POST /inventory/stock/adjust <- reason', 'POST /inventory/stock/adjust <- reference'], async () => {
    const { data } = (await shop.owner.get(`/inventory/movements?product_id=${id}`)).body;
    const movement = data.find(({ quantity }: { quantity: number }) => quantity === 5);
    assert.deepEqual([movement.reason, movement.reference], ['recount', 'PO-7']);
  });
});

test('transfers stock', async () => {
  const { id } = await aRecord({ stock: 10 });
  const store = (await shop.owner.post('/warehouses', { name: 'Store', branch_id: shop.branch_id })).body.data;
  const sent = { productId: id, quantity: 4, fromWarehouse: shop.warehouse_id, toWarehouse: store.id };
  answers('POST /inventory/stock/transfer', await shop.owner.post('/inventory/stock/transfer', sent));
  await proves(
    [
      'POST /inventory/stock/transfer <- productId',
      'POST /inventory/stock/transfer <- quantity',
      'POST /inventory/stock/transfer <- fromWarehouse',
      'POST /inventory/stock/transfer <- toWarehouse',
    ],
    async () => {
      const { data } = await list(`product_id=${id}`);
      const stocks = Object.fromEntries(
        data.map((level: { warehouse_id: string; stock: number }) => [level.warehouse_id, level.stock]),
      );
      assert.deepEqual(stocks, { [shop.warehouse_id]: 6, [store.id]: 4 });
    },
  );
});

const exported = async (query: string) => {
  const url = `/api/v1/inventory/export?${query}`;
  return app.fastify.inject({ method: 'GET', url, headers: shop.owner.headers });
};
const namesIn = async (query: string) =>
  (await exported(`format=csv&${query}`)).body
    .split('\n')
    .map((row) => ['Bread', 'Cola', 'Tea'].find((name) => row.includes(name)))
    .filter((name) => name !== undefined);

test('exports the list with its filters and order', async () => {
  answers('GET /inventory/export', await shop.owner.get('/inventory/export?format=csv'));
  await proves(
    ['GET /inventory/export ? format', 'GET /inventory/export: the response is a file of the format'],
    async () => {
      const [csv, xlsx] = [await exported('format=csv&search=TEA'), await exported('format=xlsx&search=TEA')];
      assert.match(String(csv.headers['content-type']), /^text\/csv/);
      assert.match(String(csv.headers['content-disposition']), /attachment; filename=".+\.csv"/);
      const { sheets } = await readXlsx(xlsx.rawPayload);
      assert.equal(sheets[0]?.rows.length, 2);
    },
  );
  await proves('GET /inventory/export ? search', async () => assert.deepEqual(await namesIn('search=cola'), ['Cola']));
  await proves('GET /inventory/export ? category', async () =>
    assert.deepEqual(await namesIn('category=Food'), ['Bread']),
  );
  await proves('GET /inventory/export ? status', async () =>
    assert.deepEqual(await namesIn('status=inactive&category=Drinks'), ['Cola']),
  );
  await proves(['GET /inventory/export ? sortBy', 'GET /inventory/export ? sortOrder'], async () => {
    assert.deepEqual(await namesIn('sortBy=price&sortOrder=desc'), ['Tea', 'Cola', 'Bread']);
    assert.deepEqual(await namesIn('sortBy=price&sortOrder=asc'), ['Bread', 'Cola', 'Tea']);
  });
  assert.ok(
    [tea, cola, bread].every(({ id }) => id !== ''),
    'all three records exist',
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, type Reply } from '../../../../test/caller.ts';
import { aProduct, aShop, aStaffMember, aWarehouse } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const otherShop = await aShop(app);
const { owner } = shop;
const attic = await aWarehouse(shop, 'Attic');

const codeOf = ({ body }: Reply) => body.error.code;
const movementsOf = async (product_id: string) =>
  (await owner.get(`/inventory/movements?product_id=${product_id}`)).body.data;

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

test('adjusts with every type name, in the default warehouse by default', async () => {
  const { id: product_id } = await aProduct(shop, { stock: 10 });
  const adjust = async (type: string, quantity: number, extra = {}) => {
    const { status, body, text } = await owner.post('/inventory/adjustment', { product_id, type, quantity, ...extra });
    assert.equal(status, 200, text);
    const { movement, level } = body.data;
    return [movement.type, movement.quantity, movement.balance, level.warehouse_id, level.stock];
  };
  assert.deepEqual(await adjust('addition', 5), ['addition', 5, 15, shop.warehouse_id, 15]);
  assert.deepEqual(await adjust('in', 1, { warehouse_id: null }), ['addition', 1, 16, shop.warehouse_id, 16]);
  assert.deepEqual(await adjust('subtraction', 6), ['subtraction', -6, 10, shop.warehouse_id, 10]);
  assert.deepEqual(await adjust('out', 1), ['subtraction', -1, 9, shop.warehouse_id, 9]);
  assert.deepEqual(await adjust('adjustment', 0), ['adjustment', -9, 0, shop.warehouse_id, 0]);
  assert.deepEqual(await adjust('in', 3, { warehouse_id: attic }), ['addition', 3, 3, attic, 3]);
  assert.equal((await owner.get(`/products/${product_id}`)).body.data.stock, 3);
});

test('accepts camelCase, and stores reason, reference and user', async () => {
  const product = await aProduct(shop);
  const clerk = await aStaffMember(shop, 'stock_clerk');
  const body = {
    productId: product.id,
    warehouseId: attic,
    quantity: 2,
    type: 'in',
    reason: 'found',
    reference: 'R-1',
  };
  assert.equal((await clerk.post('/inventory/adjustment', body)).status, 200);
  const [movement] = await movementsOf(product.id);
  assert.deepEqual([movement.reason, movement.reference, movement.warehouse_id], ['found', 'R-1', attic]);
  assert.notEqual(movement.user_id, shop.owner_id);
});

test('names fields in the client’s spelling, also missing ones', async () => {
  const refused = async (body: object) => fieldsOf(await owner.post('/inventory/transfer', body));
  assert.deepEqual(await refused({ productId: 'x', quantity: 1 }), ['fromWarehouse', 'productId', 'toWarehouse']);
  assert.deepEqual(await refused({ quantity: 1 }), ['from_warehouse', 'product_id', 'to_warehouse']);
  const product = await aProduct(shop);
  for (const spellings of [
    { product_id: newId(), productId: product.id },
    { productId: newId(), product_id: product.id },
  ]) {
    const answer = await owner.post('/inventory/adjustment', { ...spellings, type: 'in', quantity: 1 });
    const [earlier, later] = Object.keys(spellings);
    assert.deepEqual(answer.body.error.details, [
      { field: later, message: `differs from its other spelling, ${earlier}` },
    ]);
  }
});

test('a count that finds the expected quantity moves nothing', async () => {
  const product = await aProduct(shop, { stock: 4 });
  const { status, body } = await owner.post('/inventory/adjustment', {
    product_id: product.id,
    type: 'adjustment',
    quantity: 4,
  });
  assert.deepEqual([status, body.data.movement, body.data.level.stock], [200, null, 4]);
  assert.equal((await movementsOf(product.id)).length, 1);
});

test('a count applies the difference from the stock that it expected, so that later sales stay sold', async () => {
  const product = await aProduct(shop, { stock: 9 });
  const count = (fields: Record<string, unknown>) =>
    owner.post('/inventory/adjustment', { product_id: product.id, type: 'adjustment', ...fields });
  // Eight were counted when nine were expected; then three were sold.
  const items = [{ product_id: product.id, quantity: 3 }];
  assert.equal((await owner.post('/transactions', { items, payment_method: 'cash' })).status, 201);
  const { body } = await count({ quantity: 8, expected: 9 });
  assert.deepEqual(
    [body.data.movement.type, body.data.movement.quantity, body.data.level.stock],
    ['adjustment', -1, 5],
  );
  assert.deepEqual((await count({ quantity: 7, expected: 7 })).body.data.movement, null);
  assert.equal((await count({ quantity: 2, expected: -1 })).body.data.level.stock, 8);
  const short = await count({ quantity: 0, expected: 9 });
  assert.deepEqual(short.body.error.details, [{ field: 'quantity', message: 'only 8 available' }]);
  for (const [fields, message] of [
    [{ type: 'in', quantity: 1, expected: 4 }, 'is only for the type adjustment'],
    [{ quantity: 1, expected: 1_000_000_001 }, 'must be at most 1000000000'],
    [{ quantity: 1, expected: -1_000_000_001 }, 'must be at least -1000000000'],
    [{ quantity: 1, expected: 'nine' }, 'must be an integer'],
  ] as const)
    assert.deepEqual((await count(fields)).body.error?.details, [{ field: 'expected', message }]);
  const most = await count({ quantity: 1_000_000_000, expected: -1_000_000_000 });
  assert.deepEqual(
    [most.status, (await count({ quantity: 1_000_000_000, expected: -1_000_000_000 })).status],
    [200, 422],
  );
});

test('rejects a subtraction of more than is available', async () => {
  const product = await aProduct(shop, { stock: 2 });
  const answer = await owner.post('/inventory/adjustment', { product_id: product.id, type: 'out', quantity: 3 });
  assert.equal(answer.status, 422);
  assert.equal(codeOf(answer), 'INSUFFICIENT_STOCK');
  assert.deepEqual(answer.body.error.details, [{ field: 'quantity', message: 'only 2 available' }]);
});

test('with negative stock allowed, an adjustment may exceed the stock, but a transfer may not', async () => {
  const negativeShop = await aShop(app);
  await app.admin.query('update merchants set allow_negative_stock = true where id = $1', [negativeShop.merchant_id]);
  const product_id = (await aProduct(negativeShop, { stock: 1 })).id;
  const taken = await negativeShop.owner.post('/inventory/adjustment', { product_id, type: 'out', quantity: 3 });
  assert.equal(taken.body.data.level.available, -2);
  const other = await aWarehouse(negativeShop, 'Other');
  const transfer = { product_id, from_warehouse: negativeShop.warehouse_id, to_warehouse: other, quantity: 1 };
  const refused = await negativeShop.owner.post('/inventory/transfer', transfer);
  assert.equal(codeOf(refused), 'INSUFFICIENT_STOCK');
  assert.deepEqual(refused.body.error.details, [{ field: 'quantity', message: 'none available' }]);
});

test('reports all errors of an adjustment', async () => {
  const empty = await owner.post('/inventory/adjustment', {});
  assert.deepEqual(fieldsOf(empty), ['product_id', 'quantity', 'type']);
  const unknown = {
    productId: (await aProduct(otherShop)).id,
    warehouseId: otherShop.warehouse_id,
    quantity: 0,
    type: 'in',
  };
  const answer = await owner.post('/inventory/adjustment', unknown);
  assert.equal(answer.status, 422);
  assert.deepEqual(fieldsOf(answer), ['productId', 'quantity', 'warehouseId']);
  const deleted = await aProduct(shop);
  await owner.delete(`/products/${deleted.id}`);
  assert.deepEqual(
    fieldsOf(await owner.post('/inventory/adjustment', { product_id: deleted.id, quantity: 1, type: 'in' })),
    ['product_id'],
  );
});

test('a transfer creates a movement on both sides in one transaction', async () => {
  const product = await aProduct(shop, { stock: 10 });
  const body = {
    productId: product.id,
    fromWarehouse: shop.warehouse_id.toUpperCase(),
    toWarehouse: attic,
    quantity: 4,
  };
  const answer = await owner.post('/inventory/transfer', body);
  assert.equal(answer.status, 200, answer.text);
  const { id, created_at, from_level, to_level, ...rest } = answer.body.data;
  assert.deepEqual(rest, {
    product_id: product.id,
    from_warehouse: shop.warehouse_id,
    to_warehouse: attic,
    quantity: 4,
  });
  assert.deepEqual([from_level.stock, to_level.stock, to_level.warehouse_name], [6, 4, 'Attic']);
  const [one, two] = await movementsOf(product.id);
  assert.deepEqual([one.type, two.type].sort(), ['transfer_in', 'transfer_out']);
  assert.ok(id && one.created_at === created_at);
});

test('rejects a transfer to the same warehouse, of too much, and of unknown products', async () => {
  const { id: product_id } = await aProduct(shop, { stock: 3 });
  const transfer = (extra: object) =>
    owner.post('/inventory/transfer', {
      product_id,
      from_warehouse: shop.warehouse_id,
      to_warehouse: attic,
      quantity: 1,
      ...extra,
    });
  const toSameWarehouse = await transfer({ to_warehouse: shop.warehouse_id });
  assert.equal(codeOf(toSameWarehouse), 'VALIDATION_ERROR');
  assert.deepEqual(fieldsOf(toSameWarehouse), ['to_warehouse']);
  assert.equal(codeOf(await transfer({ quantity: 4 })), 'INSUFFICIENT_STOCK');
  assert.deepEqual(fieldsOf(await transfer({ quantity: 0 })), ['quantity']);
  const unknown = { product_id: newId(), from_warehouse: otherShop.warehouse_id, to_warehouse: newId() };
  assert.deepEqual(fieldsOf(await transfer(unknown)), ['from_warehouse', 'product_id', 'to_warehouse']);
  assert.deepEqual(fieldsOf(await owner.post('/inventory/transfer', {})), [
    'from_warehouse',
    'product_id',
    'quantity',
    'to_warehouse',
  ]);
  assert.equal((await movementsOf(product_id)).length, 1);
});

test('untracked stock can be neither adjusted nor moved', async () => {
  const { id: product_id } = await aProduct(shop, { track_stock: false, stock: 0 });
  assert.equal(
    codeOf(await owner.post('/inventory/adjustment', { product_id, quantity: 1, type: 'in' })),
    'INVALID_STATE',
  );
  const transfer = { product_id, from_warehouse: shop.warehouse_id, to_warehouse: attic, quantity: 1 };
  assert.equal(codeOf(await owner.post('/inventory/transfer', transfer)), 'INVALID_STATE');
});

test('a count of untracked stock adds no level', async () => {
  const { id: product_id } = await aProduct(shop, { track_stock: false, stock: 0 });
  assert.equal((await owner.put(`/products/${product_id}`, { stock: 0 })).status, 200);
  assert.deepEqual((await owner.get(`/inventory?product_id=${product_id}`)).body.data, []);
});

test('a repeated key applies an adjustment once', async () => {
  const product = await aProduct(shop, { stock: 1 });
  const body = { product_id: product.id, type: 'in', quantity: 1 };
  const first = await owner.post('/inventory/adjustment', body, { 'idempotency-key': 'a1' });
  const second = await owner.post('/inventory/adjustment', body, { 'idempotency-key': 'a1' });
  assert.deepEqual([second.status, second.text], [200, first.text]);
  assert.equal((await movementsOf(product.id)).length, 2);
});

test('a cashier and a viewer can only read', async () => {
  for (const role of ['cashier', 'viewer'] as const) {
    const member = await aStaffMember(shop, role);
    assert.equal((await member.get('/inventory')).status, 200);
    assert.equal((await member.get('/inventory/movements')).status, 200);
    assert.equal((await member.post('/inventory/adjustment', {})).status, 403);
    assert.equal((await member.post('/inventory/transfer', {})).status, 403);
  }
});

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

test('names the quantity that would move a stock beyond what is kept, and changes nothing', async () => {
  const { id: product_id } = await aProduct(shop, { stock: 0 });
  const count = (quantity: number, expected: number) =>
    owner.post('/inventory/adjustment', { product_id, type: 'adjustment', quantity, expected });
  const billion = 1_000_000_000;
  assert.equal((await count(billion, -billion)).body.data.level.stock, 2 * billion);
  const { status, body } = await count(billion, -billion);
  const details = [{ field: 'quantity', message: 'would move the stock beyond 2147483647' }];
  assert.deepEqual([status, body.error?.code, body.error?.details], [422, 'VALIDATION_ERROR', details]);
  assert.equal((await movementsOf(product_id)).length, 1);
});

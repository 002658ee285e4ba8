import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, type Reply } from '../../../../test/caller.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const otherShop = await aShop(app);
const { owner } = shop;
const attic = (await owner.post('/warehouses', { name: 'Attic', branch_id: shop.branch_id })).body.data.id as string;

const codeOf = ({ body }: Reply) => body.error.code;
const movementsOf = async (product_id: string) =>
  (await owner.get(`/inventory/movements?product_id=${product_id}`)).body.data;

test('adjusts with every type name, and returns the record with the stock of all warehouses', async () => {
  const { id: productId } = await aProduct(shop, { stock: 10, name: 'Tea' });
  const adjust = async (type: string, quantity: number, extra = {}) => {
    const answer = await owner.post('/inventory/stock/adjust', {
      productId,
      type,
      quantity,
      reason: 'count',
      ...extra,
    });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, { success: true, ...(await owner.get(`/inventory/${productId}`)).body });
    return answer.body.stock;
  };
  assert.equal(await adjust('in', 5), 15);
  assert.equal(await adjust('addition', 1), 16);
  assert.equal(await adjust('out', 6), 10);
  assert.equal(await adjust('subtraction', 1), 9);
  assert.equal(await adjust('in', 4, { warehouseId: attic }), 13);
  assert.equal(await adjust('adjustment', 2), 6);
  assert.equal(await adjust('adjustment', 2), 6);
  assert.equal((await movementsOf(productId)).length, 7);
});

test('stores an adjustment’s reason and reference in either spelling, also for a variant', async () => {
  const product = await aProduct(shop);
  const variant = (await owner.post(`/products/${product.id}/variants`, { name: 'Red', sku: 'ADJ-R', price: 1 })).body
    .data;
  const clerk = await aStaffMember(shop, 'stock_clerk');
  const body = {
    product_id: variant.id,
    warehouse_id: attic,
    quantity: 2,
    type: 'in',
    reason: 'found',
    reference: 'R-1',
  };
  const answer = await clerk.post('/inventory/stock/adjust', body);
  assert.deepEqual([answer.status, answer.body.id, answer.body.stock], [200, variant.id, 2]);
  const [movement] = await movementsOf(variant.id);
  assert.deepEqual(
    [movement.type, movement.reason, movement.reference, movement.warehouse_id],
    ['addition', 'found', 'R-1', attic],
  );
});

test('rejects the same adjustments as /inventory, with its own field names', async () => {
  const { id: productId } = await aProduct(shop, { stock: 2 });
  const adjust = (body: object) => owner.post('/inventory/stock/adjust', body);
  const short = await adjust({ productId, quantity: 3, type: 'out' });
  assert.deepEqual([short.status, codeOf(short)], [422, 'INSUFFICIENT_STOCK']);
  assert.deepEqual(short.body.error.details, [{ field: 'quantity', message: 'only 2 available' }]);
  assert.deepEqual(fieldsOf(await adjust({})), ['productId', 'quantity', 'type']);
  assert.deepEqual(fieldsOf(await adjust({ productId: 'x', quantity: 1.5, type: 'lost' })), [
    'productId',
    'quantity',
    'type',
  ]);
  const ofOtherShop = {
    productId: (await aProduct(otherShop)).id,
    warehouseId: otherShop.warehouse_id,
    quantity: 0,
    type: 'in',
  };
  assert.deepEqual(fieldsOf(await adjust(ofOtherShop)), ['productId', 'quantity', 'warehouseId']);
  assert.deepEqual(fieldsOf(await adjust({ product_id: newId(), quantity: 1, type: 'in' })), ['product_id']);
  const untracked = await aProduct(shop, { track_stock: false, stock: 0 });
  const refused = await adjust({ productId: untracked.id, quantity: 1, type: 'in' });
  assert.deepEqual([codeOf(refused), fieldsOf(refused)], ['INVALID_STATE', ['productId']]);
  assert.equal((await movementsOf(productId)).length, 1);
});

test('a transfer moves stock without changing the record’s total', async () => {
  const { id: productId } = await aProduct(shop, { stock: 10 });
  const body = { productId, quantity: 4, fromWarehouse: shop.warehouse_id, toWarehouse: attic };
  const answer = await owner.post('/inventory/stock/transfer', body);
  assert.deepEqual([answer.status, answer.text], [200, '']);
  const snake = { product_id: productId, quantity: 1, from_warehouse: attic, to_warehouse: shop.warehouse_id };
  assert.equal((await owner.post('/inventory/stock/transfer', snake)).status, 200);
  assert.equal((await owner.get(`/inventory/${productId}`)).body.stock, 10);
  const levels = (await owner.get(`/inventory?product_id=${productId}`)).body.data;
  const stocks = Object.fromEntries(
    levels.map((row: { warehouse_id: string; stock: number }) => [row.warehouse_id, row.stock]),
  );
  assert.deepEqual(stocks, { [shop.warehouse_id]: 7, [attic]: 3 });
  const types = (await movementsOf(productId)).map(({ type }: { type: string }) => type);
  assert.deepEqual(types.sort(), ['initial', 'transfer_in', 'transfer_in', 'transfer_out', 'transfer_out']);
});

test('rejects the same transfers as /inventory, with its own field names', async () => {
  const { id: productId } = await aProduct(shop, { stock: 3 });
  const transfer = (extra: object) =>
    owner.post('/inventory/stock/transfer', {
      productId,
      fromWarehouse: shop.warehouse_id,
      toWarehouse: attic,
      quantity: 1,
      ...extra,
    });
  assert.deepEqual(fieldsOf(await transfer({ toWarehouse: shop.warehouse_id })), ['toWarehouse']);
  assert.equal(codeOf(await transfer({ quantity: 4 })), 'INSUFFICIENT_STOCK');
  const unknown = { productId: newId(), fromWarehouse: otherShop.warehouse_id, toWarehouse: newId() };
  assert.deepEqual(fieldsOf(await transfer(unknown)), ['fromWarehouse', 'productId', 'toWarehouse']);
  const empty = await owner.post('/inventory/stock/transfer', {});
  assert.deepEqual(fieldsOf(empty), ['fromWarehouse', 'productId', 'quantity', 'toWarehouse']);
  assert.equal((await movementsOf(productId)).length, 1);
});

test('a repeated key, in either spelling, applies an adjustment or transfer once', async () => {
  const { id } = await aProduct(shop, { stock: 5 });
  const key = (name: string) => ({ 'idempotency-key': name });
  const adjustment = { quantity: 1, type: 'in' };
  const first = await owner.post('/inventory/stock/adjust', { productId: id, ...adjustment }, key('s1'));
  const second = await owner.post('/inventory/stock/adjust', { product_id: id, ...adjustment }, key('s1'));
  assert.deepEqual([second.status, second.text], [200, first.text]);
  const transfer = { productId: id, quantity: 2, fromWarehouse: shop.warehouse_id, toWarehouse: attic };
  await owner.post('/inventory/stock/transfer', transfer, key('s2'));
  const again = await owner.post('/inventory/stock/transfer', transfer, key('s2'));
  assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [200, '', 'true']);
  assert.equal((await movementsOf(id)).length, 4);
});

test('only one of twenty requests for the last unit succeeds, in both APIs', async () => {
  const { id } = await aProduct(shop, { stock: 1 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0
        ? owner.post('/inventory/stock/adjust', { productId: id, type: 'out', quantity: 1 })
        : owner.post('/inventory/adjustment', { product_id: id, type: 'subtraction', quantity: 1 }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers) if (answer.status !== 200) assert.equal(codeOf(answer), 'INSUFFICIENT_STOCK');
  assert.equal((await owner.get(`/inventory/${id}`)).body.stock, 0);
});

test('a level has the same fields in the list and in the response to an adjustment', async () => {
  const product = await aProduct(shop, { stock: 5, min_stock: 9 });
  const { level } = (await owner.post('/inventory/adjustment', { product_id: product.id, type: 'in', quantity: 1 }))
    .body.data;
  assert.deepEqual((await owner.get(`/inventory?product_id=${product.id}`)).body.data, [level]);
});

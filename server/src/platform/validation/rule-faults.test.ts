import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

/** Schema errors and rule violations in one response. */
const app = await createTestApp();
const shop = await aShop(app);
const tea = await aProduct(shop, { price: 3, stock: 10 });

async function faultsOf(path: string, body: unknown): Promise<Record<string, string>> {
  const answer = await shop.owner.post(path, body);
  assert.deepEqual([answer.status, answer.body.error?.code], [422, 'VALIDATION_ERROR'], answer.text);
  const rows = answer.body.error.details.map(({ field, message }: { field: string; message: string }) => [
    field,
    message,
  ]);
  assert.equal(new Set(rows.map(([field]: [string]) => field)).size, rows.length, 'each field is reported once');
  return Object.fromEntries(rows);
}

const unknownProduct = 'is not a product of this merchant';

test('a sale reports malformed fields and the rule violations of the others', async () => {
  const faults = await faultsOf('/transactions', {
    items: [
      { product_id: newId(), quantity: 1 },
      { product_id: 'no id', quantity: 0 },
      { product_id: tea.id.toUpperCase(), quantity: 2, discount: 7 },
      { product_id: tea.id, quantity: 1, price: 1.234 },
      7,
      { product_id: newId(), quantity: 'two' },
    ],
    customer_id: newId(),
    branch_id: newId(),
    occurred_at: '2001-01-01T00:00:00Z',
    discount: 0.001,
    note: 5,
    payment_method: 'shells',
  });
  assert.deepEqual(faults, {
    'items[1].product_id': 'must be a UUID',
    'items[1].quantity': 'must be at least 1',
    'items[4]': 'must be an object',
    'items[5].quantity': 'must be an integer',
    note: 'must be a string or null',
    payment_method: faults.payment_method,
    branch_id: 'is not a branch of this merchant',
    customer_id: 'is not a customer of this merchant',
    occurred_at: 'lies more than 90 days back',
    'items[0].product_id': unknownProduct,
    'items[2].discount': 'is more than the line comes to',
    'items[3].price': 'has more decimals than USD',
    'items[5].product_id': unknownProduct,
    discount: 'has more decimals than USD',
  });
  assert.match(faults.payment_method ?? '', /^must be one of /);
});

test('a sale without schema errors reports all rule violations', async () => {
  const items = [
    { product_id: newId(), quantity: 1 },
    { product_id: tea.id, quantity: 1, discount: 4 },
  ];
  assert.deepEqual(await faultsOf('/transactions', { items, customer_id: newId(), payment_method: 'cash' }), {
    'items[0].product_id': unknownProduct,
    'items[1].discount': 'is more than the line comes to',
    customer_id: 'is not a customer of this merchant',
  });
});

test('reports payments that do not add up together with malformed fields', async () => {
  const items = [{ product_id: tea.id, quantity: 2 }];
  const low = { items, note: 5, payments: [{ method: 'cash', amount: 1 }] };
  assert.deepEqual(await faultsOf('/transactions', low), {
    note: 'must be a string or null',
    payments: 'do not add up to the total',
  });
  const high = { items, note: 5, payments: [{ method: 'card', amount: 100 }] };
  assert.deepEqual(await faultsOf('/transactions', high), {
    note: 'must be a string or null',
    payments: 'are more than the total, and not in cash',
  });
});

test('checks no rules of malformed or missing fields', async () => {
  assert.deepEqual(await faultsOf('/transactions', {}), { items: 'is required' });
  assert.deepEqual(
    await faultsOf('/transactions', {
      items: Array(1_001).fill({ product_id: newId(), quantity: 1 }),
      payment_method: 'cash',
    }),
    {
      items: 'must have at most 1000 entries',
    },
  );
  for (const body of ['[]', '7', 'null'])
    assert.deepEqual(Object.keys(await faultsOf('/transactions', body)), ['body']);
});

test('a sale with a thousand unknown products and a malformed field reports a hundred, and counts the others', async () => {
  const items = Array.from({ length: 1_000 }, () => ({ product_id: newId(), quantity: 1 }));
  const answer = await shop.owner.post('/transactions', { items, note: 5 });
  const { details } = answer.body.error;
  assert.equal(details.length, 101);
  assert.deepEqual(details[0], { field: 'note', message: 'must be a string or null' });
  assert.deepEqual(details.at(-1), { field: 'details', message: '901 more are not listed' });
});

test('stock changes report unknown products and warehouses together with malformed fields', async () => {
  const [product_id, warehouse_id] = [newId(), newId()];
  assert.deepEqual(
    await faultsOf('/inventory/adjustment', { product_id, warehouse_id, quantity: 0, type: 'in', reason: 5 }),
    {
      reason: 'must be a string or null',
      quantity: 'must be at least 1',
      product_id: 'is not a product of yours',
      warehouse_id: 'is not a warehouse of yours',
    },
  );
  const transfer = { product_id, from_warehouse: warehouse_id, to_warehouse: warehouse_id, quantity: 'two' };
  assert.deepEqual(Object.keys(await faultsOf('/inventory/transfer', transfer)).sort(), [
    'from_warehouse',
    'product_id',
    'quantity',
    'to_warehouse',
  ]);
  const record = { productId: product_id, warehouseId: warehouse_id, quantity: 'two', type: 'in' };
  assert.deepEqual(Object.keys(await faultsOf('/inventory/stock/adjust', record)).sort(), [
    'productId',
    'quantity',
    'warehouseId',
  ]);
});

test('a product reports amounts with too many decimals together with malformed fields', async () => {
  assert.deepEqual(await faultsOf('/products', { sku: 'X', name: 5, price: 1.234, cost: 0.001, tax_rate: 1.00001 }), {
    name: 'must be a string',
    price: 'has more decimals than the currency',
    cost: 'has more decimals than the currency',
    tax_rate: 'must have at most four decimals',
  });
  assert.deepEqual(await faultsOf('/products', { sku: 'X', price: 1.234 }), {
    name: 'is required',
    price: 'has more decimals than the currency',
  });
});

test('checks pictures in their stored form, unless one of them is malformed', async () => {
  const wrong = { sku: 'X', name: 5, price: 1 };
  assert.deepEqual(
    Object.keys(
      await faultsOf('/products', { ...wrong, images: ['https://a.example/1.png', 'http://a.example/2.png'] }),
    ),
    ['name', 'images[1]'],
  );
  assert.deepEqual(
    Object.keys(await faultsOf('/products', { ...wrong, images: ['http://a.example/2.png', 7] })).sort(),
    ['images[1]', 'name'],
  );
});

test('reports nothing about the body without the permission', async () => {
  const answer = await app.anonymous.post('/transactions', { items: [{ product_id: newId(), quantity: 1 }], note: 5 });
  assert.deepEqual([answer.status, answer.body.error.details], [401, []]);
});

test('an invitation reports malformed fields and the rule violations of the others', async () => {
  const faults = await faultsOf('/staff', {
    email: 'no address',
    name: 'Ines',
    role: 'owner',
    branch_id: newId(),
    branch_ids: [newId(), 'no id'],
    phone: 5,
  });
  assert.deepEqual(Object.keys(faults).sort(), [
    'branch_id',
    'branch_ids',
    'branch_ids[0]',
    'branch_ids[1]',
    'email',
    'phone',
  ]);
  assert.equal(faults['branch_ids[0]'], 'is not a branch of this merchant');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActRequest } from '../../../../test/approvals.ts';
import { type Caller, fieldsOf } from '../../../../test/caller.ts';
import { aRegister } from '../../../../test/registers.ts';
import { aProduct, aShop, aStaffMember, aWarehouse } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const cashier = await aStaffMember(shop, 'cashier');
const clerk = await aStaffMember(shop, 'stock_clerk');
const espresso = await aProduct(shop, { name: 'Espresso', price: 3, stock: 1_000 });
const cake = await aProduct(shop, { name: 'Cake', price: 4.5, stock: 1_000 });
const other_branch = (await owner.post('/branches', { name: 'Harbour' })).body.data.id;

const ask = (caller: Caller, { method = 'POST', ...act }: ActRequest) => caller.post('/approvals', { method, ...act });
const summaryOf = async (caller: Caller, act: ActRequest) => {
  const { status, body, text } = await ask(caller, act);
  assert.equal(status, 201, text);
  return body.data.summary;
};
const fieldsRefused = async (caller: Caller, act: ActRequest) => {
  const answer = await ask(caller, act);
  assert.equal(answer.status, 422, answer.text);
  return fieldsOf(answer);
};

const unknown = '0198aaaa-0000-7000-8000-000000000000';
const items = [
  { product_id: espresso.id, quantity: 3 },
  { product_id: cake.id, quantity: 2 },
];
const sale = (body: object): ActRequest => ({ action: 'discount', path: '/transactions', body: { items, ...body } });
const record = async (body: object = {}) =>
  (await owner.post('/transactions', { items, payment_method: 'cash', ...body })).body.data;
const about = (id: string, action: string, path: string, body?: unknown): ActRequest => ({
  action,
  method: path === '' ? 'PUT' : 'POST',
  path: `/transactions/${id}${path}`,
  body,
});

test('the summary of a sale has its discounts and the prices that differ from the catalogue', async () => {
  const lines = (espressoFields: object, cakeFields: object = {}) => [
    { ...items[0], ...espressoFields },
    { ...items[1], ...cakeFields },
  ];
  for (const [body, summary] of [
    [{ discount: 3 }, 'Discount of 3 on a sale of 15'],
    [{ discount: { percent: 50 } }, 'Discount of 9 on a sale of 9'],
    [{ items: lines({ discount: 1 }, { discount: { percent: 10 } }) }, 'Discount of 1.9 on a sale of 16.1'],
    [
      { items: lines({ price: 2 }, { price: 5 }), discount: 2 },
      'Discount of 2 and prices changed by 4 on a sale of 14: 3 × Espresso at 2 instead of 3, 2 × Cake at 5 instead of 4.5',
    ],
    [{ items: lines({ price: 3 }) }, 'No discount on a sale of 18'],
    [{ items: [{ name: 'Repair', price: 20, quantity: 1 }], discount: 5 }, 'Discount of 5 on a sale of 15'],
  ] as const)
    assert.equal(await summaryOf(cashier, sale(body)), summary);
});

test('the summary names three changed lines, and how many more there are', async () => {
  const many = Array.from({ length: 5 }, () => ({ product_id: espresso.id, quantity: 1, price: 2 }));
  const line = '1 × Espresso at 2 instead of 3';
  assert.equal(
    await summaryOf(cashier, { ...sale({ items: many }), action: 'price_override' }),
    `Prices changed by 5 on a sale of 10: ${line}, ${line}, ${line}, 2 more`,
  );
  const long = await aProduct(shop, { name: 'x'.repeat(200), price: 3 });
  const named = Array.from({ length: 4 }, () => ({ product_id: long.id, quantity: 1_000_000, price: 9_999_999 }));
  const { length } = await summaryOf(cashier, { ...sale({ items: named }), action: 'price_override' });
  assert.ok(length <= 500);
});

test('the summary of a change of a parked sale has the code of the sale', async () => {
  const { id, transaction_code } = await record({ status: 'pending', payment_method: undefined, discount: 1 });
  for (const [body, summary] of [
    [{ discount: 8 }, `Discount of 8 on ${transaction_code} of 10`],
    [{ discount: { percent: 25 } }, `Discount of 4.5 on ${transaction_code} of 13.5`],
    [{ label: 'Table 4' }, `Discount of 1 on ${transaction_code} of 17`],
    [{ items: items.slice(1), discount: 2 }, `Discount of 2 on ${transaction_code} of 7`],
    [{ items: items.slice(1) }, `Discount of 1 on ${transaction_code} of 8`],
  ] as const)
    assert.equal(await summaryOf(cashier, about(id, 'discount', '', body)), summary);
  assert.equal(
    await summaryOf(cashier, about(id, 'discount', '/complete', { payment_method: 'cash' })),
    `Complete ${transaction_code} of 17 with a discount of 1`,
  );
});

test('the summary of a refund has its amount, also for goods and for all that is left', async () => {
  const { id, transaction_code } = await record({ discount: 6 });
  const one = [{ product_id: espresso.id, quantity: 1 }];
  for (const [body, summary] of [
    [{ amount: 2.5 }, `Refund of 2.5 on ${transaction_code}`],
    [{ items: one }, `Refund of 2 on ${transaction_code} for 1 unit`],
    [{ items: [{ line_no: 2, quantity: 2 }] }, `Refund of 6 on ${transaction_code} for 2 units`],
    [{ items: one, amount: 0.5 }, `Refund of 0.5 on ${transaction_code} for 1 unit`],
    [undefined, `Refund of 12 on ${transaction_code}`],
  ] as const)
    assert.equal(await summaryOf(cashier, about(id, 'refund', '/refund', body)), summary);
  await owner.post(`/transactions/${id}/refund`, { items: one });
  assert.equal(await summaryOf(cashier, about(id, 'refund', '/refund')), `Refund of 10 on ${transaction_code}`);
  const three = { items: [{ product_id: espresso.id, quantity: 3 }] };
  assert.deepEqual(await fieldsRefused(cashier, about(id, 'refund', '/refund', three)), ['body']);
  assert.equal(await summaryOf(cashier, about(id, 'void', '/void')), `Void of ${transaction_code}, 12`);
});

test('units of a product that is in several lines are counted line by line', async () => {
  const lines = [
    { product_id: espresso.id, quantity: 2 },
    { product_id: espresso.id, quantity: 2, discount: 3 },
  ];
  const { id, transaction_code } = await record({ items: lines });
  const of = (quantity: number) =>
    summaryOf(cashier, about(id, 'refund', '/refund', { items: [{ product_id: espresso.id, quantity }] }));
  assert.equal(await of(2), `Refund of 6 on ${transaction_code} for 2 units`);
  assert.equal(await of(4), `Refund of 9 on ${transaction_code} for 4 units`);
  const both = {
    items: [
      { product_id: espresso.id, quantity: 1 },
      { line_no: 1, quantity: 1 },
    ],
  };
  assert.equal(
    await summaryOf(cashier, about(id, 'refund', '/refund', both)),
    `Refund of 6 on ${transaction_code} for 2 units`,
  );
  const twice = { items: [2, 1].map((quantity) => ({ line_no: 1, quantity })) };
  assert.deepEqual(await fieldsRefused(cashier, about(id, 'refund', '/refund', twice)), ['body']);
});

test('the summary of an adjustment says what happens to the stock, also of a variant', async () => {
  const shirt = await aProduct(shop, { name: 'Shirt' });
  const red = (await owner.post(`/products/${shirt.id}/variants`, { sku: 'RED', name: 'Red', price: 5 })).body.data.id;
  const adjustment = (body: object, path = '/inventory/adjustment') => ({ action: 'stock_adjustment', path, body });
  const product_id = espresso.id;
  for (const [act, summary] of [
    [adjustment({ product_id, quantity: 5, type: 'in' }), 'Add 5 to the stock of Espresso'],
    [adjustment({ product_id: red, quantity: 5, type: 'in' }), 'Add 5 to the stock of Shirt - Red'],
    [adjustment({ product_id, quantity: 5, type: 'addition' }), 'Add 5 to the stock of Espresso'],
    [adjustment({ productId: product_id, quantity: 5, type: 'out' }), 'Take 5 from the stock of Espresso'],
    [adjustment({ product_id, quantity: 5, type: 'subtraction' }), 'Take 5 from the stock of Espresso'],
    [
      adjustment({ productId: product_id, quantity: 0, type: 'adjustment' }, '/inventory/stock/adjust'),
      'Set the stock of Espresso to 0',
    ],
    [
      adjustment({ product_id, quantity: 500, type: 'adjustment', expected: 1_000 }),
      'Change the stock of Espresso by −500: counted 500, expected 1000',
    ],
    [
      adjustment({ product_id, quantity: 3, type: 'adjustment', expected: -2 }),
      'Change the stock of Espresso by +5: counted 3, expected -2',
    ],
  ] as const)
    assert.equal(await summaryOf(clerk, act), summary);
  const cellar = await aWarehouse(shop, 'Cellar');
  const { body } = await ask(clerk, adjustment({ product_id, quantity: 5, type: 'in', warehouse_id: cellar }));
  assert.equal(body.data.branch_id, shop.branch_id);
});

test('names the field of a request that takes no such approval', async () => {
  const { id } = await record();
  for (const [act, field] of [
    [{ action: 'refund', path: '/transactions', body: { items } }, 'action'],
    [{ action: 'discount', path: '/products', body: {} }, 'path'],
    [{ action: 'discount', method: 'PUT', path: '/transactions', body: {} }, 'path'],
    [{ action: 'refund', path: `/transactions/${id}/refund?x=1`, body: {} }, 'path'],
    [{ action: 'refund', path: '/transactions/x/refund', body: {} }, 'path'],
    [{ action: 'refund', path: `/transactions/${id}/refund/preview`, body: {} }, 'path'],
    [{ action: 'refund', path: `/transactions/${unknown}/refund`, body: {} }, 'path'],
    [{ action: 'write_off', path: '/sync/devices/x/write-off', body: {} }, 'path'],
    [{ action: 'sell', path: '/transactions', body: {} }, 'action'],
    [{ action: 'discount', path: ' ', body: {} }, 'path'],
    [{ action: 'discount', path: `/${'x'.repeat(200)}`, body: {} }, 'path'],
  ] as const)
    assert.deepEqual(await fieldsRefused(cashier, act), [field], JSON.stringify(act));
});

test('names the body of a request whose summary cannot be made', async () => {
  const { id } = await record();
  const item = { product_id: espresso.id, quantity: 1 };
  for (const body of [
    ...[[], 'text', 5],
    ...[{}, { items: [] }, { items: 'all' }, { items: [5] }, { items: [{ ...item, quantity: 1.5 }] }],
    ...[
      { items: [{ ...item, quantity: -1 }] },
      { items: [{ ...item, product_id: 'x' }] },
      { items: [{ quantity: 1 }] },
    ],
    ...[{ items: [{ ...item, product_id: unknown }] }, { items: [{ ...item, price: '3' }] }],
    ...[{ items: [{ ...item, price: 1.005 }] }, { items: [{ ...item, discount: 3.01 }] }, { items, discount: 18.01 }],
    ...[
      { items, discount: { percent: 101 } },
      { items, discount: true },
      { items, branch_id: 'x' },
    ],
    ...[
      { items, discount: -1 },
      { items, discount: { percent: -1 } },
      { items: [{ ...item, discount: 4 }], discount: { percent: 100 } },
      { items: [{ ...item, price: -1 }] },
    ],
    ...[{ items: [{ ...item, discount: -1 }] }, { items: [{ ...item, quantity: '1' }] }],
    ...[{ items, branch_id: unknown }, { items: Array.from({ length: 1_001 }, () => item) }],
  ])
    assert.deepEqual(
      await fieldsRefused(cashier, { action: 'discount', path: '/transactions', body }),
      ['body'],
      JSON.stringify(body).slice(0, 200),
    );
  for (const body of [{ amount: 'all' }, { amount: -1 }, { items: [] }, { items: [{ line_no: 9, quantity: 1 }] }])
    assert.deepEqual(await fieldsRefused(cashier, about(id, 'refund', '/refund', body)), ['body']);
});

test('no approval is asked for a product that was deleted', async () => {
  const { id: product_id } = await aProduct(shop, { stock: 0 });
  const discounted = sale({ items: [{ product_id, quantity: 1, discount: 1 }] });
  const count: ActRequest = {
    action: 'stock_adjustment',
    method: 'PUT',
    path: `/products/${product_id}`,
    body: { stock: 5 },
  };
  for (const [act, caller] of [
    [discounted, cashier],
    [count, clerk],
  ] as const)
    assert.equal((await ask(caller, act)).status, 201);
  assert.equal((await owner.delete(`/products/${product_id}`)).status, 200);
  assert.deepEqual(await fieldsRefused(cashier, discounted), ['body']);
  assert.deepEqual(await fieldsRefused(clerk, count), ['path']);
});

test('a person limited to branches asks only for acts in these branches', async () => {
  const limited = await aStaffMember(shop, 'cashier');
  const [member] = (await owner.get('/staff?role=cashier&sort=-created_at')).body.data;
  await owner.put(`/staff/${member.id}`, { branch_ids: [other_branch] });
  const { id } = await record();
  assert.deepEqual(await fieldsRefused(limited, about(id, 'refund', '/refund')), ['path']);
  const elsewhere = await ask(limited, sale({ branch_id: shop.branch_id, discount: 1 }));
  assert.deepEqual([elsewhere.status, fieldsOf(elsewhere)], [403, ['body.branch_id']]);
  const clerkThere = await aStaffMember(shop, 'manager');
  const [second] = (await owner.get('/staff?role=manager&sort=-created_at')).body.data;
  await owner.put(`/staff/${second.id}`, { branch_ids: [other_branch] });
  const [action, path] = ['stock_adjustment', '/inventory/adjustment'];
  const change = { product_id: espresso.id, quantity: 1, type: 'in', warehouse_id: shop.warehouse_id };
  const counted = await ask(clerkThere, {
    action,
    method: 'PUT',
    path: `/products/${espresso.id}`,
    body: { stock: 1 },
  });
  assert.deepEqual([counted.status, fieldsOf(counted)], [403, ['body.stock']]);
  const moved = await ask(clerkThere, { action, path, body: change });
  assert.deepEqual([moved.status, fieldsOf(moved)], [403, ['body.warehouse_id']]);
  const here = await ask(limited, sale({ branch_id: other_branch, discount: 1 }));
  assert.deepEqual([here.status, here.body.data.branch_id], [201, other_branch]);
});

test('a sale without a branch is in that of the person who asks', async () => {
  const there = await aStaffMember(shop, 'cashier', other_branch);
  assert.equal((await ask(there, sale({ discount: 1 }))).body.data.branch_id, other_branch);
  assert.equal((await ask(cashier, sale({ discount: 1 }))).body.data.branch_id, shop.branch_id);
});

test('a sale at a register is in the branch of the register', async () => {
  const register = await aRegister(shop, { branch_id: other_branch });
  const body = { register_id: register.id, discount: 1 };
  assert.equal((await ask(cashier, sale(body))).body.data.branch_id, other_branch);
  const here = await aStaffMember(shop, 'cashier', shop.branch_id);
  const [member] = (await owner.get('/staff?role=cashier&sort=-created_at')).body.data;
  await owner.put(`/staff/${member.id}`, { branch_ids: [shop.branch_id] });
  const elsewhere = await ask(here, sale(body));
  assert.deepEqual([elsewhere.status, fieldsOf(elsewhere)], [403, ['body.register_id']]);
  for (const register_id of ['x', shop.branch_id])
    assert.deepEqual(await fieldsRefused(cashier, sale({ register_id, discount: 1 })), ['body']);
});

test('a stock clerk asks for adjustments, not for sales', async () => {
  assert.equal((await ask(clerk, sale({ discount: 1 }))).body.error.code, 'FORBIDDEN');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const cashier = await aStaffMember(shop, 'cashier');
const product = await aProduct(shop, { price: 10, stock: 100_000 });

const sell = (register_id: string, more: object = {}) =>
  cashier.post('/transactions', {
    items: [{ product_id: product.id, quantity: 1 }],
    payment_method: 'cash',
    register_id,
    ...more,
  });
const cash = (amount: number) => [{ method: 'cash', amount }];
const expectedCash = async (shift_id: string): Promise<number> =>
  (await owner.get(`/shifts/${shift_id}`)).body.data.expected.find(
    ({ method }: { method: string }) => method === 'cash',
  ).amount;

test('opens a shift with a counted float; a register has one open shift', async () => {
  const register = await aRegister(shop);
  const denominations = [
    { value: 20, count: 4 },
    { value: 0.5, count: 40 },
  ];
  const opened = await cashier.post('/shifts', {
    register_id: register.id,
    counted_float: 100,
    denominations,
    note: 'early',
  });
  assert.equal(opened.status, 201, opened.text);
  const { id, opened_at, opened_by, ...shift } = opened.body.data;
  assert.deepEqual(shift, {
    register_id: register.id,
    branch_id: shop.branch_id,
    number: 1,
    status: 'open',
    opening_float: 100,
    note: 'early',
    closed_by: null,
    closed_at: null,
    expected: cash(100),
    counted: null,
    variance: null,
  });
  assert.equal(opened_by.name, 'A cashier');
  assert.ok(opened_at);
  const report = (await owner.get(`/shifts/${id}`)).body.data;
  assert.deepEqual([report.denominations, report.counts], [denominations, []]);
  const second = await cashier.post('/shifts', { register_id: register.id, counted_float: 5 });
  assert.deepEqual([second.status, second.body.error.code, fieldsOf(second)], [422, 'INVALID_STATE', ['register_id']]);
});

test('denominations must add up to the float', async () => {
  const register = await aRegister(shop);
  const body = { register_id: register.id, counted_float: 100, denominations: [{ value: 20, count: 4 }] };
  const refused = await cashier.post('/shifts', body);
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'VALIDATION_ERROR']);
  assert.deepEqual(fieldsOf(refused), ['denominations']);
  assert.equal((await owner.get(`/shifts?register_id=${register.id}`)).body.meta.total, 0);
});

test('names a register that is unknown or inactive', async () => {
  const unknown = await cashier.post('/shifts', { register_id: newId(), counted_float: 1 });
  assert.deepEqual([unknown.body.error.code, fieldsOf(unknown)], ['VALIDATION_ERROR', ['register_id']]);
  const register = await aRegister(shop, { status: 'inactive' });
  const inactive = await cashier.post('/shifts', { register_id: register.id, counted_float: 1 });
  assert.deepEqual([inactive.body.error.code, fieldsOf(inactive)], ['INVALID_STATE', ['register_id']]);
  const sale = await sell(register.id);
  assert.deepEqual([sale.body.error.code, fieldsOf(sale)], ['INVALID_STATE', ['register_id']]);
});

test('a shift expects its float and the cash of its sales, without change', async () => {
  const shift = await aShift(shop, { counted_float: 50 });
  const sale = await sell(shift.register_id, { amount_tendered: 20 });
  assert.deepEqual(
    [sale.status, sale.body.data.shift_id, sale.body.data.register_id],
    [201, shift.id, shift.register_id],
  );
  const payments = [
    { method: 'card', amount: 4 },
    { method: 'cash', amount: 10 },
  ];
  assert.equal((await sell(shift.register_id, { payment_method: undefined, payments })).status, 201);
  const { expected, figures } = (await owner.get(`/shifts/${shift.id}`)).body.data;
  assert.deepEqual(expected, [...cash(66), { method: 'card', amount: 4 }]);
  assert.deepEqual(figures.by_method, [
    { method: 'cash', sales: 16, refunds: 0, change: 14 },
    { method: 'card', sales: 4, refunds: 0, change: 0 },
  ]);
  assert.deepEqual(figures.sales, { count: 2, amount: 20 });
});

test('cash that is paid in or out changes what is expected; opening the drawer does not', async () => {
  const shift = await aShift(shop, { counted_float: 50 });
  const move = (body: object) => cashier.post(`/shifts/${shift.id}/movements`, body);
  const paid_in = await move({ type: 'paid_in', amount: 30, reason: 'Change from the bank' });
  assert.equal(paid_in.status, 201, paid_in.text);
  await move({ type: 'paid_out', amount: 12.5, reason: 'Flowers' });
  const opened = await move({ type: 'no_sale', reason: 'Change for a guest' });
  assert.equal(opened.body.data.amount, null);
  assert.equal(await expectedCash(shift.id), 67.5);
  const report = (await owner.get(`/shifts/${shift.id}`)).body.data.figures;
  assert.deepEqual([report.paid_in, report.paid_out, report.no_sales], [30, 12.5, 1]);

  const path = `/shifts/${shift.id}/movements`;
  const voided = await cashier.post(`${path}/${paid_in.body.data.id}/void`, { reason: 'Typed twice' });
  assert.equal(voided.status, 200, voided.text);
  assert.equal(voided.body.data.void_reason, 'Typed twice');
  assert.equal(await expectedCash(shift.id), 37.5);
  const again = await cashier.post(`${path}/${paid_in.body.data.id}/void`, { reason: 'Typed twice' });
  assert.equal(again.body.error.code, 'INVALID_STATE');
  const list = (await cashier.get(path)).body;
  assert.deepEqual(
    list.data.map(({ type, voided_at }: { type: string; voided_at: string | null }) => [type, voided_at !== null]),
    [
      ['no_sale', false],
      ['paid_out', false],
      ['paid_in', true],
    ],
  );
  const other = await aShift(shop);
  assert.equal(
    (await cashier.post(`/shifts/${other.id}/movements/${opened.body.data.id}/void`, { reason: 'x' })).status,
    404,
  );
});

const wrongMovements: [string, object, string[]][] = [
  ['without an amount', { type: 'paid_in', reason: 'x' }, ['amount']],
  ['of nothing', { type: 'paid_out', amount: 0, reason: 'x' }, ['amount']],
  ['that opens the drawer for an amount', { type: 'no_sale', amount: 1, reason: 'x' }, ['amount']],
  ['with too many decimals', { type: 'paid_in', amount: 0.001, reason: 'x' }, ['amount']],
  ['without a reason', { type: 'paid_in', amount: 1 }, ['reason']],
  ['with a blank reason', { type: 'paid_in', amount: 1, reason: ' ' }, ['reason']],
  ['of an unknown type', { type: 'loan', amount: 1, reason: 'x' }, ['type']],
];
for (const [what, body, fields] of wrongMovements)
  test(`rejects a movement ${what}`, async () => {
    const shift = await aShift(shop);
    const refused = await cashier.post(`/shifts/${shift.id}/movements`, body);
    assert.deepEqual([refused.status, fieldsOf(refused)], [422, fields]);
    assert.equal((await cashier.get(`/shifts/${shift.id}/movements`)).body.meta.total, 0);
  });

test('a shift that is counted takes no sales and movements until it is reopened', async () => {
  const shift = await aShift(shop, { counted_float: 50 });
  const counted = await cashier.post(`/shifts/${shift.id}/count`, {
    counted: [{ method: 'card', amount: 3 }, ...cash(49)],
    denominations: [{ value: 49, count: 1 }],
  });
  assert.equal(counted.status, 200, counted.text);
  const { status, expected, variance } = counted.body.data;
  assert.deepEqual([status, expected, variance], ['counting', cash(50), [...cash(-1), { method: 'card', amount: 3 }]]);
  assert.deepEqual(counted.body.data.counted, [...cash(49), { method: 'card', amount: 3 }]);
  for (const refused of [
    await sell(shift.register_id),
    await cashier.post(`/shifts/${shift.id}/movements`, { type: 'paid_in', amount: 1, reason: 'x' }),
    await cashier.post(`/shifts/${shift.id}/count`, { counted: cash(1) }),
    await cashier.post('/shifts', { register_id: shift.register_id, counted_float: 1 }),
  ])
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'INVALID_STATE']);
  const reopened = await cashier.post(`/shifts/${shift.id}/reopen`);
  assert.deepEqual([reopened.body.data.status, reopened.body.data.counted], ['open', null]);
  assert.equal((await sell(shift.register_id)).body.data.shift_id, shift.id);
  assert.equal(
    (await cashier.post(`/shifts/${shift.id}/recount`, { counted: cash(1) })).body.error.code,
    'INVALID_STATE',
  );
  assert.equal((await cashier.post(`/shifts/${shift.id}/reopen`)).body.error.code, 'INVALID_STATE');
});

test('a recount replaces the count and keeps the earlier one', async () => {
  const shift = await aShift(shop, { counted_float: 50 });
  await cashier.post(`/shifts/${shift.id}/count`, { counted: cash(40) });
  const recounted = await owner.post(`/shifts/${shift.id}/recount`, { counted: cash(50) });
  assert.deepEqual([recounted.status, recounted.body.data.variance], [200, cash(0)]);
  const { counts } = (await owner.get(`/shifts/${shift.id}`)).body.data;
  assert.deepEqual(
    counts.map((row: { counted: object; counted_by: { name: string } }) => [row.counted, row.counted_by.name]),
    [
      [cash(40), 'A cashier'],
      [cash(50), 'Olivia Owner'],
    ],
  );
});

test('a count needs cash, each method once, and denominations that add up', async () => {
  const shift = await aShift(shop, { counted_float: 50 });
  const count = async (body: object) => fieldsOf(await cashier.post(`/shifts/${shift.id}/count`, body));
  assert.deepEqual(await count({ counted: [] }), ['counted']);
  assert.deepEqual(await count({ counted: [{ method: 'card', amount: 1 }] }), ['counted']);
  assert.deepEqual(await count({ counted: [...cash(1), ...cash(1)] }), ['counted[1].method']);
  assert.deepEqual(await count({ counted: cash(1), denominations: [{ value: 1, count: 2 }] }), ['denominations']);
  assert.deepEqual(await count({ counted: cash(0.001) }), ['counted[0].amount']);
  assert.equal((await owner.get(`/shifts/${shift.id}`)).body.data.status, 'open');
});

test('a shift is counted up to a hundred times', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  const counted = cash(0);
  assert.equal((await owner.post(`/shifts/${shift.id}/count`, { counted })).status, 200);
  await app.admin.query(
    `insert into shift_counts (merchant_id, id, shift_id, methods, amounts, user_id, created_at)
     select merchant_id, gen_random_uuid(), shift_id, methods, amounts, user_id, created_at
     from shift_counts cross join generate_series(1, 98) where merchant_id = $1 and shift_id = $2`,
    [shop.merchant_id, shift.id],
  );
  const again = () => owner.post(`/shifts/${shift.id}/recount`, { counted });
  assert.equal((await again()).status, 200);
  assert.equal((await again()).body.error.code, 'INVALID_STATE');
});

test('other methods than cash may be counted below 0, as their refunds may exceed their sales', async () => {
  const { id, register_id } = await aShift(shop);
  const sold = (await sell(register_id, { payment_method: 'card', register_id: undefined })).body.data.id;
  const refunded = await owner.post(`/transactions/${sold}/refund`, { payment_method: 'card', register_id });
  assert.equal(refunded.status, 201, refunded.text);
  const counted = (card: number, amount = 100) => ({ counted: [...cash(amount), { method: 'card', amount: card }] });
  const count = await owner.post(`/shifts/${id}/count`, counted(-9));
  assert.deepEqual([count.status, count.body.data?.variance?.[1]], [200, { method: 'card', amount: 1 }], count.text);
  const recount = (body: object) => owner.post(`/shifts/${id}/recount`, body);
  assert.deepEqual((await recount(counted(-10))).body.data.variance, [...cash(0), { method: 'card', amount: 0 }]);
  const error = [{ field: 'counted[0].amount', message: 'must be at least 0' }];
  assert.deepEqual((await recount(counted(-10, -1))).body.error?.details, error);
  const closure = (await owner.post(`/shifts/${id}/close`, {})).body.data.id;
  const again = (body: object) => owner.post(`/closures/${closure}/recounts`, { ...body, reason: 'Slips' });
  assert.deepEqual((await again(counted(-8.5))).body.data.corrected.variance[1], { method: 'card', amount: 1.5 });
  assert.deepEqual((await again(counted(0, -1))).body.error?.details, error);
});

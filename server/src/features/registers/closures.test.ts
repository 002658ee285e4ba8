import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aCustomer, aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
await owner.patch('/merchant', { tax_mode: 'inclusive', tax_rate: 10, point_value: 0.01, loyalty_rate: 1 });
const cashier = await aStaffMember(shop, 'cashier');
const tea = await aProduct(shop, { price: 11, stock: 1_000, category: 'Drinks' });
const bread = await aProduct(shop, { price: 5, stock: 1_000, tax_rate: 0 });
const customer = await aCustomer(shop);

const cash = (amount: number) => [{ method: 'cash', amount }];

async function sell(register_id: string, more: object = {}, caller = cashier) {
  const body = { items: [{ product_id: tea.id, quantity: 1 }], payment_method: 'cash', register_id, ...more };
  const response = await caller.post('/transactions', body);
  assert.equal(response.status, 201, response.text);
  return response.body.data;
}

async function close(shift_id: string, counted: number) {
  const count = await cashier.post(`/shifts/${shift_id}/count`, { counted: cash(counted) });
  assert.equal(count.status, 200, count.text);
  const closed = await cashier.post(`/shifts/${shift_id}/close`, { note: 'done' });
  assert.equal(closed.status, 200, closed.text);
  return closed.body.data;
}

test('a closure has all sums of its shift', async () => {
  const shift = await aShift(shop, { counted_float: 100 });
  const { register_id } = shift;
  const items = [
    { product_id: tea.id, quantity: 2, discount: 2 },
    { product_id: bread.id, quantity: 1 },
  ];
  await sell(register_id, { items, amount_tendered: 30 });
  const refunded = await sell(register_id, { payment_method: 'card' }, owner);
  const voided = await sell(register_id);
  const refund = await owner.post(`/transactions/${refunded.id}/refund`, { amount: 4, register_id });
  assert.deepEqual([refund.status, refund.body.data.shift_id], [201, shift.id]);
  const undone = await owner.post(`/transactions/${voided.id}/void`, {});
  assert.deepEqual([undone.status, undone.body.data.void_shift_id], [200, shift.id]);
  await cashier.post(`/shifts/${shift.id}/movements`, { type: 'paid_out', amount: 20, reason: 'Post' });

  const closure = await close(shift.id, 104);
  const { id, opened_at, closed_at, closed_by, business_day, figures, ...rest } = closure;
  assert.deepEqual(rest, {
    number: 1,
    shift_id: shift.id,
    register_id,
    branch_id: shop.branch_id,
    note: 'done',
    expected: [...cash(105), { method: 'card', amount: 7 }],
    counted: cash(104),
    variance: cash(-1),
    lifetime: { sales: 36, refunds: 4 },
    corrections: [],
    corrected: null,
    owing_devices: [],
  });
  assert.equal(business_day, opened_at.slice(0, 10));
  assert.ok(closed_at >= opened_at);
  assert.equal(closed_by.name, 'A cashier');
  const { by_cashier, by_category, ...sums } = figures;
  assert.deepEqual(sums, {
    sales: { count: 2, amount: 36 },
    refunds: { count: 1, amount: 4, tax: 0.36 },
    voids: { count: 1, amount: 11 },
    discounts: 2,
    rounding: 0,
    tax_by_rate: [
      { rate: 0, net: 5, tax: 0 },
      { rate: 10, net: 28.18, tax: 2.82 },
    ],
    by_method: [
      { method: 'cash', sales: 25, refunds: 0, change: 5 },
      { method: 'card', sales: 11, refunds: 4, change: 0 },
    ],
    paid_in: 0,
    paid_out: 20,
    no_sales: 0,
  });
  assert.deepEqual(
    by_cashier.map(({ name, count, amount }: { name: string; count: number; amount: number }) => [name, count, amount]),
    [
      ['A cashier', 1, 25],
      ['Olivia Owner', 1, 11],
    ],
  );
  assert.deepEqual(
    by_category.map(({ name, quantity, amount }: { name: string; quantity: number; amount: number }) => [
      name,
      quantity,
      amount,
    ]),
    [
      ['Drinks', 3, 31],
      [null, 1, 5],
    ],
  );
  assert.deepEqual((await owner.get(`/closures/${id}`)).body.data, closure);
  const report = (await owner.get(`/shifts/${shift.id}`)).body.data;
  assert.deepEqual([report.status, report.figures, report.variance], ['closed', figures, cash(-1)]);
});

test('closures of a register are numbered without a gap, and its lifetime sums are never reset', async () => {
  const register = await aRegister(shop);
  const other = await aRegister(shop);
  await sell(register.id);
  const closed: { number: number; lifetime: object }[] = [];
  for (const register_id of [register.id, other.id, register.id]) {
    const shift = await aShift(shop, { register_id, counted_float: 0 });
    await sell(register_id);
    const { number, lifetime } = await close(shift.id, 11);
    closed.push({ number, lifetime });
  }
  assert.deepEqual(closed, [
    { number: 1, lifetime: { sales: 22, refunds: 0 } },
    { number: 1, lifetime: { sales: 11, refunds: 0 } },
    { number: 2, lifetime: { sales: 33, refunds: 0 } },
  ]);
  const list = (await owner.get(`/closures?register_id=${register.id}`)).body;
  assert.deepEqual(
    list.data.map(({ number }: { number: number }) => number),
    [2, 1],
  );
});

test('a closed shift takes nothing more, and its closure stays as it is', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  const sale = await sell(shift.register_id);
  const closure = await close(shift.id, 11);
  for (const refused of [
    await cashier.post(`/shifts/${shift.id}/close`, {}),
    await cashier.post(`/shifts/${shift.id}/recount`, { counted: cash(1) }),
    await cashier.post(`/shifts/${shift.id}/reopen`),
    await cashier.post(`/shifts/${shift.id}/movements`, { type: 'paid_in', amount: 1, reason: 'late' }),
  ])
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'INVALID_STATE']);
  const voided = (await owner.post(`/transactions/${sale.id}/void`, {})).body.data;
  assert.deepEqual([voided.shift_id, voided.void_shift_id, voided.void_register_id], [shift.id, null, null]);
  assert.deepEqual((await owner.get(`/closures/${closure.id}`)).body.data, closure);
});

test('a shift that is not counted cannot be closed', async () => {
  const shift = await aShift(shop);
  const refused = await cashier.post(`/shifts/${shift.id}/close`, {});
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'INVALID_STATE']);
  assert.equal((await owner.get(`/closures?register_id=${shift.register_id}`)).body.meta.total, 0);
});

test('a refund and a void belong to the shift that pays them, whatever shift sold', async () => {
  const first = await aShift(shop, { counted_float: 0 });
  const refunded = await sell(first.register_id);
  const voided = await sell(first.register_id);
  await close(first.id, 22);
  const second = await aShift(shop, { register_id: first.register_id, counted_float: 50 });
  const { register_id } = second;
  const refund = await cashier.post(`/transactions/${refunded.id}/refund`, { register_id });
  assert.equal(refund.body.data.shift_id, second.id);
  const undone = await owner.post(`/transactions/${voided.id}/void`, { register_id });
  assert.deepEqual([undone.body.data.shift_id, undone.body.data.void_shift_id], [first.id, second.id]);
  const { expected, figures } = (await owner.get(`/shifts/${second.id}`)).body.data;
  assert.deepEqual(expected, cash(28));
  assert.deepEqual([figures.sales.count, figures.refunds.count, figures.voids], [0, 1, { count: 1, amount: 11 }]);
  assert.deepEqual(figures.by_method, [{ method: 'cash', sales: 0, refunds: 22, change: 0 }]);
});

test('a refund without a register belongs to no shift', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  const sale = await sell(shift.register_id);
  const refund = (await cashier.post(`/transactions/${sale.id}/refund`, {})).body.data;
  assert.deepEqual([refund.register_id, refund.shift_id], [null, null]);
  assert.deepEqual((await owner.get(`/shifts/${shift.id}`)).body.data.expected, cash(11));
});

test('points that are spent and returned count as points', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  const { register_id } = shift;
  await owner.post(`/customers/${customer.id}/loyalty/corrections`, { points: 500, reason: 'welcome' });
  const payments = [
    { method: 'points', amount: 5 },
    { method: 'cash', amount: 6 },
  ];
  const sale = await sell(register_id, { payment_method: undefined, payments, customer_id: customer.id });
  await cashier.post(`/transactions/${sale.id}/refund`, { register_id });
  const { expected, figures } = (await owner.get(`/shifts/${shift.id}`)).body.data;
  assert.deepEqual(expected, [...cash(0), { method: 'points', amount: 0 }]);
  assert.deepEqual(figures.by_method, [
    { method: 'cash', sales: 6, refunds: 6, change: 0 },
    { method: 'points', sales: 5, refunds: 5, change: 0 },
  ]);
});

test('a recount after the closing is a correction beside it', async () => {
  const shift = await aShift(shop, { counted_float: 20 });
  const closure = await close(shift.id, 18);
  const recount = (counted: object, reason = 'Under the tray') =>
    owner.post(`/closures/${closure.id}/recounts`, { counted, reason });
  const first = await recount(cash(19));
  assert.equal(first.status, 201, first.text);
  const second = (await recount([...cash(20), { method: 'card', amount: 3 }])).body.data;
  const { corrections, corrected, ...unchanged } = second;
  const { corrections: _, corrected: __, ...original } = closure;
  assert.deepEqual(unchanged, original);
  assert.deepEqual(
    corrections.map(({ kind, method, amount, reason }: Record<string, unknown>) => [kind, method, amount, reason]),
    [
      ['recount', 'cash', 1, 'Under the tray'],
      ['recount', 'cash', 1, 'Under the tray'],
      ['recount', 'card', 3, 'Under the tray'],
    ],
  );
  assert.deepEqual(corrected, {
    expected: cash(20),
    counted: [...cash(20), { method: 'card', amount: 3 }],
    variance: [...cash(0), { method: 'card', amount: 3 }],
  });
  assert.deepEqual(fieldsOf(await recount([...cash(1), ...cash(2)])), ['counted[1].method']);
  assert.equal((await cashier.post(`/closures/${closure.id}/recounts`, { counted: cash(1), reason: 'x' })).status, 403);
});

test('a closure has up to a thousand corrections', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  const { id } = await close(shift.id, 0);
  const recount = (counted: object) => owner.post(`/closures/${id}/recounts`, { counted, reason: 'Again' });
  assert.equal((await recount(cash(0))).status, 201);
  await app.admin.query(
    `insert into closure_corrections (merchant_id, id, closure_id, kind, method, amount, reason, user_id, created_at)
     select merchant_id, gen_random_uuid(), closure_id, kind, method, amount, 'No act of the journal', user_id, created_at
     from closure_corrections cross join generate_series(1, 997) where merchant_id = $1 and closure_id = $2`,
    [shop.merchant_id, id],
  );
  const both = [...cash(0), { method: 'card', amount: 0 }];
  assert.equal((await recount(both)).status, 201);
  assert.equal((await recount(cash(0))).body.error.code, 'INVALID_STATE');
  await app.admin.query(`delete from closure_corrections where reason = 'No act of the journal'`);
});

test('lists the categories of a closure by what they sold, then by name', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  const made = [];
  for (const [category, price] of [
    ['Books', 3],
    ['Aprons', 3],
    ['Cards', 7],
  ] as const)
    made.push(await aProduct(shop, { category, price, stock: 1 }));
  await sell(shift.register_id, { items: made.map(({ id }) => ({ product_id: id, quantity: 1 })) }, owner);
  const { figures } = await close(shift.id, 13);
  assert.deepEqual(
    figures.by_category.map(({ name }: { name: string }) => name),
    ['Cards', 'Aprons', 'Books'],
  );
});

test('lists the closures of a period of business days, both ends included', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  const { business_day, register_id } = await close(shift.id, 0);
  const dayBeside = (days: number) => new Date(Date.parse(business_day) + days * 86_400_000).toISOString().slice(0, 10);
  const countOf = async (query: string) =>
    (await owner.get(`/closures?register_id=${register_id}${query}`)).body.meta.total;
  assert.equal(await countOf(`&start_date=${business_day}&end_date=${business_day}`), 1);
  assert.equal(await countOf(`&start_date=${business_day}`), 1);
  assert.equal(await countOf(`&end_date=${business_day}`), 1);
  assert.equal(await countOf(`&start_date=${dayBeside(1)}`), 0);
  assert.equal(await countOf(`&end_date=${dayBeside(-1)}`), 0);
});

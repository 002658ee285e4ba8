import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShift } from '../../../../test/registers.ts';
import { aProduct, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
assert.equal((await owner.put('/merchant', { tax_mode: 'inclusive', tax_rate: 19 })).status, 200);
const category = async (name: string) => (await owner.post('/categories', { name })).body.data.id as string;
const books = await category('Books');
const book = await aProduct(shop, { price: 10.7, tax_rate: 7, category: 'Books', stock: 10_000 });
const shirt = await aProduct(shop, { price: 11.9, stock: 10_000 });

async function sell({ owner: seller }: Shop, body: object): Promise<string> {
  const response = await seller.post('/transactions', { payment_method: 'cash', ...body });
  assert.equal(response.status, 201, response.text);
  return response.body.data.id;
}

async function close(shift_id: string, cash: number): Promise<string> {
  const counted = await owner.post(`/shifts/${shift_id}/count`, { counted: [{ method: 'cash', amount: cash }] });
  assert.equal(counted.status, 200, counted.text);
  return (await owner.post(`/shifts/${shift_id}/close`, {})).body.data.id;
}

interface Line {
  debit_account: string;
  credit_account: string;
  amount: number;
  kind: string;
}

const linesOf = async (closure: string): Promise<Line[]> => {
  const answer = await owner.get(`/closures/${closure}/postings`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.lines;
};
const short = (lines: readonly Line[]) =>
  lines.map((line) => `${line.kind}: ${line.debit_account} > ${line.credit_account} ${line.amount.toFixed(2)}`);

test('posts a day by payment method, tax rate and category', async () => {
  const { id, register_id } = await aShift(shop);
  await sell(shop, {
    register_id,
    items: [
      { product_id: book.id, quantity: 2 },
      { product_id: shirt.id, quantity: 1 },
    ],
  });
  const refunded = await sell(shop, {
    register_id,
    items: [{ product_id: shirt.id, quantity: 1 }],
    payment_method: 'card',
  });
  await owner.post(`/transactions/${refunded}/refund`, { amount: 5.95, register_id });
  await owner.post(`/shifts/${id}/movements`, { type: 'paid_out', amount: 3, reason: 'Milk' });
  await owner.post(`/shifts/${id}/movements`, { type: 'paid_in', amount: 20, reason: 'Coins' });
  const closure = await close(id, 150);
  const lines = await linesOf(closure);
  assert.deepEqual(short(lines), [
    'sale: cash > revenue:7 20.00',
    'sale_tax: cash > tax:7 1.40',
    'sale: cash > revenue:19 10.00',
    'sale_tax: cash > tax:19 1.90',
    'sale: card > revenue:19 10.00',
    'sale_tax: card > tax:19 1.90',
    'refund: revenue:19 > card 5.00',
    'refund_tax: tax:19 > card 0.95',
    'paid_out: paid_out > cash 3.00',
    'paid_in: cash > paid_in 20.00',
    'variance: over_short > cash 0.30',
  ]);
});

test('the account of a rate and category is used before that of the rate', async () => {
  const revenue = [
    { rate: 7, account: '8300' },
    { rate: 7, category_id: books, account: '8301' },
    { rate: 19, category_id: books, account: '8999' },
  ];
  const methods = [{ method: 'cash', account: '1600' }];
  await owner.put('/accounting/accounts', {
    revenue,
    methods,
    tax: [{ rate: 19, account: '1776' }],
    over_short: '2150',
  });
  const { id, register_id } = await aShift(shop);
  const plain = await aProduct(shop, { price: 1.07, tax_rate: 7 });
  await sell(shop, {
    register_id,
    items: [book, plain, shirt].map((product) => ({ product_id: product.id, quantity: 1 })),
  });
  assert.deepEqual(short(await linesOf(await close(id, 124))), [
    'sale: 1600 > 8300 1.00',
    'sale_tax: 1600 > tax:7 0.07',
    'sale: 1600 > 8301 10.00',
    'sale_tax: 1600 > tax:7 0.70',
    'sale: 1600 > revenue:19 10.00',
    'sale_tax: 1600 > 1776 1.90',
    'variance: 1600 > 2150 0.33',
  ]);
  await owner.put('/accounting/accounts', { revenue: [], methods: [], tax: [], over_short: null });
});

test('methods share each rate by what they paid, and get exactly their payments', async () => {
  const { id, register_id } = await aShift(shop);
  const payments = [
    { method: 'card', amount: 11.3 },
    { method: 'cash', amount: 11.3 },
  ];
  await sell(shop, {
    register_id,
    payment_method: undefined,
    payments,
    items: [book, shirt].map((product) => ({ product_id: product.id, quantity: 1 })),
  });
  const lines = short(await linesOf(await close(id, 111.3)));
  assert.deepEqual(lines, [
    'sale: cash > revenue:7 5.00',
    'sale_tax: cash > tax:7 0.35',
    'sale: cash > revenue:19 5.00',
    'sale_tax: cash > tax:19 0.95',
    'sale: card > revenue:7 5.00',
    'sale_tax: card > tax:7 0.35',
    'sale: card > revenue:19 5.00',
    'sale_tax: card > tax:19 0.95',
  ]);
});

test('a void of another shift’s sale is reversed; one of the own shift is not posted', async () => {
  const first = await aShift(shop);
  const second = await aShift(shop);
  const items = [{ product_id: shirt.id, quantity: 1 }];
  const own = await sell(shop, { register_id: first.register_id, items });
  const other = await sell(shop, { register_id: first.register_id, items });
  assert.equal((await owner.post(`/transactions/${own}/void`, {})).status, 200);
  assert.equal((await owner.post(`/transactions/${other}/void`, { register_id: second.register_id })).status, 200);
  assert.deepEqual(short(await linesOf(await close(first.id, 111.9))), [
    'sale: cash > revenue:19 10.00',
    'sale_tax: cash > tax:19 1.90',
  ]);
  assert.deepEqual(short(await linesOf(await close(second.id, 88.1))), [
    'void: revenue:19 > cash 10.00',
    'void_tax: tax:19 > cash 1.90',
  ]);
});

test('what was paid beyond a total, or less, is rounding', async () => {
  const { id, register_id } = await aShift(shop);
  const sale = await sell(shop, { register_id, items: [{ product_id: shirt.id, quantity: 1 }] });
  const closure = await close(id, 111.9);
  const pay = (cents: number) =>
    app.admin.query('update sale_payments set amount = amount + $1 where sale_id = $2', [cents, sale]);
  const whole = ['sale: cash > revenue:19 10.00', 'sale_tax: cash > tax:19 1.90'];
  await pay(1);
  assert.deepEqual(short(await linesOf(closure)), [...whole, 'rounding: cash > rounding 0.01']);
  await pay(-4);
  assert.deepEqual(short(await linesOf(closure)), [...whole, 'rounding: rounding > cash 0.03']);
  await pay(3);
});

test('a refund by amount is spread over the lines, and an empty shift has no postings', async () => {
  const sold = await aShift(shop);
  const paid = await aShift(shop);
  const items = [book, shirt].map((product) => ({ product_id: product.id, quantity: 1 }));
  const sale = await sell(shop, { register_id: sold.register_id, items });
  await owner.post(`/transactions/${sale}/refund`, { amount: 11.3, register_id: paid.register_id });
  assert.deepEqual(short(await linesOf(await close(paid.id, 88.7))), [
    'refund: revenue:7 > cash 5.00',
    'refund_tax: tax:7 > cash 0.35',
    'refund: revenue:19 > cash 5.00',
    'refund_tax: tax:19 > cash 0.95',
  ]);
  assert.deepEqual(await linesOf(await close((await aShift(shop)).id, 100)), []);
});

test('the tax of returned items is that of their rate, also if it is one cent', async () => {
  const sold = await aShift(shop);
  const paid = await aShift(shop);
  const magazine = await aProduct(shop, { price: 0.15, tax_rate: 7, category: 'Books' });
  const items = [magazine, shirt].map((product) => ({ product_id: product.id, quantity: 1 }));
  const sale = await sell(shop, { register_id: sold.register_id, items });
  const refund = { items: [{ product_id: magazine.id, quantity: 1 }], register_id: paid.register_id };
  assert.equal((await owner.post(`/transactions/${sale}/refund`, refund)).status, 201);
  assert.deepEqual(short(await linesOf(await close(paid.id, 99.85))), [
    'refund: revenue:7 > cash 0.14',
    'refund_tax: tax:7 > cash 0.01',
  ]);
});

test('refunds of one sale in cash and by card agree with the closing, however cash is rounded', async () => {
  const swiss = await aShop(app, { currency: 'CHF' });
  await swiss.owner.put('/merchant', { tax_mode: 'inclusive', tax_rate: 19 });
  const refundedTo = async (unit: number, price: number, first: number) => {
    await swiss.owner.put('/merchant', { cash_rounding: unit });
    const product = await aProduct(swiss, { price, stock: 10 });
    const [sold, paid] = [await aShift(swiss), await aShift(swiss)];
    const items = [{ product_id: product.id, quantity: 1 }];
    const sale = await sell(swiss, { items, register_id: sold.register_id });
    const refund = (body: object) =>
      swiss.owner.post(`/transactions/${sale}/refund`, { ...body, register_id: paid.register_id });
    assert.equal((await refund({ amount: first, payment_method: 'cash' })).status, 201);
    assert.equal((await refund({ payment_method: 'card' })).status, 201);
    await swiss.owner.post(`/shifts/${paid.id}/count`, { counted: [{ method: 'cash', amount: 100 }] });
    const { id, expected } = (await swiss.owner.post(`/shifts/${paid.id}/close`, {})).body.data;
    const lines: Line[] = (await swiss.owner.get(`/closures/${id}/postings`)).body.data.lines;
    const balance = (account: string) =>
      lines.reduce((sum, line) => {
        const cents = Math.round(line.amount * 100);
        return sum + (line.debit_account === account ? cents : 0) - (line.credit_account === account ? cents : 0);
      }, 0);
    assert.deepEqual(expected, [
      { method: 'cash', amount: 100 + balance('cash') / 100 },
      { method: 'card', amount: balance('card') / 100 },
    ]);
    return [balance('cash'), balance('card')];
  };
  assert.deepEqual(await refundedTo(0.05, 10.03, 0.01), [0, -1005]);
  assert.deepEqual(await refundedTo(10, 6, 1), [0, -1000]);
});

test('posts the first count of a method after the closing as the difference to what was expected', async () => {
  const { id, register_id } = await aShift(shop);
  await sell(shop, { register_id, payment_method: 'card', items: [{ product_id: shirt.id, quantity: 1 }] });
  const closure = await close(id, 100);
  const recounted = async (amounts: Record<string, number>) => {
    const counted = Object.entries(amounts).map(([method, amount]) => ({ method, amount }));
    const answer = await owner.post(`/closures/${closure}/recounts`, { counted, reason: 'Slips' });
    assert.equal(answer.status, 201, answer.text);
    return short((await linesOf(closure)).filter(({ kind }) => kind === 'recount'));
  };
  const first = 'recount: over_short > card 0.90';
  assert.deepEqual(await recounted({ card: 11 }), [first]);
  const second = ['recount: card > over_short 0.90', 'recount: over_short > cash 1.00'];
  assert.deepEqual((await recounted({ card: 11.9, cash: 99 })).toSorted(), [...second, first].toSorted());
  const voucher = 'recount: voucher > over_short 2.00';
  assert.deepEqual((await recounted({ voucher: 2 })).toSorted(), [...second, first, voucher].toSorted());
});

test('a closing with more than 10,000 postings is refused', async () => {
  const { id } = await aShift(shop);
  const closure = await close(id, 100);
  const movements = (count: number) =>
    app.admin.query(
      `insert into cash_movements (merchant_id, id, shift_id, type, amount, reason, user_id, created_at)
       select $1, gen_random_uuid(), $2, 'paid_in', 1, 'R', $3, now() from generate_series(1, $4::int)`,
      [shop.merchant_id, id, shop.owner_id, count],
    );
  await movements(10_000);
  assert.equal((await linesOf(closure)).length, 10_000);
  await movements(1);
  const { status, body } = await owner.get(`/closures/${closure}/postings`);
  assert.deepEqual([status, body.error.code], [422, 'INVALID_STATE']);
  await app.admin.query('delete from cash_movements where shift_id = $1', [id]);
});

test('is for readers of expected amounts, in the branches of the reader', async () => {
  const { id, register_id } = await aShift(shop);
  await sell(shop, { register_id, items: [{ product_id: shirt.id, quantity: 1 }] });
  const path = `/closures/${await close(id, 100)}/postings`;
  const statusOf = async (reader: typeof owner) => (await reader.get(path)).status;
  const branch = (await owner.post('/branches', { name: 'North' })).body.data.id;
  assert.equal(await statusOf(await aStaffMember(shop, 'viewer')), 200);
  assert.equal(await statusOf(await aStaffMember(shop, 'cashier')), 403);
  assert.equal(await statusOf(await aStaffMember(shop, 'stock_clerk')), 403);
  const manager = await aStaffMember(shop, 'manager');
  assert.equal(await statusOf(manager), 200);
  const member = (await manager.get('/auth/me')).body.data.id;
  await owner.put(`/staff/${member}`, { branch_id: branch, branch_ids: [branch] });
  assert.equal(await statusOf(manager), 404);
  assert.equal(await statusOf((await aShop(app)).owner), 404);
  assert.equal((await owner.get(`${path}/file?format=xml`)).status, 422);
});

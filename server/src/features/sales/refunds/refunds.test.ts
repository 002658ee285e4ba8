import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop, aStaffMember } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const customer = await aCustomer(shop);
const [apple, pear] = [
  await aProduct(shop, { price: 3.33, stock: 1_000 }),
  await aProduct(shop, { price: 10, stock: 1_000 }),
];

async function sell(fields: object = {}): Promise<string> {
  const body = {
    items: [
      { product_id: apple.id, quantity: 3 },
      { product_id: pear.id, quantity: 1 },
    ],
    discount: 0.99,
    payment_method: 'card',
    customer_id: customer.id,
  };
  const answer = await shop.owner.post('/transactions', { ...body, ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

const refund = (id: string, body: unknown = '', key?: string) =>
  shop.owner.post(`/transactions/${id}/refund`, body, key === undefined ? {} : { 'idempotency-key': key });
const stockOf = async (product: { id: string }) =>
  (await shop.owner.get(`/products/${product.id}`)).body.data.stock as number;
const pointsOf = async () => (await shop.owner.get(`/customers/${customer.id}/loyalty`)).body.data.points as number;

test('without a body returns everything: money, stock, points', async () => {
  const [stock, points] = [await stockOf(apple), await pointsOf()];
  const id = await sell();
  assert.equal(await pointsOf(), points + 19);
  const answer = await refund(id);
  assert.equal(answer.status, 201, answer.text);
  const {
    amount,
    transaction_status,
    refunded_amount,
    remaining_refundable,
    points_reversed,
    restock,
    payment_method,
  } = answer.body.data;
  assert.deepEqual(
    { amount, transaction_status, refunded_amount, remaining_refundable, points_reversed, restock, payment_method },
    {
      amount: 19,
      transaction_status: 'refunded',
      refunded_amount: 19,
      remaining_refundable: 0,
      points_reversed: 19,
      restock: true,
      payment_method: 'card',
    },
  );
  assert.deepEqual([await stockOf(apple), await pointsOf()], [stock, points]);
  const again = await refund(id);
  assert.deepEqual([again.status, again.body.error.code], [422, 'INVALID_STATE']);
});

test('a preview shows the refund and changes nothing', async () => {
  const id = await sell();
  const input = { items: [{ product_id: apple.id, quantity: 1 }] };
  const preview = await shop.owner.post(`/transactions/${id}/refund/preview`, input);
  assert.equal(preview.status, 200);
  assert.equal((await shop.owner.get(`/transactions/${id}`)).body.data.refunded_amount, 0);
  const done = await refund(id, input);
  const ignored = { id: undefined, created_at: undefined };
  assert.deepEqual({ ...preview.body.data, ...ignored }, { ...done.body.data, ...ignored });
});

test('refunds unit by unit to the last cent, and keeps the points of the remaining amount', async () => {
  const before = await pointsOf();
  const id = await sell();
  const amounts: number[] = [];
  for (const product_id of [apple.id, pear.id, apple.id, apple.id]) {
    const answer = await refund(id, { items: [{ product_id, quantity: 1 }] });
    assert.equal(answer.status, 201, answer.text);
    amounts.push(Math.round(answer.body.data.amount * 100));
    const earned = (await shop.owner.get(`/transactions/${id}`)).body.data.points_earned;
    assert.equal(earned, Math.floor(answer.body.data.remaining_refundable));
  }
  assert.equal(
    amounts.reduce((sum, amount) => sum + amount, 0),
    1_900,
  );
  assert.equal(await pointsOf(), before);
});

test('a refund by amount returns no goods; later items exceed the remaining amount, unless an amount is given', async () => {
  const id = await sell();
  const stock = await stockOf(pear);
  assert.equal((await refund(id, { amount: 12 })).body.data.transaction_status, 'partially_refunded');
  assert.equal(await stockOf(pear), stock);
  const tooMuch = await refund(id, { items: [{ product_id: pear.id, quantity: 1 }] });
  assert.deepEqual([tooMuch.status, tooMuch.body.error.code], [422, 'INVALID_STATE']);
  const agreed = await refund(id, { items: [{ product_id: pear.id, quantity: 1 }], amount: 5 });
  assert.equal(agreed.status, 201, agreed.text);
  assert.equal(await stockOf(pear), stock + 1);
  const rest = await refund(id);
  assert.deepEqual([rest.body.data.amount, rest.body.data.transaction_status], [2, 'refunded']);
});

test('units without a price go back to stock after all money is refunded, and others do not', async () => {
  const items = [
    { product_id: pear.id, quantity: 2 },
    { product_id: apple.id, quantity: 2, discount: { percent: 100 } },
  ];
  const id = await sell({ items, discount: 0 });
  const stock = await stockOf(apple);
  const pears = { items: [{ product_id: pear.id, quantity: 1 }], amount: 20 };
  assert.equal((await refund(id, pears)).body.data.transaction_status, 'refunded');
  const apples = (quantity: number) => ({ items: [{ product_id: apple.id, quantity }] });
  const back = await refund(id, apples(1));
  assert.equal(back.status, 201, back.text);
  const { amount, tax, rounding, points_reversed, transaction_status } = back.body.data;
  assert.deepEqual([amount, tax, rounding, points_reversed, transaction_status], [0, 0, 0, 0, 'refunded']);
  assert.equal(await stockOf(apple), stock + 1);
  for (const body of ['', {}, { amount: 1 }, apples(2), { ...apples(1), amount: 1 }]) {
    const { status, body: answer } = await refund(id, body);
    assert.deepEqual([status, answer.error.code], [422, 'INVALID_STATE'], JSON.stringify(body));
  }
  // The money of the second pear is refunded too.
  assert.equal((await refund(id, { items: pears.items })).body.data.amount, 0);
});

test('a refund without a customer takes back no points', async () => {
  const { status, body } = await refund(await sell({ customer_id: null }), { amount: 5 });
  assert.deepEqual([status, body.data.points_reversed], [201, 0]);
});

test('damaged goods are refunded without returning to stock', async () => {
  const id = await sell();
  const stock = await stockOf(pear);
  assert.equal((await refund(id, { items: [{ product_id: pear.id, quantity: 1 }], restock: false })).status, 201);
  assert.equal(await stockOf(pear), stock);
});

test('rejects more than was sold or paid, and names wrong fields', async () => {
  const id = await sell();
  const cases: [object, string, string][] = [
    [{ items: [{ product_id: pear.id, quantity: 2 }] }, 'INVALID_STATE', 'items[0].quantity'],
    [{ amount: 19.01 }, 'INVALID_STATE', 'amount'],
    [{ amount: 0 }, 'VALIDATION_ERROR', 'amount'],
    [{ amount: 0.001 }, 'VALIDATION_ERROR', 'amount'],
    [{ items: [{ product_id: (await aProduct(shop)).id, quantity: 1 }] }, 'VALIDATION_ERROR', 'items[0].product_id'],
    [{ items: [{ product_id: pear.id, quantity: 0 }] }, 'VALIDATION_ERROR', 'items[0].quantity'],
    [{ payment_method: 'beads' }, 'VALIDATION_ERROR', 'payment_method'],
  ];
  for (const [body, code, field] of cases) {
    const answer = await refund(id, body);
    assert.deepEqual(
      [answer.status, answer.body.error.code, answer.body.error.details[0].field],
      [422, code, field],
      JSON.stringify(body),
    );
  }
  assert.equal((await shop.owner.get(`/transactions/${id}`)).body.data.refunded_amount, 0);
});

const beside: [title: string, body: () => object, errors: Record<string, string>][] = [
  ['no amount', () => ({ amount: 0 }), { amount: 'must be more than 0' }],
  ['nothing, as items without money are right', () => ({ amount: 0, items: [{ line_no: 2, quantity: 1 }] }), {}],
  ['too many decimals', () => ({ amount: 0.001 }), { amount: 'has more decimals than USD' }],
  [
    'what was not sold',
    () => ({
      items: [
        { line_no: 3, quantity: 1 },
        { product_id: crypto.randomUUID(), quantity: 1 },
        { product_id: pear.id, line_no: 2, quantity: 1 },
        { product_id: pear.id, line_no: 1, quantity: 1 },
      ],
    }),
    {
      'items[0].line_no': 'is not part of this transaction',
      'items[1].product_id': 'is not part of this transaction',
      'items[3].product_id': 'is not the product of line 1',
    },
  ],
  [
    'another method',
    () => ({ payment_method: 'points' }),
    { payment_method: 'cannot be points: nothing of this transaction was paid by points' },
  ],
];
for (const [title, body, errors] of beside)
  test(`names ${title} beside a malformed field of a refund`, async () => {
    const answer = await refund(await sell(), { reason: 5, ...body() });
    assert.equal(answer.status, 422, answer.text);
    const details = answer.body.error.details as { field: string; message: string }[];
    const { reason, ...others } = Object.fromEntries(details.map(({ field, message }) => [field, message]));
    assert.deepEqual([reason, others], ['must be a string or null', errors]);
  });

test('an item may name both a line and its product, as the items of a transaction do', async () => {
  const id = await sell();
  const { items } = (await shop.owner.get(`/transactions/${id}`)).body.data;
  const returned = items.map(({ product_id, line_no }: { product_id: string; line_no: number }) => {
    return { product_id, line_no, quantity: 1 };
  });
  const swapped = [{ ...returned[0], product_id: returned[1].product_id }, returned[1]];
  for (const path of ['refund', 'refund/preview']) {
    const { status, body } = await shop.owner.post(`/transactions/${id}/${path}`, { items: swapped });
    assert.deepEqual(
      [status, body.error.details],
      [422, [{ field: 'items[0].product_id', message: 'is not the product of line 1' }]],
    );
  }
  const answer = await refund(id, { items: returned });
  assert.equal(answer.status, 201, answer.text);
  const lines = answer.body.data.items.map(({ line_no, quantity }: Record<string, number>) => [line_no, quantity]);
  assert.deepEqual(lines, [
    [1, 1],
    [2, 1],
  ]);
});

test('a cashier refunds up to the merchant’s limit, also in several parts', async () => {
  const limitedShop = await aShop(app);
  await limitedShop.owner.put('/merchant', { cashier_refund_limit: 15 });
  const cashier = await aStaffMember(limitedShop, 'cashier');
  const product = await aProduct(limitedShop, { price: 10 });
  const sale = (
    await cashier.post('/transactions', { items: [{ product_id: product.id, quantity: 3 }], payment_method: 'cash' })
  ).body.data;
  const one = { items: [{ product_id: product.id, quantity: 1 }] };
  assert.equal((await cashier.post(`/transactions/${sale.id}/refund`, one)).status, 201);
  assert.equal((await cashier.post(`/transactions/${sale.id}/refund`, one)).status, 403);
  assert.equal((await limitedShop.owner.post(`/transactions/${sale.id}/refund`, one)).status, 201);
});

test('replays the stored response for a repeated refund, and refunds once', async () => {
  const id = await sell();
  const first = await refund(id, { amount: 5 }, 'refund-1');
  const second = await refund(id, { amount: 5 }, 'refund-1');
  assert.equal(second.text, first.text);
  assert.equal((await shop.owner.get(`/transactions/${id}`)).body.data.refunded_amount, 5);
});

test('the error lists all allowed values of an enumeration', async () => {
  const { body } = await refund(await sell(), { payment_method: 'beads' });
  assert.match(body.error.details[0].message, /^must be one of cash, card, .*, other, null$/);
});

test('after 5,000 refunded lines only everything that is left can be refunded', async () => {
  const line = { product_id: pear.id, quantity: 7 };
  await shop.owner.patch('/merchant', { allow_negative_stock: true });
  const id = await sell({ items: Array.from({ length: 1_000 }, () => line), discount: 0 });
  const [first, ...others] = Array.from({ length: 1_000 }, (_, at) => ({ line_no: at + 1, quantity: 1 }));
  const all = [first, ...others];
  for (let turn = 0; turn < 4; turn += 1) assert.equal((await refund(id, { items: all, restock: false })).status, 201);
  assert.equal((await refund(id, { items: others, restock: false })).status, 201);
  // A refund without goods counts as one line.
  assert.equal((await refund(id, { amount: 1 })).status, 201);
  for (const body of [{ items: [first], restock: false }, { amount: 1 }]) {
    const rejected = await refund(id, body);
    assert.deepEqual([rejected.status, rejected.body.error.code], [422, 'INVALID_STATE'], rejected.text);
    const preview = await shop.owner.post(`/transactions/${id}/refund/preview`, body);
    assert.deepEqual(preview.body.error, rejected.body.error);
  }
  const rest = await refund(id, { restock: false });
  assert.deepEqual([rest.status, rest.body.data.status ?? rest.body.data.transaction_status], [201, 'refunded']);
  await shop.owner.patch('/merchant', { allow_negative_stock: false });
});

test('says of each line whether a refund returns it to stock', async () => {
  const service = await aProduct(shop, { price: 5, track_stock: false, stock: 0 });
  const id = await sell({
    items: [
      { product_id: apple.id, quantity: 1 },
      { product_id: service.id, quantity: 1 },
    ],
  });
  const { items } = (await shop.owner.get(`/transactions/${id}`)).body.data;
  assert.deepEqual(
    items.map(({ track_stock }: { track_stock: boolean }) => track_stock),
    [true, false],
  );
});

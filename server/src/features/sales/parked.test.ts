import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followEvents, typesOf } from '../../../../test/events.ts';
import { aCustomer, aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
await owner.put('/merchant', { price_override_roles: ['owner', 'manager'] });
const cashier = await aStaffMember(shop, 'cashier');
const readEvents = await followEvents(shop);

const park = async (items: object[], extra: object = {}, caller = owner) => {
  const answer = await caller.post('/transactions', { items, status: 'pending', ...extra });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
};
const levelOf = async (product_id: string) => {
  const { rows } = await app.admin.query('select on_hand::int, reserved::int from stock_levels where product_id = $1', [
    product_id,
  ]);
  return [rows[0]?.on_hand, rows[0]?.reserved];
};

test('changes items, discount, customer, note and label of a parked sale, and its reservation', async () => {
  const [mug, bread] = [await aProduct(shop, { stock: 10 }), await aProduct(shop, { stock: 10, price: 3 })];
  const customer = await aCustomer(shop);
  const sale = await park([{ product_id: mug.id, quantity: 4 }], { label: 'Table 4' });
  assert.equal(sale.label, 'Table 4');
  await readEvents();
  const items = [
    { product_id: bread.id, quantity: 2 },
    { product_id: mug.id, quantity: 1 },
  ];
  const answer = await owner.put(`/transactions/${sale.id}`, {
    items,
    discount: { percent: 10 },
    customer_id: customer.id,
    note: 'no sugar',
  });
  assert.equal(answer.status, 200, answer.text);
  const { data } = answer.body;
  assert.deepEqual(
    [data.total_amount, data.discount_percent, data.customer_id, data.note, data.label],
    [14.4, 10, customer.id, 'no sugar', 'Table 4'],
  );
  assert.deepEqual(
    [await levelOf(mug.id), await levelOf(bread.id)],
    [
      [10, 1],
      [10, 2],
    ],
  );
  const events = await readEvents();
  assert.deepEqual(typesOf(events), ['sale.updated', 'stock.reserved', 'stock.reserved']);
  assert.deepEqual(events[0]?.data, data);
  const listed = (await owner.get('/transactions?status=pending')).body.data[0];
  assert.deepEqual([listed.id, listed.label, listed.customer_id], [sale.id, 'Table 4', customer.id]);
  assert.equal(
    (await owner.post(`/transactions/${sale.id}/complete`, { payment_method: 'cash' })).body.data.total_amount,
    14.4,
  );
  assert.deepEqual(
    [await levelOf(mug.id), await levelOf(bread.id)],
    [
      [9, 0],
      [8, 0],
    ],
  );
});

test('a discount on a parked sale keeps the taxes of its lines, and new items have the present ones', async () => {
  const other = await aShop(app);
  const product = await aProduct(other, { price: 100 });
  await other.owner.put('/merchant', { tax_mode: 'exclusive', tax_rate: 10 });
  const items = [{ product_id: product.id, quantity: 1 }];
  const parked = await other.owner.post('/transactions', { items, status: 'pending' });
  assert.equal(parked.body.data.total_amount, 110);
  await other.owner.put('/merchant', { tax_mode: 'inclusive', tax_rate: 20 });
  const path = `/transactions/${parked.body.data.id}`;
  const sumsAfter = async (change: object) => {
    const { tax, total_amount } = (await other.owner.put(path, change)).body.data;
    return { tax, total_amount };
  };
  assert.deepEqual(await sumsAfter({ discount: 5 }), { tax: 9.5, total_amount: 104.5 });
  assert.deepEqual(await sumsAfter({ items }), { tax: 15.83, total_amount: 95 });
});

test('omitted fields stay, and null clears', async () => {
  const product = await aProduct(shop, { price: 9.99 });
  const items = [{ product_id: product.id, quantity: 2, discount: { percent: 15 } }];
  const sale = await park(items, { discount: 1, note: 'a note', label: 'Anna' });
  const relabelled = (await owner.put(`/transactions/${sale.id}`, { label: 'Berta' })).body.data;
  assert.deepEqual({ ...relabelled, label: 'Anna' }, sale);
  // The catalogue's price has changed; the lines have not.
  await owner.put(`/products/${product.id}`, { price: 20 });
  const less = (await owner.put(`/transactions/${sale.id}`, { discount: { percent: 50 }, note: null, label: null }))
    .body.data;
  assert.deepEqual([less.subtotal, less.total_amount, less.note, less.label], [19.98, 8.49, null, null]);
  assert.equal((await owner.put(`/transactions/${sale.id}`, { items })).body.data.subtotal, 40);
});

test('rejects the whole change if stock is short; the sale’s own reservation is available to it', async () => {
  const product = await aProduct(shop, { stock: 5 });
  const other = await aProduct(shop, { stock: 5 });
  const sale = await park([{ product_id: product.id, quantity: 4 }]);
  const items = (quantity: number) => [
    { product_id: other.id, quantity: 1 },
    { product_id: product.id, quantity },
  ];
  const tooMany = await owner.put(`/transactions/${sale.id}`, { items: items(6), label: 'x' });
  assert.deepEqual([tooMany.status, tooMany.body.error.code], [422, 'INSUFFICIENT_STOCK']);
  assert.deepEqual(tooMany.body.error.details, [{ field: 'items[1].quantity', message: 'only 5 available' }]);
  assert.deepEqual(
    [await levelOf(product.id), await levelOf(other.id)],
    [
      [5, 4],
      [5, 0],
    ],
  );
  assert.equal((await owner.get(`/transactions/${sale.id}`)).body.data.label, null);
  assert.equal((await owner.put(`/transactions/${sale.id}`, { items: items(5) })).status, 200);
  assert.deepEqual(await levelOf(product.id), [5, 5]);
});

test('the last of concurrent changes remains, with its reservation only', async () => {
  const product = await aProduct(shop, { stock: 10 });
  const sale = await park([{ product_id: product.id, quantity: 1 }]);
  const change = (quantity: number) =>
    owner.put(`/transactions/${sale.id}`, { items: [{ product_id: product.id, quantity }] });
  const answers = await Promise.all([2, 7, 3, 8, 4, 9].map(change));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const { items } = (await owner.get(`/transactions/${sale.id}`)).body.data;
  assert.deepEqual(await levelOf(product.id), [10, items[0].quantity]);
});

test('completes a parked sale at the expected total only', async () => {
  const product = await aProduct(shop, { price: 10, stock: 100 });
  const sale = await park([{ product_id: product.id, quantity: 2 }]);
  const complete = (expected_total: number) =>
    owner.post(`/transactions/${sale.id}/complete`, { payment_method: 'cash', expected_total });
  const malformed = await owner.post(`/transactions/${sale.id}/complete`, {
    payment_method: 'x',
    expected_total: 1.001,
  });
  assert.deepEqual(
    malformed.body.error.details.map(({ field }: { field: string }) => field),
    ['payment_method', 'expected_total'],
  );
  const rejected = await complete(10);
  assert.deepEqual(
    [rejected.status, rejected.body.error.details],
    [422, [{ field: 'expected_total', message: 'differs from the total, which is 20' }]],
  );
  assert.equal((await owner.get(`/transactions/${sale.id}`)).body.data.status, 'pending');
  assert.equal((await complete(20)).status, 200);
});

test('rejects a change of a completed or voided sale', async () => {
  const product = await aProduct(shop);
  const items = [{ product_id: product.id, quantity: 1 }];
  const sale = (await owner.post('/transactions', { items, payment_method: 'cash' })).body.data;
  const answer = await owner.put(`/transactions/${sale.id}`, { label: 'late' });
  assert.deepEqual([answer.status, answer.body.error.code], [422, 'INVALID_STATE']);
  const parked = await park(items);
  await owner.post(`/transactions/${parked.id}/void`);
  assert.equal((await owner.put(`/transactions/${parked.id}`, { items })).body.error.code, 'INVALID_STATE');
});

test('a change applies the discount limit of its user, and a cashier can complete a sale with a manager’s discount', async () => {
  const product = await aProduct(shop);
  const items = [{ product_id: product.id, quantity: 1 }];
  const sale = await park(items, { discount: { percent: 50 } });
  const larger = await cashier.put(`/transactions/${sale.id}`, { items: [{ ...items[0], quantity: 5 }] });
  assert.deepEqual([larger.status, larger.body.error.code], [403, 'FORBIDDEN']);
  assert.equal((await cashier.put(`/transactions/${sale.id}`, { label: 'only a label' })).status, 200);
  const own = await park(items, {}, cashier);
  assert.equal(
    (await owner.put(`/transactions/${own.id}`, { discount: { percent: 50 } })).body.data.cashier.id,
    shop.owner_id,
  );
  assert.equal((await cashier.post(`/transactions/${own.id}/complete`, { payment_method: 'cash' })).status, 200);
});

test('a manager’s price stays when a cashier changes the sale, for the parked quantity', async () => {
  const [mug, bread] = [await aProduct(shop, { stock: 10, price: 12 }), await aProduct(shop, { stock: 10, price: 3 })];
  const sale = await park([{ product_id: mug.id, quantity: 2, price: 9 }]);
  const change = (items: object[]) => cashier.put(`/transactions/${sale.id}`, { items });
  const kept = await change([
    { product_id: mug.id, quantity: 1, price: 9 },
    { product_id: bread.id, quantity: 1 },
    { product_id: mug.id, quantity: 1, price: 9 },
  ]);
  assert.equal(kept.status, 200, kept.text);
  assert.equal(kept.body.data.total_amount, 21);
  const field = async (items: object[]) => {
    const { status, body } = await change(items);
    return [status, body.error?.details?.map((detail: { field: string }) => detail.field)];
  };
  assert.deepEqual(await field([{ product_id: mug.id, quantity: 3, price: 9 }]), [403, ['items[0].price']]);
  assert.deepEqual(await field([{ product_id: mug.id, quantity: 2, price: 8 }]), [403, ['items[0].price']]);
  assert.deepEqual(await field([{ product_id: bread.id, quantity: 1, price: 9 }]), [403, ['items[0].price']]);
  const twice = [
    { product_id: mug.id, quantity: 2, price: 9 },
    { product_id: mug.id, quantity: 1, price: 9 },
  ];
  assert.deepEqual(await field(twice), [403, ['items[1].price']]);
  // The manager's price took more off than the limit of the cashier, who may add nothing to it.
  assert.equal((await cashier.put(`/transactions/${sale.id}`, { discount: { percent: 5 } })).status, 403);
});

test('rejects an unknown customer', async () => {
  const sale = await park([{ product_id: (await aProduct(shop)).id, quantity: 1 }]);
  const { status, body } = await owner.put(`/transactions/${sale.id}`, { customer_id: crypto.randomUUID() });
  assert.deepEqual(
    [status, body.error.details],
    [422, [{ field: 'customer_id', message: 'is not a customer of this merchant' }]],
  );
});

test('a change of the items keeps the discount in money, and leaves the stock of other products alone', async () => {
  const [mug, bread] = [await aProduct(shop, { stock: 10 }), await aProduct(shop, { stock: 10, price: 3 })];
  const kept = { product_id: mug.id, quantity: 2 };
  const sale = await park([kept, { product_id: bread.id, quantity: 1 }], { discount: 5 });
  assert.equal(sale.total_amount, 18);
  await readEvents();
  const answer = await owner.put(`/transactions/${sale.id}`, { items: [kept, { product_id: bread.id, quantity: 4 }] });
  assert.deepEqual([answer.body.data.total_amount, answer.body.data.discount], [27, 5], answer.text);
  const events = await readEvents();
  assert.deepEqual(
    events.filter(({ type }) => type === 'stock.reserved').map(({ subject_id }) => subject_id),
    [bread.id],
  );
});

test('reports all errors of a change at once', async () => {
  const product = await aProduct(shop);
  const sale = await park([{ product_id: product.id, quantity: 1 }]);
  const answer = await owner.put(`/transactions/${sale.id}`, {
    items: [{ product_id: crypto.randomUUID(), quantity: 1 }],
    customer_id: crypto.randomUUID(),
    label: 'x'.repeat(101),
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.error.details.map(({ field }: { field: string }) => field).sort(), [
    'customer_id',
    'items[0].product_id',
    'label',
  ]);
});

test('names what is wrong with a payment beside a malformed field', async () => {
  const product = await aProduct(shop);
  const parked = await park([{ product_id: product.id, quantity: 2 }]);
  const card = (amount: number) => ({ payments: [{ method: 'card', amount }] });
  for (const [tender, fields] of [
    [card(20), []],
    [card(19.99), ['payments']],
    [card(20.01), ['payments']],
    [{ payment_method: 'points' }, ['customer_id']],
    [{ payments: [{ method: 'points', amount: 20 }] }, ['customer_id']],
  ] as const) {
    const answer = await owner.post(`/transactions/${parked.id}/complete`, { ...tender, amount_tendered: 'x' });
    assert.equal(answer.status, 422, answer.text);
    const named = answer.body.error.details.map(({ field }: { field: string }) => field);
    assert.deepEqual(named.sort(), ['amount_tendered', ...fields], JSON.stringify(tender));
  }
});

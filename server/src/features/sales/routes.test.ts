import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aCustomer, aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const other = await aShop(app);
const cashier = await aStaffMember(shop, 'cashier');

async function levelOf(product_id: string): Promise<{ stock: number; reserved: number; available: number }> {
  const answer = await shop.owner.get(`/inventory?product_id=${product_id}`);
  return answer.body.data[0];
}

test('a sale reduces stock, uses the catalogue’s prices, and can be read', async () => {
  const product = await aProduct(shop, { price: 12.5, stock: 5 });
  const sale = await cashier.post('/transactions', {
    items: [{ product_id: product.id, quantity: 2 }],
    payment_method: 'cash',
    amount_tendered: 30,
  });
  assert.equal(sale.status, 201, sale.text);
  const { data } = sale.body;
  assert.deepEqual([data.total_amount, data.status, data.payment_method, data.change], [25, 'completed', 'cash', 5]);
  assert.match(data.transaction_code, /^\d{6}-[2-9A-Z]{6}$/);
  assert.equal((await levelOf(product.id)).stock, 3);
  const read = await cashier.get(`/transactions/${data.id}`);
  assert.equal(read.status, 200);
  assert.deepEqual({ ...read.body.data, refunds: undefined }, { ...data, refunds: undefined });
  assert.equal(read.body.data.cashier.name, 'A cashier');
});

test('reports every wrong field', async () => {
  const product = await aProduct(shop);
  const empty = await shop.owner.post('/transactions', { payment_method: 'cash', items: [] });
  assert.deepEqual([empty.status, fieldsOf(empty)], [422, ['items']]);
  const wrong = await shop.owner.post('/transactions', {
    items: [{ product_id: 'x', quantity: 0 }, { product_id: product.id, quantity: '1', price: -1 }, {}],
    payment_method: 'beads',
  });
  assert.deepEqual(fieldsOf(wrong), [
    'items[0].product_id',
    'items[0].quantity',
    'items[1].price',
    'items[1].quantity',
    'items[2].product_id',
    'items[2].quantity',
    'payment_method',
  ]);
  const fractions = await shop.owner.post('/transactions', {
    items: [{ product_id: product.id, quantity: 1, price: 1.005 }],
    discount: 0.001,
    payment_method: 'cash',
  });
  assert.deepEqual(fieldsOf(fractions), ['discount', 'items[0].price']);
  const unpaid = await shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity: 1 }] });
  assert.deepEqual(fieldsOf(unpaid), ['payment_method']);
  const foreign = await shop.owner.post('/transactions', {
    items: [
      { product_id: product.id, quantity: 1 },
      { product_id: other.merchant_id, quantity: 1 },
    ],
    branch_id: other.branch_id,
    customer_id: product.id,
    occurred_at: '2020-01-01T00:00:00Z',
  });
  assert.deepEqual(fieldsOf(foreign), [
    'branch_id',
    'customer_id',
    'items[1].product_id',
    'occurred_at',
    'payment_method',
  ]);
});

test('ids of another merchant’s products, customers and branches are rejected like unknown ids', async () => {
  const otherProduct = await aProduct(other);
  const ownProduct = await aProduct(shop);
  const sell = (body: object) =>
    shop.owner.post('/transactions', {
      items: [{ product_id: ownProduct.id, quantity: 1 }],
      payment_method: 'cash',
      ...body,
    });
  const unknownId = '01900000-0000-7000-8000-000000000000';
  const texts = await Promise.all(
    [otherProduct.id, unknownId].map(async (product_id) => {
      const answer = await sell({ items: [{ product_id, quantity: 1 }] });
      assert.deepEqual([answer.status, fieldsOf(answer)], [422, ['items[0].product_id']]);
      return answer.text;
    }),
  );
  assert.equal(texts[0], texts[1]);
  assert.deepEqual(fieldsOf(await sell({ customer_id: (await aCustomer(other)).id })), ['customer_id']);
  assert.deepEqual(fieldsOf(await sell({ branch_id: other.branch_id })), ['branch_id']);
  const sale = await sell({});
  assert.equal((await other.owner.get(`/transactions/${sale.body.data.id}`)).status, 404);
  assert.equal((await other.owner.post(`/transactions/${sale.body.data.id}/refund`, {})).status, 404);
  assert.equal((await other.owner.post(`/transactions/${sale.body.data.id}/void`, {})).status, 404);
});

test('lines of one product share its stock, and the error of a short line names the available quantity', async () => {
  const product = await aProduct(shop, { stock: 5 });
  const answer = await shop.owner.post('/transactions', {
    items: [
      { product_id: product.id, quantity: 3 },
      { product_id: product.id, quantity: 3 },
    ],
    payment_method: 'cash',
  });
  assert.deepEqual([answer.status, answer.body.error.code], [422, 'INSUFFICIENT_STOCK']);
  assert.deepEqual(answer.body.error.details, [{ field: 'items[1].quantity', message: 'only 2 available' }]);
  assert.equal((await levelOf(product.id)).stock, 5);
  const { id } = await aProduct(shop, { stock: 0 });
  const none = await shop.owner.post('/transactions', {
    items: [{ product_id: id, quantity: 1 }],
    payment_method: 'cash',
  });
  assert.deepEqual(none.body.error.details, [{ field: 'items[0].quantity', message: 'none available' }]);
});

test('rejects an inactive product, and a changed price if the role may not change prices', async () => {
  const inactive = await aProduct(shop, { status: 'inactive' });
  const refused = await shop.owner.post('/transactions', {
    items: [{ product_id: inactive.id, quantity: 1 }],
    payment_method: 'cash',
  });
  assert.deepEqual([refused.body.error.code, fieldsOf(refused)], ['INVALID_STATE', ['items[0].product_id']]);
  const strictShop = await aShop(app);
  await strictShop.owner.put('/merchant', { price_override_roles: ['owner'] });
  const till = await aStaffMember(strictShop, 'cashier');
  const product = await aProduct(strictShop);
  const sell = (caller: typeof till, price: number) =>
    caller.post('/transactions', { items: [{ product_id: product.id, quantity: 1, price }], payment_method: 'cash' });
  assert.equal((await sell(till, 9)).status, 403);
  assert.equal((await sell(till, 10)).status, 201);
  const lower = await sell(strictShop.owner, 9);
  assert.deepEqual([lower.body.data.items[0].price_overridden, lower.body.data.items[0].list_price], [true, 10]);
});

test('a viewer can read but not sell; a stock clerk can do neither', async () => {
  const viewer = await aStaffMember(shop, 'viewer');
  const clerk = await aStaffMember(shop, 'stock_clerk');
  assert.equal((await viewer.get('/transactions')).status, 200);
  assert.equal((await viewer.post('/transactions', {})).status, 403);
  assert.equal((await clerk.get('/transactions')).status, 403);
});

test('a repeated sale gets the stored response, by key and by id', async () => {
  const product = await aProduct(shop, { stock: 10 });
  const body = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  const first = await shop.owner.post('/transactions', body, { 'idempotency-key': 'till-1' });
  const again = await shop.owner.post('/transactions', body, { 'idempotency-key': 'till-1' });
  assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [201, first.text, 'true']);
  const changed = await shop.owner.post('/transactions', { ...body, note: 'another' }, { 'idempotency-key': 'till-1' });
  assert.deepEqual([changed.status, changed.body.error.code], [422, 'IDEMPOTENCY_CONFLICT']);

  const id = crypto.randomUUID();
  const named = await shop.owner.post('/transactions', { ...body, id });
  assert.equal(named.body.data.id, id);
  const burst = await Promise.all(Array.from({ length: 8 }, () => shop.owner.post('/transactions', { ...body, id })));
  for (const answer of burst) assert.equal(answer.text, named.text);
  assert.equal(
    (await shop.owner.post('/transactions', { ...body, id, note: 'another' })).body.error.code,
    'IDEMPOTENCY_CONFLICT',
  );
  assert.equal((await levelOf(product.id)).stock, 8);
});

test('a rejected sale changes nothing, and its key can be used again', async () => {
  const product = await aProduct(shop, { stock: 1 });
  const body = { items: [{ product_id: product.id, quantity: 2 }], payment_method: 'cash' };
  assert.equal((await shop.owner.post('/transactions', body, { 'idempotency-key': 'short' })).status, 422);
  await shop.owner.post('/inventory/adjustment', { product_id: product.id, quantity: 1, type: 'addition' });
  assert.equal((await shop.owner.post('/transactions', body, { 'idempotency-key': 'short' })).status, 201);
});

test('calculates discounts, tax added and included, and split tender', async () => {
  const taxed = await aShop(app);
  await taxed.owner.put('/merchant', { tax_mode: 'exclusive', tax_rate: 10 });
  const [a, b] = [await aProduct(taxed, { price: 10 }), await aProduct(taxed, { price: 20, tax_rate: 0 })];
  const sale = await taxed.owner.post('/transactions', {
    items: [
      { product_id: a.id, quantity: 3, discount: 3 },
      { product_id: b.id, quantity: 1 },
    ],
    discount: 4.7,
    payments: [
      { method: 'card', amount: 30, reference: 'auth 1' },
      { method: 'cash', amount: 20 },
    ],
  });
  assert.equal(sale.status, 201, sale.text);
  const { subtotal, discount, tax, total_amount, change, payment_method } = sale.body.data;
  // 27 and 20 share 4.70 as 2.70 and 2.00; tax is 10 % of 24.30.
  assert.deepEqual(
    { subtotal, discount, tax, total_amount, change, payment_method },
    { subtotal: 50, discount: 7.7, tax: 2.43, total_amount: 44.73, change: 5.27, payment_method: 'split' },
  );
  const methods = async () =>
    (await taxed.owner.get(`/transactions/${sale.body.data.id}`)).body.data.payments.map(
      ({ method }: { method: string }) => method,
    );
  assert.deepEqual(await methods(), ['card', 'cash']);
  const paidLater = (method: string) =>
    app.admin.query(
      `update sale_payments set created_at = created_at + interval '1 s' where merchant_id = $1 and method = $2`,
      [taxed.merchant_id, method],
    );
  await paidLater('card');
  assert.deepEqual(await methods(), ['cash', 'card']);
  await paidLater('cash');
  await taxed.owner.put('/merchant', { tax_mode: 'inclusive' });
  const withIncludedTax = await taxed.owner.post('/transactions', {
    items: [{ product_id: a.id, quantity: 1 }],
    payment_method: 'card',
  });
  assert.deepEqual([withIncludedTax.body.data.total_amount, withIncludedTax.body.data.tax], [10, 0.91]);
});

test('an offline sale keeps its time, within limits', async () => {
  const product = await aProduct(shop);
  const sell = (occurred_at: string) =>
    shop.owner.post('/transactions', {
      items: [{ product_id: product.id, quantity: 1 }],
      payment_method: 'cash',
      occurred_at,
    });
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const then = at(-3);
  const late = await sell(then.replace('Z', '+00:00'));
  assert.equal(late.body.data.occurred_at, then);
  assert.deepEqual(fieldsOf(await sell(at(-91))), ['occurred_at']);
  assert.deepEqual(fieldsOf(await sell(at(1))), ['occurred_at']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approved, codeOf, send } from '../../../../test/approvals.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { untilLockWait } from '../../../../test/waiting.ts';

const app = await createTestApp();
const key = (name: string) => ({ 'idempotency-key': name });

test('a repeated PUT or PATCH of a stock does not undo the sales since', async () => {
  const shop = await aShop(app);
  for (const [method, path, field] of [
    ['put', '/products', 'stock'],
    ['patch', '/products', 'stock'],
    ['put', '/inventory', 'stock'],
    ['patch', '/inventory', 'stock'],
  ] as const) {
    const product = await aProduct(shop, { stock: 5 });
    const count = () => shop.owner[method](`${path}/${product.id}`, { [field]: 10 }, key(`count ${product.id}`));
    const first = await count();
    assert.equal(first.status, 200, first.text);
    await shop.owner.post('/transactions', {
      items: [{ product_id: product.id, quantity: 2 }],
      payment_method: 'cash',
    });
    const again = await count();
    assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true'], `${method} ${path}`);
    assert.equal((await shop.owner.get(`/products/${product.id}`)).body.data.stock, 8);
    const other = await shop.owner[method](`${path}/${product.id}`, { [field]: 9 }, key(`count ${product.id}`));
    assert.equal(other.body.error.code, 'IDEMPOTENCY_CONFLICT');
  }
});

test('a PUT of a parked sale that arrives a second time does not undo the change after it', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { price: 10, stock: 100 });
  const items = (quantity: number) => ({ items: [{ product_id: product.id, quantity }] });
  const { id } = (await shop.owner.post('/transactions', { ...items(1), status: 'pending' })).body.data;
  const change = (quantity: number) => shop.owner.put(`/transactions/${id}`, items(quantity), key(`${id} ${quantity}`));
  const totalOf = async () => (await shop.owner.get(`/transactions/${id}`)).body.data.total_amount;
  for (const quantity of [2, 3, 2]) assert.equal((await change(quantity)).status, 200);
  assert.equal(await totalOf(), 30);
  const complete = () => shop.owner.post(`/transactions/${id}/complete`, { payment_method: 'cash' });
  assert.equal((await complete()).status, 200);
  assert.equal((await change(3)).headers['idempotent-replayed'], 'true', 'also after the sale was completed');
  assert.equal(codeOf(await complete()), '422 INVALID_STATE', 'a repeat without a key is refused');
  const { status, total_amount, payments } = (await shop.owner.get(`/transactions/${id}`)).body.data;
  assert.deepEqual([status, total_amount, payments.length], ['completed', 30, 1]);
});

test('a repeated PUT with an approval gets the first response, and uses the approval once', async () => {
  const shop = await aShop(app);
  const [manager, cashier] = [await aStaffMember(shop, 'manager'), await aStaffMember(shop, 'cashier')];
  await shop.owner.put('/merchant', { approval_rules: [{ action: 'discount', above_amount: 5 }] });
  const product = await aProduct(shop, { price: 100, stock: 100 });
  const items = [{ product_id: product.id, quantity: 1 }];
  const { id } = (await cashier.post('/transactions', { items, status: 'pending' })).body.data;
  const act = { action: 'discount', method: 'PUT', path: `/transactions/${id}`, body: { discount: 10 } } as const;
  const approval = await approved(cashier, manager, act);
  const first = await send(cashier, act, approval, key('discount'));
  const again = await send(cashier, act, approval, key('discount'));
  assert.deepEqual([codeOf(first), again.text, again.headers['idempotent-replayed']], ['200 OK', first.text, 'true']);
  assert.equal(codeOf(await send(cashier, act, approval)), '403 APPROVAL_INVALID');
});

test('of two equal PUTs at the same time the second waits and gets the response of the first', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { stock: 5 });
  const client = await app.admin.connect();
  try {
    await client.query('begin');
    await client.query('select from products where merchant_id = $2 and id = $1 for update', [
      product.id,
      shop.merchant_id,
    ]);
    const count = () => shop.owner.put(`/products/${product.id}`, { stock: 10 }, key('at once'));
    const both = [count(), count()];
    await untilLockWait(app.admin, 2);
    await client.query('commit');
    const replies = await Promise.all(both);
    assert.equal(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.equal(replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 1);
  } finally {
    client.release(true);
  }
  const { rows } = await app.admin.query('select from stock_movements where product_id = $1', [product.id]);
  assert.equal(rows.length, 2, 'the first stock, and one count');
});

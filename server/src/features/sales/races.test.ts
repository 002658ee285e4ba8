import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { untilLockWait } from '../../../../test/waiting.ts';
import { lockLevels } from '../inventory/move-stock.ts';
import { insertMissingLevels } from '../inventory/queries.ts';

const app = await createTestApp();
const shop = await aShop(app);

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const stockOf = async (id: string) => (await shop.owner.get(`/products/${id}`)).body.data.stock as number;

test('twenty tills that sell the last three units sell three', async () => {
  const product = await aProduct(shop, { stock: 3 });
  const answers = await times(20, () =>
    shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' }),
  );
  assert.deepEqual([countOf(answers, 201), countOf(answers, 422)], [3, 17]);
  for (const answer of answers.filter(({ status }) => status === 422))
    assert.equal(answer.body.error.code, 'INSUFFICIENT_STOCK');
  assert.equal(await stockOf(product.id), 0);
});

test('baskets in opposite order wait for each other and never deadlock', async () => {
  const [a, b] = [await aProduct(shop, { stock: 30 }), await aProduct(shop, { stock: 30 })];
  const answers = await times(40, (index) => {
    const items = [
      { product_id: a.id, quantity: 1 },
      { product_id: b.id, quantity: 1 },
    ];
    return shop.owner.post('/transactions', {
      items: index % 2 === 0 ? items : items.toReversed(),
      payment_method: 'cash',
    });
  });
  assert.deepEqual([countOf(answers, 201), countOf(answers, 422)], [30, 10]);
  assert.deepEqual([await stockOf(a.id), await stockOf(b.id)], [0, 0]);
});

test('only one of ten concurrent full refunds succeeds', async () => {
  const product = await aProduct(shop, { stock: 5 });
  const customer = await aCustomer(shop);
  const sale = (
    await shop.owner.post('/transactions', {
      items: [{ product_id: product.id, quantity: 5 }],
      payment_method: 'cash',
      customer_id: customer.id,
    })
  ).body.data;
  const answers = await times(10, () => shop.owner.post(`/transactions/${sale.id}/refund`, ''));
  assert.deepEqual([countOf(answers, 201), countOf(answers, 422)], [1, 9]);
  assert.equal(await stockOf(product.id), 5);
  assert.equal((await shop.owner.get(`/customers/${customer.id}/loyalty`)).body.data.points, 0);
});

test('concurrent refunds, voids and completions leave each sale with one final state', async () => {
  const product = await aProduct(shop, { stock: 100 });
  const sales = await times(10, async (index) => {
    const body = {
      items: [{ product_id: product.id, quantity: 2 }],
      ...(index % 2 === 0 ? { payment_method: 'cash' } : { status: 'pending' }),
    };
    return (await shop.owner.post('/transactions', body)).body.data.id as string;
  });
  const requests = ['refund', 'void', 'complete', 'void', 'refund'];
  const answers = await Promise.all(
    sales.flatMap((id) =>
      requests.map((request) =>
        shop.owner.post(`/transactions/${id}/${request}`, request === 'complete' ? { payment_method: 'cash' } : ''),
      ),
    ),
  );
  assert.ok(answers.every(({ status }) => status === 200 || status === 201 || status === 422));
  const states = await Promise.all(
    sales.map(async (id) => (await shop.owner.get(`/transactions/${id}`)).body.data.status),
  );
  assert.ok(
    states.every((state) => ['refunded', 'voided', 'completed'].includes(state)),
    states.join(),
  );
  const open = states.filter((state) => state === 'completed').length;
  assert.equal(await stockOf(product.id), 100 - 2 * open);
});

test('one customer at many tills gets every point', async () => {
  const product = await aProduct(shop, { price: 7, stock: 100 });
  const customer = await aCustomer(shop);
  await times(25, () =>
    shop.owner.post('/transactions', {
      items: [{ product_id: product.id, quantity: 1 }],
      payment_method: 'cash',
      customer_id: customer.id,
    }),
  );
  const loyalty = (await shop.owner.get(`/customers/${customer.id}/loyalty`)).body.data;
  assert.deepEqual([loyalty.points, loyalty.lifetime_value], [175, 175]);
});

test('two sales that create a missing stock level do not deadlock', async () => {
  const other = await aShop(app);
  await other.owner.put('/merchant', { allow_negative_stock: true });
  const branch_id = (await other.owner.post('/branches', { name: 'Market' })).body.data.id as string;
  const { rows } = await app.admin.query<{ id: string }>(
    'select id from warehouses where merchant_id = $1 and branch_id = $2',
    [other.merchant_id, branch_id],
  );
  const warehouse_id = rows[0]?.id ?? '';
  const sell = (...product_ids: string[]) => {
    const items = product_ids.map((product_id) => ({ product_id, quantity: 1 }));
    return other.owner.post('/transactions', { items, branch_id, payment_method: 'cash' });
  };
  const [present, missing] = [await aProduct(other), await aProduct(other)].map(({ id }): string => id) as [
    string,
    string,
  ];
  assert.equal((await sell(present)).status, 201);
  const now = app.clock.now();
  const keys = [present, missing].map((product_id) => ({ product_id, warehouse_id }));
  const lock = 'select from stock_levels where merchant_id = $1 and product_id = $2 for update nowait';
  const { sale } = await app.database.transaction(other.merchant_id, async (tx) => {
    await insertMissingLevels(tx, keys.slice(1), now);
    const sale = sell(missing, present);
    await untilLockWait(app.admin);
    // The sale waits for the missing level and has locked no other.
    await app.admin.query(lock, [other.merchant_id, present]);
    await lockLevels(tx, keys, now);
    return { sale };
  });
  assert.equal((await sale).status, 201);
  const levels = await app.admin.query(
    'select on_hand from stock_levels where merchant_id = $1 and warehouse_id = $2 order by on_hand',
    [other.merchant_id, warehouse_id],
  );
  assert.deepEqual(levels.rows, [{ on_hand: -2 }, { on_hand: -1 }]);
});

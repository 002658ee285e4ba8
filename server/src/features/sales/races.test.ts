import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

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

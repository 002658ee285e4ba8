import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { assert, claimsOf } from './claims.ts';

const app = await createTestApp();
const { proves, answers, takes } = claimsOf(import.meta.filename);
const shop = await aShop(app);
const tea = await aProduct(shop, { price: 100 });
const customer = await aCustomer(shop);
const sent = {
  items: [{ product_id: tea.id, quantity: 2, price: 90 }],
  payment_method: 'cash',
  customer_id: customer.id,
};
const made = await shop.owner.post('/transactions', sent);

const sell = (fields: object = {}) => shop.owner.post('/transactions', { ...sent, ...fields });
const list = (query: string) => shop.owner.get(`/transactions?${query}`);
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

test('records a transaction', async () => {
  answers('POST /transactions', made);
  const found = await shop.owner.get(`/transactions/${made.body.data.id}`);
  answers('GET /transactions/{id}', found);
  const { items, ...transaction } = found.body.data;
  const [{ product_id, quantity, price }] = items;
  takes('POST /transactions', sent, { ...transaction, items: [{ product_id, quantity, price }] });
  await proves('a transaction is completed on creation', () => assert.equal(made.body.data.status, 'completed'));
  await proves('POST /transactions: cash is a payment method', () =>
    assert.equal(made.body.data.payment_method, 'cash'),
  );
  await proves('POST /transactions: total_amount is the sum of quantities times prices', () => {
    assert.equal(made.body.data.total_amount, 180);
  });
});

test('lists transactions in pages', async () => {
  const more = await sell();
  answers('GET /transactions', await list(''));
  await proves(['GET /transactions ? page', 'GET /transactions ? limit'], async () => {
    const pages = [await list('page=1&limit=1'), await list('page=2&limit=1')];
    assert.deepEqual(pages.flatMap(idsOf), [more.body.data.id, made.body.data.id]);
  });
});

test('filters transactions', async () => {
  await proves('GET /transactions ? branchId', async () => {
    const branch = await shop.owner.post('/branches', { name: 'Another' });
    assert.ok(
      idsOf(await list(`branchId=${shop.branch_id}`)).includes(made.body.data.id),
      'the sale of the branch is listed',
    );
    assert.deepEqual(idsOf(await list(`branchId=${branch.body.data.id}`)), []);
  });
  await proves('GET /transactions ? status', async () => {
    const parked = await sell({ status: 'pending' });
    assert.deepEqual(idsOf(await list('status=pending')), [parked.body.data.id]);
    assert.ok(!idsOf(await list('status=completed')).includes(parked.body.data.id), 'the parked one is not completed');
  });
});

test('finds transactions between two days or timestamps', async () => {
  const day = (days_ago: number) =>
    new Date(Date.parse(app.clock.now()) - days_ago * 86_400_000).toISOString().slice(0, 10);
  const at = `${day(10)}T10:00:00.000Z`;
  const old = (await sell({ occurred_at: at })).body.data.id;
  await proves('GET /transactions ? endDate', async () => {
    assert.deepEqual(idsOf(await list(`endDate=${day(9)}`)), [old]);
    assert.deepEqual(idsOf(await list(`endDate=${day(9)}T00:00:00.000Z`)), [old]);
    assert.deepEqual(idsOf(await list(`endDate=${day(11)}`)), []);
  });
  await proves('GET /transactions ? startDate', async () => {
    assert.ok(!idsOf(await list(`startDate=${day(9)}`)).includes(old), 'the sale is before the start');
    assert.ok(idsOf(await list(`startDate=${day(11)}T00:00:00Z`)).includes(old), 'the sale is after the start');
  });
  await proves('GET /transactions: both ends of the dates are included', async () => {
    assert.deepEqual(idsOf(await list(`startDate=${day(10)}&endDate=${day(10)}`)), [old]);
    assert.deepEqual(idsOf(await list(`startDate=${at}&endDate=${at}`)), [old]);
  });
});

test('refunds a transaction by a request without a body', async () => {
  const { id } = (await sell()).body.data;
  answers('POST /transactions/{id}/refund', await shop.owner.post(`/transactions/${id}/refund`));
  assert.equal((await shop.owner.get(`/transactions/${id}`)).body.data.status, 'refunded');
});

test('returns whole amounts as whole numbers', async () => {
  await proves('whole amounts are whole numbers', () => {
    assert.match(made.text, /"total_amount":180[,}]/);
    assert.ok(Number.isInteger(tea.price), 'a price is an integer as well');
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { sendBeside, untilLockWait } from '../../../../test/waiting.ts';
import { listExistingCustomers } from '../customers/find-customers.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const product = await aProduct(shop);
const words = 'yellow feathers';

async function sell(fields: object): Promise<string> {
  const { status, text, body } = await owner.post('/transactions', {
    items: [{ product_id: product.id, quantity: 1 }],
    ...fields,
  });
  assert.equal(status, 201, text);
  return body.data.id;
}

async function textsOf(id: string) {
  const { rows } = await app.admin.query('select note, label, void_reason from sales where id = $1', [id]);
  return rows[0];
}

test('removes a note, a label and the reason of a void, also where one of them is the only text of a sale', async () => {
  const { id: customer_id } = await aCustomer(shop);
  const noted = await sell({ customer_id, note: words, payment_method: 'cash' });
  const labelled = await sell({ customer_id, label: words, status: 'pending' });
  const voided = await sell({ customer_id, status: 'pending' });
  assert.equal((await owner.post(`/transactions/${voided}/void`, { reason: words })).status, 200);
  assert.equal((await textsOf(voided)).void_reason, words);
  assert.equal((await owner.post(`/customers/${customer_id}/erase`)).status, 200);
  for (const id of [noted, labelled, voided])
    assert.deepEqual(await textsOf(id), { note: null, label: null, void_reason: null });
});

test('clears payment references that name the customer, also at their beginning, and keeps others', async () => {
  const { id: customer_id } = await aCustomer(shop, { email: 'cora@example.com' });
  const references = ['cora@example.com', 'Card of CORA@example.com', 'slip 17', null];
  const payments = references.map((reference) => ({ method: 'card', amount: 2.5, reference }));
  const sale = await sell({ customer_id, payments });
  assert.equal((await owner.post(`/customers/${customer_id}/erase`)).status, 200);
  const left = (await owner.get(`/transactions/${sale}`)).body.data.payments;
  assert.deepEqual(
    new Set(left.map(({ reference }: { reference: string | null }) => reference)),
    new Set([null, 'slip 17']),
  );
});

test('waits for a change of a sale of the customer, locks its sales by id, and waits for no other one', async () => {
  const [erased, other] = [await aCustomer(shop), await aCustomer(shop)];
  const second = { id: 'ffffffff-0000-7000-8000-000000000000', customer_id: erased.id, payment_method: 'cash' };
  await sell(second);
  const hour_ago = new Date(Date.now() - 3_600_000).toISOString();
  const sale = await sell({ customer_id: erased.id, payment_method: 'cash', occurred_at: hour_ago });
  const saleOfOther = await sell({ customer_id: other.id, payment_method: 'cash' });
  const client = await app.admin.connect();
  try {
    await client.query('begin');
    await client.query('update sales set note = $2 where id = $1', [sale, words]);
    const erasing = owner.post(`/customers/${erased.id}/erase`);
    await untilLockWait(app.admin);
    const lock = 'select from sales where merchant_id = $1 and id = $2 for update';
    await app.admin.query(`${lock} nowait`, [shop.merchant_id, second.id]);
    await client.query('commit');
    await client.query('begin');
    await client.query(lock, [shop.merchant_id, saleOfOther]);
    assert.equal((await erasing).status, 200);
    assert.equal((await textsOf(sale)).note, null);
    assert.equal((await owner.post(`/customers/${(await aCustomer(shop)).id}/erase`)).status, 200);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('waits for a sale of the customer that another request has begun', async () => {
  const { id } = await aCustomer(shop);
  const { status, text } = await sendBeside(
    shop,
    (tx) => listExistingCustomers(tx, [id]),
    () => owner.post(`/customers/${id}/erase`),
  );
  assert.equal(status, 200, text);
});

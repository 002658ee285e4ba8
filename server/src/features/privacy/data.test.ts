import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aCustomer,
  anOperationContext,
  aProduct,
  aSession,
  aShop,
  aStaffMember,
  forgetEvents,
} from '../../../../test/shop.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { readCustomerData } from './read-customer-data.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
await owner.put('/merchant', { point_value: 0.01 });
const product = await aProduct(shop, { price: 4.5, stock: 1_000 });

const person = { name: 'Ann Archer', email: 'ann@example.com', phone: '+62812345678', address: '1 Road' };

async function aCustomerWithSales() {
  const customer = await aCustomer(shop, person);
  const items = [{ product_id: product.id, quantity: 2 }];
  const body = { items, customer_id: customer.id, payment_method: 'cash', note: 'Gift wrapped' };
  const sale = (await owner.post('/transactions', body)).body.data;
  await owner.post(`/customers/${customer.id}/loyalty/corrections`, { points: 100, reason: 'Birthday' });
  await owner.post(`/transactions/${sale.id}/refund`, {
    items: [{ product_id: product.id, quantity: 1 }],
    reason: 'One was broken',
  });
  const paid = [
    { method: 'points', amount: 1 },
    { method: 'card', amount: 8, reference: 'slip 7' },
  ];
  await owner.put('/merchant', { allow_custom_items: true });
  const custom = { name: 'Engraving', price: 0, quantity: 1 };
  const { payment_method: _, note: __, ...rest } = body;
  await owner.post('/transactions', { ...rest, items: [...items, custom], label: 'For Ann', payments: paid });
  return { customer, sale };
}

test('one file contains all stored data of a customer', async () => {
  const { customer, sale } = await aCustomerWithSales();
  const answer = await owner.get(`/customers/${customer.id}/data`);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers['content-disposition'], `attachment; filename="customer-${customer.id}.json"`);
  assert.equal(answer.headers['cache-control'], 'private, no-store');
  const { currency, customer: record, points_history, transactions } = answer.body.data;
  assert.equal(answer.body.success, true);
  const { created_at, updated_at, ...fields } = record;
  assert.ok(created_at <= updated_at);
  // 9 earned, 100 by a correction, 5 of the 9 reversed, 100 redeemed, 8 earned.
  const loyalty = { points: 12, tier: 'bronze', lifetime_value: 12.5, deleted_at: null };
  assert.deepEqual(fields, { id: customer.id, ...person, ...loyalty });
  assert.equal(currency, 'USD');
  assert.deepEqual(
    points_history.map(({ type, points, reason }: Record<string, unknown>) => [type, points, reason]),
    [
      ['earned', 9, null],
      ['corrected', 100, 'Birthday'],
      ['reversed', -5, null],
      ['redeemed', -100, null],
      ['earned', 8, null],
    ],
  );
  const [first, second] = transactions;
  assert.deepEqual(
    [first.id, first.transaction_code, first.status, first.total_amount, first.refunded_amount, first.note],
    [sale.id, sale.transaction_code, 'partially_refunded', 9, 4.5, 'Gift wrapped'],
  );
  assert.deepEqual(first.items, [
    {
      sku: product.sku,
      name: product.name,
      quantity: 2,
      price: 4.5,
      discount: 0,
      tax: 0,
      total: 9,
      refunded_quantity: 1,
    },
  ]);
  assert.deepEqual([first.refunds[0].amount, first.refunds[0].reason], [4.5, 'One was broken']);
  assert.deepEqual(first.refunds[0].items, [{ name: product.name, quantity: 1, amount: 4.5 }]);
  assert.deepEqual([second.label, second.items[1].sku, second.items[1].name], ['For Ann', null, 'Engraving']);
  const payments = second.payments.map(
    ({ created_at: _, ...payment }: { created_at: string; method: string }) => payment,
  );
  assert.deepEqual(
    payments.sort((a: { method: string }, b: { method: string }) => (a.method < b.method ? -1 : 1)),
    [
      { method: 'card', amount: 8, points: 0, reference: 'slip 7' },
      { method: 'points', amount: 1, points: 100, reference: null },
    ],
  );
});

test('a customer without sales gets empty lists', async () => {
  const { id } = await aCustomer(shop);
  const { points_history, transactions } = (await owner.get(`/customers/${id}/data`)).body.data;
  assert.deepEqual([points_history, transactions], [[], []]);
});

test('returns each of many sales once, reading a limited number at a time', async () => {
  const { id } = await aCustomer(shop);
  const sale = { items: [{ product_id: product.id, quantity: 1 }], customer_id: id, payment_method: 'cash' };
  const original = (await owner.post('/transactions', sale)).body.data;
  // 10,000 copies of the same sale, because the test is only about reading them.
  await app.admin.query(
    `insert into sales select (s).* from (
       select jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'code', 'C' || n, 'status', 'voided', 'points_earned', 0)) as s
       from sales s, generate_series(1, 10000) n where s.id = $1) made`,
    [original.id],
  );
  await forgetEvents(shop);
  const { rows } = await app.admin.query<{ id: string }>('select id from sales where customer_id = $1', [id]);
  const data = await readCustomerData(app.database, await anOperationContext(shop), id);
  const seen = new Set<string>();
  let most = 0;
  for await (const batch of data.sales) {
    most = Math.max(most, batch.length);
    for (const { id: sale_id } of batch) seen.add(sale_id);
  }
  assert.deepEqual([seen.size, most], [10_001, 200]);
  assert.deepEqual(new Set(rows.map((row) => row.id)), seen);
  const answer = await owner.get(`/customers/${id}/data`);
  assert.equal(answer.body.data.transactions.length, 10_001);
});

test('owners and managers export their own customers, also deleted ones', async () => {
  const { customer } = await aCustomerWithSales();
  const path = `/customers/${customer.id}/data`;
  for (const [role, status] of [
    ['manager', 200],
    ['cashier', 403],
    ['viewer', 403],
    ['stock_clerk', 403],
  ] as const)
    assert.equal((await (await aStaffMember(shop, role)).get(path)).status, status, role);
  assert.equal((await (await aShop(app)).owner.get(path)).status, 404);
  assert.equal((await owner.get(`/customers/${newId()}/data`)).status, 404);
  await owner.delete(`/customers/${customer.id}`);
  const data = (await owner.get(path)).body.data;
  assert.equal(data.customer.email, person.email);
  assert.match(data.customer.deleted_at, /Z$/);
});

test('users limited to branches may neither export nor erase a customer, because customers belong to all branches', async () => {
  const { id } = await aCustomer(shop);
  const body = {
    email: 'limited@example.com',
    password: 'long enough',
    name: 'L',
    role: 'manager',
    branch_ids: [shop.branch_id],
  };
  await addMember(owner, app.anonymous, body);
  const limited = (await aSession(app, body.email, body.password)).with({ 'x-merchant-id': shop.merchant_id });
  for (const answer of [await limited.get(`/customers/${id}/data`), await limited.post(`/customers/${id}/erase`)])
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'FORBIDDEN']);
  assert.equal((await owner.get(`/customers/${id}`)).status, 200);
});

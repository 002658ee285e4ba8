import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../../../test/caller.ts';
import { aCustomer, aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
await owner.put('/merchant', { point_value: 0.01 });
const product = await aProduct(shop, { stock: 10_000 });
const items = [{ product_id: product.id, quantity: 2 }];

const canaries = ['Canaria Zwitscher', 'tweet@canary.example', '+4915799887766', 'Vogelweg 17', 'yellow feathers'];
const [name = '', email = '', phone, address, words = ''] = canaries;

/** The number of rows that contain one of these texts in any column, by table. Other tables are left out. */
async function rowsContaining(texts: readonly string[]): Promise<Record<string, number>> {
  const { rows: tables } = await app.admin.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await app.admin.query(
      `select from ${table.name} t where exists (select from unnest($1::text[]) c where t::text ilike '%' || c || '%')`,
      [[...texts]],
    );
    if (rows.length > 0) found[table.name] = rows.length;
  }
  return found;
}

const tablesContaining = async (texts: readonly string[]) => Object.keys(await rowsContaining(texts));

interface SentRequest {
  path: string;
  body: unknown;
  key: string;
  answer: Reply;
}

const resend = ({ path, body, key }: Pick<SentRequest, 'path' | 'body' | 'key'>) =>
  owner.post(path, body, { 'idempotency-key': key });

/** A customer with texts in many tables, and each request that was sent with a key. */
async function aCustomerWithTexts(): Promise<{ id: string; sent: SentRequest[]; parked: string }> {
  const sent: SentRequest[] = [];
  const send = async (path: string, body: unknown) => {
    const request = { path, body, key: newId() };
    const answer = await resend(request);
    assert.ok(answer.status < 300, answer.text);
    sent.push({ ...request, answer });
    return answer.body.data.id as string;
  };
  const id = await send('/customers', { id: newId(), name, email, phone, address });
  const sale = { items, customer_id: id, note: `Wants ${words}`, label: `Of ${words}` };
  const payments = [`Wallet of ${email.toUpperCase()}`, 'slip 17'].map((reference) => ({
    method: 'card',
    amount: 10,
    reference,
  }));
  const refunded = await send('/transactions', { ...sale, payments });
  await send(`/transactions/${refunded}/refund`, {
    items: [{ product_id: product.id, quantity: 1 }],
    reason: `Had ${words}`,
  });
  const voided = await send('/transactions', { ...sale, id: newId(), payment_method: 'card' });
  await send(`/transactions/${voided}/void`, { reason: `No ${words}` });
  const parked = await send('/transactions', { ...sale, status: 'pending' });
  const changed = await owner.put(`/transactions/${parked}`, {
    note: `Still wants ${words}`,
    label: `Table of ${words}`,
  });
  assert.equal(changed.status, 200, changed.text);
  await send(`/customers/${id}/loyalty/corrections`, { points: 500, reason: `For ${words}` });
  await send('/transactions', { ...sale, payment_method: 'points', items: [{ ...items[0], quantity: 1, price: 5 }] });
  return { id, sent, parked };
}

const erase = (id: string) => owner.post(`/customers/${id}/erase`, {});

async function figures(): Promise<unknown> {
  const today = new Date(app.clock.now()).toISOString().slice(0, 10);
  const {
    new_customers: _,
    recent_transactions: __,
    previous: ___,
    ...dashboard
  } = (await owner.get('/dashboard/summary')).body.data;
  const sums = await Promise.all(
    [
      `select points, lifetime_value from customers where merchant_id = $1 order by id`,
      `select id, customer_id, type, points, balance, sale_id, refund_id, user_id, created_at from points_entries where merchant_id = $1 order by id`,
      `select id, code, status, customer_id, total, tax, refunded_amount, points_earned, points_redeemed from sales where merchant_id = $1 order by id`,
      `select id, sale_id, amount, tax, points_returned, user_id, created_at from refunds where merchant_id = $1 order by id`,
      `select id, quantity, balance, type, source_id from stock_movements where merchant_id = $1 order by id`,
    ].map(async (query) => (await app.admin.query(query, [shop.merchant_id])).rows),
  );
  const report = (await owner.get(`/reports/sales?start_date=${today}&end_date=${today}`)).body.data;
  return { dashboard, report, sums };
}

test('removes the customer from every table, and keeps every amount', async () => {
  const { id } = await aCustomerWithTexts();
  const before = await figures();
  assert.deepEqual(await tablesContaining(canaries), [
    'audit_entries',
    'customers',
    'events',
    'idempotency_keys',
    'points_entries',
    'refunds',
    'sale_payments',
    'sales',
    'stock_movements',
  ]);
  const answer = await erase(id);
  assert.deepEqual([answer.status, answer.body], [200, { success: true, message: 'Customer erased' }]);
  assert.deepEqual(await tablesContaining(canaries), []);
  assert.deepEqual(await figures(), before);
  const { rows } = await app.admin.query(
    'select name, deleted_at is not null as deleted, erased_at is not null as erased from customers where id = $1',
    [id],
  );
  assert.deepEqual(rows, [{ name: 'Erased customer', deleted: true, erased: true }]);
});

test('repeated requests get their responses without personal data, and change nothing', async () => {
  const { id, sent } = await aCustomerWithTexts();
  await erase(id);
  const before = await figures();
  for (const request of sent) {
    const answer = await resend(request);
    assert.deepEqual(
      [answer.status, answer.headers['idempotent-replayed']],
      [request.answer.status, 'true'],
      request.path,
    );
    assert.equal(answer.body.data.id, request.answer.body.data.id);
    for (const canary of canaries) assert.ok(!answer.text.includes(canary), `${request.path} contains ${canary}`);
    const other = await owner.post(
      request.path,
      { ...(request.body as object), id: newId(), reason: 'Other' },
      { 'idempotency-key': request.key },
    );
    assert.equal(other.body.error.code, 'IDEMPOTENCY_CONFLICT');
  }
  // Also if the client's own id is the only key.
  for (const { path, body, answer } of sent.filter(({ body: sentBody }) => 'id' in (sentBody as object))) {
    const again = await owner.post(path, body);
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [answer.status, 'true']);
  }
  assert.deepEqual(await figures(), before);
  const [first] = sent;
  assert.deepEqual((await resend(first as SentRequest)).body.data, {
    ...first?.answer.body.data,
    name: 'Erased customer',
    email: null,
    phone: null,
    address: null,
  });
});

test('an erased customer cannot be found, changed or sold to', async () => {
  const { id, parked } = await aCustomerWithTexts();
  await erase(id.toUpperCase());
  assert.deepEqual(await tablesContaining(canaries), []);
  const answers = [
    await owner.get(`/customers/${id}`),
    await owner.put(`/customers/${id}`, { name: 'Back again' }),
    await owner.delete(`/customers/${id}`),
    await owner.get(`/customers/${id}/loyalty`),
    await owner.get(`/customers/${id}/loyalty/history`),
    await owner.post(`/customers/${id}/loyalty/corrections`, { points: 1, reason: 'x' }),
    await owner.get(`/customers/${id}/data`),
    await erase(id),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 404),
  );
  assert.equal((await owner.get(`/customers?search=${encodeURIComponent(name)}`)).body.meta.total, 0);
  const sale = await owner.post('/transactions', { items, customer_id: id, payment_method: 'cash' });
  assert.deepEqual([sale.status, sale.body.error.details[0].field], [422, 'customer_id']);
  // Sales that were parked before can be completed and refunded.
  assert.equal((await owner.post(`/transactions/${parked}/complete`, { payment_method: 'cash' })).status, 200);
  assert.equal((await owner.post(`/transactions/${parked}/refund`)).status, 201);
});

test('a deleted customer can be erased; the request may be repeated', async () => {
  const { id } = await aCustomerWithTexts();
  await owner.delete(`/customers/${id}`);
  const request = { path: `/customers/${id}/erase`, body: {}, key: newId() };
  const [first, second] = [await resend(request), await resend(request)];
  assert.deepEqual([first.status, second.status, second.text], [200, 200, first.text]);
  assert.deepEqual(await tablesContaining(canaries), []);
});

test('removes the text of all sales of a customer who has more than are read at once', async () => {
  const { id } = await aCustomerWithTexts();
  const sale = { items, customer_id: id, note: words, payment_method: 'cash' };
  const returned = { items: [{ product_id: product.id, quantity: 1 }], reason: words };
  for (let turn = 0; turn < 21; turn += 1) {
    const sold = await owner.post('/transactions', sale, { 'idempotency-key': newId() });
    const path = `/transactions/${sold.body.data.id}/refund`;
    assert.equal((await owner.post(path, returned, { 'idempotency-key': newId() })).status, 201);
  }
  await erase(id);
  assert.deepEqual(await tablesContaining(canaries), []);
});

test('keeps the text of other customers, and of sales without one', async () => {
  const erased = await aCustomer(shop, { name: 'Clara Canary', email: 'clara@example.com' });
  const kept = 'Beethoven’s wish';
  const other = await aCustomer(shop, { name: kept, email: 'else@example.com' });
  const send = async (path: string, body: object) => {
    const request = { path, body, key: newId() };
    const answer = await resend(request);
    assert.ok(answer.status < 300, answer.text);
    return { ...request, answer };
  };
  const refund = { items: [{ product_id: product.id, quantity: 1 }], reason: kept };
  const soldToErased = await send('/transactions', { items, customer_id: erased.id, payment_method: 'card' });
  await send(`/transactions/${soldToErased.answer.body.data.id}/refund`, { ...refund, reason: words });
  const sent: SentRequest[] = [];
  for (const customer_id of [other.id, undefined]) {
    // The reference even names the customer who is erased.
    const payments = [{ method: 'card', amount: 20, reference: `${kept} of clara@example.com` }];
    const sale = { items, customer_id, note: kept, label: kept };
    const sold = await send('/transactions', { ...sale, payments });
    const refunded = await send(`/transactions/${sold.answer.body.data.id}/refund`, refund);
    const voided = await send('/transactions', { ...sale, payment_method: 'card' });
    await send(`/transactions/${voided.answer.body.data.id}/void`, { reason: kept });
    await send('/transactions', { ...sale, status: 'pending' });
    sent.push(sold, refunded, voided);
  }
  await send(`/customers/${other.id}/loyalty/corrections`, { points: 500, reason: kept });
  const before = await rowsContaining([kept]);
  assert.ok(['refunds', 'sale_payments', 'points_entries', 'audit_entries'].every((table) => table in before));
  assert.equal((await erase(erased.id)).status, 200);
  assert.deepEqual(await rowsContaining([kept]), before);
  assert.equal((await owner.get(`/customers/${other.id}`)).body.data.email, 'else@example.com');
  for (const request of sent) assert.equal((await resend(request)).text, request.answer.text);
});

test('concurrent sales leave no text of an erased customer', async () => {
  const { id } = await aCustomerWithTexts();
  const sell = () =>
    owner.post(
      '/transactions',
      { items, customer_id: id, payment_method: 'cash', note: words },
      { 'idempotency-key': newId() },
    );
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, sell),
    erase(id),
    ...Array.from({ length: 8 }, sell),
  ]);
  assert.equal(answers[8]?.status, 200);
  assert.ok(answers.every(({ status }) => status < 300 || status === 422));
  assert.deepEqual(await tablesContaining(canaries), []);
});

test('owners and managers erase customers of their own merchant', async () => {
  const own = await aCustomer(shop);
  const another = await aCustomer(shop);
  for (const role of ['cashier', 'viewer', 'stock_clerk'] as const)
    assert.equal((await (await aStaffMember(shop, role)).post(`/customers/${own.id}/erase`, {})).status, 403, role);
  assert.equal((await (await aShop(app)).owner.post(`/customers/${own.id}/erase`, {})).status, 404);
  assert.equal((await erase(newId())).status, 404);
  assert.equal((await owner.get(`/customers/${own.id}`)).status, 200);
  assert.equal((await (await aStaffMember(shop, 'manager')).post(`/customers/${own.id}/erase`, {})).status, 200);
  assert.equal((await owner.post(`/customers/${another.id}/erase`)).status, 200, 'the body is optional');
});

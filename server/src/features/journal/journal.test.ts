import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyJournal } from '../../../../client/verify/verify-journal.ts';
import { fieldsOf } from '../../../../test/caller.ts';
import { checkJournal, entriesIn, exportedLines } from '../../../../test/journals.ts';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aCustomer, aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app, { currency: 'EUR' });
const { owner } = shop;
await owner.patch('/merchant', { tax_mode: 'inclusive', tax_rate: 10 });
const tea = await aProduct(shop, { name: 'Tea', price: 11, stock: 10_000 });
const customer = await aCustomer(shop);

async function sell(fields: object) {
  const items = [{ product_id: tea.id, quantity: 1 }];
  const response = await owner.post('/transactions', { items, payment_method: 'cash', ...fields });
  assert.equal(response.status, 201, response.text);
  return response.body.data;
}

async function post(path: string, body: object, headers = {}) {
  const response = await owner.post(path, body, headers);
  assert.ok(response.status < 300, response.text);
  return response.body.data;
}

test('records each act of a register in order, and the exported file passes the check', async () => {
  const shift = await aShift(shop, { counted_float: 100 });
  const { register_id } = shift;
  const items = [{ product_id: tea.id, quantity: 2, discount: 2 }];
  const sale = await sell({ items, amount_tendered: 30, register_id });
  const parked = await sell({ status: 'pending', register_id, payment_method: undefined });
  await post(`/transactions/${parked.id}/complete`, { payment_method: 'card', register_id });
  const refund = await post(`/transactions/${sale.id}/refund`, {
    items: [{ product_id: tea.id, quantity: 1 }],
    register_id,
  });
  await post(`/transactions/${parked.id}/void`, {});
  const paidOut = await post(`/shifts/${shift.id}/movements`, { type: 'paid_out', amount: 20, reason: 'Post' });
  await post(`/shifts/${shift.id}/movements/${paidOut.id}/void`, { reason: 'Twice' });
  await post(`/shifts/${shift.id}/movements`, { type: 'no_sale', reason: 'Change' });
  await post(`/shifts/${shift.id}/count`, { counted: [{ method: 'cash', amount: 110 }] });
  const closure = await post(`/shifts/${shift.id}/close`, {});
  const recount = { counted: [{ method: 'cash', amount: 109.5 }], reason: 'Found' };
  const corrected = await post(`/closures/${closure.id}/recounts`, recount);

  const lines = await exportedLines(owner, register_id);
  const entries = entriesIn(lines);
  assert.deepEqual(
    entries.map(({ number, kind, subject_id }) => [number, kind, subject_id]),
    [
      [1, 'shift_opened', shift.id],
      [2, 'sale', sale.id],
      [3, 'sale', parked.id],
      [4, 'refund', refund.id],
      [5, 'void', parked.id],
      [6, 'cash_movement', paidOut.id],
      [7, 'cash_movement_void', paidOut.id],
      [8, 'cash_movement', entries[7].subject_id],
      [9, 'closure', closure.id],
      [10, 'correction', corrected.corrections[0].id],
    ],
  );
  const { previous, recorded_at, ...entry } = entries[1];
  assert.match(previous, /^[0-9a-f]{64}$/);
  assert.equal(recorded_at, sale.created_at);
  assert.deepEqual(entry, {
    merchant_id: shop.merchant_id,
    register_id,
    number: 2,
    kind: 'sale',
    subject_id: sale.id,
    user_id: shop.owner_id,
    content: {
      code: sale.transaction_code,
      branch_id: shop.branch_id,
      shift_id: shift.id,
      occurred_at: sale.occurred_at,
      currency: 'EUR',
      tax_mode: 'inclusive',
      lines: [
        {
          line_no: 1,
          product_id: tea.id,
          sku: tea.sku,
          name: 'Tea',
          quantity: 2,
          price: '11.00',
          discount: '2.00',
          tax_rate: '10.0000',
          tax: '1.82',
          total: '20.00',
        },
      ],
      subtotal: '22.00',
      discount: '2.00',
      tax: '1.82',
      total: '20.00',
      payments: [{ method: 'cash', amount: '20.00' }],
      rounding: '0.00',
      change: '10.00',
    },
  });
  assert.deepEqual(
    entries.slice(2).map(({ content }) => content.total ?? content.amount ?? content.sales.amount),
    ['11.00', '10.00', '11.00', '20.00', '20.00', '0.00', '20.00', '-0.50'],
  );
  assert.deepEqual(entries[0].content, { shift_number: 1, currency: 'EUR', opening_float: '100.00' });
  const { expected, counted, variance, lifetime, tax_by_rate, by_method } = entries[8].content;
  const cash = (amount: string) => [{ method: 'cash', amount }];
  assert.deepEqual(
    [expected, counted, variance],
    [[...cash('110.00'), { method: 'card', amount: '0.00' }], cash('110.00'), cash('0.00')],
  );
  assert.deepEqual(lifetime, { sales: '20.00', refunds: '10.00' });
  assert.deepEqual(tax_by_rate, [{ rate: '10.0000', net: '18.18', tax: '1.82' }]);
  assert.deepEqual(by_method, [{ method: 'cash', sales: '20.00', refunds: '10.00' }]);

  const state = (await owner.get(`/journal/${register_id}`)).body.data;
  const [key] = state.keys;
  const { exported_at, ...verified } = await verifyJournal(lines, key.fingerprint);
  assert.ok(exported_at >= recorded_at);
  assert.deepEqual(verified, {
    merchant_id: shop.merchant_id,
    register_id,
    register_name: JSON.parse(lines[0] ?? '').register_name,
    first: 1,
    last: 10,
    hash: state.hash,
    signed_days: 0,
    signed_to: null,
    fingerprint: key.fingerprint,
  });
  assert.deepEqual([state.number, state.signed_to, state.recorded_at], [10, null, entries[9].recorded_at]);
  await assert.rejects(verifyJournal(lines, '0'.repeat(32)), { message: /is signed with the key [0-9a-f]{32}, not 0/ });
});

test('leaves out every text that an erasure of personal data may remove', async () => {
  const { id: register_id } = await aRegister(shop);
  const secret = 'Call Rosa';
  const payments = [{ method: 'card', amount: 11, reference: secret }];
  const fields = { note: secret, customer_id: customer.id, payments, payment_method: undefined };
  const sale = await sell({ ...fields, register_id });
  await post(`/transactions/${sale.id}/refund`, { amount: 1, reason: secret, register_id });
  const voided = await sell({ ...fields, register_id });
  await post(`/transactions/${voided.id}/void`, { reason: secret, register_id });
  const text = (await exportedLines(owner, register_id)).join('\n');
  assert.equal(entriesIn(text.split('\n')).length, 4);
  for (const hidden of [secret, customer.id, customer.name]) assert.ok(!text.includes(hidden), hidden);
});

test('a void is in the journal of the register that pays back, or else of the one that sold', async () => {
  const [sold, paid] = [await aRegister(shop), await aRegister(shop)];
  const [one, two, none] = [await sell({ register_id: sold.id }), await sell({ register_id: sold.id }), await sell({})];
  await post(`/transactions/${one.id}/void`, { register_id: paid.id });
  await post(`/transactions/${two.id}/void`, {});
  await post(`/transactions/${none.id}/void`, {});
  const kindsOf = async (register_id: string) =>
    entriesIn(await exportedLines(owner, register_id)).map(({ kind, subject_id }) => [kind, subject_id]);
  assert.deepEqual(await kindsOf(sold.id), [
    ['sale', one.id],
    ['sale', two.id],
    ['void', two.id],
  ]);
  assert.deepEqual(await kindsOf(paid.id), [['void', one.id]]);
});

test('a repeated request adds no entry, and a rejected one none', async () => {
  const { id: register_id } = await aRegister(shop);
  const body = { items: [{ product_id: tea.id, quantity: 1 }], payment_method: 'cash', register_id };
  const key = { 'idempotency-key': 'journal-once' };
  await post('/transactions', body, key);
  await post('/transactions', body, key);
  const unsold = await owner.post('/transactions', { ...body, items: [{ product_id: tea.id, quantity: 100_000 }] });
  assert.equal(unsold.status, 422);
  assert.equal((await checkJournal(owner, register_id)).last, 1);
});

test('links concurrent acts of several registers without a gap', async () => {
  const shifts = await Promise.all([aShift(shop), aShift(shop), aShift(shop)]);
  await Promise.all(
    Array.from({ length: 45 }, async (_, index) => {
      const { id, register_id } = shifts[index % 3];
      if (index % 5 === 0) return post(`/shifts/${id}/movements`, { type: 'paid_in', amount: 1, reason: 'R' });
      const sale = await sell({ register_id });
      return index % 4 === 0 ? post(`/transactions/${sale.id}/refund`, { register_id }) : sale;
    }),
  );
  let entries = 0;
  for (const { register_id } of shifts) entries += (await checkJournal(owner, register_id)).last;
  assert.equal(entries, 3 + 45 + 9);
});

test('exports what follows an earlier export', async () => {
  const { id: register_id } = await aRegister(shop);
  assert.deepEqual(entriesIn(await exportedLines(owner, register_id)), []);
  const empty = await checkJournal(owner, register_id);
  assert.deepEqual([empty.first, empty.last, empty.hash], [1, 0, '0'.repeat(64)]);
  for (let count = 0; count < 3; count += 1) await sell({ register_id });
  const rest = await checkJournal(owner, register_id, 2);
  assert.deepEqual([rest.first, rest.last], [3, 3]);
  const nothing = await checkJournal(owner, register_id, 3);
  assert.deepEqual([nothing.first, nothing.last, nothing.hash], [4, 3, rest.hash]);
  for (const after of ['4', '-1', '1.5', 'x', '2147483648']) {
    const { status, body } = await owner.get(`/journal/${register_id}/export?after=${after}`);
    assert.deepEqual([status, fieldsOf({ body })], [422, ['after']], after);
  }
});

test('a key that may not see what a drawer should contain exports no journal', async () => {
  const { id } = await aRegister(shop, { blind_count: true });
  const keyWith = async (...permissions: string[]) => {
    const { key } = await post('/api-keys', { name: permissions.join(' '), permissions });
    return app.anonymous.with({ authorization: `Bearer ${key}` });
  };
  const path = `/journal/${id}/export`;
  assert.equal((await (await keyWith('journal:read')).get(path)).status, 403);
  assert.equal((await (await keyWith('journal:read', 'shifts:expected')).get(path)).status, 200);
});

test('owners, managers and viewers of its branch read a journal; others do not', async () => {
  const { id: register_id } = await aRegister(shop);
  const branch = await post('/branches', { name: 'Other' });
  const [viewer, cashier] = [await aStaffMember(shop, 'viewer'), await aStaffMember(shop, 'cashier')];
  const elsewhere = await aStaffMember(shop, 'manager');
  const { id } = (await elsewhere.get('/auth/me')).body.data;
  await owner.put(`/staff/${id}`, { branch_ids: [branch.id] });
  const stranger = (await aShop(app)).owner;
  for (const path of [`/journal/${register_id}`, `/journal/${register_id}/export`]) {
    const statuses = [];
    for (const caller of [owner, viewer, cashier, elsewhere, stranger]) statuses.push((await caller.get(path)).status);
    assert.deepEqual(statuses, [200, 200, 403, 404, 404], path);
  }
});

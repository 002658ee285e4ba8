import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aFetch, aSignedInClient, noWaiting } from '../../test/api-client.ts';
import { createCaller } from '../../test/caller.ts';
import { addMember } from '../../test/staff.ts';
import { createTestApp } from '../../test/test-app.ts';
import { createClient, TillhouseError, type Tokens } from './client.ts';

const app = await createTestApp();
const baseUrl = await app.fastify.listen({ host: '127.0.0.1', port: 0 });

const stored: (Tokens | undefined)[] = [];
const anna = await aSignedInClient(baseUrl, { onTokens: (tokens) => stored.push(tokens) });
const owner = createCaller(app.fastify, { authorization: `Bearer ${stored[0]?.access_token}` });
const { data: tea } = await anna.createProduct({ body: { sku: 'TEA', name: 'Tea', price: 4, stock: 10 } });
const cass = { email: 'cass@example.com', password: 'another long password' };
await addMember(owner, app.anonymous, { ...cass, name: 'Cass', role: 'cashier' });

async function signInCass(fetched?: typeof fetch) {
  const till = createClient({ baseUrl, ...noWaiting(), ...(fetched === undefined ? {} : { fetch: fetched }) });
  await till.signIn(cass);
  return till;
}

const payment = { payment_method: 'cash' } as const;
const saleOf = (id: string) => ({
  body: { id, items: [{ product_id: tea.id, quantity: 1 }], ...payment },
  idempotencyKey: `key of ${id}`,
});
const sales = async () => (await anna.listTransactions()).meta.total;
const ids = ['a', 'b', 'c', 'd', 'e', 'f', '1'].map((letter) => `019cadaa-0000-4000-8000-00000000000${letter}`);
const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = '', seventh = ''] = ids;

test('a sale that another user recorded is read, not refused and not recorded again', async () => {
  await anna.createTransaction(saleOf(first));
  const before = await sales();
  const till = (await signInCass()).idempotentRequest<'createTransaction'>();
  const { data } = await till.resume('createTransaction', saleOf(first));
  assert.deepEqual([data.id, data.cashier.name, till.isUnknown], [first, 'Tilda', false]);
  assert.equal(await sales(), before);
});

test('a resumed sale that no user recorded is recorded', async () => {
  const till = (await signInCass()).idempotentRequest<'createTransaction'>();
  const { data } = await till.resume('createTransaction', saleOf(second));
  assert.deepEqual([data.id, data.cashier.name], [second, 'Cass']);
});

test('a sale whose stored response has expired is read by its id', async () => {
  await anna.createTransaction(saleOf(third));
  await app.admin.query('delete from idempotency_keys');
  const till = (await signInCass()).idempotentRequest<'createTransaction'>();
  assert.equal((await till.resume('createTransaction', saleOf(third))).data.id, third);
});

test('a parked sale that another user completed is read', async () => {
  await anna.createTransaction({ body: { ...saleOf(fourth).body, status: 'pending' } });
  const call = { path: { id: fourth }, body: payment, idempotencyKey: 'completion' };
  await anna.completeTransaction(call);
  const till = (await signInCass()).idempotentRequest<'completeTransaction'>();
  assert.equal((await till.resume('completeTransaction', call)).data.status, 'completed');
});

test('a sale with the approval of another user is read, or needs another approval', async () => {
  const changed = await owner.put('/merchant', { approval_rules: [{ action: 'discount' }] });
  assert.equal(changed.status, 200, changed.text);
  const theo = { email: 'theo@example.com', password: 'another long password' };
  await addMember(owner, app.anonymous, { ...theo, name: 'Theo', role: 'cashier' });
  const sender = await signInCass();
  const aDiscountedSale = async (id: string) => {
    const { body, idempotencyKey } = saleOf(id);
    const discounted = { ...body, discount: 1 };
    const asked = { action: 'discount', method: 'POST', path: '/transactions', body: discounted } as const;
    const { data: approval } = await sender.requestApproval({ body: asked });
    await anna.approveApproval({ path: { id: approval.id }, body: {} });
    return { body: discounted, idempotencyKey, headers: { 'approval-id': approval.id } };
  };
  const next = createClient({ baseUrl, ...noWaiting() });
  await next.signIn(theo);
  const recorded = await aDiscountedSale(sixth);
  await sender.createTransaction(recorded);
  const till = next.idempotentRequest<'createTransaction'>();
  assert.equal((await till.resume('createTransaction', recorded)).data.cashier.name, 'Cass');

  const lost = await aDiscountedSale(seventh);
  await assert.rejects(till.resume('createTransaction', lost), { code: 'APPROVAL_INVALID' });
  assert.ok(till.isUnknown);
  await assert.rejects(till.sendAgain(), { code: 'APPROVAL_REQUIRED' });
  assert.ok(!till.isUnknown);
});

test('a resumed sale stays unknown after an answer that says nothing of it, or while it cannot be read', async () => {
  await anna.createTransaction(saleOf(fifth));
  let status = 429;
  const wire = aFetch(async ({ method, path }, answer) =>
    path === '/auth/login' || (status === 422 && method === 'POST')
      ? answer()
      : Response.json({ success: false, error: { code: 'RATE_LIMITED', message: 'Not now' } }, { status: 429 }),
  );
  const till = (await signInCass(wire.fetch)).idempotentRequest<'createTransaction'>();
  await assert.rejects(till.resume('createTransaction', saleOf(fifth)), { code: 'RATE_LIMITED' });
  assert.ok(till.isUnknown);
  status = 422;
  await assert.rejects(till.sendAgain(), (error) => {
    assert.ok(error instanceof TillhouseError);
    assert.equal(error.code, 'IDEMPOTENCY_CONFLICT');
    return true;
  });
  assert.ok(till.isUnknown, 'it may have been recorded');
});

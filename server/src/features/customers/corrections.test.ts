import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, fieldsOf, type Reply } from '../../../../test/caller.ts';
import { aCustomer, aProduct, aSession, aShop, aStaffMember } from '../../../../test/shop.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

const correct = (id: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  owner.post(`/customers/${id}/loyalty/corrections`, body, headers);
const pointsOf = async (id: string) => (await owner.get(`/customers/${id}/loyalty`)).body.data.points as number;

test('adds and removes points with a reason, shown in the history', async () => {
  const { id } = await aCustomer(shop);
  const given = await correct(id, { points: 120, reason: ' Forgotten card ' });
  assert.equal(given.status, 201, given.text);
  const { id: entry_id, created_at, ...entry } = given.body.data;
  assert.deepEqual(entry, {
    type: 'corrected',
    points: 120,
    balance: 120,
    transaction_id: null,
    refund_id: null,
    reason: 'Forgotten card',
    user_id: shop.owner_id,
  });
  app.clock.advance(1_000);
  assert.equal((await correct(id, { points: -120, reason: 'Given twice' })).body.data.balance, 0);
  const history = (await owner.get(`/customers/${id}/loyalty/history`)).body.data;
  assert.deepEqual(history[1], { id: entry_id, created_at, ...entry });
  assert.deepEqual([history[0].points, history[0].type, history[0].reason], [-120, 'corrected', 'Given twice']);
  const { points, lifetime_value, tier } = (await owner.get(`/customers/${id}/loyalty`)).body.data;
  assert.deepEqual([points, lifetime_value, tier], [0, 0, 'bronze']);
});

test('never makes a balance negative, even by concurrent requests', async () => {
  const { id } = await aCustomer(shop);
  await correct(id, { points: 30, reason: 'Welcome' });
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => correct(id, { points: -10, reason: 'Taken back' })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 3);
  const [refused] = answers.filter(({ status }) => status !== 201);
  assert.equal(refused?.status, 422);
  assert.deepEqual(refused?.body.error, {
    code: 'INVALID_STATE',
    message: 'The customer has too few points',
    details: [{ field: 'points', message: 'takes 10 points, 0 are there' }],
  });
  assert.equal(await pointsOf(id), 0);
});

test('names wrong fields', async () => {
  const { id } = await aCustomer(shop);
  assert.deepEqual(fieldsOf(await correct(id, {})), ['points', 'reason']);
  assert.deepEqual(fieldsOf(await correct(id, { points: 1.5, reason: ' ' })), ['points', 'reason']);
  assert.deepEqual(fieldsOf(await correct(id, { points: 0, reason: 'Nothing' })), ['points']);
  assert.equal((await correct(id, { points: 0, reason: 'Nothing' })).status, 422);
  assert.equal(await pointsOf(id), 0);
});

test('returns the first response to a repeated key, and adds the points once', async () => {
  const { id } = await aCustomer(shop);
  const send = () => correct(id, { points: 5, reason: 'Sorry' }, { 'idempotency-key': 'correction-1' });
  const [first, second] = [await send(), await send()];
  assert.equal(second.text, first.text);
  assert.equal(second.headers['idempotent-replayed'], 'true');
  assert.equal(await pointsOf(id), 5);
});

test('allows owners and managers to correct points of their merchant’s existing customers', async () => {
  const { id } = await aCustomer(shop);
  const body = { points: 1, reason: 'Why not' };
  for (const [role, status] of [
    ['manager', 201],
    ['cashier', 403],
    ['viewer', 403],
  ] as const)
    assert.equal(
      (await (await aStaffMember(shop, role)).post(`/customers/${id}/loyalty/corrections`, body)).status,
      status,
      role,
    );
  assert.equal((await (await aShop(app)).owner.post(`/customers/${id}/loyalty/corrections`, body)).status, 404);
  assert.equal((await correct(newId(), body)).status, 404);
  await owner.delete(`/customers/${id}`);
  assert.equal((await correct(id, body)).status, 404);
});

test('the history names sales of the branches that a person may see, and no others', async () => {
  const own = await aShop(app);
  await own.owner.patch('/merchant', { loyalty_rate: 1 });
  const harbour = (await own.owner.post('/branches', { name: 'Harbour' })).body.data.id as string;
  const { id: customer_id } = await aCustomer(own);
  const { id: product_id } = await aProduct(own, { price: 10, track_stock: false, stock: 0 });
  const sell = async (branch_id: string) => {
    const body = { items: [{ product_id, quantity: 1 }], payment_method: 'cash', customer_id, branch_id };
    const sale = await own.owner.post('/transactions', body);
    assert.equal(sale.status, 201, sale.text);
    return sale.body.data.id as string;
  };
  const sales = [await sell(own.branch_id), await sell(harbour)];
  const person = { email: 'harbour@example.com', password: 'another long password', name: 'Hanna', role: 'manager' };
  await addMember(own.owner, app.anonymous, { ...person, branch_ids: [harbour] });
  const limited = await aSession(app, person.email, person.password);
  const seenBy = async (caller: Caller) =>
    (await caller.get(`/customers/${customer_id}/loyalty/history`)).body.data.map(
      ({ transaction_id, user_id }: Record<string, string | null>) => [transaction_id, user_id !== null],
    );
  const [first, second] = sales;
  assert.deepEqual(await seenBy(own.owner), [
    [second, true],
    [first, true],
  ]);
  assert.deepEqual(await seenBy(limited), [
    [second, true],
    [null, false],
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, type Reply } from '../../../../test/caller.ts';
import { aPinSession, aTill, choosePin, enterPin, ownerPassword } from '../../../../test/pins.ts';
import { aProduct, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const refusal = (reply: Reply) => [reply.status, reply.body.error.code, ...fieldsOf(reply)];
const rita = { name: 'Rita', role: 'cashier', pin: '4821' };

async function addRita(shop: Shop, fields: object = {}): Promise<string> {
  const reply = await shop.owner.post('/staff', { ...rita, ...fields });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data.id;
}

/** The number of users, memberships and PINs, to see that nothing was added. */
async function countsOf({ merchant_id }: Shop) {
  const { rows } = await app.admin.query(
    `select (select count(*)::int from users where home_merchant_id = $1) as users,
      (select count(*)::int from memberships where merchant_id = $1) as members,
      (select count(*)::int from member_pins where merchant_id = $1) as pins`,
    [merchant_id],
  );
  return rows[0];
}

test('adds an active member without an e-mail address', async () => {
  const shop = await aShop(app);
  const { status, body } = await shop.owner.post('/staff', { ...rita, name: ' Rita ', phone: '+49 30 1', email: null });
  assert.equal(status, 201);
  const { id, created_at, updated_at, ...fields } = body.data;
  assert.deepEqual(fields, {
    email: null,
    name: 'Rita',
    phone: '+49 30 1',
    role: 'cashier',
    branch_id: null,
    branch_ids: null,
    status: 'active',
    invitation_expires_at: null,
  });
  assert.equal(created_at, updated_at);
  assert.deepEqual((await shop.owner.get(`/staff/${id}`)).body.data, body.data);
});

test('the member signs in by PIN, sells in the own name, and has no e-mail in any answer', async () => {
  const shop = await aShop(app);
  const id = await addRita(shop);
  const till = await aTill(shop.owner);
  const entered = (await enterPin(shop.owner, shop, till, '4821')).body.data;
  assert.deepEqual(entered.user, { id, email: null, name: 'Rita', role: 'cashier' });
  const session = await aPinSession(shop, till, '4821');
  assert.equal((await session.get('/auth/me')).body.data.email, null);
  const product = await aProduct(shop);
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  const { id: sale_id } = (await session.post('/transactions', sale)).body.data;
  assert.deepEqual((await shop.owner.get(`/transactions/${sale_id}`)).body.data.cashier, { id, name: 'Rita' });
  assert.equal((await session.post('/auth/logout')).status, 200);
});

test('is found, filtered and sorted in the list of the staff', async () => {
  const shop = await aShop(app);
  const id = await addRita(shop);
  const ids = async (query: string) =>
    (await shop.owner.get(`/staff?${query}`)).body.data.map((member: { id: string }) => member.id);
  assert.deepEqual(await ids('search=rita'), [id]);
  assert.deepEqual(await ids('search=example.com'), [shop.owner_id]);
  assert.deepEqual(await ids('sort=email'), [id, shop.owner_id]);
  assert.deepEqual(await ids('sort=-email'), [shop.owner_id, id]);
  assert.deepEqual(await ids('status=active&role=cashier'), [id]);
  assert.deepEqual(await ids('status=invited'), []);
  const first = (await shop.owner.get('/staff?sort=email&limit=1')).body.meta;
  assert.deepEqual(await ids(`sort=email&limit=1&cursor=${first.next_cursor}`), [shop.owner_id]);
});

test('needs an e-mail address or a PIN, not both, and a role that may be by PIN', async () => {
  const shop = await aShop(app);
  const before = await countsOf(shop);
  const both = { ...rita, email: 'rita@example.com' };
  const wrong: [object, string[]][] = [
    [{ name: 'Rita', role: 'cashier' }, ['email']],
    [both, ['pin']],
    [{ ...rita, role: 'manager' }, ['role']],
    [{ ...rita, role: 'owner' }, ['role']],
    [{ ...rita, role: 'viewer' }, ['role']],
    [{ ...rita, pin: '1234' }, ['pin']],
    [{ ...rita, pin: '482' }, ['pin']],
    [{ ...rita, pin: '482159371' }, ['pin']],
    [{ ...rita, pin: 4821 }, ['pin']],
    [{ pin: '1111', role: 'viewer' }, ['name', 'pin', 'role']],
    [{ role: 'cashier', branch_ids: [shop.merchant_id] }, ['branch_ids[0]', 'email', 'name']],
  ];
  for (const [body, fields] of wrong) {
    const reply = await shop.owner.post('/staff', body);
    assert.deepEqual(refusal(reply), [422, 'VALIDATION_ERROR', ...fields], JSON.stringify(body));
  }
  assert.deepEqual(await countsOf(shop), before);
  for (const role of ['cashier', 'stock_clerk'])
    await addRita(shop, { role, pin: role === 'cashier' ? '4821' : '7391' });
});

test('refuses a PIN that a member has, and adds nothing', async () => {
  const shop = await aShop(app);
  await choosePin(shop.owner, '4821', ownerPassword);
  const before = await countsOf(shop);
  assert.deepEqual(refusal(await shop.owner.post('/staff', rita)), [422, 'DUPLICATE', 'pin']);
  assert.deepEqual(await countsOf(shop), before);
});

test('a manager sets a hundred PINs of members in a day; those that are taken are in the audit trail', async () => {
  const shop = await aShop(app);
  const id = await addRita(shop);
  await choosePin(shop.owner, '7391', ownerPassword);
  assert.deepEqual(refusal(await shop.owner.put(`/staff/${id}`, { pin: '7391' })), [422, 'DUPLICATE', 'pin']);
  assert.deepEqual(refusal(await shop.owner.post('/staff', { ...rita, pin: '7391' })), [422, 'DUPLICATE', 'pin']);
  const { data } = (await shop.owner.get('/audit?action=pin.taken')).body;
  assert.deepEqual(
    data.map(({ subject_id, user_id }: Record<string, string>) => [subject_id, user_id]),
    [
      [shop.owner_id, shop.owner_id],
      [id, shop.owner_id],
    ],
  );
  await app.admin.query(`update rate_windows set hits = 99 where key like 'daily %' and hits = 3`);
  assert.equal((await shop.owner.put(`/staff/${id}`, { pin: '5937' })).status, 200);
  assert.equal((await shop.owner.put(`/staff/${id}`, { pin: '5938' })).status, 429);
  assert.equal((await shop.owner.post('/staff', { ...rita, pin: '5939' })).status, 429);
  await choosePin(shop.owner, '5940', ownerPassword);
});

test('of two members added with one PIN at once, one is added', async () => {
  const shop = await aShop(app);
  const replies = await Promise.all([shop.owner.post('/staff', rita), shop.owner.post('/staff', rita)]);
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422]);
  assert.deepEqual(await countsOf(shop), { users: 2, members: 2, pins: 1 });
});

test('a repeated key adds the member once, and its stored answer has no PIN', async () => {
  const shop = await aShop(app);
  const key = { 'idempotency-key': 'one rita' };
  const [first, second] = [await shop.owner.post('/staff', rita, key), await shop.owner.post('/staff', rita, key)];
  assert.equal(second.headers['idempotent-replayed'], 'true');
  assert.equal(first.text, second.text);
  assert.deepEqual(await countsOf(shop), { users: 2, members: 2, pins: 1 });
  assert.ok(!first.text.includes('4821'));
});

test('only who may grant the role in the branches adds one', async () => {
  const shop = await aShop(app);
  const other = (await shop.owner.post('/branches', { name: 'Other' })).body.data.id;
  const manager = await aStaffMember(shop, 'manager');
  const manager_id = (await manager.get('/auth/me')).body.data.id;
  await shop.owner.put(`/staff/${manager_id}`, { branch_ids: [shop.branch_id] });
  assert.deepEqual(refusal(await manager.post('/staff', rita)), [403, 'FORBIDDEN', 'branch_ids']);
  assert.equal((await manager.post('/staff', { ...rita, branch_ids: [other] })).status, 403);
  assert.equal((await (await aStaffMember(shop, 'cashier')).post('/staff', rita)).status, 403);
  assert.equal((await manager.post('/staff', { ...rita, branch_ids: [shop.branch_id] })).status, 201);
});

test('a manager sets another PIN for the member, which ends the sessions by the earlier one', async () => {
  const shop = await aShop(app);
  const id = await addRita(shop);
  const till = await aTill(shop.owner);
  const session = await aPinSession(shop, till, '4821');
  const manager = await aStaffMember(shop, 'manager');
  assert.equal((await manager.put(`/staff/${id}`, { pin: '7391' })).status, 200);
  assert.equal((await session.get('/products')).status, 401);
  assert.equal((await enterPin(shop.owner, shop, till, '4821')).status, 401);
  assert.equal((await enterPin(shop.owner, shop, till, '7391')).status, 200);
  const [entry] = (await shop.owner.get('/audit?action=pin.set&limit=1')).body.data;
  assert.deepEqual([entry.subject_id, entry.user_id], [id, (await manager.get('/auth/me')).body.data.id]);
});

test('refuses another PIN for who has an account, who is invited, and who no longer works here', async () => {
  const shop = await aShop(app);
  const id = await addRita(shop);
  const manager = await aStaffMember(shop, 'manager');
  const manager_id = (await manager.get('/auth/me')).body.data.id;
  const invited = await shop.owner.post('/staff', { email: 'nina@example.com', name: 'Nina', role: 'cashier' });
  for (const subject of [manager_id, invited.body.data.id])
    assert.deepEqual(refusal(await shop.owner.put(`/staff/${subject}`, { pin: '7391' })), [
      422,
      'VALIDATION_ERROR',
      'pin',
    ]);
  assert.deepEqual(refusal(await shop.owner.put(`/staff/${id}`, { pin: '7777' })), [422, 'VALIDATION_ERROR', 'pin']);
  await shop.owner.delete(`/staff/${id}`);
  assert.deepEqual(refusal(await shop.owner.put(`/staff/${id}`, { pin: '7391' })), [422, 'INVALID_STATE']);
  const other = await aShop(app);
  assert.equal((await other.owner.put(`/staff/${id}`, { pin: '7391' })).status, 404);
  assert.deepEqual(await countsOf(shop), { users: 3, members: 3, pins: 1 });
});

test('keeps to the roles that may be by PIN', async () => {
  const shop = await aShop(app);
  const id = await addRita(shop);
  assert.equal((await shop.owner.put(`/staff/${id}`, { role: 'stock_clerk', name: 'Rita R' })).status, 200);
  assert.deepEqual(refusal(await shop.owner.put(`/staff/${id}`, { role: 'manager' })), [
    422,
    'VALIDATION_ERROR',
    'role',
  ]);
  assert.equal((await shop.owner.get(`/staff/${id}`)).body.data.role, 'stock_clerk');
});

test('can neither sign in by password nor reset it', async () => {
  const shop = await aShop(app);
  const id = await addRita(shop);
  for (const email of ['', 'null', id])
    assert.equal((await app.anonymous.post('/auth/login', { email, password: '4821' })).status, 401);
  assert.deepEqual(refusal(await shop.owner.post(`/staff/${id}/reset-link`)), [422, 'INVALID_STATE']);
});

test('a former member’s PIN works again after the return', async () => {
  const shop = await aShop(app);
  const id = await addRita(shop);
  const till = await aTill(shop.owner);
  await shop.owner.delete(`/staff/${id}`);
  assert.equal((await enterPin(shop.owner, shop, till, '4821')).status, 401);
  assert.equal((await shop.owner.post(`/staff/${id}/reactivate`)).status, 200);
  assert.equal((await enterPin(shop.owner, shop, till, '4821')).status, 200);
});

test('a former member’s PIN can be taken by another, and does not come back then', async () => {
  const shop = await aShop(app);
  const id = await addRita(shop);
  const till = await aTill(shop.owner);
  assert.deepEqual(refusal(await shop.owner.put('/auth/pin', { pin: '4821', password: ownerPassword })), [
    422,
    'DUPLICATE',
    'pin',
  ]);
  await shop.owner.delete(`/staff/${id}`);
  await choosePin(shop.owner, '4821', ownerPassword);
  const { data } = (await shop.owner.get('/audit?limit=2')).body;
  const entries = data.map(({ action, subject_id }: Record<string, string>) => [action, subject_id]);
  assert.deepEqual(entries.toSorted(), [
    ['pin.removed', id],
    ['pin.set', shop.owner_id],
  ]);
  assert.equal((await shop.owner.post(`/staff/${id}/reactivate`)).status, 200);
  const session = await aPinSession(shop, till, '4821');
  assert.equal((await session.get('/auth/me')).body.data.id, shop.owner_id);
  assert.equal((await shop.owner.put(`/staff/${id}`, { pin: '7391' })).status, 200);
  assert.deepEqual(await countsOf(shop), { users: 2, members: 2, pins: 2 });
});

test('the event and the audit trail show the member without the PIN', async () => {
  const shop = await aShop(app);
  const id = await addRita(shop, { pin: '48215937' });
  const events = await shop.owner.get('/events?types=staff.created');
  const created = events.body.data.find(({ subject_id }: { subject_id: string }) => subject_id === id);
  assert.deepEqual([created.data.email, created.data.status, created.user_id], [null, 'active', shop.owner_id]);
  const audit = await shop.owner.get('/audit?limit=2');
  assert.deepEqual(
    audit.body.data.map(({ action, subject_id }: Record<string, string>) => [action, subject_id]).sort(),
    [
      ['pin.set', id],
      ['staff.created', id],
    ],
  );
  assert.ok(!`${events.text}${audit.text}`.includes('48215937'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestHouse } from '../../../../test/house.ts';
import { aColleague, aSession, aShop, type Shop } from '../../../../test/shop.ts';
import { newId } from '../../kernel/ids.ts';

const house = await openTestHouse();
const stranger = await aShop(house);
const fieldsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field).sort();
let people = 0;

const anInvitation = (more: Record<string, unknown> = {}) => ({
  email: `colleague${++people}@example.com`,
  name: 'Cole League',
  role: 'cashier',
  password: 'the first password',
  ...more,
});

async function invite(shop: Shop, more: Record<string, unknown> = {}) {
  const answer = await shop.owner.post('/staff', anInvitation(more));
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

test('takes somebody on, who signs in and works here', async () => {
  const shop = await aShop(house);
  const invitation = anInvitation({ email: 'Casey@Example.com', name: ' Casey ', branch_id: shop.branch_id, phone: '+1 555' });
  const answer = await shop.owner.post('/staff', invitation);
  assert.equal(answer.status, 201, answer.text);
  const { id, created_at, updated_at, ...row } = answer.body.data;
  assert.equal(updated_at, created_at);
  assert.deepEqual(row, {
    email: 'casey@example.com',
    name: 'Casey',
    phone: '+1 555',
    role: 'cashier',
    branch_id: shop.branch_id,
    branch_ids: null,
    status: 'active',
    existing_account: false,
  });
  const casey = await aSession(house, invitation.email, invitation.password);
  const me = (await casey.get('/auth/me')).body.data;
  assert.deepEqual([me.id, me.role, me.merchant_id], [id, 'cashier', shop.merchant_id]);
  const { existing_account: _, ...told } = answer.body.data;
  assert.deepEqual((await shop.owner.get(`/staff/${id}`)).body.data, told);
});

test('names every wrong field at once', async () => {
  const answer = await stranger.owner.post('/staff', { email: 'x', role: 'boss', password: 'short', branch_id: 'y', phone: 5 });
  assert.equal(answer.status, 422);
  assert.deepEqual(fieldsOf(answer), ['branch_id', 'email', 'name', 'password', 'phone', 'role']);
});

test('an unknown or foreign branch is a wrong field', async () => {
  const shop = await aShop(house);
  const { id } = await invite(shop);
  for (const branch_id of [newId(), stranger.branch_id]) {
    for (const answer of [
      await shop.owner.post('/staff', anInvitation({ branch_id })),
      await shop.owner.put(`/staff/${id}`, { branch_id }),
    ]) {
      assert.equal(answer.status, 422);
      assert.deepEqual(answer.body.error.details, [{ field: 'branch_id', message: 'is not a branch of this merchant' }]);
    }
  }
  const { rows } = await house.admin.query(`select from users where email = $1`, [`colleague${people}@example.com`]);
  assert.equal(rows.length, 0, 'nobody was added');
});

test('who has an account joins with it as it is', async () => {
  const shop = await aShop(house);
  const person = { email: `settled${++people}@example.com`, password: 'my own password', name: 'Settled', phone: '+49 private' };
  assert.equal((await house.nobody.post('/auth/register', person)).status, 201);
  const joined = await invite(shop, { email: person.email.toUpperCase(), name: 'Renamed', password: 'somebody else chose' });
  assert.equal(joined.existing_account, true);
  assert.equal(joined.name, 'Settled');
  assert.equal(joined.phone, null, 'a number given elsewhere is not told');
  assert.equal((await house.nobody.post('/auth/login', { email: person.email, password: 'somebody else chose' })).status, 401);
  const caller = await aSession(house, person.email, person.password);
  assert.equal((await caller.get('/auth/me')).body.data.role, 'owner', 'their own shop stays their home');
  assert.equal((await caller.get('/auth/me', { 'x-merchant-id': shop.merchant_id })).body.data.role, 'cashier');
  const renamed = await shop.owner.put(`/staff/${joined.id}`, { name: 'Renamed' });
  assert.equal(renamed.status, 403);
  assert.deepEqual(fieldsOf(renamed), ['name']);
  assert.equal(
    (await shop.owner.put(`/staff/${joined.id}`, { name: 'Settled', role: 'viewer' })).status,
    200,
    'the same name is no change',
  );
});

test('who works here already is a duplicate; who did comes back', async () => {
  const shop = await aShop(house);
  const { id, email } = await invite(shop);
  const again = await shop.owner.post('/staff', anInvitation({ email }));
  assert.equal(again.status, 422);
  assert.equal(again.body.error.code, 'DUPLICATE');
  assert.deepEqual(fieldsOf(again), ['email']);
  assert.equal((await shop.owner.delete(`/staff/${id}`)).status, 200);
  const back = await invite(shop, { email, role: 'viewer' });
  assert.deepEqual([back.id, back.role, back.status, back.existing_account], [id, 'viewer', 'active', true]);
});

test('one e-mail taken on by two merchants at once is one person', async () => {
  const [one, two] = [await aShop(house), await aShop(house)];
  const invitation = anInvitation();
  const answers = await Promise.all([one.owner.post('/staff', invitation), two.owner.post('/staff', invitation)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201],
  );
  assert.equal(answers[0].body.data.id, answers[1].body.data.id);
  assert.deepEqual(answers.map(({ body }) => body.data.existing_account).sort(), [false, true]);
});

test('five invitations of one e-mail at once make one member', async () => {
  const shop = await aShop(house);
  const invitation = anInvitation();
  const answers = await Promise.all(Array.from({ length: 5 }, () => shop.owner.post('/staff', invitation)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422, 422]);
});

test('changes role, branch and name; the colleague feels it at once', async () => {
  const shop = await aShop(house);
  const { id, email } = await invite(shop, { role: 'cashier' });
  const colleague = await aSession(house, email, 'the first password');
  assert.equal((await colleague.post('/branches', { name: 'Mine' })).status, 403);
  const answer = await shop.owner.put(`/staff/${id}`, {
    role: 'manager',
    branch_id: shop.branch_id,
    branch_ids: null,
    name: 'Risen',
    email: 'x',
    status: 'inactive',
  });
  assert.equal(answer.status, 200, answer.text);
  const { role, branch_id, name, status } = answer.body.data;
  assert.deepEqual([role, branch_id, name, status], ['manager', shop.branch_id, 'Risen', 'active']);
  assert.equal((await colleague.post('/branches', { name: 'Mine' })).status, 201);
  assert.equal((await shop.owner.put(`/staff/${id}`, { branch_id: null })).body.data.branch_id, null);
  assert.equal((await shop.owner.put(`/staff/${id}`, {})).status, 200);
  assert.deepEqual(fieldsOf(await shop.owner.put(`/staff/${id}`, { role: 'boss', name: '' })), ['name', 'role']);
});

test('deactivation ends access here and nowhere else; reactivation gives it back', async () => {
  const shop = await aShop(house);
  const person = { email: `both${++people}@example.com`, password: 'my own password', name: 'Both' };
  await house.nobody.post('/auth/register', person);
  const { id } = await invite(shop, { email: person.email });
  const caller = await aSession(house, person.email, person.password);
  const here = caller.with({ 'x-merchant-id': shop.merchant_id });
  assert.equal((await here.get('/branches')).status, 200);

  const answer = await shop.owner.delete(`/staff/${id}`);
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(answer.body), ['success', 'message']);
  assert.equal((await here.get('/branches')).status, 403);
  assert.equal((await caller.get('/branches')).status, 200);
  assert.equal((await shop.owner.get(`/staff/${id}`)).body.data.status, 'inactive');
  assert.equal((await shop.owner.delete(`/staff/${id}`)).status, 200, 'again changes nothing');

  for (const _ of [1, 2]) {
    const back = await shop.owner.post(`/staff/${id}/reactivate`);
    assert.equal(back.status, 200, back.text);
    assert.equal(back.body.data.status, 'active');
  }
  assert.equal((await here.get('/branches')).status, 200);
});

test('lists, searches and filters the staff', async () => {
  const shop = await aShop(house);
  const anna = await invite(shop, { name: 'Anna 100%', role: 'viewer' });
  const bert = await invite(shop, { name: 'Bert', role: 'cashier', email: 'bert@till.example' });
  await shop.owner.delete(`/staff/${bert.id}`);
  const idsOf = async (query: string) => (await shop.owner.get(`/staff${query}`)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await idsOf(''), [anna.id, bert.id, shop.owner_id]);
  assert.deepEqual(await idsOf('?search=ANNA'), [anna.id]);
  assert.deepEqual(await idsOf('?search=%25'), [anna.id], 'a percent sign is a percent sign');
  assert.deepEqual(await idsOf('?search=till.ex'), [bert.id]);
  assert.deepEqual(await idsOf('?role=owner'), [shop.owner_id]);
  assert.deepEqual(await idsOf('?status=inactive'), [bert.id]);
  assert.deepEqual(await idsOf('?sort=-name&limit=1&page=2'), [bert.id]);
  assert.deepEqual((await shop.owner.get('/staff?limit=2')).body.meta.total, 3);
  assert.deepEqual(fieldsOf(await shop.owner.get('/staff?role=boss&status=gone&limit=0')), ['limit', 'role', 'status']);
});

test('somebody of another merchant is not there', async () => {
  const shop = await aShop(house);
  for (const id of [stranger.owner_id, newId(), 'no-id']) {
    for (const answer of [
      await shop.owner.get(`/staff/${id}`),
      await shop.owner.put(`/staff/${id}`, { role: 'viewer' }),
      await shop.owner.delete(`/staff/${id}`),
      await shop.owner.post(`/staff/${id}/reactivate`),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.body.error.code, 'NOT_FOUND');
    }
  }
});

test('an invitation sent again with its key is answered again, without its password being kept', async () => {
  const shop = await aShop(house);
  const invitation = anInvitation({ password: 'unmistakable words' });
  const first = await shop.owner.post('/staff', invitation, { 'idempotency-key': 'i1' });
  const second = await shop.owner.post('/staff', invitation, { 'idempotency-key': 'i1' });
  assert.equal(second.text, first.text);
  const { rows } = await house.admin.query(`select * from idempotency_keys where merchant_id = $1`, [shop.merchant_id]);
  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes('unmistakable'));
});

test('cashier, stock clerk and viewer neither see nor change the staff', async () => {
  const shop = await aShop(house);
  for (const role of ['cashier', 'stock_clerk', 'viewer'] as const) {
    const colleague = await aColleague(shop, role);
    for (const answer of [
      await colleague.get('/staff'),
      await colleague.get(`/staff/${shop.owner_id}`),
      await colleague.post('/staff', anInvitation()),
      await colleague.put(`/staff/${shop.owner_id}`, { role: 'viewer' }),
      await colleague.delete(`/staff/${shop.owner_id}`),
      await colleague.post(`/staff/${shop.owner_id}/reactivate`),
    ]) {
      assert.equal(answer.status, 403, role);
      assert.equal(answer.body.error.code, 'FORBIDDEN');
    }
  }
  assert.equal((await house.nobody.get('/staff')).status, 401);
  assert.equal((await house.nobody.post('/staff', anInvitation())).status, 401);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../../test/caller.ts';
import { aSession, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { addMember, addMemberWithAccount } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const otherShop = await aShop(app);
const fieldsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field).sort();
let people = 0;

const anInvitation = (fields: Record<string, unknown> = {}) => ({
  email: `member${++people}@example.com`,
  name: 'New Member',
  role: 'cashier',
  ...fields,
});

const password = 'the first password';

/** Invites a person, who accepts. @returns the member as listed */
async function addNew(shop: Shop, fields: Record<string, unknown> = {}) {
  const id = await addMember(shop.owner, app.anonymous, { ...anInvitation(fields), password });
  return (await shop.owner.get(`/staff/${id}`)).body.data;
}

test('reports every wrong field at once', async () => {
  const answer = await otherShop.owner.post('/staff', {
    email: 'x',
    role: 'boss',
    password: 'long enough',
    branch_id: 'y',
    phone: 5,
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(fieldsOf(answer), ['branch_id', 'email', 'name', 'password', 'phone', 'role']);
});

test('rejects an unknown branch and a branch of another merchant', async () => {
  const shop = await aShop(app);
  const { id } = await addNew(shop);
  for (const branch_id of [newId(), otherShop.branch_id]) {
    for (const answer of [
      await shop.owner.post('/staff', anInvitation({ branch_id })),
      await shop.owner.put(`/staff/${id}`, { branch_id }),
    ]) {
      assert.equal(answer.status, 422);
      assert.deepEqual(answer.body.error.details, [
        { field: 'branch_id', message: 'is not a branch of this merchant' },
      ]);
    }
  }
  const { rows } = await app.admin.query(`select from invitations where email = $1`, [`member${people}@example.com`]);
  assert.equal(rows.length, 0, 'no invitation was created');
});

test('names branches that do not fit beside a malformed field', async () => {
  const shop = await aShop(app);
  const { id } = await addNew(shop);
  const [here, away] = [shop.branch_id, otherShop.branch_id];
  const second = (await shop.owner.post('/branches', { name: 'Second' })).body.data.id as string;
  const cases: [fields: Record<string, unknown>, wrong: string[]][] = [
    [{ branch_ids: [here, second], branch_id: here }, []],
    [{ branch_ids: [here, away] }, ['branch_ids[1]']],
    [{ branch_ids: ['x', away] }, ['branch_ids[0]', 'branch_ids[1]']],
    [{ branch_id: away }, ['branch_id']],
    [{ branch_ids: [second], branch_id: here }, ['branch_id']],
    [{ role: 'owner', branch_ids: [here] }, ['branch_ids']],
  ];
  for (const [fields, wrong] of cases) {
    const invited = await shop.owner.post('/staff', { ...anInvitation(fields), phone: 5 });
    assert.deepEqual(fieldsOf(invited), [...wrong, 'phone'], invited.text);
    const changed = await shop.owner.put(`/staff/${id}`, { ...fields, name: 5 });
    assert.deepEqual(fieldsOf(changed), [...wrong, 'name'], changed.text);
  }
  const elsewhere = await addNew(otherShop);
  const ofAnother = await shop.owner.put(`/staff/${elsewhere.id}`, { branch_id: away, name: 5 });
  assert.deepEqual(fieldsOf(ofAnother), ['name']);
});

test('changes role, branch and name with immediate effect', async () => {
  const shop = await aShop(app);
  const { id, email } = await addNew(shop, { role: 'cashier' });
  const member = await aSession(app, email, password);
  assert.equal((await member.post('/branches', { name: 'Mine' })).status, 403);
  const answer = await shop.owner.put(`/staff/${id}`, {
    role: 'manager',
    branch_id: shop.branch_id,
    branch_ids: null,
    name: 'Promoted',
    email: 'x',
    status: 'inactive',
  });
  assert.equal(answer.status, 200, answer.text);
  const { role, branch_id, name, status } = answer.body.data;
  assert.deepEqual([role, branch_id, name, status], ['manager', shop.branch_id, 'Promoted', 'active']);
  assert.equal((await member.post('/branches', { name: 'Mine' })).status, 201);
  assert.equal((await shop.owner.put(`/staff/${id}`, { branch_id: null })).body.data.branch_id, null);
  assert.equal((await shop.owner.put(`/staff/${id}`, {})).status, 200);
  assert.deepEqual(fieldsOf(await shop.owner.put(`/staff/${id}`, { role: 'boss', name: '' })), ['name', 'role']);
});

test('deactivation ends access to this merchant only; reactivation restores it', async () => {
  const shop = await aShop(app);
  const person = { email: `both${++people}@example.com`, password: 'my own password', name: 'Both' };
  await app.anonymous.post('/auth/register', person);
  const caller = await aSession(app, person.email, person.password);
  const id = await addMemberWithAccount(shop.owner, caller, { email: person.email, name: 'Both', role: 'cashier' });
  const atShop = caller.with({ 'x-merchant-id': shop.merchant_id });
  assert.equal((await atShop.get('/branches')).status, 200);

  const answer = await shop.owner.delete(`/staff/${id}`);
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(answer.body), ['success', 'message']);
  assert.equal((await atShop.get('/branches')).status, 403);
  assert.equal((await caller.get('/branches')).status, 200);
  assert.equal((await shop.owner.get(`/staff/${id}`)).body.data.status, 'inactive');
  assert.equal((await shop.owner.delete(`/staff/${id}`)).status, 200, 'a repetition changes nothing');
  assert.equal((await shop.owner.get('/events?types=staff.updated')).body.data.length, 1);

  for (const _ of [1, 2]) {
    const restored = await shop.owner.post(`/staff/${id}/reactivate`);
    assert.equal(restored.status, 200, restored.text);
    assert.equal(restored.body.data.status, 'active');
  }
  assert.equal((await atShop.get('/branches')).status, 200);
});

test('lists, searches and filters the staff', async () => {
  const shop = await aShop(app);
  const anna = await addNew(shop, { name: 'Anna 100%', role: 'viewer' });
  const bert = await addNew(shop, { name: 'Bert', role: 'cashier', email: 'bert@till.example' });
  await shop.owner.delete(`/staff/${bert.id}`);
  const idsOf = async (query: string) =>
    (await shop.owner.get(`/staff${query}`)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await idsOf(''), [anna.id, bert.id, shop.owner_id]);
  assert.deepEqual(await idsOf('?search=ANNA'), [anna.id]);
  assert.deepEqual(await idsOf('?search=%25'), [anna.id], 'a percent sign is not a wildcard');
  assert.deepEqual(await idsOf('?search=till.ex'), [bert.id]);
  assert.deepEqual(await idsOf('?role=owner'), [shop.owner_id]);
  assert.deepEqual(await idsOf('?status=inactive'), [bert.id]);
  assert.deepEqual(await idsOf('?sort=-name&limit=1&page=2'), [bert.id]);
  assert.deepEqual((await shop.owner.get('/staff?limit=2')).body.meta.total, 3);
  assert.deepEqual(fieldsOf(await shop.owner.get('/staff?role=boss&status=gone&limit=0')), ['limit', 'role', 'status']);
});

test('does not find a member of another merchant', async () => {
  const shop = await aShop(app);
  for (const id of [otherShop.owner_id, newId(), 'no-id']) {
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

test('cashier, stock clerk and viewer can neither read nor change the staff', async () => {
  const shop = await aShop(app);
  for (const role of ['cashier', 'stock_clerk', 'viewer'] as const) {
    const member = await aStaffMember(shop, role);
    for (const answer of [
      await member.get('/staff'),
      await member.get(`/staff/${shop.owner_id}`),
      await member.post('/staff', anInvitation()),
      await member.put(`/staff/${shop.owner_id}`, { role: 'viewer' }),
      await member.delete(`/staff/${shop.owner_id}`),
      await member.post(`/staff/${shop.owner_id}/reactivate`),
    ]) {
      assert.equal(answer.status, 403, role);
      assert.equal(answer.body.error.code, 'FORBIDDEN');
    }
  }
  assert.equal((await app.anonymous.get('/staff')).status, 401);
  assert.equal((await app.anonymous.post('/staff', anInvitation())).status, 401);
});

test('the same branches in another order are no change', async () => {
  const shop = await aShop(app);
  const branches = [shop.branch_id];
  for (const name of ['North', 'South']) branches.push((await shop.owner.post('/branches', { name })).body.data.id);
  const sorted = branches.toSorted();
  const member = await addNew(shop, { branch_ids: sorted });
  for (const branch_ids of [sorted, sorted.toReversed()])
    assert.deepEqual((await shop.owner.put(`/staff/${member.id}`, { branch_ids })).body.data, member);
  const { body } = await shop.owner.get('/events?types=staff.updated');
  assert.deepEqual(body.data, []);
  const invited = await shop.owner.post('/staff', anInvitation({ branch_ids: sorted.toReversed(), send: 'link' }));
  assert.deepEqual(invited.body.data.branch_ids, sorted);
});

test('a member who leaves takes back their own invitations, in the order in which they sent them', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const invite = async (caller: Caller) => (await caller.post('/staff', anInvitation({ send: 'link' }))).body.data.id;
  const own = [await invite(manager), await invite(manager)];
  const kept = await invite(shop.owner);
  assert.equal((await shop.owner.delete(`/staff/${(await manager.get('/auth/me')).body.data.id}`)).status, 200);
  const read = async (path: string, field: string): Promise<string[]> =>
    (await shop.owner.get(path)).body.data.map((row: Record<string, string>) => row[field]);
  assert.deepEqual(await read('/staff?status=invited', 'id'), [kept]);
  assert.deepEqual(await read('/events?types=staff.uninvited', 'subject_id'), own);
});

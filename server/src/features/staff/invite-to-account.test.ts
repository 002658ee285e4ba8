import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, type Reply } from '../../../../test/caller.ts';
import { withTableLocked } from '../../../../test/locked-table.ts';
import { aTill, enterPin } from '../../../../test/pins.ts';
import { aSession, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { tokenOf } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const refusal = (reply: Reply) => [reply.status, reply.body.error.code, ...fieldsOf(reply)];
const password = 'what Rita chose herself';
let people = 0;
const newAddress = () => `rita${++people}@example.com`;

async function aShopWithRita() {
  const shop = await aShop(app);
  const reply = await shop.owner.post('/staff', { name: 'Rita', role: 'cashier', pin: '4821' });
  return { shop, id: reply.body.data.id as string };
}

async function invite(shop: Shop, id: string, email: string): Promise<string> {
  const reply = await shop.owner.post(`/staff/${id}/invite`, { email, send: 'link' });
  assert.equal(reply.status, 200, reply.text);
  return tokenOf(reply.body.data.invitation_link);
}

const accept = (token: string, more: object = {}) =>
  app.anonymous.post('/auth/invitations/accept', { token, password, ...more });

test('by accepting, the same member can sign in with a password, and keeps the PIN', async () => {
  const { shop, id } = await aShopWithRita();
  const email = newAddress();
  const token = await invite(shop, id, email.toUpperCase());
  const preview = (await app.anonymous.post('/auth/invitations/preview', { token })).body.data;
  assert.deepEqual([preview.email, preview.name, preview.role], [email, 'Rita', 'cashier']);
  const accepted = await accept(token, { name: ' Rita Rossi ' });
  assert.equal(accepted.status, 200, accepted.text);
  assert.deepEqual(
    [accepted.body.data.user_id, accepted.body.data.email, accepted.body.data.name],
    [id, email, 'Rita Rossi'],
  );
  const rita = await aSession(app, email, password);
  const me = (await rita.get('/auth/me')).body.data;
  assert.deepEqual([me.id, me.email, me.role, me.merchant_id], [id, email, 'cashier', shop.merchant_id]);
  assert.equal((await enterPin(shop.owner, shop, await aTill(shop.owner), '4821')).body.data.user.id, id);
  assert.equal((await rita.put('/auth/pin', { pin: '7391', password })).status, 200);
  assert.equal((await shop.owner.put(`/staff/${id}`, { role: 'manager' })).status, 200, 'any role from now on');
});

test('until then nothing changes: one active member without an address', async () => {
  const { shop, id } = await aShopWithRita();
  const before = (await shop.owner.get(`/staff/${id}`)).body.data;
  const { invitation_link, ...answer } = (
    await shop.owner.post(`/staff/${id}/invite`, { email: newAddress(), send: 'link' })
  ).body.data;
  assert.ok(invitation_link);
  assert.deepEqual(answer, before);
  assert.deepEqual((await shop.owner.get('/staff?search=rita')).body.data, [before]);
  assert.equal((await shop.owner.get('/staff?status=invited')).body.meta.total, 0);
});

test('emits an invitation and a change of the same member', async () => {
  const { shop, id } = await aShopWithRita();
  const email = newAddress();
  await accept(await invite(shop, id, email));
  const { body } = await shop.owner.get('/events?types=staff.*');
  const about = body.data.filter(({ subject_id }: { subject_id: string }) => subject_id === id);
  assert.deepEqual(
    about.map(({ type, data }: { type: string; data: { email: string | null } }) => [type, data.email]),
    [
      ['staff.created', null],
      ['staff.invited', null],
      ['staff.updated', email],
    ],
  );
});

test('a further invitation replaces the link, with or without another address', async () => {
  const { shop, id } = await aShopWithRita();
  const first = await invite(shop, id, newAddress());
  const right = newAddress();
  const second = await invite(shop, id, right);
  const again = await shop.owner.post(`/staff/${id}/invite`, { send: 'link' });
  const third = tokenOf(again.body.data.invitation_link);
  for (const token of [first, second])
    assert.deepEqual(refusal(await accept(token)), [422, 'VALIDATION_ERROR', 'token']);
  assert.equal((await accept(third)).body.data.email, right);
  assert.deepEqual(refusal(await accept(third, { password: 'another password' })), [422, 'VALIDATION_ERROR', 'token']);
});

test('needs an address, and one that no other member has or is invited by', async () => {
  const { shop, id } = await aShopWithRita();
  assert.deepEqual(refusal(await shop.owner.post(`/staff/${id}/invite`, {})), [422, 'VALIDATION_ERROR', 'email']);
  assert.deepEqual(refusal(await shop.owner.post(`/staff/${id}/invite`, { email: 'x' })), [
    422,
    'VALIDATION_ERROR',
    'email',
  ]);
  const taken = (await shop.owner.get('/auth/me')).body.data.email;
  assert.deepEqual(refusal(await shop.owner.post(`/staff/${id}/invite`, { email: taken })), [
    422,
    'DUPLICATE',
    'email',
  ]);
  const invited = newAddress();
  const other = await shop.owner.post('/staff', { email: invited, name: 'Nina', role: 'cashier' });
  assert.deepEqual(refusal(await shop.owner.post(`/staff/${id}/invite`, { email: invited })), [
    422,
    'DUPLICATE',
    'email',
  ]);
  const change = await shop.owner.post(`/staff/${other.body.data.id}/invite`, { email: newAddress() });
  assert.deepEqual(refusal(change), [422, 'VALIDATION_ERROR', 'email']);
  const { rows } = await app.admin.query('select 1 from invitations where member_id = $1', [id]);
  assert.equal(rows.length, 0);
});

test('a refused replacement keeps the earlier link', async () => {
  const { shop, id } = await aShopWithRita();
  const token = await invite(shop, id, newAddress());
  const invited = newAddress();
  await shop.owner.post('/staff', { email: invited, name: 'Nina', role: 'cashier' });
  assert.equal((await shop.owner.post(`/staff/${id}/invite`, { email: invited })).status, 422);
  assert.equal((await accept(token)).status, 200);
});

test('answers the inviter alike for an address with an account, which then cannot accept', async () => {
  const { shop, id } = await aShopWithRita();
  const other = await aShop(app);
  const email = (await other.owner.get('/auth/me')).body.data.email;
  const token = await invite(shop, id, email);
  assert.deepEqual(refusal(await accept(token)), [401, 'UNAUTHENTICATED']);
  const signedIn = await other.owner.post('/auth/invitations/accept', { token });
  assert.deepEqual(refusal(signedIn), [422, 'INVALID_STATE']);
  assert.equal((await shop.owner.get(`/staff/${id}`)).body.data.email, null);
  assert.equal((await other.owner.get('/auth/merchants')).body.data.length, 1);
});

test('of two that accept at once, one gets the account', async () => {
  const { shop, id } = await aShopWithRita();
  const token = await invite(shop, id, newAddress());
  const replies = await Promise.all([accept(token), accept(token, { password: 'another password of hers' })]);
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
});

test('one that finds the account of another that was faster is told that the invitation is used', async () => {
  const { shop, id } = await aShopWithRita();
  const email = newAddress();
  const token = await invite(shop, id, email);
  const reply = await withTableLocked(app, 'users', async ({ waiting, change, release }) => {
    const accepting = accept(token);
    await waiting(1);
    await change(`update users set email = $1, password_hash = 'set by the faster one' where id = $2`, [email, id]);
    await change('delete from invitations where member_id = $1', [id]);
    await release();
    return accepting;
  });
  assert.deepEqual(refusal(reply), [422, 'VALIDATION_ERROR', 'token']);
});

test('the end of the membership withdraws the invitation', async () => {
  const { shop, id } = await aShopWithRita();
  const token = await invite(shop, id, newAddress());
  assert.equal((await shop.owner.delete(`/staff/${id}`)).status, 200);
  assert.deepEqual(refusal(await accept(token)), [422, 'VALIDATION_ERROR', 'token']);
  assert.deepEqual(refusal(await shop.owner.post(`/staff/${id}/invite`, { email: newAddress() })), [
    422,
    'INVALID_STATE',
  ]);
  await shop.owner.post(`/staff/${id}/reactivate`);
  assert.deepEqual(refusal(await accept(token)), [422, 'VALIDATION_ERROR', 'token']);
});

test('the end of the inviter’s membership withdraws it, too', async () => {
  const { shop, id } = await aShopWithRita();
  const manager = await aStaffMember(shop, 'manager');
  const invited = await manager.post(`/staff/${id}/invite`, { email: newAddress(), send: 'link' });
  assert.equal(invited.status, 200, invited.text);
  const manager_id = (await manager.get('/auth/me')).body.data.id;
  assert.equal((await shop.owner.delete(`/staff/${manager_id}`)).status, 200);
  const token = tokenOf(invited.body.data.invitation_link);
  assert.deepEqual(refusal(await accept(token)), [422, 'VALIDATION_ERROR', 'token']);
  assert.equal((await shop.owner.get(`/staff/${id}`)).body.data.status, 'active');
});

test('is for who may grant the role, and of the own merchant only', async () => {
  const { shop, id } = await aShopWithRita();
  const other = await aShop(app);
  assert.equal((await other.owner.post(`/staff/${id}/invite`, { email: newAddress() })).status, 404);
  const manager = await aStaffMember(shop, 'manager');
  const manager_id = (await manager.get('/auth/me')).body.data.id;
  await shop.owner.put(`/staff/${manager_id}`, { branch_ids: [shop.branch_id] });
  assert.equal((await manager.post(`/staff/${id}/invite`, { email: newAddress() })).status, 403);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { anAccount, anInvitation, assertInvalidToken } from '../../../../test/invitations.ts';
import { aSession, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { addMember, addMemberWithAccount, inviteByLink, tokenOf } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const password = 'the first password';

const accept = (body: object, caller = app.anonymous) => caller.post('/auth/invitations/accept', body);

test('an invitation grants nothing until it is accepted, and then exactly its role and branches', async () => {
  const shop = await aShop(app);
  const invitation = anInvitation({
    email: 'Casey@Example.com',
    name: ' Casey ',
    branch_id: shop.branch_id,
    phone: '+1 555',
    send: 'link',
  });
  const answer = await shop.owner.post('/staff', invitation);
  assert.equal(answer.status, 201, answer.text);
  const { id, created_at, updated_at, invitation_link, invitation_expires_at, ...row } = answer.body.data;
  assert.deepEqual(row, {
    email: 'casey@example.com',
    name: 'Casey',
    phone: '+1 555',
    role: 'cashier',
    branch_id: shop.branch_id,
    branch_ids: null,
    status: 'invited',
  });
  assert.equal(Date.parse(invitation_expires_at) - Date.parse(created_at), 7 * 86_400_000);
  assert.equal(updated_at, created_at);
  assert.match(invitation_link, /\/accept-invitation#token=[\w-]{64}$/);
  const { invitation_link: _, ...listed } = answer.body.data;
  assert.deepEqual((await shop.owner.get('/staff?status=invited')).body.data, [listed]);
  const { rows } = await app.admin.query('select from users where email = $1', ['casey@example.com']);
  assert.equal(rows.length, 0, 'there is no account yet');

  const token = tokenOf(invitation_link);
  const preview = (await app.anonymous.post('/auth/invitations/preview', { token })).body.data;
  assert.deepEqual([preview.email, preview.name, preview.role], ['casey@example.com', 'Casey', 'cashier']);
  const accepted = await accept({ token, password });
  assert.equal(accepted.status, 200, accepted.text);
  assert.deepEqual([accepted.body.data.user_id, accepted.body.data.merchant_id], [id, shop.merchant_id]);
  const casey = await aSession(app, 'casey@example.com', password);
  const me = (await casey.get('/auth/me')).body.data;
  assert.deepEqual(
    [me.id, me.role, me.merchant_id],
    [id, 'cashier', shop.merchant_id],
    'the inviting merchant is the home merchant',
  );
  assert.equal((await shop.owner.get(`/staff/${id}`)).body.data.status, 'active');
});

test('an invitation grants nothing to an account with the address until its link is used', async () => {
  const shop = await aShop(app);
  const account = await anAccount(app);
  const atShop = account.caller.with({ 'x-merchant-id': shop.merchant_id });
  assert.equal((await atShop.get('/auth/me')).status, 403);
  await inviteByLink(shop.owner, anInvitation({ email: account.email, role: 'manager' }));
  assert.equal((await atShop.get('/auth/me')).status, 403);
  assert.equal((await atShop.get('/staff')).status, 403);
  assert.equal((await account.caller.get('/auth/me')).body.data.role, 'owner', 'owner of their own shop');
});

test('the response does not reveal whether the address has an account', async () => {
  const shop = await aShop(app);
  const known = await anAccount(app);
  const answers = [];
  for (const email of [known.email, 'unknown-to-all@example.com']) {
    const { status, body } = await shop.owner.post('/staff', anInvitation({ email, send: 'link' }));
    const {
      id,
      created_at,
      updated_at,
      invitation_expires_at,
      invitation_link,
      email: invitedEmail,
      ...rest
    } = body.data;
    assert.deepEqual(
      [invitedEmail, typeof id, invitation_link.length > 60, created_at],
      [email, 'string', true, updated_at],
    );
    assert.ok(invitation_expires_at > created_at);
    answers.push({ status, rest });
    assert.notEqual(id, known.user_id);
    // Without a password, the link does not reveal it either.
    const withoutPassword = await accept({ token: tokenOf(invitation_link) });
    assert.deepEqual([withoutPassword.status, fieldsOf(withoutPassword)], [422, ['password']]);
  }
  assert.deepEqual(answers[0], answers[1]);
  assert.deepEqual(answers[0]?.rest.name, 'Ines Invited');
  assert.equal(answers[0]?.rest.phone, null);
});

test('a link stops working after seven days, when it is replaced, and when the invitation is withdrawn', async () => {
  const shop = await aShop(app);
  const first = await inviteByLink(shop.owner, anInvitation());
  const again = await shop.owner.post(`/staff/${first.id}/invite`, { send: 'link' });
  assert.equal(again.status, 200, again.text);
  assert.equal(again.body.data.status, 'invited');
  assertInvalidToken(await accept({ token: first.token, password }));
  const { invitation_link, invitation_expires_at } = again.body.data;
  const token = tokenOf(invitation_link);
  const now = app.clock.now();
  app.clock.freeze(invitation_expires_at);
  assertInvalidToken(await accept({ token, password }));
  app.clock.set(now);
  assert.equal((await app.anonymous.post('/auth/invitations/preview', { token })).status, 200);
  assert.equal(
    (await shop.owner.delete(`/staff/${first.id}`)).body.message,
    'The invitation of Ines Invited is withdrawn',
  );
  assertInvalidToken(await accept({ token, password }));
  assert.equal((await shop.owner.get(`/staff/${first.id}`)).status, 404);
  for (const invalid of ['x', 'A'.repeat(64), `${token}A`, token.slice(0, -2), Buffer.alloc(48).toString('base64url')])
    assertInvalidToken(await accept({ token: invalid, password }));
});

test('an invitation ends when its inviter leaves or loses the permission to grant its role', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const { id } = (await manager.get('/auth/me')).body.data;
  const invitation = await inviteByLink(manager, anInvitation({ role: 'manager' }));
  await shop.owner.put(`/staff/${id}`, { role: 'cashier' });
  assertInvalidToken(await accept({ token: invitation.token, password }));
  await shop.owner.put(`/staff/${id}`, { role: 'manager', branch_ids: [shop.branch_id] });
  assertInvalidToken(await accept({ token: invitation.token, password }));
  await shop.owner.delete(`/staff/${id}`);
  assertInvalidToken(await accept({ token: invitation.token, password }));
  assert.equal((await shop.owner.get(`/staff/${invitation.id}`)).status, 404, 'withdrawn with the dismissal');
  assert.deepEqual((await shop.owner.get('/staff?status=invited')).body.data, []);
});

test('inviting a current or invited member is a duplicate; a former member rejoins by accepting', async () => {
  const shop = await aShop(app);
  const invitation = anInvitation();
  const id = await addMember(shop.owner, app.anonymous, { ...invitation, password });
  const refused = await shop.owner.post('/staff', invitation);
  assert.deepEqual([refused.status, refused.body.error.code, fieldsOf(refused)], [422, 'DUPLICATE', ['email']]);
  await shop.owner.delete(`/staff/${id}`);
  const rejoining = { ...invitation, role: 'viewer' };
  const { id: invitation_id } = await inviteByLink(shop.owner, rejoining);
  assert.equal((await shop.owner.post('/staff', rejoining)).body.error.code, 'DUPLICATE', 'invited already');
  const caller = await aSession(app, invitation.email, password);
  assert.equal((await caller.get('/auth/me')).status, 403);
  await shop.owner.delete(`/staff/${invitation_id}`);
  assert.equal(await addMemberWithAccount(shop.owner, caller, rejoining), id);
  assert.equal((await caller.get('/auth/me')).body.data.role, 'viewer');
});

test('ten concurrent invitations of one address create one', async () => {
  const shop = await aShop(app);
  const invitation = anInvitation({ send: 'link' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.owner.post('/staff', invitation)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.ok(answers.every(({ status, body }) => status === 201 || body.error.code === 'DUPLICATE' || status === 503));
});

test('an invitation can only be withdrawn, not changed, and grants no more than the permissions of its inviter', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  assert.equal((await manager.post('/staff', anInvitation({ role: 'owner' }))).status, 403);
  const owner = await inviteByLink(shop.owner, anInvitation({ role: 'owner' }));
  for (const answer of [
    await manager.post(`/staff/${owner.id}/invite`, {}),
    await manager.delete(`/staff/${owner.id}`),
  ])
    assert.equal(answer.status, 403);
  for (const answer of [
    await shop.owner.put(`/staff/${owner.id}`, { role: 'viewer' }),
    await shop.owner.post(`/staff/${owner.id}/reactivate`),
  ])
    assert.deepEqual([answer.status, answer.body.error.code], [422, 'INVALID_STATE']);
  assert.equal((await shop.owner.post(`/staff/${shop.owner_id}/invite`, {})).body.error.code, 'INVALID_STATE');
});

test('replays the stored response for a repeated key, but returns and stores the link once', async () => {
  const shop: Shop = await aShop(app);
  const invitation = anInvitation({ send: 'link' });
  const first = await shop.owner.post('/staff', invitation, { 'idempotency-key': 'i1' });
  const second = await shop.owner.post('/staff', invitation, { 'idempotency-key': 'i1' });
  const { invitation_link, ...stored } = first.body.data;
  assert.deepEqual([second.status, second.body.data], [201, { ...stored, invitation_link: null }]);
  for (const table of ['idempotency_keys', 'events', 'audit_entries', 'invitations']) {
    const { rows } = await app.admin.query(`select * from ${table} where merchant_id = $1`, [shop.merchant_id]);
    assert.ok(rows.length > 0, table);
    assert.ok(!JSON.stringify(rows).includes(tokenOf(invitation_link)), table);
  }
});

test('rejects a password in the body, and mail without a mail server', async () => {
  const shop = await aShop(app);
  const refused = await shop.owner.post('/staff', anInvitation({ password: 'a long password' }));
  assert.deepEqual(
    [refused.status, refused.body.error.code, fieldsOf(refused)],
    [422, 'VALIDATION_ERROR', ['password']],
  );
  assert.deepEqual(fieldsOf(await shop.owner.post('/staff', anInvitation({ send: 'email' }))), ['send']);
  assert.deepEqual(fieldsOf(await shop.owner.post('/staff', anInvitation({ send: 'pigeon' }))), ['send']);
});

test('writes invitations, withdrawals and acceptances to the audit trail', async () => {
  const shop = await aShop(app);
  const { id } = await inviteByLink(shop.owner, anInvitation());
  await shop.owner.delete(`/staff/${id}`);
  const joined = await addMember(shop.owner, app.anonymous, { ...anInvitation(), password });
  const { data } = (await shop.owner.get('/audit?action=staff.*')).body;
  assert.deepEqual(
    data.map(({ action, user_id }: { action: string; user_id: string }) => [action, user_id]),
    [
      ['staff.created', joined],
      ['staff.invited', shop.owner_id],
      ['staff.uninvited', shop.owner_id],
      ['staff.invited', shop.owner_id],
    ],
  );
});

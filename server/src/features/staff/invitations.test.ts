import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, type Reply } from '../../../../test/caller.ts';
import { aSession, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { addMember, addMemberWithAccount, inviteByLink, tokenOf } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const password = 'the first password';
let people = 0;

const anInvitation = (fields: Record<string, unknown> = {}) => ({
  email: `invited${++people}@example.com`,
  name: 'Ines Invited',
  role: 'cashier',
  ...fields,
});

const accept = (body: object, caller = app.anonymous) => caller.post('/auth/invitations/accept', body);

/** An account with its own merchant, unrelated to the inviting merchant. */
async function anAccount(email = `settled${++people}@example.com`) {
  const registered = await app.anonymous.post('/auth/register', {
    email,
    password: 'my own password',
    name: 'Real Name',
    phone: '+49 private',
  });
  assert.equal(registered.status, 201, registered.text);
  return {
    email,
    caller: await aSession(app, email, 'my own password'),
    user_id: registered.body.data.user_id as string,
  };
}

/** Asserts the error for an invalid token. */
function assertInvalid(answer: Reply): void {
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual([answer.body.error.code, fieldsOf(answer)], ['VALIDATION_ERROR', ['token']]);
}

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
  const account = await anAccount();
  const atShop = account.caller.with({ 'x-merchant-id': shop.merchant_id });
  assert.equal((await atShop.get('/auth/me')).status, 403);
  await inviteByLink(shop.owner, anInvitation({ email: account.email, role: 'manager' }));
  assert.equal((await atShop.get('/auth/me')).status, 403);
  assert.equal((await atShop.get('/staff')).status, 403);
  assert.equal((await account.caller.get('/auth/me')).body.data.role, 'owner', 'owner of their own shop');
});

test('the response does not reveal whether the address has an account', async () => {
  const shop = await aShop(app);
  const known = await anAccount();
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

test('a user with an account accepts with their session, and keeps name, password and home merchant', async () => {
  const shop = await aShop(app);
  const { email, caller, user_id } = await anAccount();
  const { token } = await inviteByLink(
    shop.owner,
    anInvitation({ email: email.toUpperCase(), name: 'Renamed', role: 'manager' }),
  );
  const withoutSession = await accept({ token, password: 'another password' });
  assert.deepEqual([withoutSession.status, withoutSession.body.error.code], [401, 'UNAUTHENTICATED']);
  const other = await anAccount();
  assert.equal((await accept({ token }, other.caller)).status, 403, 'the account of another address');
  assert.deepEqual(fieldsOf(await accept({ token, password, name: 'X' }, caller)), ['name', 'password']);
  assert.equal((await accept({ token }, app.anonymous.with({ authorization: 'Bearer a.b.c' }))).status, 401);

  const accepted = await accept({ token }, caller);
  assert.equal(accepted.status, 200, accepted.text);
  assert.equal(accepted.body.data.user_id, user_id);
  const atShop = caller.with({ 'x-merchant-id': shop.merchant_id });
  const sessions = (await caller.get('/auth/sessions')).body.data as { id: string; is_current: boolean }[];
  const [entry] = (await shop.owner.get('/audit?action=staff.created')).body.data;
  assert.equal(entry.session_id, sessions.find(({ is_current }) => is_current)?.id);
  assert.deepEqual((await atShop.get('/auth/me')).body.data.role, 'manager');
  assert.equal((await caller.get('/auth/me')).body.data.role, 'owner', 'their own shop stays the home merchant');
  const { data } = (await shop.owner.get(`/staff/${user_id}`)).body;
  assert.deepEqual([data.name, data.phone, data.status], ['Real Name', null, 'active']);
  assert.equal((await app.anonymous.post('/auth/login', { email, password: 'another password' })).status, 401);
  const renamed = await shop.owner.put(`/staff/${user_id}`, { name: 'Renamed' });
  assert.deepEqual([renamed.status, fieldsOf(renamed)], [403, ['name']]);
});

test('a link works once, even when twenty requests use it at the same time', async () => {
  const shop = await aShop(app);
  const { token } = await inviteByLink(shop.owner, anInvitation());
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => accept({ token, password: `a password ${index}` })),
  );
  const accepted = answers.filter(({ status }) => status === 200);
  assert.equal(accepted.length, 1, answers.map(({ text }) => text).join('\n'));
  // The others fail because the token was used, because the address then has an account, or because of overload.
  for (const { status, text } of answers.filter((answer) => !accepted.includes(answer)))
    assert.ok([401, 422, 503].includes(status), text);
  const { rows } = await app.admin.query('select from memberships where merchant_id = $1', [shop.merchant_id]);
  assert.equal(rows.length, 2, 'the owner and one more');
  assertInvalid(await accept({ token, password }));
  assertInvalid(await app.anonymous.post('/auth/invitations/preview', { token }));
});

test('replays the stored response for a repeated acceptance with the same password or account only', async () => {
  const shop = await aShop(app);
  const invitation = anInvitation();
  const { token } = await inviteByLink(shop.owner, invitation);
  for (const headers of [{}, { 'idempotency-key': 'accept-1' }] as Record<string, string>[]) {
    const link =
      headers['idempotency-key'] === undefined ? token : (await inviteByLink(shop.owner, anInvitation())).token;
    const caller = app.anonymous.with(headers);
    const first = await accept({ token: link, password }, caller);
    const second = await accept({ token: link, password }, caller);
    assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body], second.text);
    assert.equal(second.headers['idempotent-replayed'], 'true');
  }
  assert.equal((await app.anonymous.post('/auth/login', { email: invitation.email, password })).status, 200);
  assertInvalid(await accept({ token, password: 'another password' }));
  assertInvalid(await accept({ token, password, name: 'Another' }));
  const other = await anAccount();
  assertInvalid(await accept({ token }, other.caller));

  const accountHolder = await anAccount();
  const holderInvitation = await inviteByLink(shop.owner, anInvitation({ email: accountHolder.email }));
  assert.equal((await accept({ token: holderInvitation.token }, accountHolder.caller)).status, 200);
  assert.equal(
    (await accept({ token: holderInvitation.token }, accountHolder.caller)).headers['idempotent-replayed'],
    'true',
  );
  assertInvalid(await accept({ token: holderInvitation.token }, other.caller));
  const { rows } = await app.admin.query('select * from idempotency_keys');
  for (const secret of [token, holderInvitation.token, password]) assert.ok(!JSON.stringify(rows).includes(secret));
});

test('twenty concurrent repeats of one acceptance create one member', async () => {
  const shop = await aShop(app);
  const { token } = await inviteByLink(shop.owner, anInvitation());
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept({ token, password })));
  // 503: the queue for hashing passwords is full.
  for (const { status, text } of answers) assert.ok([200, 503].includes(status), text);
  assert.equal((await accept({ token, password })).status, 200);
  const { rows } = await app.admin.query('select from memberships where merchant_id = $1', [shop.merchant_id]);
  assert.equal(rows.length, 2, 'the owner and one more');
});

test('a link stops working after seven days, when it is replaced, and when the invitation is withdrawn', async () => {
  const shop = await aShop(app);
  const first = await inviteByLink(shop.owner, anInvitation());
  const again = await shop.owner.post(`/staff/${first.id}/invite`, { send: 'link' });
  assert.equal(again.status, 200, again.text);
  assert.equal(again.body.data.status, 'invited');
  assertInvalid(await accept({ token: first.token, password }));
  const { invitation_link, invitation_expires_at } = again.body.data;
  const token = tokenOf(invitation_link);
  const now = app.clock.now();
  app.clock.freeze(invitation_expires_at);
  assertInvalid(await accept({ token, password }));
  app.clock.set(now);
  assert.equal((await app.anonymous.post('/auth/invitations/preview', { token })).status, 200);
  assert.equal(
    (await shop.owner.delete(`/staff/${first.id}`)).body.message,
    'The invitation of Ines Invited is withdrawn',
  );
  assertInvalid(await accept({ token, password }));
  assert.equal((await shop.owner.get(`/staff/${first.id}`)).status, 404);
  for (const invalid of ['x', 'A'.repeat(64), `${token}A`, token.slice(0, -2), Buffer.alloc(48).toString('base64url')])
    assertInvalid(await accept({ token: invalid, password }));
});

test('an invitation ends when its inviter leaves or loses the permission to grant its role', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const { id } = (await manager.get('/auth/me')).body.data;
  const invitation = await inviteByLink(manager, anInvitation({ role: 'manager' }));
  await shop.owner.put(`/staff/${id}`, { role: 'cashier' });
  assertInvalid(await accept({ token: invitation.token, password }));
  await shop.owner.put(`/staff/${id}`, { role: 'manager', branch_ids: [shop.branch_id] });
  assertInvalid(await accept({ token: invitation.token, password }));
  await shop.owner.delete(`/staff/${id}`);
  assertInvalid(await accept({ token: invitation.token, password }));
  assert.equal((await shop.owner.get(`/staff/${invitation.id}`)).status, 404, 'withdrawn with the dismissal');
  assert.deepEqual((await shop.owner.get('/staff?status=invited')).body.data, []);
});

test('rejects an account whose email was changed since the invitation', async () => {
  const shop = await aShop(app);
  const { email, caller, user_id } = await anAccount();
  const { token } = await inviteByLink(shop.owner, anInvitation({ email }));
  await app.admin.query('update users set email = $2 where id = $1', [user_id, `moved-${email}`]);
  assert.equal((await accept({ token }, caller)).status, 403);
  assert.equal((await caller.get('/auth/me', { 'x-merchant-id': shop.merchant_id })).status, 403);
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

test('a user who is invited by two merchants can accept both', async () => {
  const [one, two] = [await aShop(app), await aShop(app)];
  const invitation = anInvitation();
  const [first, second] = [await inviteByLink(one.owner, invitation), await inviteByLink(two.owner, invitation)];
  assert.equal((await accept({ token: first.token, password })).status, 200);
  const caller = await aSession(app, invitation.email, password);
  assert.equal((await accept({ token: second.token }, caller)).status, 200);
  assert.equal((await caller.get('/auth/me')).body.data.merchant_id, one.merchant_id);
  assert.equal((await caller.get('/auth/me', { 'x-merchant-id': two.merchant_id })).status, 200);
  assert.equal((await one.owner.get(`/staff/${second.id}`)).status, 404);
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

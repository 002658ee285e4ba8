import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { anAccount, anInvitation, assertInvalidToken } from '../../../../test/invitations.ts';
import { aSession, aShop } from '../../../../test/shop.ts';
import { addMember, inviteByLink } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const { owner } = await aShop(app);
const password = 'the first password';

const accept = (body: object, caller = app.anonymous) => caller.post('/auth/invitations/accept', body);

test('a user with an account accepts with their session, and keeps name, password and home merchant', async () => {
  const shop = await aShop(app);
  const { email, caller, user_id } = await anAccount(app);
  const { token } = await inviteByLink(
    shop.owner,
    anInvitation({ email: email.toUpperCase(), name: 'Renamed', role: 'manager' }),
  );
  const withoutSession = await accept({ token, password: 'another password' });
  assert.deepEqual([withoutSession.status, withoutSession.body.error.code], [401, 'UNAUTHENTICATED']);
  const other = await anAccount(app);
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
  assertInvalidToken(await accept({ token, password }));
  assertInvalidToken(await app.anonymous.post('/auth/invitations/preview', { token }));
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
  assertInvalidToken(await accept({ token, password: 'another password' }));
  assertInvalidToken(await accept({ token, password, name: 'Another' }));
  const other = await anAccount(app);
  assertInvalidToken(await accept({ token }, other.caller));

  const accountHolder = await anAccount(app);
  const holderInvitation = await inviteByLink(shop.owner, anInvitation({ email: accountHolder.email }));
  assert.equal((await accept({ token: holderInvitation.token }, accountHolder.caller)).status, 200);
  assert.equal(
    (await accept({ token: holderInvitation.token }, accountHolder.caller)).headers['idempotent-replayed'],
    'true',
  );
  assertInvalidToken(await accept({ token: holderInvitation.token }, other.caller));
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

test('rejects an account whose email was changed since the invitation', async () => {
  const shop = await aShop(app);
  const { email, caller, user_id } = await anAccount(app);
  const { token } = await inviteByLink(shop.owner, anInvitation({ email }));
  await app.admin.query('update users set email = $2 where id = $1', [user_id, `moved-${email}`]);
  assert.equal((await accept({ token }, caller)).status, 403);
  assert.equal((await caller.get('/auth/me', { 'x-merchant-id': shop.merchant_id })).status, 403);
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

test('a name that the new member chooses is trimmed', async () => {
  const { token } = await inviteByLink(owner, { email: 'ines@example.com', name: 'Ines', role: 'cashier' });
  const accepted = await app.anonymous.post('/auth/invitations/accept', { token, password, name: '  Inés ' });
  assert.equal(accepted.status, 200, accepted.text);
  assert.equal((await owner.get(`/staff/${accepted.body.data.user_id}`)).body.data.name, 'Inés');
});

test('rejects a member who accepts again, for an address that their account got meanwhile', async () => {
  const person = { email: 'mia@example.com', name: 'Mia', role: 'cashier' };
  const user_id = await addMember(owner, app.anonymous, { ...person, password });
  const mia = await aSession(app, person.email, password);
  const { token } = await inviteByLink(owner, { ...person, email: 'new-mia@example.com', role: 'manager' });
  await app.admin.query('update users set email = $2 where id = $1', [user_id, 'new-mia@example.com']);
  const answer = await mia.post('/auth/invitations/accept', { token });
  assert.deepEqual([answer.status, answer.body.error.code, fieldsOf(answer)], [422, 'DUPLICATE', ['token']]);
  assert.equal((await owner.get(`/staff/${user_id}`)).body.data.role, 'cashier');
});

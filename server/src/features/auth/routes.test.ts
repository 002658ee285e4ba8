import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aSession, aShop } from '../../../../test/shop.ts';
import { addMember, inviteByLink, tokenOf } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

test('registers and logs in', async () => {
  const shop = await aShop(app);
  assert.match(shop.owner.headers.authorization ?? '', /^Bearer /);
});

test('rejects a registered e-mail in any case as a duplicate', async () => {
  const person = { email: 'twin@example.com', password: 'long enough', name: 'Twin' };
  assert.equal((await app.anonymous.post('/auth/register', person)).status, 201);
  const again = await app.anonymous.post('/auth/register', { ...person, email: 'TWIN@example.com' });
  assert.equal(again.status, 422);
  assert.equal(again.body.error.code, 'DUPLICATE');
  assert.equal(again.body.error.details[0].field, 'email');
});

test('keeps the phone number of a registration', async () => {
  const person = { email: 'phone@example.com', password: 'long enough', name: 'Phoebe', phone: '+44 20 7946 0000' };
  assert.equal((await app.anonymous.post('/auth/register', person)).status, 201);
  const { data } = (await (await aSession(app, person.email, person.password)).get('/staff')).body;
  assert.deepEqual([data.length, data[0].phone], [1, person.phone]);
});

test('replays the stored response for a repeated registration', async () => {
  const person = { email: 'again@example.com', password: 'long enough', name: 'Again' };
  const first = await app.anonymous.post('/auth/register', person, { 'idempotency-key': 'r1' });
  const second = await app.anonymous.post('/auth/register', person, { 'idempotency-key': 'r1' });
  assert.equal(second.status, 201);
  assert.equal(second.text, first.text);
  assert.equal(second.headers['idempotent-replayed'], 'true');
});

test('rejects easily guessed passwords on every route, if the operator configures it', async () => {
  const strict = await createTestApp({ env: { COMMON_PASSWORDS: 'refuse' } });
  const shop = await aShop(strict);
  const person = { email: 'invited@example.com', name: 'Invited', role: 'cashier' };
  const id = await addMember(shop.owner, strict.anonymous, { ...person, password: 'correct horse battery' });
  const { reset_link } = (await shop.owner.post(`/staff/${id}/reset-link`)).body.data;
  const { token } = await inviteByLink(shop.owner, { ...person, email: 'weak@example.com' });
  const refused: [string, string, object][] = [
    ['/auth/register', 'password', { email: 'weak@example.com', name: 'Weak', password: 'Password1' }],
    ['/auth/register', 'password', { email: 'weaknessful@example.com', name: 'Weak', password: 'weaknessful1' }],
    ['/auth/change-password', 'new_password', { current_password: 'correct horse battery', new_password: 'iloveyou' }],
    ['/auth/password/reset', 'password', { token: tokenOf(reset_link), password: 'iloveyou' }],
    ['/auth/invitations/accept', 'password', { token, password: 'iloveyou' }],
    ['/staff', 'password', { email: 'weak@example.com', name: 'Weak', role: 'cashier', password: 'qwertyuiop' }],
  ];
  for (const [path, field, body] of refused) {
    const answer = await shop.owner.post(path, body);
    assert.deepEqual([answer.status, answer.body.error.details[0].field], [422, field], `${path} ${answer.text}`);
  }
});

test('accepts common passwords of 8 to 128 characters by default', async () => {
  const person = { email: 'weak@example.com', name: 'Weak', password: 'password' };
  assert.equal((await app.anonymous.post('/auth/register', person)).status, 201);
});

test('accepts long passwords of any characters, without composition rules', async () => {
  const passwords = ['a'.repeat(7).concat('bcdefgh '), 'ß🥨 zwei Wörter', 'x y'.repeat(42), ' with space around '];
  for (const [at, password] of passwords.entries()) {
    const email = `taken${at}@example.com`;
    assert.equal(
      (await app.anonymous.post('/auth/register', { email, name: 'Taken', password })).status,
      201,
      password,
    );
    const logIn = async (guess: string) => (await app.anonymous.post('/auth/login', { email, password: guess })).status;
    assert.deepEqual(
      [await logIn(password), await logIn(password.toUpperCase()), await logIn(password.slice(0, -1))],
      [200, 401, 401],
    );
  }
});

test('reports every wrong field', async () => {
  const answer = await app.anonymous.post('/auth/register', { email: 'x', password: 'short' });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.error.details.map((detail: { field: string }) => detail.field).sort(), [
    'email',
    'name',
    'password',
  ]);
});

test('very long names and addresses are validation errors, not server errors', async () => {
  const person = { email: 'long@example.com', password: 'long enough', name: '😀'.repeat(200) };
  assert.equal((await app.anonymous.post('/auth/register', person)).status, 201);
  const session = await aSession(app, person.email, person.password);
  assert.equal((await session.get('/merchant')).body.data.name, `${'😀'.repeat(190)}’s shop`);
  // Unicode normalisation makes this address several times longer.
  const email = `${'\ufdfa'.repeat(100)}@example.com`;
  const answer = await app.anonymous.post('/auth/register', { ...person, email });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.error.details, [{ field: 'email', message: 'must be an e-mail address' }]);
});

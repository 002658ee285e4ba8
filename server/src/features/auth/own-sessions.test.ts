import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller } from '../../../../test/caller.ts';
import { openTestHouse } from '../../../../test/house.ts';

const house = await openTestHouse();
let people = 0;

async function aPerson() {
  const person = { email: `own${++people}@example.com`, password: 'the first password' };
  assert.equal((await house.nobody.post('/auth/register', { ...person, name: 'Person' })).status, 201);
  const signIn = async (password = person.password) => {
    const answer = await house.nobody.post('/auth/login', { email: person.email, password }, { 'user-agent': 'till 7' });
    assert.equal(answer.status, 200, answer.text);
    return { ...answer.body.data, caller: createCaller(house.app, { authorization: `Bearer ${answer.body.data.access_token}` }) };
  };
  return { ...person, signIn };
}

test('sessions are listed, and ended from elsewhere', async () => {
  const { signIn } = await aPerson();
  const [till, office] = [await signIn(), await signIn()];
  const listed = await office.caller.get('/auth/sessions');
  assert.deepEqual([listed.body.meta.total, listed.body.data[0].is_current, listed.body.data[1].user_agent], [2, true, 'till 7']);
  const other = listed.body.data[1].id;
  const stranger = await (await aPerson()).signIn();
  assert.equal((await stranger.caller.delete(`/auth/sessions/${other}`)).status, 404);
  assert.equal((await office.caller.delete(`/auth/sessions/${other}`)).status, 200);
  assert.equal((await till.caller.get('/auth/me')).status, 401);
  assert.equal((await house.nobody.post('/auth/refresh', { refresh_token: till.refresh_token })).status, 401);
  assert.equal((await office.caller.delete(`/auth/sessions/${other}`)).status, 404);
  assert.equal((await office.caller.get('/auth/sessions')).body.meta.total, 1);
});

test('a new password ends all other sessions, and the old one is good for nothing', async () => {
  const { email, signIn } = await aPerson();
  const [till, office] = [await signIn(), await signIn()];
  const change = (body: object) => office.caller.post('/auth/change-password', body);
  const fieldsOf = (answer: { body: { error: { details: { field: string }[] } } }) => answer.body.error.details.map(({ field }) => field);
  assert.deepEqual(fieldsOf(await change({ current_password: 'the first password', new_password: 'short' })), ['new_password']);
  assert.deepEqual(fieldsOf(await change({ current_password: 'a wrong password', new_password: 'the second password' })), [
    'current_password',
  ]);
  assert.equal((await till.caller.get('/auth/me')).status, 200);
  const right = { current_password: 'the first password', new_password: 'the second password' };
  const key = { 'idempotency-key': 'new-password' };
  assert.equal((await office.caller.post('/auth/change-password', right, key)).status, 200);
  // Sent again, since the answer was lost: it is answered again, though the password is another one now.
  assert.equal((await office.caller.post('/auth/change-password', right, key)).status, 200);
  assert.equal((await till.caller.get('/auth/me')).status, 401);
  assert.equal((await office.caller.get('/auth/me')).status, 200);
  assert.equal((await house.nobody.post('/auth/login', { email, password: 'the first password' })).status, 401);
  await signIn('the second password');
});

test('guessing the password with an open session is locked out too', async () => {
  const { signIn } = await aPerson();
  const { caller } = await signIn();
  const guess = () => caller.post('/auth/change-password', { current_password: 'a wrong password', new_password: 'the second password' });
  for (let attempt = 0; attempt < 10; attempt += 1) assert.equal((await guess()).status, 422);
  assert.equal((await guess()).status, 429);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestHouse } from '../../../../test/house.ts';

// The limit of requests is off: the lock-out is apart from it.
const house = await openTestHouse({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
const password = 'the right one';
let people = 0;

async function anAccount(): Promise<string> {
  const email = `locked${++people}@example.com`;
  assert.equal((await house.nobody.post('/auth/register', { email, password, name: 'Locked' })).status, 201);
  return email;
}

async function logIn(email: string, guess: string, remoteAddress = '198.51.100.7') {
  const answer = await house.app.inject({ method: 'POST', url: '/api/v1/auth/login', remoteAddress, payload: { email, password: guess } });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

async function failTenTimes(email: string): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) assert.equal((await logIn(email, 'wrong')).status, 401);
}

test('after ten failures even the right password waits, from that address', async () => {
  const email = await anAccount();
  await failTenTimes(email);
  const locked = await logIn(email.toUpperCase(), password);
  assert.equal(locked.status, 429);
  assert.equal(locked.body.error.code, 'RATE_LIMITED');
  const wait_s = Number(locked.headers['retry-after']);
  assert.ok(wait_s > 14 * 60 && wait_s <= 15 * 60 + 1, `waits ${wait_s} s`);
  assert.equal((await logIn(email, password, '203.0.113.9')).status, 200, 'the owner elsewhere is not affected');
  assert.equal((await logIn(await anAccount(), password)).status, 200, 'nor is another account from there');
});

test('the lock opens after 15 minutes', async () => {
  const email = await anAccount();
  await failTenTimes(email);
  await house.admin.query(`update rate_windows set started_at = started_at - interval '15 minutes'`);
  assert.equal((await logIn(email, password)).status, 200);
});

test('success forgets the failures before it', async () => {
  const email = await anAccount();
  for (let turn = 0; turn < 9; turn += 1) await logIn(email, 'wrong');
  assert.equal((await logIn(email, password)).status, 200);
  await failTenTimes(email);
  assert.equal((await logIn(email, password)).status, 429);
});

test('of fifty guesses at once ten are looked at', async () => {
  const email = await anAccount();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, turn) => logIn(email, `guess ${turn}`)));
  assert.equal(answers.filter(({ status }) => status === 401).length, 10);
  assert.equal(answers.filter(({ status }) => status === 429).length, 40);
});

test('an address of an unknown account is locked out alike', async () => {
  const email = 'never-registered@example.com';
  await failTenTimes(email);
  assert.equal((await logIn(email, password)).status, 429);
});

test('a request that could not be read is no failure', async () => {
  const email = await anAccount();
  for (let turn = 0; turn < 12; turn += 1) assert.equal((await house.nobody.post('/auth/login', { email })).status, 422);
  assert.equal((await house.nobody.post('/auth/login', { email, password })).status, 200);
});

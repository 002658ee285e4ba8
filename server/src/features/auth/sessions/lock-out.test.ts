import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../../test/test-app.ts';

// The rate limit is off, because the lock-out does not depend on it.
const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
const password = 'the right one';
let people = 0;

async function anAccount(): Promise<string> {
  const email = `locked${++people}@example.com`;
  assert.equal((await app.anonymous.post('/auth/register', { email, password, name: 'Locked' })).status, 201);
  return email;
}

/** Each account has its own address by default, because the limit per address has its own tests. */
const addresses = new Map<string, string>();
function addressFor(email: string): string {
  const name = email.toLowerCase();
  const address = addresses.get(name) ?? `198.51.${100 + addresses.size}.7`;
  addresses.set(name, address);
  return address;
}

async function logIn(email: string, guess: string, remoteAddress = addressFor(email)) {
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    remoteAddress,
    payload: { email, password: guess },
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

async function failTenTimes(email: string): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) assert.equal((await logIn(email, 'wrong')).status, 401);
}

test('after ten failures even the correct password is rejected from that address', async () => {
  const email = await anAccount();
  await failTenTimes(email);
  const locked = await logIn(email.toUpperCase(), password);
  assert.equal(locked.status, 429);
  assert.equal(locked.body.error.code, 'RATE_LIMITED');
  assert.match(locked.body.error.message, /^Too many failed attempts; try again in 1[45] minutes$/);
  const wait_s = Number(locked.headers['retry-after']);
  assert.ok(wait_s > 14 * 60 && wait_s <= 15 * 60 + 1, `waits ${wait_s} s`);
  assert.equal((await logIn(email, password, '203.0.113.9')).status, 200, 'another address is not affected');
  assert.equal(
    (await logIn(await anAccount(), password, addressFor(email))).status,
    200,
    'another account at this address is not affected',
  );
});

test('the lock ends after 15 minutes', async () => {
  const email = await anAccount();
  await failTenTimes(email);
  await app.admin.query(`update rate_windows set started_at = started_at - interval '15 minutes'`);
  await app.admin.query(`update sign_in_delays set next_at = next_at - interval '15 minutes'`);
  assert.equal((await logIn(email, password)).status, 200);
});

test('a success resets the failure count', async () => {
  const email = await anAccount();
  for (let turn = 0; turn < 9; turn += 1) await logIn(email, 'wrong');
  assert.equal((await logIn(email, password)).status, 200);
  await failTenTimes(email);
  assert.equal((await logIn(email, password)).status, 429);
});

test('checks ten of fifty concurrent guesses', async () => {
  const email = await anAccount();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, turn) => logIn(email, `guess ${turn}`)));
  assert.equal(answers.filter(({ status }) => status === 401).length, 10);
  assert.equal(answers.filter(({ status }) => status === 429).length, 40);
});

test('locks out an unknown account in the same way', async () => {
  const email = 'never-registered@example.com';
  await failTenTimes(email);
  assert.equal((await logIn(email, password)).status, 429);
});

test('does not count an unreadable request as a failure', async () => {
  const email = await anAccount();
  for (let turn = 0; turn < 12; turn += 1)
    assert.equal((await app.anonymous.post('/auth/login', { email })).status, 422);
  assert.equal((await app.anonymous.post('/auth/login', { email, password })).status, 200);
});

test('limits guesses at one account from many addresses: after ten failures the delay doubles with each attempt', async () => {
  const email = await anAccount();
  const guess = (turn: number) => logIn(email, 'wrong', `2001:db8:${turn.toString(16)}:1::1`);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, turn) => guess(turn)));
  assert.equal(answers.filter(({ status }) => status === 401).length, 11);
  assert.equal(answers.filter(({ status }) => status === 429).length, 49);
  const waits: number[] = [];
  for (let turn = 100; turn < 114; turn += 1) {
    await app.admin.query(`update sign_in_delays set next_at = clock_timestamp()`);
    assert.equal((await guess(turn)).status, 401);
    const { rows } = await app.admin.query(
      'select extract(epoch from next_at - last_at)::int as wait_s from sign_in_delays where failures > 11',
    );
    waits.push(rows[0].wait_s);
  }
  assert.deepEqual(waits, [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900]);
  const waiting = await logIn(email, password, '203.0.113.200');
  assert.equal(waiting.status, 429);
  assert.ok(Number(waiting.headers['retry-after']) <= 900);
});

test('accepts the owner from a known device, regardless of failures from other addresses', async () => {
  const email = await anAccount();
  const home = '203.0.113.44';
  assert.equal((await logIn(email, password, home)).status, 200);
  for (let turn = 0; turn < 14; turn += 1) await logIn(email, 'wrong', `2001:db8:${turn.toString(16)}:1::1`);
  assert.equal((await logIn(email, password, '203.0.114.44')).status, 429, 'a new device is rejected');
  assert.equal((await logIn(email, password, home)).status, 200);
  for (let turn = 0; turn < 10; turn += 1) assert.equal((await logIn(email, 'wrong', home)).status, 401);
  assert.equal((await logIn(email, password, home)).status, 429, 'a known device also has ten guesses only');
});

test('an address has thirty failures over all accounts, and a success does not reset them', async () => {
  const own = await anAccount();
  const address = '203.0.113.77';
  const statuses: number[] = [];
  for (let turn = 0; turn < 99; turn += 1) {
    statuses.push((await logIn(`account${turn}@example.com`, 'wrong', address)).status);
    if (turn === 15) assert.equal((await logIn(own, password, address)).status, 200);
  }
  assert.equal(statuses.filter((status) => status === 401).length, 30);
  assert.equal((await logIn(await anAccount(), password, address)).status, 429);
  assert.equal((await logIn(await anAccount(), password, '203.0.113.78')).status, 200);
});

test('many networks of one IPv6 customer share four limits', async () => {
  let refused = 0;
  for (let turn = 0; turn < 130; turn += 1) {
    const { status } = await logIn(`customer${turn}@example.com`, 'wrong', `2001:db9:5:${turn.toString(16)}::1`);
    if (status === 429) refused += 1;
  }
  assert.equal(refused, 10);
});

test('does not count an attempt that was rejected because of the delay', async () => {
  const email = await anAccount();
  for (let turn = 0; turn < 11; turn += 1) await logIn(email, 'wrong', `2001:dba:${turn.toString(16)}:1::1`);
  const address = '203.0.113.99';
  await app.admin.query(`update sign_in_delays set next_at = clock_timestamp() + interval '10 minutes'`);
  for (let turn = 0; turn < 40; turn += 1) assert.equal((await logIn(email, password, address)).status, 429);
  await app.admin.query(`update sign_in_delays set next_at = clock_timestamp()`);
  assert.equal((await logIn(email, password, address)).status, 200);
});

test('first attempts at an account never block each other, even concurrent ones', async () => {
  const email = await anAccount();
  assert.equal((await logIn(email, 'wrong')).status, 401);
  // Simulates another attempt that is stored after this one has read the clock.
  await app.admin.query(
    `update sign_in_delays set next_at = clock_timestamp() + interval '1 minute' where failures = 1`,
  );
  assert.equal((await logIn(email, 'wrong')).status, 401);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestHouse } from '../../../test/house.ts';
import { Refusal } from '../kernel/refusal.ts';
import { withLockOut } from './lock-out.ts';

const { app, admin } = await openTestHouse();
const { house } = app;
const address = '198.51.100.1';

const attempts = async (account: string, times: number, error: Error) => {
  for (let turn = 0; turn < times; turn += 1) {
    await assert.rejects(
      withLockOut(house, { account, address }, () => Promise.reject(error)),
      error,
    );
  }
};

test('being too busy to look at a password is no failure', async () => {
  const guess = { account: 'busy@example.com', address };
  await attempts(guess.account, 15, new Refusal('UNAVAILABLE', 'busy'));
  await attempts(guess.account, 9, new Refusal('INVALID_CREDENTIALS', 'wrong'));
  await attempts(guess.account, 5, new Error('a fault of ours'));
  assert.equal(await withLockOut(house, guess, async () => 'in'), 'in');
});

test('the eleventh attempt is not made', async () => {
  await attempts('shut@example.com', 10, new Refusal('INVALID_CREDENTIALS', 'wrong'));
  let made = false;
  const eleventh = withLockOut(house, { account: 'shut@example.com', address }, async () => {
    made = true;
  });
  await assert.rejects(eleventh, { code: 'RATE_LIMITED' });
  assert.equal(made, false);
});

test('the counter does not name the account', async () => {
  const { rows } = await admin.query<{ key: string }>('select key from rate_windows');
  assert.ok(rows.length > 0);
  for (const { key } of rows) assert.match(key, /^(logins [0-9a-f]{64}|failures) address 198\.51\.100\.1$/);
  const delays = await admin.query<{ key: string }>('select key from sign_in_delays');
  for (const { key } of delays.rows) assert.match(key, /^[0-9a-f]{64}$/);
});

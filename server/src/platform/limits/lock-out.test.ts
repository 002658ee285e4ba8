import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/test-app.ts';
import { AppError } from '../../core/errors.ts';
import { withLockOut } from './lock-out.ts';

/** The number of rejected attempts, by limit. */
async function refusedSignIns(): Promise<Record<string, number>> {
  const { body } = await fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const found = body.matchAll(/^tillhouse_sign_in_refusals_total\{limit="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, limit, count]) => [limit, Number(count)]));
}

const { fastify, admin } = await createTestApp();
const { services } = fastify;
const address = '198.51.100.1';

const attempts = async (account: string, times: number, error: Error) => {
  for (let turn = 0; turn < times; turn += 1) {
    await assert.rejects(
      withLockOut(services, { account, address }, () => Promise.reject(error)),
      error,
    );
  }
};

test('does not count an attempt as failed if the service was too busy to check the password', async () => {
  const guess = { account: 'busy@example.com', address };
  await attempts(guess.account, 15, new AppError('UNAVAILABLE', 'busy'));
  await attempts(guess.account, 9, new AppError('INVALID_CREDENTIALS', 'wrong'));
  await attempts(guess.account, 5, new Error('an internal error'));
  assert.equal(await withLockOut(services, guess, async () => 'in'), 'in');
});

test('rejects the eleventh attempt without checking it', async () => {
  await attempts('shut@example.com', 10, new AppError('INVALID_CREDENTIALS', 'wrong'));
  let isRun = false;
  const eleventh = withLockOut(services, { account: 'shut@example.com', address }, async () => {
    isRun = true;
  });
  await assert.rejects(eleventh, { code: 'RATE_LIMITED' });
  assert.equal(isRun, false);
});

test('does not store the account’s name in the counter', async () => {
  const { rows } = await admin.query<{ key: string }>('select key from rate_windows');
  assert.ok(rows.length > 0);
  for (const { key } of rows) assert.match(key, /^(logins [0-9a-f]{64}|failures) address 198\.51\.100\.1$/);
  const delays = await admin.query<{ key: string }>('select key from sign_in_delays');
  for (const { key } of delays.rows) assert.match(key, /^[0-9a-f]{64}$/);
});

test('counts rejected attempts by the limit that rejected them', async () => {
  const wrong = new AppError('INVALID_CREDENTIALS', 'wrong');
  const guess = (from: string, account: string, known_device?: string) =>
    withLockOut(services, { account, address: from, known_device }, () => Promise.reject(wrong)).catch(() => undefined);
  const before = await refusedSignIns();
  const increase = async () =>
    Object.fromEntries(
      Object.entries(await refusedSignIns()).map(([limit, count]) => [limit, count - (before[limit] ?? Number.NaN)]),
    );
  assert.deepEqual(await increase(), { account_and_address: 0, address: 0, network: 0, account: 0, device: 0 });

  for (let turn = 0; turn < 11; turn += 1) await guess(`203.0.113.${turn}`, 'from-everywhere@example.com');
  await admin.query(`update sign_in_delays set next_at = clock_timestamp() + interval '10 minutes'`);
  for (let turn = 11; turn < 14; turn += 1) await guess(`203.0.113.${turn}`, 'from-everywhere@example.com');
  assert.deepEqual(await increase(), { account_and_address: 0, address: 0, network: 0, account: 3, device: 0 });

  for (let turn = 0; turn < 32; turn += 1) await guess('198.51.100.32', `one-of-many-${turn}@example.com`);
  for (let turn = 0; turn < 123; turn += 1)
    await guess(`2001:db8:7:${turn.toString(16)}::1`, `in-a-network-${turn}@example.com`);
  for (let turn = 0; turn < 14; turn += 1) await guess('198.51.100.33', 'one-place@example.com');
  // Only the ten checked attempts count for the address.
  const { rows } = await admin.query(`select hits from rate_windows where key = 'failures address 198.51.100.33'`);
  assert.deepEqual(rows, [{ hits: 10 }]);
  for (let turn = 0; turn < 15; turn += 1) await guess('198.51.100.34', 'at-home@example.com', 'a device');
  assert.deepEqual(await increase(), { account_and_address: 4, address: 2, network: 3, account: 3, device: 5 });
});

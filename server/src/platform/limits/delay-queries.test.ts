import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { countDelayedAttempt, deleteOldDelays, undoDelayedAttempt } from './delay-queries.ts';

const { database, admin } = await createTestApp();
const count = (key: string, longest_delay_s = 900) =>
  countDelayedAttempt(database.global, { key, delay_after: 3, longest_delay_s });
const rowOf = async (key: string) =>
  (
    await admin.query(
      'select failures, round(extract(epoch from next_at - last_at))::int as wait_s from sign_in_delays where key = $1',
      [key],
    )
  ).rows[0];
/** Moves the times of an account into the past. */
const age = (key: string, by: string) =>
  admin.query(
    'update sign_in_delays set last_at = last_at - $2::interval, next_at = next_at - $2::interval where key = $1',
    [key, by],
  );

test('three attempts are free; the wait doubles with each further one, up to the longest', async () => {
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    assert.equal(await count('doubling', 10), undefined, `attempt ${attempt}`);
    waits.push((await rowOf('doubling')).wait_s);
    await age('doubling', '20 seconds');
  }
  assert.deepEqual(waits, [0, 0, 0, 1, 2, 4, 8, 10]);
});

test('an attempt before its time is told how long to wait, at least a second, and does not count', async () => {
  for (let attempt = 1; attempt <= 3; attempt += 1) await count('waiting');
  await admin.query(`update sign_in_delays set failures = 8, next_at = now() + '40 seconds' where key = 'waiting'`);
  const wait_s = await count('waiting');
  assert.ok(wait_s !== undefined && wait_s > 20 && wait_s <= 40, `${wait_s}`);
  await admin.query(`update sign_in_delays set next_at = now() + '1 hour' where key = 'waiting'`);
  assert.ok(((await count('waiting')) ?? 0) > 3_500);
  assert.equal((await rowOf('waiting')).failures, 8);
  await undoDelayedAttempt(database.global, 'waiting');
  assert.equal((await rowOf('waiting')).failures, 7);
  assert.equal(await count('waiting'), undefined);
});

test('failures are forgotten after a day without one, and their rows after two', async () => {
  for (let attempt = 1; attempt <= 3; attempt += 1) await count('old');
  await age('old', '23 hours 59 minutes');
  await count('old');
  assert.equal((await rowOf('old')).failures, 4);
  await age('old', '24 hours 1 minute');
  await count('old');
  assert.deepEqual(await rowOf('old'), { failures: 1, wait_s: 0 });
  await age('old', '47 hours 59 minutes');
  await deleteOldDelays(database.global);
  assert.ok(await rowOf('old'));
  await age('old', '2 minutes');
  await deleteOldDelays(database.global);
  assert.equal(await rowOf('old'), undefined);
});

test('an attempt just before its time is told to wait a second', async () => {
  for (let attempt = 1; attempt <= 3; attempt += 1) await count('soon');
  await admin.query(`update sign_in_delays set failures = 8 where key = 'soon'`);
  let wait_s: number | undefined;
  // On a busy machine the second may have passed.
  await until(async () => {
    await admin.query(`update sign_in_delays set failures = 8, next_at = now() + '0.9 seconds' where key = 'soon'`);
    wait_s = await count('soon');
    return wait_s !== undefined;
  });
  assert.equal(wait_s, 1);
});

test('a clock that was set back by more than a day delays no sign-in', async () => {
  for (let attempt = 1; attempt <= 3; attempt += 1) await count('ahead');
  await admin.query(`update sign_in_delays set failures = 8 where key = 'ahead'`);
  await age('ahead', '-25 hours');
  assert.equal(await count('ahead'), undefined);
  assert.deepEqual(await rowOf('ahead'), { failures: 1, wait_s: 0 });
});

test('a count stays within the range of its column, and an undone one at zero', async () => {
  await count('many');
  await admin.query(`update sign_in_delays set failures = 1000 where key = 'many'`);
  await count('many');
  assert.deepEqual(await rowOf('many'), { failures: 1_001, wait_s: 900 });
  await admin.query(`update sign_in_delays set failures = 5000, next_at = last_at where key = 'many'`);
  await count('many');
  assert.equal((await rowOf('many')).failures, 1_001);
  await admin.query(`update sign_in_delays set failures = 0 where key = 'many'`);
  await undoDelayedAttempt(database.global, 'many');
  assert.equal((await rowOf('many')).failures, 0);
});

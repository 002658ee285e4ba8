import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circuitOf, nextAttempt, nextProbe } from './rules.ts';

const start = '2026-03-02T08:00:00.000Z';
const hours = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 3_600_000;

for (const chance of [0, 0.5, 1]) {
  test(`retries a delivery at growing intervals for about three days (chance ${chance})`, () => {
    let now = start;
    const waits: number[] = [];
    for (let attempts = 1; ; attempts += 1) {
      const next = nextAttempt({ attempts, first_attempt_at: start, now, chance });
      if (next === null) break;
      waits.push(hours(now, next));
      now = next;
    }
    assert.deepEqual(
      waits,
      waits.toSorted((a, b) => a - b),
    );
    assert.ok(waits.length >= 9 && waits.length <= 12, `${waits.length} more attempts`);
    assert.ok(hours(start, now) > 44 && hours(start, now) <= 72, `${hours(start, now)} hours`);
  });
}

test('retries after 2 seconds up to a day, and by chance up to a fifth later', () => {
  const seconds = [2, 15, 60, 300, 1_200, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400];
  const waits = (chance: number) =>
    seconds.map(
      (_, failed) => nextAttempt({ attempts: failed + 1, first_attempt_at: start, now: start, chance }) ?? '',
    );
  assert.deepEqual(
    waits(0).map((next) => hours(start, next) * 3_600),
    seconds,
  );
  assert.deepEqual(
    waits(1).map((next) => Math.round(hours(start, next) * 3_600 * 10)),
    seconds.map((wait) => wait * 12),
  );
});

test('makes an attempt that is due exactly three days after the first one, and none later', () => {
  const nextAt = (now: string) => nextAttempt({ attempts: 10, first_attempt_at: start, now, chance: 0 });
  assert.equal(nextAt('2026-03-04T08:00:00.000Z'), '2026-03-05T08:00:00.000Z');
  assert.equal(nextAt('2026-03-04T08:00:00.001Z'), null);
});

test('opens the circuit at the fifth consecutive failure, and then probes at growing intervals', () => {
  assert.deepEqual([nextProbe(1, start, 0), nextProbe(4, start, 0)], [null, null]);
  const waits = [5, 6, 7, 8, 9, 10, 11, 12, 50].map(
    (failures) => hours(start, nextProbe(failures, start, 0) ?? '') * 3_600,
  );
  assert.deepEqual(waits.map(Math.round), [5, 15, 30, 60, 120, 300, 600, 600, 600]);
  assert.equal(nextProbe(5, start, 1), '2026-03-02T08:00:06.000Z', 'by chance up to a fifth later');
  assert.deepEqual([circuitOf(4), circuitOf(5)], ['closed', 'open']);
});

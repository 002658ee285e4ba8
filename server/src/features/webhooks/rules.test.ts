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

test('opens the circuit at the fifth consecutive failure, and then probes at growing intervals', () => {
  assert.deepEqual([nextProbe(1, start, 0), nextProbe(4, start, 0)], [null, null]);
  const waits = [5, 6, 7, 8, 9, 10, 11, 12, 50].map(
    (failures) => hours(start, nextProbe(failures, start, 0) ?? '') * 3_600,
  );
  assert.deepEqual(waits.map(Math.round), [5, 15, 30, 60, 120, 300, 600, 600, 600]);
  assert.deepEqual([circuitOf(4), circuitOf(5)], ['closed', 'open']);
});

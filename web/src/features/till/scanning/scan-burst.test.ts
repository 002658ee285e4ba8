import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Burst, endsScan, nextBurst } from './scan-burst.ts';

const typed = (text: string, gap_ms: number, before = '') =>
  [...text].reduce<Burst | undefined>(
    (burst, key, at) => nextBurst(burst, { key, at_ms: at * gap_ms, before: before + text.slice(0, at) }),
    undefined,
  );

test('reads fast keys with a final Enter as a scan, and knows the text before it', () => {
  const burst = typed('4006381333931', 8, '20');
  assert.ok(endsScan(burst, 12 * 8 + 8));
  assert.deepEqual([burst.code, burst.before], ['4006381333931', '20']);
});

test('reads six keys as a scan, each at most 40 ms after the one before', () => {
  assert.equal(endsScan(typed('MUG-42', 40), 5 * 40 + 40), true);
  assert.equal(endsScan(typed('MUG-42', 40), 5 * 40 + 41), false);
  assert.equal(endsScan(typed('MUG-42', 41), 5 * 41 + 40), false);
  assert.equal(endsScan(typed('MUG-4', 40), 4 * 40 + 40), false);
});

test('does not read typing as a scan: slow keys, few keys, an amount, or an Enter after a pause', () => {
  assert.equal(endsScan(typed('4006381333931', 90), 12 * 90 + 90), false);
  assert.equal(endsScan(typed('50000', 8), 4 * 8 + 8), false);
  assert.equal(endsScan(typed('12.500,00', 8), 8 * 8 + 8), false);
  assert.equal(endsScan(typed('4006381333931', 8), 12 * 8 + 400), false);
  assert.equal(endsScan(undefined, 5), false);
});

test('excludes slow keys before a scan from its code', () => {
  const slow = nextBurst(undefined, { key: '2', at_ms: 0, before: '' });
  const keys = [...'MUG-0042'];
  const burst = keys.reduce<Burst>(
    (so_far, key, at) => nextBurst(so_far, { key, at_ms: 500 + at * 10, before: `2${keys.slice(0, at).join('')}` }),
    slow,
  );
  assert.ok(endsScan(burst, 580));
  assert.deepEqual([burst.code, burst.before], ['MUG-0042', '2']);
});

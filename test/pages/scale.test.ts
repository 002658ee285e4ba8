import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelInterval, positionsIn, spanOf, ticksOf } from '../../web/src/design/scale.ts';

test('a scale has round values that enclose the data and zero', () => {
  assert.deepEqual(ticksOf(0, 40), [0, 10, 20, 30, 40]);
  assert.deepEqual(ticksOf(3, 41), [0, 20, 40, 60]);
  assert.deepEqual(ticksOf(0, 0.3), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(ticksOf(-12, 30), [-20, 0, 20, 40]);
  assert.deepEqual(ticksOf(-8, -1), [-8, -6, -4, -2, 0]);
  assert.deepEqual(ticksOf(-1, 40), [0, 10, 20, 30, 40]);
  assert.deepEqual(ticksOf(0, 0), [0, 1]);
  for (const maximum of [0.01, 0.07, 1, 9.99, 123.45, 98_765, 1e9, 12_345_678_901]) {
    const ticks = ticksOf(0, maximum);
    assert.ok((ticks.at(-1) ?? 0) >= maximum && ticks.length >= 2 && ticks.length <= 7, `${maximum}: ${ticks}`);
  }
});

test('a negligible value on the other side of zero gets no tick', () => {
  assert.equal(ticksOf(-3, 100)[0], 0);
  assert.ok((ticksOf(-5, 100)[0] ?? 0) < 0);
  assert.equal(ticksOf(-100, 3).at(-1), 0);
});

test('bars go from zero up and down', () => {
  const yOf = positionsIn({ low: -50, high: 150 }, { top: 10, bottom: 210 });
  assert.deepEqual([yOf(150), yOf(0), yOf(-50)], [10, 160, 210]);
  assert.deepEqual(spanOf(yOf(100), yOf(0)), { y: 60, height: 100 });
  assert.deepEqual(spanOf(yOf(-50), yOf(0)), { y: 160, height: 50 });
});

test('shows as many labels as fit', () => {
  assert.deepEqual(
    [labelInterval(5, 10), labelInterval(24, 12), labelInterval(25, 12), labelInterval(30, 0)],
    [1, 2, 3, 30],
  );
});

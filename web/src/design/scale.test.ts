import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelInterval, positionsIn, spanOf, ticksOf } from './scale.ts';

test('ticks are round, include zero, and enclose the values', () => {
  assert.deepEqual(ticksOf(0, 100), [0, 25, 50, 75, 100]);
  assert.deepEqual(ticksOf(0, 101), [0, 50, 100, 150]);
  assert.deepEqual(ticksOf(0, 0.3), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(ticksOf(-50, 100), [-50, 0, 50, 100]);
  assert.deepEqual(ticksOf(-80, -20), [-80, -60, -40, -20, 0]);
  assert.deepEqual(
    ticksOf(0, 0),
    [0, 0.5, 1].filter((tick) => ticksOf(0, 0).includes(tick)),
  );
});

test('a negligible value on the other side of zero gets no tick', () => {
  assert.deepEqual(ticksOf(-3, 100)[0], 0);
  assert.ok((ticksOf(-5, 100)[0] ?? 0) < 0);
  assert.equal(ticksOf(-100, 3).at(-1), 0);
});

test('bars go from zero up and down', () => {
  const yOf = positionsIn({ low: -50, high: 150 }, { top: 10, bottom: 210 });
  assert.deepEqual([yOf(150), yOf(0), yOf(-50)], [10, 160, 210]);
  assert.deepEqual(spanOf(yOf(100), yOf(0)), { y: 60, height: 100 });
  assert.deepEqual(spanOf(yOf(-50), yOf(0)), { y: 160, height: 50 });
});

test('as many labels are shown as fit', () => {
  assert.deepEqual(
    [labelInterval(24, 24), labelInterval(24, 12), labelInterval(24, 11), labelInterval(5, 0)],
    [1, 2, 3, 5],
  );
});

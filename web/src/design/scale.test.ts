import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsIn, labelInterval, percentOf, positionsIn, spanOf, ticksOf } from './scale.ts';

test('chooses round ticks that enclose zero and all values', () => {
  assert.deepEqual(ticksOf(0, 90), [0, 25, 50, 75, 100]);
  assert.deepEqual(ticksOf(0, 43.89), [0, 20, 40, 60]);
  assert.deepEqual(ticksOf(0, 0.3), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(ticksOf(-30, 60), [-50, -25, 0, 25, 50, 75]);
  assert.deepEqual(ticksOf(-80, 0), [-80, -60, -40, -20, 0]);
  assert.deepEqual(ticksOf(0, 0), [0, 1]);
  assert.deepEqual(ticksOf(0, 10, 2), [0, 5, 10]);
});

test('gives no tick to a value that is negligible beside the largest', () => {
  assert.deepEqual(ticksOf(-4, 100), [0, 25, 50, 75, 100]);
  assert.deepEqual(ticksOf(-100, 4), [-100, -75, -50, -25, 0]);
  assert.deepEqual(ticksOf(-5, 100), [-50, 0, 50, 100]);
});

test('leaves out labels that have no room', () => {
  assert.deepEqual(
    [
      [10, 10],
      [11, 10],
      [30, 10],
      [5, 0],
      [0, 10],
    ].map(([count = 0, room = 0]) => labelInterval(count, room)),
    [1, 2, 3, 5, 1],
  );
});

test('places values from above, and bars between two places', () => {
  const at = positionsIn({ low: -50, high: 50 }, { top: 10, bottom: 110 });
  assert.deepEqual([50, 0, -50].map(at), [10, 60, 110]);
  assert.deepEqual(spanOf(60, 10), { y: 10, height: 50 });
  assert.deepEqual(spanOf(60, 80), { y: 60, height: 20 });
});

test('a part is at least nothing, and at most the whole', () => {
  assert.deepEqual(
    [
      [0, 0],
      [5, 0],
      [0, 8],
      [2, 8],
      [8, 8],
      [9, 8],
      [-1, 8],
      [0.25, 0.5],
    ].map(([part = 0, whole = 0]) => percentOf(part, whole)),
    [0, 0, 0, 25, 100, 100, 0, 50],
  );
});

test('divides the width between the bars', () => {
  const edge = { left: 90, right: 10 };
  const four = columnsIn({ width: 300, edge, bars: 4 });
  assert.deepEqual([four.slot, four.bar, four.labelEvery], [50, 36, 2]);
  assert.deepEqual([four.slotOf(1), four.middleOf(1), four.startOf(1)], [140, 165, 147]);
  assert.deepEqual(four.behind(1), { x: 142.5, width: 45 });
  const two = columnsIn({ width: 300, edge, bars: 2 });
  assert.deepEqual([two.slot, two.bar, two.labelEvery], [100, 56, 1]);
  assert.equal(columnsIn({ width: 0, edge, bars: 2 }).slot, 0);
});

test('puts the note about a bar on the side with more room', () => {
  const edge = { left: 0, right: 0 };
  const { noteOf } = columnsIn({ width: 300, edge, bars: 3 });
  assert.deepEqual([0, 1, 2].map(noteOf), [{ left: 62 }, { left: 162 }, { right: 62 }]);
});

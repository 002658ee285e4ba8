import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeColour, levelColour, lossColour } from './figure-colours.ts';

test('marks losses, improvements, and levels of which nothing is left', () => {
  const bad = 'var(--bad)';
  assert.deepEqual([-0.01, 0, 0.01].map(lossColour), [bad, undefined, undefined]);
  assert.deepEqual([-0.01, 0, 0.01].map(changeColour), [bad, undefined, 'var(--good)']);
  assert.deepEqual([-1, 0, 1].map(levelColour), [bad, bad, 'var(--low)']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDensity, rowHeightOf } from './density.ts';

test('reads what was chosen, and is comfortable otherwise', () => {
  assert.deepEqual(['compact', 'comfortable', 'tiny', undefined].map(readDensity), [
    'compact',
    'comfortable',
    'comfortable',
    'comfortable',
  ]);
});

test('rows are lower if compact, but not on a phone', () => {
  assert.deepEqual(
    [false, true].map((isPhone) => [rowHeightOf(isPhone, 'comfortable'), rowHeightOf(isPhone, 'compact')]),
    [
      [44, 34],
      [64, 64],
    ],
  );
});

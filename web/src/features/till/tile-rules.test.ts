import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasMoreTiles, tilesAtOnce } from './tile-rules.ts';

test('shows more tiles, four times as many as at first, while there are more products', () => {
  const more = [1, 2, 3, 4].map((times) => hasMoreTiles(1_000, times * tilesAtOnce));
  assert.deepEqual([tilesAtOnce, ...more], [24, true, true, true, false]);
  assert.deepEqual([hasMoreTiles(24, 24), hasMoreTiles(25, 24), hasMoreTiles(0, 24)], [false, true, false]);
});

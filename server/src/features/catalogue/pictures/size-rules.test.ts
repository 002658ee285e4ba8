import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeOf } from './size-rules.ts';

test('a quota is in GiB from one GiB on', () => {
  assert.deepEqual([2 ** 30 - 1, 2 ** 30, 1.5 * 2 ** 30, 10 * 2 ** 30, 2 ** 20].map(sizeOf), [
    '1023 MiB',
    '1 GiB',
    '1.5 GiB',
    '10 GiB',
    '1 MiB',
  ]);
});

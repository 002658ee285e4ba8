import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSilent } from './live-rules.ts';

test('a stream is dead after fifteen seconds without a message', () => {
  assert.deepEqual(
    [undefined, 20_000, 5_001, 5_000, 0].map((last) => isSilent(last, 20_000)),
    [false, false, false, true, true],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultRetry, isTransient, waitBeforeRetry } from './retry-rules.ts';

const failed = { tries: 1, elapsed_ms: 0, retry_after_s: undefined, chance: 1 };

test('doubles waits up to the maximum, with jitter', () => {
  const waits = (chance: number) =>
    [1, 2, 3, 4, 5].map((tries) => waitBeforeRetry({ ...failed, tries, chance }, defaultRetry));
  assert.deepEqual(waits(1), [200, 400, 800, 1_600, 3_200]);
  assert.deepEqual(waits(0), [100, 200, 400, 800, 1_600]);
  assert.equal(waitBeforeRetry({ ...failed, tries: 7 }, { ...defaultRetry, tries: 10 }), 5_000);
});

test('never retries earlier than the service allows', () => {
  assert.equal(waitBeforeRetry({ ...failed, retry_after_s: 30, chance: 0 }, defaultRetry), 30_000);
  assert.equal(waitBeforeRetry({ ...failed, retry_after_s: 30, chance: 0.5 }, defaultRetry), 30_100);
});

test('gives up after the last try, and if the next one would start too late', () => {
  assert.equal(waitBeforeRetry({ ...failed, tries: 6 }, defaultRetry), undefined);
  assert.equal(waitBeforeRetry({ ...failed, elapsed_ms: 89_800 }, defaultRetry), 200);
  assert.equal(waitBeforeRetry({ ...failed, elapsed_ms: 89_801 }, defaultRetry), undefined);
  assert.equal(waitBeforeRetry({ ...failed, retry_after_s: 90 }, defaultRetry), undefined);
});

test('does not retry rejections', () => {
  assert.deepEqual([0, 429, 502, 503, 504].map(isTransient), [true, true, true, true, true]);
  assert.deepEqual([400, 401, 403, 404, 422, 500].filter(isTransient), []);
});

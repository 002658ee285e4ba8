import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitConcurrency } from './limit-concurrency.ts';

test('runs at most the given number of tasks at a time, in order, and starts the next one after a failure', async () => {
  const limit = limitConcurrency(2);
  const begun: number[] = [];
  const works = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const ends = works.map(({ promise }, at) =>
    limit(async () => {
      begun.push(at);
      await promise;
    }),
  );
  assert.deepEqual(begun, [0, 1]);
  works[1]?.reject(new Error('away'));
  await assert.rejects(ends[1] ?? Promise.resolve());
  await works[1]?.promise.catch(() => undefined);
  assert.deepEqual(begun, [0, 1, 2]);
  for (const { resolve } of works) resolve();
  await Promise.all([ends[0], ends[2], ends[3]]);
  assert.deepEqual(begun, [0, 1, 2, 3]);
  const more = [4, 5, 6].map((at) => limit(async () => void begun.push(at)));
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5], 'two again');
  await Promise.all(more);
  assert.equal(begun.at(-1), 6);
});

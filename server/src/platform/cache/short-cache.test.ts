import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShortCache } from './short-cache.ts';

/** Loads the number of loads of a key so far. */
function aCache(lifetime_ms: number) {
  const loads = new Map<string, number>();
  const cache = createShortCache(async (key: string) => {
    const count = (loads.get(key) ?? 0) + 1;
    loads.set(key, count);
    if (key === 'missing') throw new Error('missing');
    return count;
  }, lifetime_ms);
  return { cache, loads };
}

test('loads a key once, until it is forgotten', async () => {
  const { cache } = aCache(600_000);
  assert.deepEqual(await Promise.all(['a', 'a', 'b'].map(cache.find)), [1, 1, 1]);
  assert.equal(await cache.find('a'), 1);
  cache.forget('a');
  assert.deepEqual(await Promise.all(['a', 'b'].map(cache.find)), [2, 1]);
  cache.forgetWhere((key) => key === 'b');
  assert.deepEqual(await Promise.all(['a', 'b'].map(cache.find)), [2, 2]);
});

test('loads a key again after its time', async (context) => {
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const { cache } = aCache(1_000);
  assert.equal(await cache.find('a'), 1);
  now = 999;
  assert.equal(await cache.find('a'), 1);
  now = 1_000;
  assert.equal(await cache.find('a'), 2);
});

test('keeps no failure', async () => {
  const { cache, loads } = aCache(600_000);
  for (const _ of ['once', 'again']) await assert.rejects(cache.find('missing'), { message: 'missing' });
  assert.equal(loads.get('missing'), 2);
});

test('keeps 10,000 keys, and is emptied before the next one', async () => {
  const { cache } = aCache(600_000);
  for (let at = 0; at < 10_000; at += 1) await cache.find(`${at}`);
  assert.equal(await cache.find('0'), 1);
  await cache.find('one more');
  assert.equal(await cache.find('0'), 2);
});

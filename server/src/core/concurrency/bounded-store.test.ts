import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBoundedStore } from './bounded-store.ts';

test('returns a value for the state it was stored with, and drops it when another state is requested', () => {
  const store = createBoundedStore(100_000);
  store.set('a', 1, 'first', 10);
  assert.equal(store.get('a', 1), 'first');
  assert.equal(store.get('b', 1), undefined);
  assert.equal(store.get('a', 2), undefined);
  assert.equal(store.get('a', 1), undefined);
  assert.equal(store.bytes, 0);
});

test('never exceeds its size, and drops the least recently used values first', () => {
  const store = createBoundedStore(100_000);
  for (let n = 0; n < 10_000; n += 1) {
    store.set(`key ${n}`, 1, n, 1_000);
    assert.equal(store.get('key 0', 1), 0, 'a value that is used often stays');
    assert.ok(store.bytes <= 100_000);
  }
  assert.equal(store.get('key 9999', 1), 9_999);
  assert.equal(store.get('key 5000', 1), undefined);
  assert.ok(store.bytes > 90_000, 'uses most of its size');
});

test('counts a value with two bytes for each letter of its key, and stores a sixteenth of its size at most', () => {
  const store = createBoundedStore(160_000);
  store.set('ab', 1, 'value', 10_000 - 204);
  assert.equal(store.bytes, 10_000);
  store.set('cd', 1, 'larger', 10_000 - 203);
  assert.deepEqual([store.get('ab', 1), store.get('cd', 1), store.bytes], ['value', undefined, 10_000]);
});

test('does not store a value that would displace many others, and counts a replaced value once', () => {
  const store = createBoundedStore(100_000);
  store.set('a', 1, 'small', 10);
  const before = store.bytes;
  store.set('a', 1, 'small again', 10);
  assert.equal(store.bytes, before);
  store.set('huge', 1, 'huge', 50_000);
  assert.equal(store.get('huge', 1), undefined);
  assert.equal(store.get('a', 1), 'small again');
});

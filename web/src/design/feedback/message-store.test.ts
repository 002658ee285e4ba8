import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMessageStore } from './message-store.ts';

const saved = { text: 'Saved', tone: 'good' } as const;

test('shows messages in their order, and calls onClose of a message once', () => {
  const store = createMessageStore();
  let closed = 0;
  const first = store.show({ ...saved, onClose: () => closed++ });
  store.show({ text: 'Failed', tone: 'bad' });
  assert.deepEqual(
    store.shown().map(({ text }) => text),
    ['Saved', 'Failed'],
  );
  store.close(first);
  store.close(first);
  assert.deepEqual([store.shown().length, closed], [1, 1]);
});

test('shows five messages at most, and the next one when one has closed', () => {
  const store = createMessageStore();
  const ids = Array.from({ length: 7 }, () => store.show(saved));
  assert.deepEqual(
    store.shown().map(({ id }) => id),
    ids.slice(0, 5),
  );
  store.close(ids[1] ?? 0);
  assert.equal(store.shown().at(-1)?.id, ids[5]);
});

test('tells those who watch, until they stop', () => {
  const store = createMessageStore();
  let changes = 0;
  const stop = store.watch(() => changes++);
  const before = store.shown();
  assert.equal(store.shown(), before, 'the same array while nothing changes');
  store.close(store.show(saved));
  stop();
  store.show(saved);
  assert.equal(changes, 2);
});

test('shows a message with a key once, and again when it has closed', () => {
  const store = createMessageStore();
  const id = store.show({ ...saved, key: 'settings' });
  assert.equal(store.show({ ...saved, key: 'settings' }), id);
  assert.notEqual(store.show({ ...saved, key: 'another' }), id);
  assert.equal(store.shown().length, 2);
  store.close(id);
  store.show({ ...saved, key: 'settings' });
  assert.equal(store.shown().length, 2);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDraftStorage } from './draft-storage.ts';
import { createDraftStore } from './draft-store.ts';

test('forms of one subject see the changes of each other, and a reload sees the last one', () => {
  const items = new Map<string, string>();
  const device = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  const open = () =>
    openDraftStorage(() => device, { name: 'lists', merchant_id: 'm', user_id: 'u', empty: { count: 0 } });
  const store = createDraftStore(open(), 'transfer');
  const seen: number[] = [];
  const leave = store.subscribe(() => seen.push(store.get().count));
  store.change(({ count }) => ({ count: count + 2 }));
  leave();
  store.change(({ count }) => ({ count: count + 3 }));
  assert.deepEqual([seen, store.get()], [[2], { count: 5 }]);
  assert.deepEqual(createDraftStore(open(), 'transfer').get(), { count: 5 });
  assert.deepEqual(createDraftStore(open(), 'count').get(), { count: 0 });
});

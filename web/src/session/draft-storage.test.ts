import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDraftStorage } from './draft-storage.ts';

const emptyDraft = { note: '', count: 0 };
const typed = { note: 'three', count: 3 };
const anna = { name: 'counts', merchant_id: 'm', user_id: 'anna', empty: emptyDraft };

function createTestStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

test('restores a draft after a reload, for the same user, shop and subject', () => {
  const storage = createTestStorage();
  openDraftStorage(() => storage, anna).save('shift', typed);
  assert.deepEqual(openDraftStorage(() => storage, anna).load('shift'), typed);
  assert.deepEqual(openDraftStorage(() => storage, anna).load('other'), emptyDraft);
  assert.deepEqual(openDraftStorage(() => storage, { ...anna, user_id: 'berta' }).load('shift'), emptyDraft);
  assert.deepEqual(openDraftStorage(() => storage, { ...anna, merchant_id: 'n' }).load('shift'), emptyDraft);
  assert.deepEqual(openDraftStorage(() => storage, { ...anna, name: 'lists' }).load('shift'), emptyDraft);
});

test('a stored draft that lacks a field has it as a new draft', () => {
  const getItem = () => '{"version":1,"drafts":[["shift",{"count":3}]]}';
  const drafts = openDraftStorage(() => ({ getItem, setItem: () => undefined }), anna);
  assert.deepEqual(drafts.load('shift'), { note: '', count: 3 });
});

test('removes a saved draft and keeps the others', () => {
  const drafts = openDraftStorage(createTestStorage, anna);
  drafts.remove('shift');
  const storage = createTestStorage();
  const kept = openDraftStorage(() => storage, anna);
  kept.save('one', typed);
  kept.save('two', typed);
  kept.remove('one');
  assert.deepEqual(kept.load('one'), emptyDraft);
  assert.deepEqual(kept.load('two'), typed);
});

test('keeps the ten latest drafts', () => {
  const storage = createTestStorage();
  const drafts = openDraftStorage(() => storage, anna);
  for (let number = 1; number <= 11; number += 1) drafts.save(String(number), typed);
  assert.deepEqual(drafts.load('1'), emptyDraft);
  assert.deepEqual(drafts.load('2'), typed);
  assert.deepEqual(drafts.load('11'), typed);
});

test('works without storage, and ignores what it cannot read', () => {
  const blocked = openDraftStorage(() => {
    throw new Error('blocked');
  }, anna);
  blocked.save('shift', typed);
  assert.deepEqual(blocked.load('shift'), emptyDraft);
  for (const text of ['{', 'null', '{"version":0,"drafts":[["shift",{"note":"x"}]]}']) {
    const drafts = openDraftStorage(() => ({ getItem: () => text, setItem: () => undefined }), anna);
    assert.deepEqual(drafts.load('shift'), emptyDraft, text);
  }
});

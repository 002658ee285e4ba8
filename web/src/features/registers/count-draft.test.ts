import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CountDraft,
  cashOf,
  countedIn,
  denominationsIn,
  emptyDraft,
  openDraftStorage,
  withOther,
  withPieces,
} from './count-draft.ts';

const anna = { merchant_id: 'm', user_id: 'anna' };

function createTestStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

const typed = withPieces(withPieces(emptyDraft, 25n, 3), 10_000n, 2);

test('adds up pieces while they are typed, and forgets a field that is emptied', () => {
  assert.equal(cashOf(emptyDraft, 'USD'), undefined);
  assert.equal(cashOf(typed, 'USD'), 200.75);
  assert.equal(cashOf(typed, 'JPY'), 20_075);
  assert.equal(cashOf(withPieces(typed, 25n, undefined), 'USD'), 200);
  assert.equal(cashOf(withPieces(emptyDraft, 25n, 0), 'USD'), 0);
});

test('takes a typed sum instead of pieces, and keeps both', () => {
  const direct: CountDraft = { ...typed, by: 'sum', sum: 12.5 };
  assert.equal(cashOf(direct, 'USD'), 12.5);
  assert.deepEqual(denominationsIn(direct, 'USD'), {});
  assert.equal(cashOf({ ...direct, by: 'pieces' }, 'USD'), 200.75);
  assert.equal(cashOf({ ...typed, by: 'sum' }, 'USD'), undefined);
});

test('sends the pieces in major units, largest first', () => {
  assert.deepEqual(denominationsIn(typed, 'USD'), {
    denominations: [
      { value: 100, count: 2 },
      { value: 0.25, count: 3 },
    ],
  });
});

test('sends only the other methods that were counted', () => {
  const counted = withOther(withOther(withOther(typed, 'card', 0), 'qris', 4), 'qris', undefined);
  assert.deepEqual(countedIn(counted, 200.75), [
    { method: 'cash', amount: 200.75 },
    { method: 'card', amount: 0 },
  ]);
});

test('restores a draft after a reload, for the same user, shop and subject', () => {
  const storage = createTestStorage();
  openDraftStorage(() => storage, anna).save('shift', typed);
  assert.deepEqual(openDraftStorage(() => storage, anna).load('shift'), typed);
  assert.deepEqual(openDraftStorage(() => storage, anna).load('other'), emptyDraft);
  assert.deepEqual(openDraftStorage(() => storage, { ...anna, user_id: 'berta' }).load('shift'), emptyDraft);
  assert.deepEqual(openDraftStorage(() => storage, { ...anna, merchant_id: 'n' }).load('shift'), emptyDraft);
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

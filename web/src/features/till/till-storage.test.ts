import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyTill, nextTill, type TillEvent } from './till-state.ts';
import { openTillStorage } from './till-storage.ts';

function createTestStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
const anna = { merchant_id: 'm', user_id: 'anna' };
const goods = { id: 'mug', sku: 'MUG', name: 'Mug', price: 4, tax_rate: null };
const events: TillEvent[] = [
  { type: 'scanned', code: '1', quantity: 2 },
  { type: 'found', key: '1', goods: [goods] },
  { type: 'scanned', code: '2', quantity: 1 },
  { type: 'changed', part: { note: 'a gift', discount: { percent: 5 } } },
];
const state = events.reduce(nextTill, emptyTill);

test('restores the till after a reload, for the same user and shop', () => {
  const storage = createTestStorage();
  openTillStorage(() => storage, anna).save(state);
  assert.deepEqual(openTillStorage(() => storage, anna).load(), state);
  assert.deepEqual(openTillStorage(() => storage, { ...anna, user_id: 'berta' }).load(), emptyTill);
  assert.deepEqual(openTillStorage(() => storage, { ...anna, merchant_id: 'other' }).load(), emptyTill);
});

test('retries a failed lookup after a reload', () => {
  const storage = createTestStorage();
  openTillStorage(() => storage, anna).save(nextTill(state, { type: 'lookupFailed', key: '2' }));
  assert.equal(openTillStorage(() => storage, anna).load().cart.lines[1]?.state.kind, 'looking');
});

test('restores a parked sale that was being saved, and queues the cart scanned meanwhile', () => {
  const storage = createTestStorage();
  const saving = [
    ...events,
    { type: 'sent', request: null },
    { type: 'scanned', code: '3', quantity: 1 },
  ] satisfies TillEvent[];
  openTillStorage(() => storage, anna).save(saving.reduce(nextTill, emptyTill));
  const loaded = openTillStorage(() => storage, anna).load();
  assert.deepEqual([loaded.sent, loaded.cart], [null, state.cart]);
  assert.deepEqual(
    loaded.waiting.map(({ lines }) => lines.map(({ code }) => code)),
    [['3']],
  );
});

test('leaves nothing in storage for an empty till', () => {
  const storage = createTestStorage();
  const till = openTillStorage(() => storage, anna);
  till.save(state);
  till.save(emptyTill);
  assert.equal(storage.items.size, 0);
});

test('ignores unreadable data and data of another version', () => {
  const storage = createTestStorage();
  const till = openTillStorage(() => storage, anna);
  till.save(state);
  const [key = ''] = storage.items.keys();
  for (const broken of ['{', 'null', '7', '{"version":0,"state":{}}']) {
    storage.items.set(key, broken);
    assert.deepEqual(till.load(), emptyTill, broken);
  }
});

test('works without storage if the browser blocks it', () => {
  const forbid = () => {
    throw new Error('SecurityError');
  };
  const till = openTillStorage(forbid, anna);
  till.save(state);
  assert.deepEqual(till.load(), emptyTill);
});

test('stores what was typed before the first line, and nothing for an empty till', () => {
  const storage = createTestStorage();
  const till = openTillStorage(() => storage, anna);
  const noted = nextTill(emptyTill, { type: 'changed', part: { note: 'for the garden' } });
  till.save(noted);
  assert.deepEqual(till.load(), noted);
  till.save(emptyTill);
  assert.equal(storage.items.size, 0);
});

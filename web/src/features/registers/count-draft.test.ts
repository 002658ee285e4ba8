import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CountDraft,
  cashOf,
  countedIn,
  denominationsIn,
  emptyDraft,
  withOther,
  withPieces,
} from './count-draft.ts';

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

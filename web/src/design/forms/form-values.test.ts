import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields } from './changed-fields.ts';
import { areShown, isSearch, joinedText, numberOf, textOf, withoutUndefined } from './form-values.ts';

test('reads an empty field as no value', () => {
  assert.deepEqual([undefined, '', '0', '1.5'].map(numberOf), [undefined, undefined, 0, 1.5]);
  assert.deepEqual([undefined, '', '  ', ' a b '].map(textOf), [undefined, undefined, undefined, 'a b']);
  assert.deepEqual(withoutUndefined({ a: undefined, b: null, c: 0 }), { b: null, c: 0 });
});

test('sends only the fields that differ, also of a record in a field', () => {
  const before = { name: 'A', roles: ['owner'], limits: { cashier: 20, manager: 50 }, note: null as string | null };
  assert.deepEqual(changedFields(before, { ...before, roles: ['owner'] }), {});
  assert.deepEqual(changedFields(before, { name: 'B', roles: [], limits: { cashier: 10, manager: 50 }, note: '' }), {
    name: 'B',
    roles: [],
    limits: { cashier: 10 },
    note: '',
  });
});

test('searches for two characters or more', () => {
  assert.deepEqual(['', 'a', 'ab'].map(isSearch), [false, false, true]);
});

test('joins the parts that there are', () => {
  assert.equal(joinedText(['10:30', null, 'Anna', '', undefined, false, 'Cellar']), '10:30 · Anna · Cellar');
  assert.equal(joinedText([]), '');
});

test('the fields of a form show its error if they are all that it names', () => {
  const shown = ['name', 'price'];
  assert.deepEqual(
    [[], ['name'], ['price', 'name'], ['name', 'sku']].map((named) => areShown(named, shown)),
    [false, true, true, false],
  );
});

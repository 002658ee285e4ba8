import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isShown, nameInEntry, shownFields } from './fields.ts';

test('hides ids, apart from the branch, which is replaced by its name', () => {
  const shown = ['name', 'branch_id', 'branch_ids', 'created_at', 'id', 'customer_id', 'updated_at'].filter((field) =>
    isShown(field, 'x'),
  );
  assert.deepEqual(shown, ['name', 'branch_id', 'branch_ids', 'created_at']);
  assert.deepEqual([isShown('name', undefined), isShown('name', null)], [false, true]);
});

test('shows an emptied field of a change, but no empty field of a new record', () => {
  const fields = { id: '1', name: 'Tea', note: '', unit: null, price: 0, is_default: false };
  assert.deepEqual(shownFields(fields, { isChange: true }), ['name', 'note', 'unit', 'price', 'is_default']);
  assert.deepEqual(shownFields(fields, { isChange: false }), ['name', 'price', 'is_default']);
});

test('finds the name of a record in its entry: the name before other fields, and the later one first', () => {
  for (const [before, after, expected] of [
    [null, null, undefined],
    [{ name: 'Old' }, { name: 'New' }, 'New'],
    [{ name: 'Old' }, { name: '' }, 'Old'],
    [{ name: 'Old' }, null, 'Old'],
    [{ name: 'Old' }, { transaction_code: 'T-1' }, 'Old'],
    [null, { file_name: 'a.csv', transaction_code: 'T-1' }, 'T-1'],
    [null, { url: 'https://example.com', file_name: 'a.csv' }, 'a.csv'],
    [null, { url: 'https://example.com' }, 'https://example.com'],
    [null, { name: 7 }, undefined],
  ] as const)
    assert.equal(nameInEntry(before, after), expected, JSON.stringify([before, after]));
});

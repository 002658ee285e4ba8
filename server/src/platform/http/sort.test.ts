import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { AppError } from '../../core/errors.ts';
import { containing, readSort } from './paging.ts';

const keys = {
  id: { column: sql.ref('id'), type: 'uuid' },
  name: { column: sql.ref('name'), type: 'text' },
  min_stock: { column: sql.ref('min_stock'), type: 'integer' },
} as const;
const orderOf = (text: string | undefined, fallback = 'name', tie?: string) =>
  readSort(text, keys, fallback, tie).map(({ name, descending }) => `${descending ? '-' : ''}${name}`);

test('sorts by the given fields, each once, and by the id at last', () => {
  for (const [text, order] of [
    [undefined, ['name', 'id']],
    ['', ['id']],
    ['name', ['name', 'id']],
    ['-name', ['-name', '-id']],
    ['+name', ['name', 'id']],
    [' -minStock , ,name', ['-min_stock', 'name', '-id']],
    ['name,-min_stock', ['name', '-min_stock', 'id']],
    ['name,-name', ['name', 'id']],
    ['-id', ['-id']],
    ['name,-id', ['name', '-id']],
    ['+id,name', ['id', 'name']],
  ] as const)
    assert.deepEqual(orderOf(text), order, String(text));
  assert.deepEqual(orderOf(undefined, '-name', 'min_stock'), ['-name', '-min_stock']);
});

test('names the fields by which a list can be sorted', () => {
  for (const wrong of ['price', 'name,-price', '--price', 'toString'])
    assert.throws(
      () => orderOf(wrong),
      (error) => {
        assert.ok(error instanceof AppError);
        const [{ field, message } = assert.fail('it names no field')] = error.details;
        return field === 'sort' && /is not a field to sort by; use id, name, min_stock$/.test(message);
      },
    );
});

test('finds a text anywhere, in the case of the database, and takes its wildcards as letters', () => {
  for (const [typed, pattern] of [
    ['Tea', '%tea%'],
    ['', '%%'],
    ['50%_\\', '%50\\%\\_\\\\%'],
    // PostgreSQL keeps these one letter each.
    ['ΣΑΣ', '%σασ%'],
    ['İ', '%i%'],
    ['😀', '%😀%'],
  ] as const)
    assert.equal(containing(typed), pattern);
});

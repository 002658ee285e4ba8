import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { compile, createNames } from './statement.ts';

test('the name of a prepared statement fits into PostgreSQL’s 63 bytes, and belongs to its text', () => {
  const table = `a_table_with_a_long_name_${'x'.repeat(60)}`;
  const textOf = (column: string, id: number) =>
    compile(sql`select ${sql.ref(column)} from ${sql.ref(table)} where id = ${id}`).text;
  const namesOf = createNames(2);
  const [one, other] = [namesOf(textOf('id', 1)), namesOf(textOf('name', 1))];
  assert.ok(Buffer.byteLength(one.name) <= 63, one.name);
  assert.ok(one.title.startsWith('select a_table_with_a_long_name_'), one.title);
  assert.notEqual(one.name, other.name);
  assert.equal(namesOf(textOf('id', 2)).name, one.name);
});

test('forgets the name that was not used for the longest time, and gives no name twice', () => {
  const namesOf = createNames(2);
  const nameOf = (column: number) => namesOf(`select ${column} from a`).name;
  assert.deepEqual([1, 2, 1, 3, 1, 2, 3].map(nameOf), [
    'select a s0',
    'select a s1',
    'select a s0',
    // In place of the second text's.
    'select a s2',
    'select a s0',
    'select a s3',
    'select a s4',
  ]);
});

test('a title is cut after 50 letters, so that a name has room for eleven digits', () => {
  const { title, name } = createNames(1)(`select 1 from ${'t'.repeat(60)}`);
  assert.deepEqual([title, name], [`select ${'t'.repeat(43)}`, `select ${'t'.repeat(43)} s0`]);
});

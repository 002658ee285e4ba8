import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { compile, createNames } from './statement.ts';

test('the name of a prepared statement fits into PostgreSQL’s 63 bytes, and belongs to its text', () => {
  const table = `a_table_with_a_long_name_${'x'.repeat(60)}`;
  const textOf = (column: string, id: number) =>
    compile(sql`select ${sql.ref(column)} from ${sql.ref(table)} where id = ${id}`).text;
  // Names of its own: a process that ran the tests of other files may have given all of its names away.
  const namesOf = createNames(2);
  const [one, other] = [namesOf(textOf('id', 1)), namesOf(textOf('name', 1))];
  assert.ok(one.name !== undefined && other.name !== undefined);
  assert.ok(Buffer.byteLength(one.name) <= 63, one.name);
  assert.ok(one.title.startsWith('select a_table_with_a_long_name_'), one.title);
  assert.notEqual(one.name, other.name);
  assert.equal(namesOf(textOf('id', 2)).name, one.name);
});

test('prepares a bounded number of texts, and runs further ones without a name', () => {
  const namesOf = createNames(2);
  const [first, second, third] = ['select 1 from a', 'select 2 from a', 'select 3 from a'].map(namesOf);
  assert.deepEqual([first?.name, second?.name], ['select a s0', 'select a s1']);
  assert.deepEqual(third, { title: 'select a', name: undefined });
  assert.deepEqual([namesOf('select 2 from a'), namesOf('select 4 from a').name], [second, undefined]);
});

test('a title is cut after 56 letters', () => {
  const { title, name } = createNames(1)(`select 1 from ${'t'.repeat(60)}`);
  assert.deepEqual([title, name], [`select ${'t'.repeat(49)}`, `select ${'t'.repeat(49)} s0`]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { compile } from './statement.ts';

test('the name of a prepared statement fits into PostgreSQL’s 63 bytes, and belongs to its text', () => {
  const table = `a_table_with_a_long_name_${'x'.repeat(60)}`;
  const [one, other] = ['id', 'name'].map((column) =>
    compile(sql`select ${sql.ref(column)} from ${sql.ref(table)} where id = ${1}`),
  );
  assert.ok(one?.name !== undefined && other?.name !== undefined);
  assert.ok(Buffer.byteLength(one.name) <= 63, one.name);
  assert.ok(one.title.startsWith('select a_table_with_a_long_name_'), one.title);
  assert.notEqual(one.name, other.name);
  assert.equal(compile(sql`select ${sql.ref('id')} from ${sql.ref(table)} where id = ${2}`).name, one.name);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestApp } from '../../../../test/test-app.ts';
import { allOf, inJson, rowsOf, rowsWithText, whileBelow } from './statement.ts';

const { database } = await createTestApp();

/** The texts of a list that are read with this limit. */
async function textsBelow(bytes: number, texts: readonly string[]) {
  const rows = await database.global.many(sql<{ id: number; text: string | null }>`
    select id, ${whileBelow(bytes, sql`text`, sql`id`)} as text
    from unnest(${[...texts]}::text[]) with ordinality as t (text, id) order by id`);
  return rowsWithText(rows, 'text').map(({ text }) => text);
}

test('a page has texts while those before have fewer bytes than the limit, and always the first', async () => {
  assert.deepEqual(await textsBelow(4, ['aa', 'bb', 'cc']), ['aa', 'bb']);
  assert.deepEqual(await textsBelow(5, ['aa', 'bb', 'cc']), ['aa', 'bb', 'cc']);
  assert.deepEqual(await textsBelow(1, ['a long one', 'b']), ['a long one']);
  assert.deepEqual(await textsBelow(3, ['é', 'b', 'c']), ['é', 'b']);
  assert.deepEqual(await textsBelow(1, []), []);
});

test('joins the conditions that there are', async () => {
  const holds = (conditions: Parameters<typeof allOf>[0]) =>
    database.global.one(sql<{ holds: boolean }>`select ${allOf(conditions)} as holds`);
  const [yes, no] = [sql<boolean>`true`, sql<boolean>`false`];
  assert.deepEqual(await holds([]), { holds: true });
  assert.deepEqual(await holds([undefined]), { holds: true });
  assert.deepEqual(await holds([yes, undefined, yes]), { holds: true });
  assert.deepEqual(await holds([yes, no]), { holds: false });
});

test('rows and timestamps of an inner query arrive in the format of the API', async () => {
  const inner = sql<{
    at: string;
  }>`select ${inJson('at')} as at from (values ('2026-01-31 23:59:59.9876+01'::timestamptz)) t (at)`;
  const none = sql<{ at: string }>`select 1 as at where false`;
  const row = await database.global.one(sql`select ${rowsOf(inner)} as some, ${rowsOf(none)} as none`);
  assert.deepEqual(row, { some: [{ at: '2026-01-31T22:59:59.987Z' }], none: [] });
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestApp, testServer } from '../../../../test/test-app.ts';
import { createDatabase } from './database.ts';
import { serviceRole } from './migration/service-role.ts';
import { createPool } from './pool/pool.ts';

const app = await createTestApp();
const { rows } = await app.admin.query<{ name: string }>('select current_database() as name');
const pool = createPool(
  { ...testServer(), database: rows[0]?.name ?? '', role: serviceRole },
  { size: 1, onLost: () => undefined },
);
const { global } = createDatabase(pool);
after(() => pool.end());

/** Runs a text that no other statement has. @returns how many texts its connection has prepared, with this one */
const runOwnText = async (number: number): Promise<number> => {
  const { value, prepared } = await global.one(
    sql<{ value: number; prepared: number }>`
      select ${sql.lit(number)}::int as value, (select count(*)::int from pg_prepared_statements) as prepared`,
  );
  assert.equal(value, number);
  return prepared;
};

test('many texts neither keep a later one from being prepared, nor fill the server’s memory', async () => {
  const counts: number[] = [];
  for (let number = 0; number < 1_000; number += 1) counts.push(await runOwnText(number));
  // A connection that has more than 400 texts is replaced.
  const full = counts.filter((count, at) => counts[at + 1] !== count + 1);
  assert.deepEqual(full.slice(0, -1), [401, 401]);
});

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

/** Runs a text that no other statement has. */
const runOwnText = (number: number) => global.one(sql<{ value: number }>`select ${sql.lit(number)}::int as value`);
const preparedTexts = async () =>
  (await global.many(sql<{ statement: string }>`select statement from pg_prepared_statements`)).map(
    ({ statement }) => statement,
  );

test('many texts neither keep a later one from being prepared, nor fill the server’s memory', async () => {
  let most = 0;
  for (let number = 0; number < 1_000; number += 1) {
    assert.deepEqual(await runOwnText(number), { value: number });
    if (number % 50 === 0) most = Math.max(most, (await preparedTexts()).length);
  }
  assert.ok((await preparedTexts()).includes('select 999::int as value'));
  // The bound, and those prepared by the statement with which it was exceeded.
  assert.ok(most > 300 && most <= 405, `${most} statements were prepared`);
});

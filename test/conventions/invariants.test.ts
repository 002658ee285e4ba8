import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInvariants } from '../../server/src/features/integrity/check-integrity.ts';
import { toViolation } from '../../server/src/features/integrity/rules.ts';
import { aShop } from '../shop.ts';
import { createTestApp, testServer } from '../test-app.ts';
import { faultsOf, type RequiredColumn } from './invariant-faults.ts';

const app = await createTestApp();
const shop = await aShop(app);
const invariants = await readInvariants();

const { rows: requiredColumns } = await app.admin.query<RequiredColumn>(`
  select table_name, column_name, data_type from information_schema.columns
  where table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`);

const { wholeSale, wholeDay, journals, faults, row, event, two } = faultsOf(shop, requiredColumns);

/** The ids of the invariants that these statements violate. The transaction is rolled back. */
async function brokenBy(statements: readonly string[]): Promise<string[]> {
  const client = await app.admin.connect();
  try {
    await client.query('begin');
    // With Citus, the nodes that have the rows check foreign keys, so the setting must reach them.
    if (testServer().workers !== undefined) await client.query(`set local citus.propagate_set_commands = 'local'`);
    await client.query('set local session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
    const broken: string[] = [];
    for (const invariant of invariants) {
      const { rows } = await client.query(invariant.query);
      if (rows.length > 0) broken.push(invariant.id);
      // The repair names the row and has no unfilled placeholder.
      for (const { mend } of toViolation(invariant, rows).rows) assert.doesNotMatch(mend, /[{}]/);
      for (const row of rows)
        for (const [, column = ''] of invariant.mend.matchAll(/\{(\w+)\}/g))
          assert.ok(column in row, `${invariant.id}: ${column}`);
    }
    return broken;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a correct shop violates no invariant', async () => {
  assert.deepEqual(await brokenBy([]), []);
  assert.deepEqual(await brokenBy(wholeSale), []);
  assert.deepEqual(await brokenBy(wholeDay), []);
});

test('accepts a whole journal, and acts from before a journal began', async () => {
  const isOfJournal = (id: string) => id === 'I32';
  assert.deepEqual((await brokenBy(journals.wholeJournal)).filter(isOfJournal), []);
  assert.deepEqual((await brokenBy(journals.beforeIt)).filter(isOfJournal), []);
});

test('allows that old events are deleted', async () => {
  const later = { sequence: 9, created_at: '2026-03-02T10:00:00Z' };
  const isNoEvent = (statement: string) => !statement.includes('into events');
  const eventRows = [row('event_heads', { sequence: 9 }), event('staff.updated', two, later)];
  assert.deepEqual(await brokenBy([...wholeSale.filter(isNoEvent), ...eventRows]), []);
  assert.deepEqual(await brokenBy([...wholeSale.filter(isNoEvent), row('event_heads', { sequence: 9 })]), []);
});

test('every invariant has faults, and every fault an invariant', () => {
  assert.deepEqual(invariants.map(({ id }) => id).sort(), Object.keys(faults).sort());
});

for (const { id, holds } of invariants) {
  test(`notices a violation of ${id} ${holds}`, async () => {
    for (const statements of faults[id] ?? []) {
      const broken = await brokenBy(statements);
      assert.ok(broken.includes(id), `not noticed: ${statements.at(-1)}`);
    }
  });
}

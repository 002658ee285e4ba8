import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeBackup } from '../../server/src/platform/backup/make-backup.ts';
import { checkBackup } from '../../server/src/platform/backup/manifest.ts';
import { checkVersion, restoreDatabase, restoreTables } from '../../server/src/platform/backup/restore-backup.ts';
import { distribute } from '../../server/src/platform/database/citus/distribute.ts';
import { listPlacements, moveTables } from '../../server/src/platform/database/citus/distribution.ts';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { migrate, readMigrations } from '../../server/src/platform/database/migration/migrate.ts';
import { prepareServiceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { onDatabase } from '../admin.ts';
import { joinMachines } from '../citus.ts';
import { anEmptyDatabase } from '../empty-database.ts';
import { brokenInvariants } from '../invariants.ts';
import { aSession } from '../shop.ts';
import { createTestApp, openTestApp, testServer } from '../test-app.ts';
import { type Answers, differences, readAnswers } from './answers.ts';
import { owner, recordYear, repeated } from './year.ts';

// Each folder of `schemas` has a backup of a year that was recorded with an earlier schema, and the responses of that
// time. Record a released schema with RECORD_SCHEMA=yes npm test -- test/upgrade, before you write the next migration.
const schemas = new URL('schemas/', import.meta.url).pathname;
const quiet = { info: () => undefined };

interface Recorded {
  sale: object;
  sold: unknown;
  answers: Answers;
}

if (process.env.RECORD_SCHEMA !== undefined) await record();

async function record(): Promise<void> {
  const app = await createTestApp();
  const sale = await recordYear(app);
  const last = (await readMigrations()).at(-1)?.name.replace('.sql', '') ?? '';
  const data_dir = await mkdtemp(join(tmpdir(), 'tillhouse-recorded-'));
  const target = join(schemas, last, 'backup');
  await mkdir(join(schemas, last));
  await onDatabase(app.connection, (client) => makeBackup(client, { data_dir, target }));
  await rm(data_dir, { recursive: true });
  const caller = await aSession(app, owner.email, owner.password);
  const sold = await caller.post('/transactions', sale, { 'idempotency-key': repeated.key });
  const recorded: Recorded = { sale, sold: sold.body, answers: await readAnswers(caller) };
  await writeFile(join(schemas, last, 'answers.json.gz'), gzipSync(JSON.stringify(recorded)));
}

for (const name of await readdir(schemas)) {
  test(`a year recorded with schema ${name} has the same figures after the upgrade`, async () => {
    const { backup, recorded } = await readRecorded(name);
    const connection = await anEmptyDatabase();
    await restoreDatabase(connection, backup, quiet);
    await checkFigures(connection, recorded);
  });

  test(`a year recorded with schema ${name} has the same figures after the upgrade of a distributed database`, {
    skip: testServer().workers === undefined && 'this server has no Citus workers',
  }, async () => {
    const { backup, recorded } = await readRecorded(name);
    const connection = await anEmptyDatabase();
    await restoreTables(connection, backup, quiet);
    await joinMachines(testServer(), connection.database ?? '');
    await onDatabase(connection, async (client) => moveTables(client, await listPlacements(client), 4));
    const added: string[] = [];
    await distribute(connection, { log: quiet, shards: 4, print: (line) => added.push(line) });
    assert.ok(added.includes('shifts: by merchant (merchant_id) on the workers'), added.join());
    await checkFigures(connection, recorded);
  });
}

async function readRecorded(name: string) {
  const source = join(schemas, name, 'backup');
  const packed = await readFile(join(schemas, name, 'answers.json.gz'));
  const backup = { source, ...(await checkBackup(source)) };
  await checkVersion(backup.manifest);
  return { backup, recorded: JSON.parse(gunzipSync(packed).toString()) as Recorded };
}

async function checkFigures(connection: Connection, { sale, sold, answers }: Recorded): Promise<void> {
  const app = await openTestApp(connection);
  try {
    app.clock.freeze(repeated.at);
    const caller = await aSession(app, owner.email, owner.password);
    const again = await caller.post('/transactions', sale, { 'idempotency-key': repeated.key });
    assert.deepEqual([again.headers['idempotent-replayed'], again.body], ['true', sold]);
    const now = await readAnswers(caller);
    assert.deepEqual(differences(answers, now).slice(0, 10), []);
    assert.deepEqual(await brokenInvariants(app.admin), []);
    // The figures change with the next sale, and the invariants still hold.
    const next = await caller.post('/transactions', sale);
    assert.equal(next.status, 201, next.text);
    const month = '/reports/sales?start_date=2025-10-01&end_date=2026-09-30&group_by=month';
    assert.notDeepEqual((await caller.get(month)).body.data, now[month]);
    assert.deepEqual(await brokenInvariants(app.admin), []);
  } finally {
    await app.close();
  }
}

test('notices a changed figure', () => {
  const before = {
    rows: [
      { day: '2026-01-01', gross: 3 },
      { day: '2026-01-02', gross: 4 },
    ],
    sum: 7,
  };
  assert.deepEqual(differences(before, { ...before, added: true }), []);
  assert.deepEqual(differences(before, { ...before, sum: 8 }), ['.sum: 8 instead of 7']);
  assert.deepEqual(differences(before, { ...before, rows: before.rows.slice(1) }), [
    '.rows: [{"day":"2026-01-02","gross":4}] instead of a list of 2',
  ]);
  assert.deepEqual(differences(before, { rows: before.rows.toReversed(), sum: 7 }).length, 4);
});

test('an older version rejects a database that a newer one has upgraded, and names the migration', async () => {
  const connection = await prepareServiceRole(await anEmptyDatabase());
  await migrate(connection, quiet);
  await onDatabase(connection, (client) =>
    client.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')`),
  );
  await assert.rejects(migrate(connection, quiet), /has migration 9999_later\.sql, which this version does not know/);
});

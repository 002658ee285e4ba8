import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { onDatabase } from '../../../../test/admin.ts';
import { anEmptyDatabase } from '../../../../test/empty-database.ts';
import { migrate, readMigrations } from '../database/migration/migrate.ts';
import { prepareServiceRole } from '../database/migration/service-role.ts';
import { makeBackup } from './make-backup.ts';
import { checkBackup } from './manifest.ts';
import { checkVersion, restoreDatabase } from './restore-backup.ts';

const quiet = { info: () => undefined };
const folder = await mkdtemp(join(tmpdir(), 'tillhouse-backup-'));
after(() => rm(folder, { recursive: true, force: true }));

/** A backup of a database of an older version, with one row. */
async function anOldBackup(name: string): Promise<string> {
  const old = await anEmptyDatabase();
  await migrate(await prepareServiceRole(old), quiet, '0010_imports.sql');
  const target = join(folder, name);
  await onDatabase(old, async (client) => {
    await client.query(`insert into service_secrets (name, value) values ('a', E'with\\ttab, \\n and \\\\N')`);
    await makeBackup(client, { data_dir: folder, target });
  });
  return target;
}

test('restores a backup of an older version and migrates it', async () => {
  const source = await anOldBackup('old');
  const backup = await checkBackup(source);
  await checkVersion(backup.manifest);
  const target_database = await anEmptyDatabase();
  await restoreDatabase(target_database, { source, ...backup }, quiet);
  await onDatabase(target_database, async (client) => {
    assert.deepEqual((await client.query('select value from service_secrets')).rows, [
      { value: 'with\ttab, \n and \\N' },
    ]);
    const { rows } = await client.query('select name from schema_migrations order by name');
    assert.deepEqual(
      rows.map(({ name }) => name),
      (await readMigrations()).map(({ name }) => name),
    );
  });
  await assert.rejects(restoreDatabase(target_database, { source, ...backup }, quiet), /The database is not empty/);
});

test('rejects a backup of a newer version or with other migrations', async () => {
  const { manifest } = await checkBackup(await anOldBackup('other'));
  const newer = [...manifest.migrations, { name: '9999_later.sql', checksum: 'x' }];
  await assert.rejects(checkVersion({ ...manifest, migrations: newer }), /another version.*9999_later/);
  const changed = manifest.migrations.map((migration) => ({ ...migration, checksum: 'x' }));
  await assert.rejects(checkVersion({ ...manifest, migrations: changed }), /another version/);
});

test('notices a changed table', async () => {
  const source = await anOldBackup('changed');
  const { manifest, cipher } = await checkBackup(source);
  const tables = manifest.tables.map((table) =>
    table.name === 'service_secrets' ? { ...table, content_sha256: 'x' } : table,
  );
  await assert.rejects(
    restoreDatabase(await anEmptyDatabase(), { source, cipher, manifest: { ...manifest, tables } }, quiet),
    /service_secrets differs from the backup/,
  );
});

test('never overwrites a file', async () => {
  const source = await anOldBackup('once');
  const database = await anEmptyDatabase();
  await onDatabase(database, (client) =>
    assert.rejects(makeBackup(client, { data_dir: folder, target: source }), /is not empty/),
  );
});

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../database/connection.ts';
import { migrate, readMigrations } from '../database/migration/migrate.ts';
import { prepareServiceRole } from '../database/migration/service-role.ts';
import { withClient } from '../database/open-client.ts';
import { writeStreamDurably } from './durable.ts';
import type { CheckedBackup } from './manifest.ts';
import type { Manifest } from './manifest-rules.ts';
import { fillTable, listShapes, measureTable } from './tables.ts';

interface Log {
  info(fields: object, message: string): void;
}

interface RestoreInput extends CheckedBackup {
  source: string;
}

/** @throws Error if the backup is of a newer version, or of one with other migrations */
export async function checkVersion({ migrations }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of migrations)
    if (known.get(name) !== checksum)
      throw new Error(
        `The backup was made by another version: its migration ${name} is unknown here, or has other content.`,
      );
}

/**
 * Fills an empty database from a checked backup, compares every table with the backup, and applies newer migrations.
 * @throws Error that names a table that differs from the backup
 */
export async function restoreDatabase(connection: Connection, backup: RestoreInput, log: Log): Promise<void> {
  await migrate(await restoreTables(connection, backup, log), log);
}

/**
 * Fills an empty database from a checked backup, with the schema of the backup.
 * @returns the connection of the service
 * @throws Error that names a table that differs from the backup
 */
export async function restoreTables(
  connection: Connection,
  { source, manifest, cipher }: RestoreInput,
  log: Log,
): Promise<Connection> {
  await assertEmpty(connection);
  const service = await prepareServiceRole(connection);
  const last = manifest.migrations.at(-1)?.name;
  // First the schema of the backup, then later migrations.
  await migrate(service, log, last);
  await withClient(connection, async (client) => {
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 3`);
    await client.query('begin');
    // References are incomplete until the end; the comparison verifies them.
    await client.query('set local session_replication_role = replica');
    const shapes = new Map((await listShapes(client)).map((shape) => [shape.name, shape]));
    for (const table of manifest.tables) {
      const shape = shapes.get(table.name);
      if (shape === undefined) throw new Error(`The backup has a table that its version does not: ${table.name}.`);
      await fillTable(client, table, await cipher.decrypt(createReadStream(join(source, table.path + cipher.suffix))));
      const { rows, content_sha256 } = await measureTable(client, { ...shape, columns: table.columns });
      if (rows !== table.rows || content_sha256 !== table.content_sha256)
        throw new Error(`The table ${table.name} differs from the backup: ${rows} rows of ${table.rows}.`);
      log.info({ table: table.name, rows }, 'restored');
    }
    await client.query('commit');
    await client.query('analyze');
  });
  return service;
}

async function assertEmpty(connection: Connection): Promise<void> {
  await withClient(connection, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`,
    );
    if (rowCount !== 0) throw new Error('The database is not empty: a backup is restored into an empty one.');
  });
}

/** Restores keys, and uploaded and exported files. */
export async function restoreFiles({ source, manifest, cipher }: RestoreInput, data_dir: string): Promise<void> {
  for (const { path } of manifest.files) {
    const content = await cipher.decrypt(createReadStream(join(source, path + cipher.suffix)));
    await writeStreamDurably(join(data_dir, path), content);
  }
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { isDistributed, listPlacements, placeTables, sequentialChanges } from '../citus/distribution.ts';
import type { Connection } from '../connection.ts';
import { withClient } from '../open-client.ts';

const ownFolder = new URL('../../../../migrations/', import.meta.url);
const lockNumber = 7_451_001;

export interface Migration {
  name: string;
  checksum: string;
  /** Single commands, since a distributed database accepts only one in a query. */
  commands: string[];
}

interface Log {
  info(fields: object, message: string): void;
}

/** The migrations of a folder, in their order. */
export async function readMigrations(folder: URL = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, checksum: createHash('sha256').update(text).digest('hex'), commands: commandsOf(text) };
    }),
  );
}

/** A comment, a quoted text or name, a body between `$$` or `$name$`, or other text up to a semicolon. */
const tokens = /--.*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$-]+|[\s\S]/g;

/** Splits a file at the semicolons that end its commands, and leaves out comments on their own lines. */
export function commandsOf(text: string): string[] {
  const commands = [''];
  for (const [token] of text.replace(/^\s*--.*$/gm, '').matchAll(tokens)) {
    if (token === ';') commands.push('');
    else commands[commands.length - 1] += token;
  }
  return commands.map((command) => command.trim()).filter((command) => command !== '');
}

/**
 * Applies the missing migrations, each file in a separate transaction. Processes that start together wait for one
 * another.
 * @param last the name of the last migration to apply, for a database as it was with an older version
 * @throws Error if an applied file has changed since, or the database is newer than this program
 */
export async function migrate(connection: Connection, log: Log, last?: string): Promise<void> {
  const migrations = await readMigrations();
  await withClient(connection, async (client) => {
    if (connection.role !== undefined) await client.query(`set role ${pg.escapeIdentifier(connection.role)}`);
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    checkHistory(migrations, applied);
    const distributed = await isDistributed(client);
    for (const migration of migrations.filter(
      ({ name }) => !applied.has(name) && (last === undefined || name <= last),
    )) {
      await apply(client, migration, distributed);
      log.info({ migration: migration.name }, 'migration applied');
    }
  });
}

function checkHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new Error(
        `the database has migration ${name}, which this version does not know: it was used by a newer one`,
      );
    if (known.get(name) !== checksum) throw new Error(`migration ${name} was changed after it had been applied`);
  }
}

/**
 * Runs the commands of a migration in a distributed database. Citus rejects a new table that refers to a table on other
 * machines, so new tables are hidden from it until they are placed: before rows are written or an existing table refers
 * to one, and at the end. Citus cannot rename constraints of a distributed table. They keep their old names, which are
 * not used anywhere.
 */
async function runDistributed(client: pg.Client, commands: readonly string[]): Promise<void> {
  const place = async () => placeTables(client, await listPlacements(client));
  await client.query(sequentialChanges);
  for (const command of commands) {
    if (/\brename constraint\b/i.test(command)) continue;
    if (needsPlacedTables(command)) await place();
    const isNewTable = /^create\s+(unlogged\s+)?table\b/i.test(command);
    if (isNewTable) await client.query('set local citus.enable_ddl_propagation = off');
    await client.query(command);
    if (isNewTable) await client.query('set local citus.enable_ddl_propagation = on');
  }
  await place();
}

/** Whether a command writes rows, or adds a foreign key to an existing table. */
export const needsPlacedTables = (command: string): boolean =>
  /^(insert|update|delete|with)\b|^alter\s+table\b.*\breferences\b/is.test(command);

export async function apply(client: pg.Client, migration: Migration, isDistributed: boolean): Promise<void> {
  await client.query('begin');
  try {
    if (isDistributed) await runDistributed(client, migration.commands);
    else for (const command of migration.commands) await client.query(command);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createLog } from '../log.ts';
import { type CheckedBackup, checkBackup } from '../platform/backup/manifest.ts';
import { checkVersion, restoreDatabase, restoreFiles } from '../platform/backup/restore-backup.ts';
import { startCluster } from '../platform/database/embedded/cluster.ts';
import { checkIntegrity } from './check-integrity.ts';
import { runCommand } from './database.ts';

const usage = `
Usage: npm run restore -- <folder> [--check]

Restores the backup in <folder> to an empty DATA_DIR, once every byte of it was found to be as it was written. Compares every table with what it
was, and checks every invariant.

Options:  --check     look at the backup alone, and restore nothing
Settings: DATA_DIR    where to (./data)
          BACKUP_KEY  of an encrypted backup: the identity (AGE-SECRET-KEY-1…) or the passphrase

Exit code 0: done. 1: restored, but an invariant does not hold. 2: nothing was restored.
`;

runCommand(usage, async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('From where? npm run restore -- <folder>');
  const source = resolve(folder);
  const backup = await checkBackup(source, config.storage.backup_key);
  const { manifest } = backup;
  await checkVersion(manifest);
  process.stdout.write(`The backup of ${manifest.created_at} is whole\n`);
  if (values.check) return 0;
  if (config.database_url !== undefined)
    throw new Error(
      'This is for the embedded database. For one of your own: pg_restore, as docs/how-to/operations.md says.',
    );
  await refuseToOverwrite(config.data_dir);
  return restore({ source, ...backup, data_dir: config.data_dir });
});

async function refuseToOverwrite(data_dir: string): Promise<void> {
  const found = await readdir(data_dir).catch(() => []);
  if (found.length > 0)
    throw new Error(
      `There is something in DATA_DIR already, ${data_dir}. Set DATA_DIR to an empty folder, or move that one away.`,
    );
}

interface Restoring extends CheckedBackup {
  source: string;
  data_dir: string;
}

async function restore({ data_dir, ...backup }: Restoring): Promise<number> {
  const log = createLog('warn', process.stderr);
  const cluster = await startCluster(data_dir, log);
  let isWhole = false;
  try {
    await restoreDatabase(cluster.connection, backup, log);
    await restoreFiles(backup, data_dir);
    isWhole = true;
    const client = new pg.Client({ ...cluster.connection });
    await client.connect();
    const code = await checkIntegrity(client, cluster.connection).finally(() => client.end());
    process.stdout.write(`Restored to ${data_dir}, as of ${backup.manifest.created_at}\n`);
    return code;
  } finally {
    await cluster.stop();
    // Half a shop must not be opened by mistake.
    if (!isWhole)
      for (const name of await readdir(data_dir)) await rm(join(data_dir, name), { recursive: true, force: true });
  }
}

import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CheckedBackup, checkBackup } from '../platform/backup/manifest.ts';
import { checkVersion, restoreDatabase, restoreFiles } from '../platform/backup/restore-backup.ts';
import { startCluster } from '../platform/database/embedded/cluster.ts';
import { withClient } from '../platform/database/open-client.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { checkIntegrity } from './check-integrity.ts';
import { runCommand } from './database.ts';

const usage = `
Usage: npm run restore -- <folder> [--check]

Verifies every byte of the backup in <folder>, and restores it to an empty DATA_DIR. Compares every table with the backup, and checks every
invariant.

Options:  --check     verify the backup, and restore nothing
Settings: DATA_DIR    the target (./data)
          BACKUP_KEY  of an encrypted backup: the identity (AGE-SECRET-KEY-1…) or the passphrase

Exit code 0: done. 1: restored, but an invariant does not hold. 2: nothing was restored.
`;

runCommand(usage, async (config) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('Name the folder of the backup: npm run restore -- <folder>');
  const source = resolve(folder);
  const backup = await checkBackup(source, config.storage.backup_key);
  const { manifest } = backup;
  await checkVersion(manifest);
  process.stdout.write(`The backup of ${manifest.created_at} is complete and undamaged\n`);
  if (values.check) return 0;
  if (config.database_url !== undefined)
    throw new Error(
      'This command is for the embedded database. For your own database use pg_restore, as docs/how-to/operations.md says.',
    );
  await assertEmpty(config.data_dir);
  return restore({ source, ...backup, data_dir: config.data_dir });
});

async function assertEmpty(data_dir: string): Promise<void> {
  const found = await readdir(data_dir).catch(() => []);
  if (found.length > 0)
    throw new Error(`DATA_DIR, ${data_dir}, is not empty. Set DATA_DIR to an empty folder, or move that one away.`);
}

interface RestoreInput extends CheckedBackup {
  source: string;
  data_dir: string;
}

async function restore({ data_dir, ...backup }: RestoreInput): Promise<number> {
  const log = createLog('warn', process.stderr);
  const cluster = await startCluster(data_dir, log);
  let isComplete = false;
  try {
    await restoreDatabase(cluster.connection, backup, log);
    await restoreFiles(backup, data_dir);
    isComplete = true;
    const code = await withClient(cluster.connection, (client) => checkIntegrity(client, cluster.connection));
    process.stdout.write(`Restored to ${data_dir}, as of ${backup.manifest.created_at}\n`);
    return code;
  } finally {
    await cluster.stop();
    // An incomplete restore must not be used by mistake.
    if (!isComplete)
      for (const name of await readdir(data_dir)) await rm(join(data_dir, name), { recursive: true, force: true });
  }
}

import { resolve } from 'node:path';
import { makeBackup } from '../backup/make-backup.ts';
import { createLog } from '../log.ts';
import { runCommand, withDatabase } from './database.ts';

/**
 * `npm run backup -- <folder>`: everything of the embedded database as it is at one moment, keys and files included, while the service goes on
 * or not. The folder must be empty or not there. Exit code 0 once it is whole and on the disk, 2 when it is not.
 */
runCommand(async (config) => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Where to? npm run backup -- <folder>');
  if (config.database_url !== undefined)
    throw new Error('This is for the embedded database. Of one of your own: pg_dump, as docs/operations.md says.');
  const target = resolve(folder);
  const manifest = await withDatabase(config, createLog('warn', process.stderr), (client) =>
    makeBackup(client, { data_dir: config.data_dir, target }),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`Backed up ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files to ${target}\n`);
  if (config.s3 !== undefined) process.stdout.write('Files in the bucket are not in it: keep versions of the bucket itself.\n');
  return 0;
});

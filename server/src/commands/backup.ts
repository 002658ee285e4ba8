import { resolve } from 'node:path';
import { makeBackup } from '../platform/backup/make-backup.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { runCommand, withDatabase } from './database.ts';

const usage = `
Usage: npm run backup -- <folder>

Writes a backup of the embedded database, the keys and the files to <folder>, which must be empty or not exist. The service may run meanwhile.

Settings: DATA_DIR    what to back up (./data)
          BACKUP_KEY  encrypts the backup: an age recipient (age1…), an age identity (AGE-SECRET-KEY-1…), or a passphrase of 16 characters or more

Exit code 0: the backup is complete and on the disk. 2: it is not.
`;

runCommand(usage, async (config) => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder for the backup: npm run backup -- <folder>');
  if (config.database_url !== undefined)
    throw new Error(
      'This command is for the embedded database. For your own database use pg_dump, as docs/how-to/operations.md says.',
    );
  const target = resolve(folder);
  const key = config.storage.backup_key;
  const manifest = await withDatabase(config, createLog('warn', process.stderr), (client) =>
    makeBackup(client, { data_dir: config.data_dir, target, key }),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const how = key === undefined ? ', not encrypted' : ', encrypted';
  process.stdout.write(
    `Backed up ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files to ${target}${how}\n`,
  );
  if (config.s3 !== undefined)
    process.stdout.write('Files in the bucket are not part of the backup: enable versioning of the bucket.\n');
  return 0;
});

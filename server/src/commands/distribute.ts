import { parseArgs } from 'node:util';
import { distribute } from '../platform/database/citus/distribute.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { runCommand } from './database.ts';

/**
 * Merchants are distributed to shards, and shards to workers. There should be several shards for each future worker.
 */
const default_shards = 32;

const usage = `
Usage: npm run distribute [-- --shards <number>]

Spreads the database of DATABASE_URL over the workers of its Citus cluster, by merchant (docs/how-to/scale.md). Stop the service first.

Options:  --shards <number>  parts of each table, 1 to 1024 (${default_shards}); used the first time only
Settings: DATABASE_URL       the coordinator of the cluster

Exit code 0: every table is in its place. 2: nothing was done.
`;

runCommand(usage, async (config) => {
  const { values } = parseArgs({ options: { shards: { type: 'string', default: String(default_shards) } } });
  const shards = Number(values.shards);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1_024)
    throw new Error('--shards must be a whole number from 1 to 1024');
  if (config.database_url === undefined)
    throw new Error(
      'The embedded database cannot be distributed: set DATABASE_URL to the coordinator of a Citus cluster.',
    );
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const moved = await distribute(
    { connectionString: config.database_url },
    { log: createLog('warn', process.stderr), shards, print },
  );
  print(
    moved === 0
      ? 'Every table is in its place, nothing was done.'
      : `${moved} ${moved === 1 ? 'table was' : 'tables were'} moved.`,
  );
  return 0;
});

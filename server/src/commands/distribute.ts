import { parseArgs } from 'node:util';
import { createLog } from '../log.ts';
import { distribute } from '../platform/database/citus/distribute.ts';
import { runCommand } from './database.ts';

/** Merchants are dealt to these, and these to the workers: several for each worker that there will ever be. */
const shardsUsually = 32;

const usage = `
Usage: npm run distribute [-- --shards <number>]

Spreads the database of DATABASE_URL over the workers of its Citus cluster, by merchant (docs/how-to/scale.md). Stop the service first.

Options:  --shards <number>  parts of each table, 1 to 1024 (${shardsUsually}); counts the first time only
Settings: DATABASE_URL       the coordinator of the cluster

Exit code 0: every table is in its place. 2: nothing was done.
`;

runCommand(usage, async (config) => {
  const { values } = parseArgs({ options: { shards: { type: 'string', default: String(shardsUsually) } } });
  const shards = Number(values.shards);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1_024)
    throw new Error('--shards must be a whole number from 1 to 1024');
  if (config.database_url === undefined)
    throw new Error(
      'The embedded database is on one machine, and stays there: set DATABASE_URL to the coordinator of a Citus cluster.',
    );
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const moved = await distribute(
    { connectionString: config.database_url },
    { log: createLog('warn', process.stderr), shards, say },
  );
  say(
    moved === 0
      ? 'Every table is in its place, nothing was done.'
      : `${moved} ${moved === 1 ? 'table was' : 'tables were'} moved.`,
  );
  return 0;
});

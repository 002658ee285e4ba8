import { parseArgs } from 'node:util';
import { createLog } from '../log.ts';
import { runCommand, withDatabase } from './database.ts';
import { examine } from './examine.ts';
import { mend } from './mend.ts';

const usage = `
Usage: npm run doctor [-- --rebuild-rollups]

Checks whether the books of all merchants are in order. Says for each invariant whether it holds, which rows break it, and what would mend them.
Changes nothing; the service may run meanwhile.

Options:  --rebuild-rollups  first recompute from the sales what reports read
Settings: DATA_DIR or DATABASE_URL, as the service has them

Exit code 0: all invariants hold. 1: one does not. 2: the check could not be made.
`;

runCommand(usage, (config) => {
  const { values } = parseArgs({ options: { 'rebuild-rollups': { type: 'boolean', default: false } } });
  return withDatabase(config, createLog('warn', process.stderr), async (client, connection) => {
    if (values['rebuild-rollups']) await mend(client, connection);
    return examine(client, connection);
  });
});

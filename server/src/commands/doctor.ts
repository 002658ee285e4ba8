import { parseArgs } from 'node:util';
import { createLog } from '../platform/telemetry/log.ts';
import { checkIntegrity } from './check-integrity.ts';
import { runCommand, withDatabase } from './database.ts';
import { rebuildAllRollups } from './rebuild-rollups.ts';

const usage = `
Usage: npm run doctor [-- --rebuild-rollups]

Checks whether the books of all merchants are in order. Prints for each invariant whether it holds, which rows violate it, and how to correct them.
Changes nothing; the service may run meanwhile.

Options:  --rebuild-rollups  first rebuild the sales roll-ups, which reports read
Settings: DATA_DIR or DATABASE_URL, like the service

Exit code 0: all invariants hold. 1: one does not. 2: the check failed.
`;

runCommand(usage, (config) => {
  const { values } = parseArgs({ options: { 'rebuild-rollups': { type: 'boolean', default: false } } });
  return withDatabase(config, createLog('warn', process.stderr), async (client, connection) => {
    if (values['rebuild-rollups']) await rebuildAllRollups(client, connection);
    return checkIntegrity(client, connection);
  });
});

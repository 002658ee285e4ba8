import { parseArgs } from 'node:util';
import { createLog } from '../log.ts';
import { runCommand, withDatabase } from './database.ts';
import { examine } from './examine.ts';
import { mend } from './mend.ts';

/**
 * `npm run doctor`: whether the books of all merchants are in order. Says for each invariant whether it holds, which rows break it, and what
 * would mend them; changes nothing. With `--mend-takings` it first makes the roll-ups that reports read what the sales say, while sales go on.
 * Exit code 0 when all hold, 1 when one does not, 2 when it could not look.
 */
runCommand((config) => {
  const { values } = parseArgs({ options: { 'mend-takings': { type: 'boolean', default: false } } });
  return withDatabase(config, createLog('warn', process.stderr), async (client, connection) => {
    if (values['mend-takings']) await mend(client, connection);
    return examine(client, connection);
  });
});

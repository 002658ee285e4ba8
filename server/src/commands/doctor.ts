import { createLog } from '../log.ts';
import { runCommand, withDatabase } from './database.ts';
import { examine } from './examine.ts';

/**
 * `npm run doctor`: whether the books of all merchants are in order. Says for each invariant whether it holds, which rows break it, and what
 * would mend them; changes nothing. Exit code 0 when all hold, 1 when one does not, 2 when it could not look.
 */
runCommand((config) => withDatabase(config, createLog('warn', process.stderr), examine));

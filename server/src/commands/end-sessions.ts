import { parseArgs } from 'node:util';
import { systemClock } from '../core/clock.ts';
import { writeOutbox } from '../features/audit/write-entries.ts';
import { signOutMerchant } from '../features/auth/sessions/end-sessions.ts';
import { countSessions } from '../features/auth/sessions/session-queries.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { runCommand, withDatabase } from './database.ts';
import { listMerchants, withService } from './service.ts';

const usage = `
Usage: npm run end-sessions -- --yes

Ends the sessions of all users of all merchants: their access tokens and refresh tokens stop working, and all users have to sign in again. Their
known devices are forgotten. API keys, invitations and links to reset a password stay valid. The service may run meanwhile; it rejects the ended
sessions within a second.

Options:  --yes  without it nothing is done, and the command prints how many sessions would end
Settings: DATA_DIR or DATABASE_URL, like the service

Exit code 0: done. 2: not, or not for all merchants; the command may be repeated.
`;

const counted = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

runCommand(usage, (config) => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  return withDatabase(config, createLog('warn', process.stderr), (client, connection) =>
    withService(
      connection,
      async (database) => {
        if (!values.yes) {
          const { sessions, people } = await countSessions(database.global, systemClock.now());
          const found = `${counted(sessions, 'session', 'sessions')} of ${counted(people, 'person', 'people')}`;
          throw new Error(`Nothing was done: ${found} would end. Add --yes to end them: npm run end-sessions -- --yes`);
        }
        const merchants = await listMerchants(client);
        let ended = 0;
        for (const merchant_id of merchants) ended += await signOutMerchant(database, merchant_id, systemClock.now());
        const where = counted(merchants.length, 'merchant', 'merchants');
        process.stdout.write(
          `${counted(ended, 'session has', 'sessions have')} ended, at ${where}. Everybody signs in again.\n`,
        );
        return 0;
      },
      writeOutbox,
    ),
  );
});

import type pg from 'pg';
import { listStretches, lookThrough, patience_ms, readInvariants } from '../features/doctor/check-merchant.ts';
import { findingOf, type Invariant, isByDay } from '../features/doctor/rules.ts';
import { readTopology } from '../platform/database/citus/distribution.ts';
import type { Connection } from '../platform/database/connection.ts';
import type { Database } from '../platform/database/handle.ts';
import { listMerchants, withService } from './service.ts';

type BrokenRows = Record<string, unknown>[];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Says for each invariant whether it holds, which rows break it, and what would mend them. @returns the exit code: 0 when all hold, else 1 */
export const examine = (client: pg.Client, connection: Connection): Promise<number> =>
  withService(connection, async (database) => {
    const merchants = await listMerchants(client);
    // Over several machines a question about all merchants at once is not one that can be answered.
    const sees_all = (await seesAll(client)) && !(await readTopology(client)).bindsTransactions;
    // Each statement has a separate snapshot, so that no sale waits.
    await client.query('set statement_timeout = 0');
    let broken = 0;
    for (const invariant of await readInvariants()) {
      // An account that row security does not bind sees all merchants at once, but for what is read a month at a time.
      const rows: BrokenRows =
        sees_all && !isByDay(invariant) ? (await client.query(invariant.query)).rows : await lookAtEach(database, merchants, invariant);
      say(`${rows.length === 0 ? 'holds ' : 'BROKEN'} ${invariant.id} ${invariant.holds}`);
      const found = findingOf(invariant, rows);
      for (const { record, mend } of found.rows) say(`       ${JSON.stringify(record)}\n       to mend it: ${mend}`);
      if (found.broken > found.rows.length) say(`       and ${found.broken - found.rows.length} more`);
      broken += found.broken;
    }
    say(broken === 0 ? 'The books are in order.' : `${broken} ${broken === 1 ? 'row is' : 'rows are'} not as they must be.`);
    return broken === 0 ? 0 : 1;
  });

async function lookAtEach(database: Database, merchants: readonly string[], invariant: Invariant): Promise<BrokenRows> {
  const rows: BrokenRows = [];
  for (const merchant_id of merchants)
    rows.push(
      ...(await database.transaction(merchant_id, async (tx) => lookThrough(tx, invariant, await listStretches(tx)), { patience_ms })),
    );
  return rows;
}

async function seesAll(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ sees_all: boolean }>(
    'select rolsuper or rolbypassrls as sees_all from pg_roles where rolname = current_user',
  );
  return rows[0]?.sees_all === true;
}

import type pg from 'pg';
import {
  listPeriods,
  listViolations,
  readInvariants,
  statementTimeout_ms,
} from '../features/integrity/check-integrity.ts';
import { type Invariant, isByDay, toViolation } from '../features/integrity/rules.ts';
import { readTopology } from '../platform/database/citus/distribution.ts';
import type { Connection } from '../platform/database/connection.ts';
import type { Database } from '../platform/database/handle.ts';
import { listMerchants, withService } from './service.ts';

type ViolatingRows = Record<string, unknown>[];

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Prints for each invariant whether it holds, which rows violate it, and how to correct them.
 * @returns the exit code: 0 if all hold, else 1
 */
export const checkIntegrity = (client: pg.Client, connection: Connection): Promise<number> =>
  withService(connection, async (database) => {
    const merchants = await listMerchants(client);
    // If the database is distributed, no statement can read all merchants at once.
    const sees_all = (await seesAll(client)) && !(await readTopology(client)).bindsTransactions;
    // Each statement has a separate snapshot, so that sales do not wait.
    await client.query('set statement_timeout = 0');
    let brokenRows = 0;
    for (const invariant of await readInvariants()) {
      // An account without row security reads all merchants at once, except for invariants that are read month by
      // month.
      const rows: ViolatingRows =
        sees_all && !isByDay(invariant)
          ? (await client.query(invariant.query)).rows
          : await listViolationsOfEach(database, merchants, invariant);
      for (const line of reportOf(invariant, rows)) print(line);
      brokenRows += rows.length;
    }
    print(conclusionOf(brokenRows));
    return brokenRows === 0 ? 0 : 1;
  });

/** What is printed about an invariant and the rows that violate it. */
export function reportOf(invariant: Invariant, violating: ViolatingRows): string[] {
  const { broken, rows } = toViolation(invariant, violating);
  return [
    `${broken === 0 ? 'holds ' : 'BROKEN'} ${invariant.id} ${invariant.holds}`,
    ...rows.flatMap(({ record, mend }) => [`       ${JSON.stringify(record)}`, `       to correct it: ${mend}`]),
    ...(broken > rows.length ? [`       and ${broken - rows.length} more`] : []),
  ];
}

export const conclusionOf = (brokenRows: number): string =>
  brokenRows === 0
    ? 'The books are in order.'
    : `${brokenRows} ${brokenRows === 1 ? 'row violates' : 'rows violate'} an invariant.`;

async function listViolationsOfEach(
  database: Database,
  merchants: readonly string[],
  invariant: Invariant,
): Promise<ViolatingRows> {
  const rows: ViolatingRows = [];
  for (const merchant_id of merchants)
    rows.push(
      ...(await database.transaction(merchant_id, async (tx) => listViolations(tx, invariant, await listPeriods(tx)), {
        timeout_ms: statementTimeout_ms,
      })),
    );
  return rows;
}

async function seesAll(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ sees_all: boolean }>(
    'select rolsuper or rolbypassrls as sees_all from pg_roles where rolname = current_user',
  );
  return rows[0]?.sees_all === true;
}

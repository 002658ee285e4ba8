import type pg from 'pg';
import { readInvariants } from '../server/src/features/integrity/check-integrity.ts';
import { violationOf } from '../server/src/features/integrity/rules.ts';

/** The invariants that do not hold, with the first row that breaks each; of all merchants, where the account sees them all. */
export async function brokenInvariants(admin: pg.Pool | pg.PoolClient): Promise<string[]> {
  const broken: string[] = [];
  for (const invariant of await readInvariants()) {
    const { rows } = await admin.query(invariant.query);
    const [first] = violationOf(invariant, rows).rows;
    if (first !== undefined)
      broken.push(`${invariant.id} ${invariant.holds}: ${rows.length} rows, the first ${JSON.stringify(first.record)}`);
  }
  return broken;
}

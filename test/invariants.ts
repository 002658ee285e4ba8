import type pg from 'pg';
import { readInvariants } from '../server/src/features/integrity/check-integrity.ts';
import { toViolation } from '../server/src/features/integrity/rules.ts';

/** The violated invariants, each with its first row. Covers all merchants that the account can read. */
export async function brokenInvariants(admin: pg.Pool | pg.PoolClient): Promise<string[]> {
  const broken: string[] = [];
  for (const invariant of await readInvariants()) {
    const { rows } = await admin.query(invariant.query);
    const [first] = toViolation(invariant, rows).rows;
    if (first !== undefined)
      broken.push(`${invariant.id} ${invariant.holds}: ${rows.length} rows, the first ${JSON.stringify(first.record)}`);
  }
  return broken;
}

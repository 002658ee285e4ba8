import { sql } from 'kysely';
import type { Handle, Transaction } from '../../db/handle.ts';
import { build } from '../../db/statement.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { type BrokenRow, type Finding, type Invariant, ofMerchant } from './rules.ts';

export function listBroken(db: Handle, { query }: Invariant): Promise<BrokenRow[]> {
  const parts = ofMerchant(query).split('$1');
  return db.many(
    sql<BrokenRow>`${sql.join(
      parts.map((part) => sql.raw(part)),
      sql`${db.merchant_id}::uuid`,
    )}`,
  );
}

/** Whether nobody else examines anything now; nobody does until the transaction ends. */
export const claimDoctor = async (db: Handle): Promise<boolean> =>
  (await db.one(sql<{ claimed: boolean }>`select pg_try_advisory_xact_lock(hashtext('doctor')) as claimed`)).claimed;

export interface CheckRow {
  checked_at: Timestamp;
  duration_ms: number;
  findings: string;
}

export const findCheck = (db: Handle): Promise<CheckRow | undefined> =>
  db.first(build.selectFrom('checks').select(['checked_at', 'duration_ms', 'findings']).where('merchant_id', '=', db.merchant_id));

/** Whether anything was told since then: whatever changes is. */
export const hasNews = async (db: Handle, since: Timestamp): Promise<boolean> =>
  (
    await db.one(sql<{ found: boolean }>`
      select exists (select from events where merchant_id = ${db.merchant_id} and created_at >= ${since}::timestamptz) as found`)
  ).found;

export const upsertCheck = (tx: Transaction, check: CheckRow): Promise<number> =>
  tx.run(
    build
      .insertInto('checks')
      .values({ ...check, merchant_id: tx.merchant_id })
      .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(check)),
  );

/** What counts of the merchant's findings for the figures of the whole house. */
export async function replaceBroken(tx: Transaction, findings: readonly Finding[]): Promise<void> {
  await tx.run(sql`delete from broken_invariants where merchant_id = ${tx.merchant_id}`);
  for (const { id, broken } of findings)
    await tx.run(sql`
      insert into broken_invariants (merchant_id, invariant, broken) values (${tx.merchant_id}, ${id}, ${broken})
      on conflict (merchant_id, invariant) do update set broken = excluded.broken`);
}

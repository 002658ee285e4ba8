import { sql } from 'kysely';
import type { Transaction } from '../server/src/platform/database/handle.ts';

/** The number of rows and index entries of a table that the transaction has read. */
export async function countReads(tx: Transaction, table: string): Promise<number> {
  const { reads } = await tx.one(sql<{ reads: bigint }>`
    select (pg_stat_get_xact_tuples_returned(${table}::regclass) + coalesce(
      (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = ${table}::regclass), 0
    ))::bigint as reads`);
  return Number(reads);
}

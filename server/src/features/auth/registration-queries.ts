import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/handle.ts';

const lock_number = 7_451_020;

/** Serialises registrations until the transaction ends. */
export const lockRegistration = (tx: Transaction): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${lock_number}::bigint)::text as locked`);

export const hasUsers = async (global: Handle): Promise<boolean> =>
  (await global.one(sql<{ found: boolean }>`select exists (select from users) as found`)).found;

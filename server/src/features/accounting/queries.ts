import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';
import type { AccountingSettings } from './rules.ts';

/** `updated_at` is null while nothing is set. */
export interface SettingsRow extends AccountingSettings {
  updated_at: Timestamp | null;
}

/** The accounting settings; undefined if they were never set. */
export const findSettings = (db: Handle): Promise<SettingsRow | undefined> =>
  db.first(
    build
      .selectFrom('accounting_settings')
      .select(['accounts', 'datev', 'updated_at'])
      .where('merchant_id', '=', db.merchant_id)
      .$castTo<SettingsRow>(),
  );

export const upsertSettings = (
  tx: Transaction,
  { accounts, datev }: AccountingSettings,
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    insert into accounting_settings (merchant_id, accounts, datev, updated_at)
    values (${tx.merchant_id}, ${JSON.stringify(accounts)}::jsonb, ${datev === null ? null : JSON.stringify(datev)}::jsonb, ${now})
    on conflict (merchant_id) do update
    set accounts = excluded.accounts, datev = excluded.datev, updated_at = excluded.updated_at`);

/** Those of these categories that the merchant has. */
export const listCategoriesAmong = (db: Handle, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.many(sql<{ id: string }>`
    select id from categories where merchant_id = ${db.merchant_id} and id = any(${[...ids]}::uuid[])`);

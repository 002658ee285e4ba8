import { sql } from 'kysely';
import type { Timestamp } from '../../../core/clock.ts';
import type { Handle } from '../../../platform/database/handle.ts';

/**
 * Marks the receipt of a sale as read.
 * @returns whether it was unread: true for only one of several concurrent calls
 */
export const markReceiptRead = async (db: Handle, sale_id: string, now: Timestamp): Promise<boolean> =>
  (await db.run(sql`
    update sales set receipt_read_at = ${now}::timestamptz
    where merchant_id = ${db.merchant_id} and id = ${sale_id} and receipt_read_at is null`)) > 0;

export const isReceiptRead = async (db: Handle, sale_id: string): Promise<boolean> =>
  (
    await db.one(sql<{ is_read: boolean }>`
      select receipt_read_at is not null as is_read from sales where merchant_id = ${db.merchant_id} and id = ${sale_id}`)
  ).is_read;

import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';

/** Does nothing for the user's home, or a merchant joined before. */
export const insertJoined = (tx: Transaction, user_id: string, now: Timestamp): Promise<number> =>
  tx.run(sql`
    insert into joined_merchants (user_id, merchant_id, joined_at)
    select id, ${tx.merchant_id}::uuid, ${now}::timestamptz from users where id = ${user_id} and home_merchant_id <> ${tx.merchant_id}::uuid
    on conflict do nothing`);

/** The merchants that a user has ever joined besides the home, latest first, at most `at_most`. */
export const listJoined = (global: Handle, user_id: string, at_most: number): Promise<{ merchant_id: string }[]> =>
  global.many(sql<{ merchant_id: string }>`
    select merchant_id from joined_merchants where user_id = ${user_id} order by joined_at desc, merchant_id limit ${at_most}`);

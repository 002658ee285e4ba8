import { sql } from 'kysely';
import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Language } from '../../core/language.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';

export interface WeeklyMailRow {
  user_id: string;
  email: string;
  language: Language;
  /** The Monday of the last week that is done. */
  done_week: Day;
}

const columns = sql`w.user_id, u.email, w.language, w.done_week::text as done_week`;

export const listWeeklyMails = (db: Handle): Promise<WeeklyMailRow[]> =>
  db.many(sql<WeeklyMailRow>`
    select ${columns} from weekly_mails w join users u on u.id = w.user_id where w.merchant_id = ${db.merchant_id} order by w.user_id`);

export const findWeeklyMail = (db: Handle, user_id: string): Promise<WeeklyMailRow | undefined> =>
  db.first(sql<WeeklyMailRow>`
    select ${columns} from weekly_mails w join users u on u.id = w.user_id
    where w.merchant_id = ${db.merchant_id} and w.user_id = ${user_id}`);

/** Turns the mail on. If it is on already, only its language changes. */
export const upsertWeeklyMail = (
  tx: Transaction,
  { user_id, language, done_week }: Omit<WeeklyMailRow, 'email'>,
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    insert into weekly_mails (merchant_id, user_id, language, done_week, created_at)
    values (${tx.merchant_id}, ${user_id}, ${language}, ${done_week}::date, ${now})
    on conflict (merchant_id, user_id) do update set language = excluded.language`);

export const deleteWeeklyMail = (tx: Transaction, user_id: string): Promise<number> =>
  tx.run(sql`delete from weekly_mails where merchant_id = ${tx.merchant_id} and user_id = ${user_id}`);

/** @returns 0 if another process did this week first, or the mail was turned off */
export const finishWeek = (tx: Transaction, { user_id, week }: { user_id: string; week: Day }): Promise<number> =>
  tx.run(sql`
    update weekly_mails set done_week = ${week}::date
    where merchant_id = ${tx.merchant_id} and user_id = ${user_id} and done_week < ${week}::date`);

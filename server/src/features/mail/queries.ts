import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import type { MailTurn } from './mail-turns.ts';

export interface NewMail {
  id: string;
  merchant_id: string | null;
  kind: string;
  sealed: Buffer;
  expires_at: Timestamp;
}

/** @param reset_hash if given, the mail is written only if this password reset exists */
export const insertMail = (
  tx: Transaction,
  mail: NewMail,
  now: Timestamp,
  reset_hash: Buffer | null,
): Promise<number> =>
  tx.run(sql`
    insert into mails (id, merchant_id, kind, sealed, state, next_attempt_at, expires_at, created_at)
    select ${mail.id}::uuid, ${mail.merchant_id}::uuid, ${mail.kind}, ${mail.sealed}::bytea, 'waiting', ${now}::timestamptz,
      ${mail.expires_at}::timestamptz, ${now}::timestamptz
    where ${reset_hash}::bytea is null or exists (select from password_resets where token_hash = ${reset_hash}::bytea)`);

export interface DueMail {
  id: string;
  merchant_id: string | null;
  sealed: Buffer;
  attempts: number;
  expires_at: Timestamp;
}

/**
 * Claims the next mail that is due and may be sent: of an account, or else of the merchant whose last mail was sent first.
 * Other processes may claim it again after `until`, if this process has ended.
 */
export const claimMail = (
  global: Handle,
  { now, until, turn }: { now: Timestamp; until: Timestamp; turn: MailTurn },
): Promise<DueMail | undefined> =>
  global.first(sql<DueMail>`
    update mails set attempts = attempts + 1, next_attempt_at = ${until}::timestamptz, started_at = ${now}::timestamptz
    where id = (
      select id from mails where state = 'waiting' and next_attempt_at <= ${now}::timestamptz
        and case when merchant_id is null then ${turn.accounts}::boolean
          else ${turn.merchants}::boolean and merchant_id <> all(${[...turn.busy]}::uuid[]) end
      order by merchant_id is not null, array_position(${[...turn.served]}::uuid[], merchant_id) nulls first, next_attempt_at
      limit 1 for update skip locked)
    returning id, merchant_id, sealed, attempts, expires_at`);

export const finishMail = (
  global: Handle,
  id: string,
  end: { state: 'sent' | 'failed'; error: string | null; now: Timestamp },
) =>
  global.run(sql`
    update mails set state = ${end.state}, error = ${end.error}, finished_at = ${end.now}::timestamptz, sealed = null where id = ${id}`);

export const rescheduleMail = (
  global: Handle,
  id: string,
  { error, until }: { error: string; until: Timestamp },
): Promise<number> =>
  global.run(sql`update mails set error = ${error}, next_attempt_at = ${until}::timestamptz where id = ${id}`);

export const deleteOldMails = (global: Handle, before: Timestamp): Promise<number> =>
  global.run(sql`delete from mails where finished_at < ${before}::timestamptz`);

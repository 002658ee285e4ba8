import { addMs, type Timestamp } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Language } from '../../core/language.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import type { Message } from './message-rules.ts';
import { insertMail } from './queries.ts';
import { seal } from './seal.ts';
import { compose } from './text-rules.ts';

export interface QueuedMail {
  to: string;
  message: Message;
  language: Language;
  /** The merchant that sends it, if any. */
  merchant_id: string | null;
  expires_at: Timestamp;
  attachment?: { file_name: string; media_type: string; bytes: Uint8Array };
  /** If set, the mail is queued only if this password reset exists. */
  reset_hash?: Buffer;
}

/** How to notify a user about the account by mail. */
export interface MailNotice {
  /** The service's key that encrypts queued mail. */
  secret: string;
  language: Language;
  /** The public address of a page. */
  pageOf(path: string): string;
}

const notice_lifetime_ms = 7 * 24 * 60 * 60 * 1_000;

/**
 * Queues a notice about an account to its user. By default it belongs to no merchant, so no merchant sees it. With a
 * merchant it waits for the merchant's turn: many of them do not delay mail about other accounts.
 */
export const queueNotice = (
  tx: Transaction,
  { secret, language }: MailNotice,
  { to, message, merchant_id = null }: { to: string; message: Message; merchant_id?: string | null },
  now: Timestamp,
): Promise<void> => {
  const expires_at = addMs(now, notice_lifetime_ms);
  return queueMail(tx, secret, { to, message, language, merchant_id, expires_at }, now);
};

/** Queues a mail in the transaction that it reports. It is sent if that transaction commits, even after a crash. */
export async function queueMail(tx: Transaction, secret: string, mail: QueuedMail, now: Timestamp): Promise<void> {
  const { to, message, language, merchant_id, expires_at, attachment, reset_hash = null } = mail;
  const sealed = seal(secret, JSON.stringify({ to, ...compose(message, language), ...encodeAttachment(attachment) }));
  await insertMail(tx, { id: newId(), merchant_id, kind: message.kind, sealed, expires_at }, now, reset_hash);
}

function encodeAttachment(attachment: QueuedMail['attachment']): object {
  if (attachment === undefined) return {};
  const { bytes, ...file } = attachment;
  return { attachment: { ...file, base64: Buffer.from(bytes).toString('base64') } };
}

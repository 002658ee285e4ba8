import type { Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Language } from '../../kernel/language.ts';
import { insertMail } from './queries.ts';
import { seal } from './seal.ts';
import { compose, type Message } from './text-rules.ts';

export interface QueuedMail {
  to: string;
  message: Message;
  language: Language;
  /** Whose it is, where a merchant has it sent. */
  merchant_id: string | null;
  expires_at: Timestamp;
  /** If given, the mail is queued only if there is this password reset. */
  reset_hash?: Buffer;
}

/** Queues a mail in the transaction of what it tells: it is sent if that is committed, after a crash as well. */
export async function queueMail(tx: Transaction, secret: string, mail: QueuedMail, now: Timestamp): Promise<void> {
  const { to, message, language, merchant_id, expires_at, reset_hash = null } = mail;
  const sealed = seal(secret, JSON.stringify({ to, ...compose(message, language) }));
  await insertMail(tx, { id: newId(), merchant_id, kind: message.kind, sealed, expires_at }, now, reset_hash);
}

import { randomBytes } from 'node:crypto';
import type { Timestamp } from '../../core/clock.ts';
import { normalEmail } from '../../core/email.ts';
import { no_merchant_id } from '../../core/ids.ts';
import type { Language } from '../../core/language.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { insertReset, insertResetByEmail } from './password-reset-queries.ts';
import { hashOfToken } from './refresh-tokens.ts';

const lifetime_ms = 30 * 60 * 1_000;
/** At most one mail per account in this time. */
const mail_every_ms = 5 * 60 * 1_000;

const shifted = (now: Timestamp, ms: number): Timestamp => new Date(Date.parse(now) + ms).toISOString();

interface ResetRequest {
  email: string;
  language: Language;
  secret: string;
  /** The address of the page; the token is appended. */
  page: string;
}

/**
 * Queues a mail with a link to reset the password.
 * Runs the same statements whether or not the account exists, so that neither response nor time reveals it.
 */
export async function requestPasswordReset(database: Database, request: ResetRequest, now: Timestamp): Promise<void> {
  const email = normalEmail(request.email);
  const token = randomBytes(32).toString('base64url');
  const token_hash = hashOfToken(token);
  const expires_at = shifted(now, lifetime_ms);
  const link = `${request.page}#token=${token}`;
  await database.transaction(no_merchant_id, async (tx) => {
    await insertResetByEmail(tx, { email, token_hash, expires_at, not_since: shifted(now, -mail_every_ms) }, now);
    const mail = { to: email, message: { kind: 'password-reset', link }, language: request.language, merchant_id: null } as const;
    await queueMail(tx, request.secret, { ...mail, expires_at, reset_hash: token_hash }, now);
  });
}

/** Creates a reset link for this user, to be handed over. @returns the token; only its hash is stored */
export async function issuePasswordReset(
  tx: Transaction,
  user_id: string,
  now: Timestamp,
): Promise<{ token: string; expires_at: Timestamp }> {
  const token = randomBytes(32).toString('base64url');
  const expires_at = shifted(now, lifetime_ms);
  await insertReset(tx, { user_id, token_hash: hashOfToken(token), expires_at }, now);
  return { token, expires_at };
}

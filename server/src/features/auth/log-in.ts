import type { Database } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { normalEmail } from '../../kernel/email.ts';
import { newId } from '../../kernel/ids.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { findMember } from '../merchant/lookup.ts';
import { hashPassword, isWeaker, verifyPassword } from './passwords.ts';
import { findUserByEmail, insertSession, replaceHash } from './queries.ts';
import { expiryFrom, hashOfToken, newRefreshToken } from './refresh-tokens.ts';

export interface LogIn {
  email: string;
  password: string;
  user_agent: string | undefined;
  /** The network address that the request came from. */
  address: string;
  password_hash_memory_kib: number;
}

/** Begins a session. @throws Refusal INVALID_CREDENTIALS, alike for an unknown e-mail and a wrong password */
export async function logIn(database: Database, input: LogIn, now: Timestamp) {
  const user = await findUserByEmail(database.global, normalEmail(input.email));
  const matches = await verifyPassword(user?.password_hash, input.password, input.password_hash_memory_kib);
  if (user !== undefined && !matches) noteRefused(database, user, input.address, now);
  if (user === undefined || !matches) throw new Refusal('INVALID_CREDENTIALS', 'E-mail or password is wrong');
  const { password_hash: was } = user;
  // Only now the password is at hand. Before the transaction: nobody should wait for it there.
  const stronger = isWeaker(was, input.password_hash_memory_kib) ? await hashPassword(input.password, input.password_hash_memory_kib) : was;
  const refresh_token = newRefreshToken();
  const session_id = newId();
  const user_agent = input.user_agent?.slice(0, 400) ?? null;
  await database.transaction(user.home_merchant_id, async (tx) => {
    if (stronger !== was) await replaceHash(tx, { id: user.id, was, becomes: stronger });
    const expires_at = expiryFrom(now);
    await insertSession(tx, { id: session_id, user_id: user.id, refresh_hash: hashOfToken(refresh_token), user_agent, expires_at }, now);
    const by = { user_id: user.id, session_id, address: input.address };
    tx.note({ action: 'session.started', subject_id: user.id, after: { user_agent }, by, now });
  });
  const member = await findMember(database.reader(user.home_merchant_id), user.id);
  return { session_id, refresh_token, user: { id: user.id, email: user.email, name: user.name, role: member?.role ?? 'viewer' } };
}

/** Somebody tried a password of this person’s, and it was not theirs. Nobody waits for it: how long the answer takes must not tell that there is such a person. */
function noteRefused(database: Database, user: { id: string; home_merchant_id: string }, address: string, now: Timestamp): void {
  const by = { user_id: null, address };
  database
    .transaction(user.home_merchant_id, async (tx) => tx.note({ action: 'session.refused', subject_id: user.id, by, now }))
    .catch(() => undefined);
}

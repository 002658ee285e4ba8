import { createHash, randomBytes } from 'node:crypto';
import type { Clock, Timestamp } from '../../core/clock.ts';
import { invalidField, ValidationErrors } from '../../core/errors.ts';
import type { Database } from '../../platform/database/handle.ts';
import { hashPassword } from '../auth/accounts/passwords.ts';
import { refuseGuessable } from '../auth/accounts/refuse-guessable.ts';
import { findUserByEmail } from '../auth/queries.ts';
import { getMerchant } from '../merchant/queries.ts';
import { type AcceptingUser, mustSignIn } from './accept-invitation.ts';
import { findInvitationByToken, type InvitationRow } from './invitation-queries.ts';
import { invalidToken } from './rules.ts';

export interface SignedIn {
  user_id: string;
  session_id: string;
}

interface Acceptance {
  token: string;
  password?: string;
  name?: string;
}

interface Services {
  database: Database;
  clock: Clock;
  config: { common_passwords: boolean; password_hash_memory_kib: number };
}

/**
 * Checks the request and hashes the password. Runs before the transaction, so that hashing holds no connection.
 * Without a password and a session, the result does not depend on whether the address has an account: an inviter must
 * not find that out.
 * @throws AppError VALIDATION_ERROR, UNAUTHENTICATED if the address has an account and the request no session
 */
export async function prepareAcceptance(
  { database, clock, config }: Services,
  { token, password, name }: Acceptance,
  account: SignedIn | undefined,
  address: string,
): Promise<InvitationKey & { user: AcceptingUser }> {
  const { key, invitation } = await getOpenInvitation(database, token, clock.now());
  if (account !== undefined) {
    refuseAccountFields({ password, name });
    return { ...key, user: account };
  }
  if (password === undefined)
    throw invalidField('password', 'is required for a new account; with an account, sign in and accept with it');
  refuseGuessable(config, 'password', { password, email: invitation.email, name: name ?? invitation.name });
  if ((await findUserByEmail(database.global, invitation.email)) !== undefined) {
    // The account may be that of another request, which has used the invitation meanwhile.
    await getOpenInvitation(database, token, clock.now());
    throw mustSignIn();
  }
  return {
    ...key,
    user: { password_hash: await hashPassword(password, config.password_hash_memory_kib, address), name },
  };
}

/** A request of an existing account must not set fields that the account already has. */
function refuseAccountFields(fields: Readonly<Record<string, unknown>>): void {
  const errors = new ValidationErrors();
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) errors.add(field, 'must be left out: your account has one');
  errors.throwIfAny();
}

/** @throws AppError VALIDATION_ERROR for an invalid token */
export async function getOpenInvitation(
  database: Database,
  token: string,
  now: Timestamp,
): Promise<{ key: InvitationKey; invitation: InvitationRow }> {
  const key = readInvitationToken(token);
  const invitation = key && (await findInvitationByToken(database.reader(key.merchant_id), key.token_hash, now));
  if (key === undefined || invitation === undefined) throw invalidToken();
  return { key, invitation };
}

/** Shows an invitation to the holder of its link. Reveals nothing about accounts. */
export async function previewInvitation(database: Database, token: string, now: Timestamp) {
  const { key, invitation } = await getOpenInvitation(database, token, now);
  const { name: merchant_name } = await getMerchant(database.reader(key.merchant_id));
  const { email, name, role, expires_at } = invitation;
  return { email, name, role, merchant_name, expires_at };
}

const id_bytes = 16;
const secret_bytes = 32;

export interface InvitationKey {
  merchant_id: string;
  token_hash: Buffer;
}

const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Creates the token of a link: the merchant's id, which is needed to find the invitation, and 256 random bits. Only its
 * hash is stored.
 */
export function newInvitationToken(merchant_id: string): { token: string; token_hash: Buffer } {
  const token = Buffer.concat([
    Buffer.from(merchant_id.replaceAll('-', ''), 'hex'),
    randomBytes(secret_bytes),
  ]).toString('base64url');
  return { token, token_hash: hashOfToken(token) };
}

/** The parts of a token; undefined for text that is not one. */
export function readInvitationToken(token: string): InvitationKey | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== id_bytes + secret_bytes || bytes.toString('base64url') !== token) return undefined;
  const hex = bytes.toString('hex', 0, id_bytes);
  const merchant_id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
    '-',
  );
  return { merchant_id, token_hash: hashOfToken(token) };
}

import type { Timestamp } from '../../../core/clock.ts';
import { invalidState } from '../../../core/errors.ts';
import { seal, unseal } from '../../../core/seal.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { encryptionContext, type FactorOwner } from './check-factor.ts';
import * as queries from './totp-queries.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, otpauthUrl, stepOfCode } from './totp-rules.ts';

/** The parameters for an authenticator app. */
export interface NewTotp {
  secret: string;
  otpauth_url: string;
}

export interface TotpState {
  enabled: boolean;
  enabled_at: Timestamp | null;
  recovery_codes_left: number;
}

export async function readTotpState(global: Handle, user_id: string): Promise<TotpState> {
  const enabled_at = (await queries.findTotpFactor(global, user_id))?.confirmed_at ?? null;
  if (enabled_at === null) return { enabled: false, enabled_at, recovery_codes_left: 0 };
  return { enabled: true, enabled_at, recovery_codes_left: await queries.countRecoveryCodes(global, user_id) };
}

const alreadySetUp = () => invalidState('An authenticator app is set up already; remove it first');

/**
 * Creates a secret. Sign-ins require no code until the secret is confirmed.
 * @throws AppError INVALID_STATE if there is a confirmed one
 */
export async function startTotp(
  tx: Transaction,
  owner: FactorOwner & { email: string },
  now: Timestamp,
): Promise<NewTotp> {
  const secret = newTotpSecret();
  const sealed = seal(secret, encryptionContext(owner));
  if ((await queries.upsertUnconfirmed(tx, { user_id: owner.user_id, secret: sealed }, now)) === 0)
    throw alreadySetUp();
  return { secret, otpauth_url: otpauthUrl(secret, owner.email) };
}

/** The factor that is not confirmed yet. @throws AppError INVALID_STATE if there is none */
async function getUnconfirmed(global: Handle, user_id: string): Promise<queries.TotpFactor> {
  const factor = await queries.findTotpFactor(global, user_id);
  if (factor === undefined) throw invalidState('Begin with a new secret: POST /auth/totp');
  if (factor.confirmed_at !== null) throw alreadySetUp();
  return factor;
}

/** Checks the code without using it up. @throws AppError INVALID_STATE if there is nothing to confirm */
export async function isFirstCode(global: Handle, owner: FactorOwner, code: string, now: Timestamp): Promise<boolean> {
  const { secret } = await getUnconfirmed(global, owner.user_id);
  return stepOfCode(unseal(secret, encryptionContext(owner)), code, now) !== undefined;
}

/**
 * @returns the recovery codes, which are returned only once; `undefined` if the code is wrong
 * @throws AppError INVALID_STATE if there is nothing to confirm
 */
export async function confirmTotp(
  tx: Transaction,
  owner: FactorOwner,
  code: string,
  now: Timestamp,
): Promise<string[] | undefined> {
  const { user_id } = owner;
  const { secret } = await getUnconfirmed(tx, user_id);
  const step = stepOfCode(unseal(secret, encryptionContext(owner)), code, now);
  if (step === undefined) return undefined;
  if ((await queries.confirmTotpFactor(tx, { user_id, secret, step }, now)) === 0) throw alreadySetUp();
  return replaceRecoveryCodes(tx, user_id, now);
}

/** Creates ten new codes and invalidates the old ones. */
export async function replaceRecoveryCodes(tx: Transaction, user_id: string, now: Timestamp): Promise<string[]> {
  const codes = newRecoveryCodes();
  await queries.deleteRecoveryCodes(tx, user_id);
  await queries.insertRecoveryCodes(tx, { user_id, hashes: codes.map(hashOfRecoveryCode) }, now);
  return codes;
}

export async function removeTotp(tx: Transaction, user_id: string): Promise<void> {
  await queries.deleteRecoveryCodes(tx, user_id);
  await queries.deleteTotpFactor(tx, user_id);
}

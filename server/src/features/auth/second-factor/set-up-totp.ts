import type { Timestamp } from '../../../core/clock.ts';
import { AppError, invalidInput, invalidState } from '../../../core/errors.ts';
import type { Database, Transaction } from '../../../platform/database/handle.ts';
import { type CheckedUser, requireUnchangedUser } from '../sessions/require-session.ts';
import { hasTotp } from './check-factor.ts';
import * as totp from './totp.ts';

/** The second factor of an account, with its audit entries. They contain no codes or secrets. */

interface Owner extends CheckedUser {
  home_merchant_id: string;
  service_secret: string;
  address: string;
}

const writeAudit = (tx: Transaction, owner: Owner, action: string, now: Timestamp): Promise<void> =>
  tx.withTenant(owner.home_merchant_id, async (own) => {
    const { user_id, session_id, address } = owner;
    own.audit({ action, subject_id: user_id, by: { user_id, session_id, address }, now });
  });

/** @throws AppError as `requireUnchangedUser`, like each change below; INVALID_STATE if there is a confirmed factor */
export async function startTotp(
  tx: Transaction,
  owner: Owner & { email: string },
  now: Timestamp,
): Promise<totp.NewTotp> {
  await requireUnchangedUser(tx, owner, now);
  return totp.startTotp(tx, owner, now);
}

/**
 * @throws AppError INVALID_CREDENTIALS with a detail on `code`, which the caller counts as a failed attempt;
 * INVALID_STATE if there is nothing to confirm
 */
export async function checkFirstCode(
  database: Database,
  owner: Pick<Owner, 'user_id' | 'service_secret'>,
  code: string,
  now: Timestamp,
) {
  if (!(await totp.isFirstCode(database.global, owner, code, now))) throw wrongCode();
}

const wrongCodeDetails = [{ field: 'code', message: 'is wrong' }];
const wrongCode = () => new AppError('INVALID_CREDENTIALS', 'The code is wrong', wrongCodeDetails);

/**
 * @returns the recovery codes
 * @throws AppError VALIDATION_ERROR on `code`, INVALID_STATE if there is nothing to confirm
 */
export async function confirmTotp(tx: Transaction, owner: Owner, code: string, now: Timestamp): Promise<string[]> {
  await requireUnchangedUser(tx, owner, now);
  const codes = await totp.confirmTotp(tx, owner, code, now);
  if (codes === undefined) throw invalidInput(wrongCodeDetails);
  await writeAudit(tx, owner, 'totp.enabled', now);
  return codes;
}

/** @throws AppError INVALID_STATE */
export async function requireTotp(database: Database, user_id: string): Promise<void> {
  if (!(await hasTotp(database.global, user_id))) throw invalidState('No authenticator app is set up');
}

export async function renewRecoveryCodes(tx: Transaction, owner: Owner, now: Timestamp): Promise<string[]> {
  await requireUnchangedUser(tx, owner, now);
  const codes = await totp.replaceRecoveryCodes(tx, owner.user_id, now);
  await writeAudit(tx, owner, 'totp.recovery_codes_renewed', now);
  return codes;
}

export async function removeTotp(tx: Transaction, owner: Owner, now: Timestamp): Promise<void> {
  await requireUnchangedUser(tx, owner, now);
  await totp.removeTotp(tx, owner.user_id);
  await writeAudit(tx, owner, 'totp.disabled', now);
}

export const readTotpState = (database: Database, user_id: string): Promise<totp.TotpState> =>
  totp.readTotpState(database.global, user_id);

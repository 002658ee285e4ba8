import type { Actor } from '../../../core/actor.ts';
import type { Clock, Timestamp } from '../../../core/clock.ts';
import type { StoredActor } from '../../../core/domain-event.ts';
import { AppError, invalidField, invalidState } from '../../../core/errors.ts';
import type { Database, Handle, Transaction } from '../../../platform/database/handle.ts';
import { type CheckedUser, requireOpenSession, requireUnchangedUser } from '../sessions/require-session.ts';
import { endPinSessions } from '../sessions/session-queries.ts';
import { hashPin } from './hash-pin.ts';
import { deletePin, findPin, releaseFormerPin, upsertPin } from './pin-queries.ts';
import { isGuessable, ownPinsADay, pinsOfMembersADay } from './pin-rules.ts';

interface ChosenPin {
  pin: string;
  merchant_id: string;
  /** The user who sets the PIN. */
  by_user_id: string;
  of: 'self' | 'member';
}

const day_s = 24 * 60 * 60;

interface PinServices {
  database: Database;
  /** The service's secret. */
  secret: string;
  /** @throws AppError RATE_LIMITED after more than `most` attempts in the window */
  countAttempt(
    services: { database: Database },
    budget: { of: string; most: number; window_s: number; message: string },
  ): Promise<void>;
}

/** Why a PIN is refused as guessable; `undefined` if it is not. */
export const guessablePin = (pin: string): string | undefined =>
  isGuessable(pin) ? 'is too easy to guess: no repeated digits and no digits in a row' : undefined;

/**
 * Checks a chosen PIN and hashes it. Runs before the transaction, so that hashing holds no connection. Each PIN counts,
 * also one that is then stored: that it is free is an answer, too.
 * @throws AppError VALIDATION_ERROR on `pin` for a guessable one, RATE_LIMITED after too many
 */
export async function preparePin(
  { database, secret, countAttempt }: PinServices,
  { pin, merchant_id, by_user_id, of }: ChosenPin,
): Promise<Buffer> {
  const fault = guessablePin(pin);
  if (fault !== undefined) throw invalidField('pin', fault);
  const most = of === 'self' ? ownPinsADay : pinsOfMembersADay;
  const message = 'Too many PINs were chosen';
  const budget = { of: `PINs of ${of} ${merchant_id} ${by_user_id}`, most, window_s: day_s, message };
  await countAttempt({ database }, budget);
  return hashPin(pin, { merchant_id, service_secret: secret, source: by_user_id });
}

/**
 * Writes an audit entry if the PIN for `subject_id` was refused because another member has it. A transaction of its own,
 * since the one that stores the PIN is rolled back.
 * @throws the error
 */
export async function auditTakenPin(
  { database, clock }: { database: Database; clock: Clock },
  error: unknown,
  { actor: by, subject_id }: { actor: Actor; subject_id: string },
): Promise<never> {
  if (error instanceof AppError && error.code === 'DUPLICATE' && error.details[0]?.field === 'pin')
    await database.transaction(by.merchant.id, async (tx) =>
      tx.audit({ action: 'pin.taken', subject_id, by, now: clock.now() }),
    );
  throw error;
}

interface NewPin {
  user_id: string;
  pin_hash: Buffer;
  by: StoredActor & { user_id: string };
}

/**
 * Stores the PIN of a member, and ends the member's sessions by the earlier one. A former member who has this PIN loses
 * it, and returns without one.
 * @returns the ids of the ended sessions
 * @throws AppError DUPLICATE on `pin` if another member has it
 */
export async function setPin(tx: Transaction, { user_id, pin_hash, by }: NewPin, now: Timestamp): Promise<string[]> {
  const former = await releaseFormerPin(tx, pin_hash);
  if (former !== undefined) tx.audit({ action: 'pin.removed', subject_id: former.user_id, by, now });
  await upsertPin(tx, { user_id, pin_hash }, now);
  tx.audit({ action: 'pin.set', subject_id: user_id, by, now });
  return endPinSessions(tx, user_id, now);
}

/**
 * The same for the own PIN, which the user confirmed with the password.
 * @throws AppError as `setPin` and `requireUnchangedUser`
 */
export async function setOwnPin(
  tx: Transaction,
  { user, ...pin }: Omit<NewPin, 'user_id'> & { user: CheckedUser },
  now: Timestamp,
): Promise<string[]> {
  await requireUnchangedUser(tx, user, now);
  return setPin(tx, { ...pin, user_id: user.user_id }, now);
}

/**
 * @returns the ids of the ended sessions
 * @throws AppError INVALID_STATE if the member has no PIN, UNAUTHENTICATED if the session has ended meanwhile
 */
export async function removePin(
  tx: Transaction,
  { user_id, session_id, by }: Omit<NewPin, 'pin_hash'> & { session_id: string },
  now: Timestamp,
): Promise<string[]> {
  await requireOpenSession(tx, session_id, now);
  if ((await deletePin(tx, user_id)) === 0) throw invalidState('You have no PIN at this merchant');
  tx.audit({ action: 'pin.removed', subject_id: user_id, by, now });
  return endPinSessions(tx, user_id, now);
}

export interface PinState {
  enabled: boolean;
  set_at: Timestamp | null;
}

/** Whether the member has a PIN at this merchant. */
export async function readPinState(db: Handle, user_id: string): Promise<PinState> {
  const set_at = (await findPin(db, user_id))?.set_at ?? null;
  return { enabled: set_at !== null, set_at };
}

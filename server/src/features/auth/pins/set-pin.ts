import type { Timestamp } from '../../../core/clock.ts';
import type { StoredActor } from '../../../core/domain-event.ts';
import { invalidField, invalidState } from '../../../core/errors.ts';
import type { Database, Handle, Transaction } from '../../../platform/database/handle.ts';
import { endPinSessions } from '../sessions/session-queries.ts';
import { countGuess } from './check-pin.ts';
import { hashPin } from './hash-pin.ts';
import { deletePin, findPin, resetFailures, upsertPin } from './pin-queries.ts';
import { isGuessable } from './pin-rules.ts';

interface ChosenPin {
  pin: string;
  merchant_id: string;
  /** The user who sets the PIN. */
  by_user_id: string;
}

/** Why a PIN is refused as guessable; `undefined` if it is not. */
export const guessablePin = (pin: string): string | undefined =>
  isGuessable(pin) ? 'is too easy to guess: no repeated digits and no digits in a row' : undefined;

/**
 * Checks a chosen PIN and hashes it. Runs before the transaction, so that hashing holds no connection. Whether another
 * member has it is found when it is stored; because that answer is a guess at a PIN, it counts as one until then.
 * @throws AppError VALIDATION_ERROR on `pin` for a guessable one, RATE_LIMITED after too many that were taken
 */
export async function preparePin(
  { database, secret }: { database: Database; secret: string },
  { pin, merchant_id, by_user_id }: ChosenPin,
): Promise<Buffer> {
  const fault = guessablePin(pin);
  if (fault !== undefined) throw invalidField('pin', fault);
  await database.transaction(merchant_id, async (tx) => {
    await countGuess(tx, by_user_id);
  });
  return hashPin(pin, { merchant_id, service_secret: secret, source: by_user_id });
}

interface NewPin {
  user_id: string;
  pin_hash: Buffer;
  by: StoredActor & { user_id: string };
}

/**
 * Stores the PIN of a member, and ends the member's sessions by the earlier one.
 * @returns the ids of the ended sessions
 * @throws AppError DUPLICATE on `pin` if another member has it
 */
export async function setPin(tx: Transaction, { user_id, pin_hash, by }: NewPin, now: Timestamp): Promise<string[]> {
  await upsertPin(tx, { user_id, pin_hash }, now);
  await resetFailures(tx, by.user_id);
  tx.audit({ action: 'pin.set', subject_id: user_id, by, now });
  return endPinSessions(tx, user_id, now);
}

/**
 * @returns the ids of the ended sessions
 * @throws AppError INVALID_STATE if the member has no PIN
 */
export async function removePin(
  tx: Transaction,
  { user_id, by }: Omit<NewPin, 'pin_hash'>,
  now: Timestamp,
): Promise<string[]> {
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

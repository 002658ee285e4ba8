import type { Actor } from '../../../core/actor.ts';
import type { Timestamp } from '../../../core/clock.ts';
import { AppError, forbidden, invalidField, tooMany } from '../../../core/errors.ts';
import type { Database, Transaction } from '../../../platform/database/handle.ts';
import { findMember, findMembership } from '../../merchant/member-queries.ts';
import { findDevice } from '../queries.ts';
import { hashPin } from './hash-pin.ts';
import { countAtDevice, countAtDevicesOf, getWaits, lockPinHolder, resetFailures } from './pin-queries.ts';
import { wrongOfUserADay } from './pin-rules.ts';

/** A PIN, and the device on which it was entered. */
export interface EnteredPin {
  pin: string;
  merchant_id: string;
  device_id: string;
}

/** The session of the device: of the user who registered it, or a session by PIN on it. */
export interface PadSession {
  user_id: string;
  session_id: string;
  /** The network address that the request came from. */
  address: string;
  /** Of a session by PIN. */
  pin_merchant_id: string | null;
  pin_device_id: string | null;
}

interface PinServices {
  database: Database;
  /** The service's secret. */
  secret: string;
}

export type PinHolder = Omit<Actor, 'session_id' | 'address'>;

/** A device as a place to enter PINs. */
export interface Pad {
  id: string;
  name: string | null;
  /** The user who registered the device. */
  user_id: string;
}

/**
 * The current member of the merchant who has this PIN, entered on a registered device.
 *
 * Wrong PINs lock the device: five for a minute, each further one for twice as long, up to an hour. Call it before a
 * transaction is open, because it hashes and has transactions of its own.
 * @throws AppError INVALID_CREDENTIALS on `pin`, the same for an unknown PIN and that of a former member; RATE_LIMITED
 * while the device is locked; VALIDATION_ERROR on `device_id` or FORBIDDEN on `merchant_id` if they are not the session's
 */
export const checkPin = (
  services: PinServices,
  session: PadSession,
  entered: EnteredPin,
  now: Timestamp,
): Promise<PinHolder> => usePin(services, session, entered, now, async (_tx, holder) => holder);

/** Like `checkPin`; `use` runs in the transaction that finds the member. A change of the PIN waits for its end. */
export async function usePin<T>(
  { database, secret }: PinServices,
  session: PadSession,
  { pin, merchant_id, device_id }: EnteredPin,
  now: Timestamp,
  use: (tx: Transaction, holder: PinHolder, pad: Pad) => Promise<T>,
): Promise<T> {
  const pad = await getPad(database, session, { merchant_id, device_id });
  const counted = await database.transaction(merchant_id, (tx) => countAttempt(tx, pad));
  const pin_hash = await hashPin(pin, { merchant_id, service_secret: secret, source: device_id });
  const used = await database.transaction(merchant_id, async (tx) => {
    const holder = await findHolder(tx, pin_hash);
    if (holder !== undefined) {
      for (const subject_id of [pad.id, pad.user_id]) await resetFailures(tx, subject_id);
      return { result: await use(tx, holder, pad) };
    }
    const { user_id, session_id, address } = session;
    for (const lock of counted)
      tx.audit({
        action: 'pin.pad_locked',
        subject_id: lock.subject_id,
        after: { device: pad.name, wait_s: lock.wait_s },
        by: { user_id, session_id, address },
        now,
      });
    return undefined;
  });
  // Thrown after the transaction, which would not write its audit entry otherwise.
  if (used === undefined)
    throw new AppError('INVALID_CREDENTIALS', 'The PIN is wrong', [{ field: 'pin', message: 'is wrong' }]);
  return used.result;
}

async function findHolder(tx: Transaction, pin_hash: Buffer): Promise<PinHolder | undefined> {
  const found = await lockPinHolder(tx, pin_hash);
  return found && findMember(tx, found.user_id);
}

/**
 * The registered device of the session. The user who registered it must still be a member of the merchant.
 * @throws AppError VALIDATION_ERROR on `device_id`, FORBIDDEN on `merchant_id`
 */
async function getPad(
  database: Database,
  session: PadSession,
  { merchant_id, device_id }: Omit<EnteredPin, 'pin'>,
): Promise<Pad> {
  const device = await findDevice(database.global, device_id);
  const isOwn =
    session.pin_device_id === null ? device?.user_id === session.user_id : device?.id === session.pin_device_id;
  if (device === undefined || !isOwn) throw invalidField('device_id', 'is not the registered device of this session');
  const registrar = await findMembership(database.reader(merchant_id), device.user_id);
  const isOther = session.pin_merchant_id !== null && session.pin_merchant_id !== merchant_id;
  if (isOther || registrar === undefined || registrar.deactivated_at !== null)
    throw forbidden('This merchant is not yours', [{ field: 'merchant_id', message: 'is not a merchant of yours' }]);
  return device;
}

interface Lock {
  subject_id: string;
  wait_s: number;
}

const locked = (retry_after_s: number) => tooMany('Too many wrong PINs', retry_after_s);

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot exceed the limit.
 * @returns what is locked if the PIN is wrong
 * @throws AppError RATE_LIMITED
 */
async function countAttempt(tx: Transaction, pad: Pad): Promise<Lock[]> {
  const atDevice = await countAtDevice(tx, pad.id);
  if (atDevice === undefined) throw locked((await getWaits(tx, pad.id)).lock_s);
  const ofUser = await countGuess(tx, pad.user_id);
  const locks: Lock[] = atDevice.lock_s === 0 ? [] : [{ subject_id: pad.id, wait_s: atDevice.lock_s }];
  return ofUser === undefined ? locks : [...locks, ofUser];
}

/**
 * Counts a guess at any device of a user.
 * @returns the lock that begins if the guess is wrong
 * @throws AppError RATE_LIMITED
 */
async function countGuess(tx: Transaction, user_id: string): Promise<Lock | undefined> {
  const counted = await countAtDevicesOf(tx, user_id);
  if (counted !== undefined && counted.day_failures < wrongOfUserADay) return undefined;
  const { day_s } = await getWaits(tx, user_id);
  if (counted === undefined) throw locked(day_s);
  return { subject_id: user_id, wait_s: day_s };
}

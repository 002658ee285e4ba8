import { createHash } from 'node:crypto';
import type { Timestamp } from '../../../core/clock.ts';
import { newId, no_merchant_id } from '../../../core/ids.ts';
import type { Database, Handle, Transaction } from '../../../platform/database/handle.ts';
import {
  type DeviceRow,
  deleteDevice,
  deleteOldestPushDevices,
  findDevice,
  findDeviceByToken,
  getPerson,
  insertOrMoveDevice,
} from '../queries.ts';
import { type Platform, type PushSubscription, readPushToken } from '../rules.ts';
import { requireOpenSession } from '../sessions/require-session.ts';
import { endSessionsOnDevice } from '../sessions/session-queries.ts';

/** The user of a device. */
export interface DeviceOwner {
  user_id: string;
  session_id: string;
  /** The network address of the request. */
  address: string;
}

interface DeviceRegistration extends DeviceOwner {
  token: string | PushSubscription;
  platform: Platform;
  name?: string;
  devices_at_most: number;
}

/**
 * Registers a device for push messages. A known token keeps its device and moves it to the caller.
 * Browsers and apps renew their tokens by themselves and leave the old ones behind, so devices beyond the user's limit
 * are deleted, oldest registration first.
 * @throws AppError UNAUTHENTICATED if the session has ended meanwhile
 */
export async function registerDevice(
  tx: Transaction,
  registration: DeviceRegistration,
  now: Timestamp,
): Promise<{ device: DeviceRow; is_new: boolean }> {
  const { user_id, platform, session_id, address } = registration;
  await requireOpenSession(tx, session_id, now);
  const token = readPushToken(registration.token, platform);
  const token_hash = createHash('sha256').update(token.identity).digest();
  const id = newId();
  const earlier = await findDeviceByToken(tx, token_hash);
  const device = await insertOrMoveDevice(
    tx,
    { id, user_id, platform, token: token.text, token_hash, name: registration.name?.trim() || null },
    now,
  );
  await deleteOldestPushDevices(tx, user_id, registration.devices_at_most);
  // An app registers its token at each start, which is no news.
  if (earlier?.user_id !== user_id) {
    const after = { name: device.name, platform };
    await auditDevice(tx, { user_id, session_id, address }, { action: 'device.registered', after }, now);
  }
  return { device, is_new: device.id === id };
}

/**
 * Deletes one of a user's devices, and ends the sessions by PIN on it.
 * @returns the ids of the ended sessions; `undefined` if the user has no such device
 */
export const forgetDevice = (
  database: Database,
  { id, ...owner }: DeviceOwner & { id: string },
  now: Timestamp,
): Promise<string[] | undefined> =>
  database.transaction(no_merchant_id, async (tx) => {
    const device = await findDevice(tx, id);
    if (device === undefined || (await deleteDevice(tx, { id, user_id: owner.user_id })) === 0) return undefined;
    await auditDevice(tx, owner, { action: 'device.deleted', before: { name: device.name } }, now);
    return endSessionsOnDevice(tx, id, now);
  });

async function auditDevice(
  tx: Transaction,
  by: DeviceOwner,
  note: { action: string; before?: object; after?: object },
  now: Timestamp,
): Promise<void> {
  const { home_merchant_id } = await getPerson(tx, by.user_id);
  await tx.withTenant(home_merchant_id, async (own) => own.audit({ ...note, subject_id: by.user_id, by, now }));
}

/** Deletes a device that push messages can no longer reach. */
export async function removeUnreachableDevice(global: Handle, device: { id: string; user_id: string }): Promise<void> {
  await deleteDevice(global, device);
}

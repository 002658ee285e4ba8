import { createHash } from 'node:crypto';
import type { Timestamp } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { type DeviceRow, deleteDevice, deleteOldestPushDevices, insertOrMoveDevice } from '../queries.ts';
import { type Platform, type PushSubscription, readPushToken } from '../rules.ts';
import { endSessionsOnDevice } from '../sessions/session-queries.ts';

interface DeviceRegistration {
  user_id: string;
  token: string | PushSubscription;
  platform: Platform;
  name?: string;
  devices_at_most: number;
}

/**
 * Registers a device for push messages. A known token keeps its device and moves it to the caller.
 * Browsers and apps renew their tokens by themselves and leave the old ones behind, so devices beyond the user's limit
 * are deleted, oldest registration first.
 */
export async function registerDevice(
  tx: Transaction,
  registration: DeviceRegistration,
  now: Timestamp,
): Promise<{ device: DeviceRow; is_new: boolean }> {
  const { user_id, platform } = registration;
  const token = readPushToken(registration.token, platform);
  const token_hash = createHash('sha256').update(token.identity).digest();
  const id = newId();
  const device = await insertOrMoveDevice(
    tx,
    { id, user_id, platform, token: token.text, token_hash, name: registration.name?.trim() || null },
    now,
  );
  await deleteOldestPushDevices(tx, user_id, registration.devices_at_most);
  return { device, is_new: device.id === id };
}

/**
 * Deletes one of a user's devices, and ends the sessions by PIN on it.
 * @returns the ids of the ended sessions; `undefined` if the user has no such device
 */
export async function forgetDevice(
  global: Handle,
  device: { id: string; user_id: string },
  now: Timestamp,
): Promise<string[] | undefined> {
  if ((await deleteDevice(global, device)) === 0) return undefined;
  return endSessionsOnDevice(global, device.id, now);
}

/** Deletes a device that push messages can no longer reach. */
export async function removeUnreachableDevice(global: Handle, device: { id: string; user_id: string }): Promise<void> {
  await deleteDevice(global, device);
}

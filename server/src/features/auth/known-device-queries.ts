import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';

/** Whether the account with this e-mail has signed in from the device before. */
export const isKnownDevice = async (global: Handle, device: { email: string; device_hash: Buffer }): Promise<boolean> =>
  (
    await global.one(sql<{ known: boolean }>`
      select exists (
        select from known_devices k join users u on u.id = k.user_id
        where u.email = ${device.email} and k.device_hash = ${device.device_hash}::bytea) as known`)
  ).known;

/** Whether the user has signed in from this device before, and whether from any device. */
export const findSignIns = (
  tx: Transaction,
  device: KnownDevice & { session_id: string },
): Promise<{ has_any: boolean; has_this: boolean }> =>
  tx.one(sql<{ has_any: boolean; has_this: boolean }>`
    select exists (select from known_devices where user_id = ${device.user_id} and device_hash = ${device.device_hash}::bytea) as has_this,
      exists (select from known_devices where user_id = ${device.user_id})
        or exists (select from sessions where user_id = ${device.user_id} and id <> ${device.session_id}) as has_any`);

interface KnownDevice {
  user_id: string;
  device_hash: Buffer;
}

export const upsertKnownDevice = (tx: Transaction, device: KnownDevice, now: Timestamp): Promise<number> =>
  tx.run(
    build
      .insertInto('known_devices')
      .values({ ...device, first_seen_at: now, last_seen_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: now })),
  );

/** Keeps the most recently used ones. */
export const deleteOldestDevices = (tx: Transaction, user_id: string, keep: number): Promise<number> =>
  tx.run(sql`
    delete from known_devices where user_id = ${user_id} and device_hash in (
      select device_hash from known_devices where user_id = ${user_id} order by last_seen_at desc offset ${keep})`);

/** Deletes the devices of all users whose home is the merchant. */
export const deleteDevicesOfMerchant = (tx: Transaction): Promise<number> =>
  tx.run(sql`delete from known_devices where user_id in (select id from users where home_merchant_id = ${tx.merchant_id})`);

export const deleteKnownDevices = (tx: Transaction, user_id: string): Promise<number> =>
  tx.run(build.deleteFrom('known_devices').where('user_id', '=', user_id));

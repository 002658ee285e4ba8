import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';

export interface NewUser {
  id: string;
  email: string;
  name: string;
  phone: string | null;
  password_hash: string;
  home_merchant_id: string;
}

export const insertUser = (tx: Transaction, user: NewUser, now: Timestamp): Promise<number> =>
  tx.run(
    build
      .insertInto('users')
      .values({ ...user, sole_merchant_id: user.home_merchant_id, created_at: now, updated_at: now }),
  );

/** A user without an account. */
export const insertPerson = (
  tx: Transaction,
  person: { id: string; name: string; phone: string | null },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build.insertInto('users').values({
      ...person,
      home_merchant_id: tx.merchant_id,
      sole_merchant_id: tx.merchant_id,
      created_at: now,
      updated_at: now,
    }),
  );

/** @returns 0 if the user has an account */
export const updateAccount = (
  tx: Transaction,
  { id, email, password_hash }: { id: string; email: string; password_hash: string },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .updateTable('users')
      .set({ email, password_hash, updated_at: now })
      .where('id', '=', id)
      .where('home_merchant_id', '=', tx.merchant_id)
      .where('email', 'is', null),
  );

/** @returns 1, or 0 if the e-mail is taken */
export const insertUserIfNew = (tx: Transaction, user: NewUser, now: Timestamp): Promise<number> =>
  tx.run(
    build
      .insertInto('users')
      .values({ ...user, sole_merchant_id: user.home_merchant_id, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing()),
  );

/** A user with an account. */
export interface User {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  home_merchant_id: string;
}

/** A user with or without an account: who only has a PIN has no e-mail address. */
export interface Person {
  id: string;
  email: string | null;
  name: string;
  home_merchant_id: string;
}

export const getPerson = (global: Handle, user_id: string): Promise<Person> =>
  global.one(build.selectFrom('users').select(['id', 'email', 'name', 'home_merchant_id']).where('id', '=', user_id));

const userColumns = ['id', 'email', 'name', 'password_hash', 'home_merchant_id'] as const;

export const findUserByEmail = (global: Handle, email: string): Promise<User | undefined> =>
  global.first(build.selectFrom('users').select(userColumns).where('email', '=', email).$castTo<User>());

/** The account of a user who signed in with a password or passkey. */
export const getUser = (global: Handle, user_id: string): Promise<User> =>
  global.one(build.selectFrom('users').select(userColumns).where('id', '=', user_id).$castTo<User>());

export const updateUserName = (tx: Transaction, user: { id: string; name: string }, now: Timestamp): Promise<number> =>
  tx.run(build.updateTable('users').set({ name: user.name, updated_at: now }).where('id', '=', user.id));

/** @throws AppError DUPLICATE if the address belongs to another account */
export const updateEmail = (tx: Transaction, user: { id: string; email: string }, now: Timestamp): Promise<number> =>
  tx.run(build.updateTable('users').set({ email: user.email, updated_at: now }).where('id', '=', user.id));

export interface DeviceRow {
  id: string;
  platform: string;
  name: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface NewPushDevice {
  id: string;
  user_id: string;
  platform: string;
  token: string;
  token_hash: Buffer;
  name: string | null;
}

/** One device per token. A known token moves to the user who registers it. The name is kept only for the same user. */
export const insertOrMoveDevice = (tx: Transaction, device: NewPushDevice, now: Timestamp): Promise<DeviceRow> =>
  tx.one(sql<DeviceRow>`
    insert into devices (id, user_id, platform, token, token_hash, name, created_at, updated_at)
    values (${device.id}, ${device.user_id}, ${device.platform}, ${device.token}, ${device.token_hash}, ${device.name}, ${now}, ${now})
    on conflict (token_hash) do update set
      user_id = excluded.user_id, platform = excluded.platform, token = excluded.token, updated_at = excluded.updated_at,
      name = case when devices.user_id = excluded.user_id then coalesce(excluded.name, devices.name) else excluded.name end
    returning id, platform, name, created_at, updated_at`);

/** Waits for concurrent registrations of the same user, then deletes the devices beyond `at_most`, oldest first. */
export async function deleteOldestPushDevices(tx: Transaction, user_id: string, at_most: number): Promise<void> {
  await tx.first(sql`select id from users where id = ${user_id} for no key update`);
  await tx.run(sql`
    delete from devices where user_id = ${user_id} and id in (
      select id from devices where user_id = ${user_id} order by updated_at desc, id desc offset ${at_most})`);
}

/** A user's devices, as a list to page through. */
export const deviceList = (user_id: string) =>
  ({
    rows: build
      .selectFrom('devices as d')
      .select(['d.id', 'd.platform', 'd.name', 'd.created_at', 'd.updated_at'])
      .where('d.user_id', '=', user_id),
    count: build.selectFrom('devices').select(sql<bigint>`count(*)`.as('total')).where('user_id', '=', user_id),
    keys: {
      created_at: { column: sql.ref('d.created_at'), type: 'timestamptz' },
      id: { column: sql.ref('d.id'), type: 'uuid' },
    },
  }) as const;

export interface PushDevice {
  id: string;
  user_id: string;
  platform: string;
  token: string;
}

export const findDevice = (
  global: Handle,
  id: string,
): Promise<{ id: string; name: string | null; user_id: string } | undefined> =>
  global.first(build.selectFrom('devices').select(['id', 'name', 'user_id']).where('id', '=', id));

export const findDeviceByToken = (tx: Transaction, token_hash: Buffer): Promise<{ user_id: string } | undefined> =>
  tx.first(build.selectFrom('devices').select('user_id').where('token_hash', '=', token_hash));

/** The devices of these users that receive push messages. */
export const listPushDevices = (global: Handle, user_ids: readonly string[]): Promise<PushDevice[]> =>
  global.many(
    sql<PushDevice>`select id, user_id, platform, token from devices where user_id = any(${[...user_ids]}::uuid[]) order by id`,
  );

export const findPushDevices = (global: Handle, ids: readonly string[]): Promise<PushDevice[]> =>
  global.many(sql<PushDevice>`select id, user_id, platform, token from devices where id = any(${[...ids]}::uuid[])`);

export const deleteDevice = (global: Handle, device: { id: string; user_id: string }): Promise<number> =>
  global.run(build.deleteFrom('devices').where('id', '=', device.id).where('user_id', '=', device.user_id));

/** The hash of a user who is locked: a change of the password waits, and then ends the session that was started. */
export const lockPassword = (tx: Transaction, user_id: string): Promise<{ password_hash: string | null }> =>
  tx.one(sql<{ password_hash: string | null }>`
    select password_hash from users where id = ${user_id} for no key update`);

/** @returns 0 if the password was changed meanwhile: `current_hash` is no longer the stored one */
export const replaceHash = (
  tx: Transaction,
  { id, current_hash, new_hash }: { id: string; current_hash: string; new_hash: string },
): Promise<number> =>
  tx.run(
    build
      .updateTable('users')
      .set({ password_hash: new_hash })
      .where('id', '=', id)
      .where('password_hash', '=', current_hash),
  );

export const updatePassword = (
  tx: Transaction,
  user: { id: string; password_hash: string },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build.updateTable('users').set({ password_hash: user.password_hash, updated_at: now }).where('id', '=', user.id),
  );

/** Does nothing for the user's home, or a merchant joined before. */
export const insertJoined = (tx: Transaction, user_id: string, now: Timestamp): Promise<number> =>
  tx.run(sql`
    insert into joined_merchants (user_id, merchant_id, joined_at)
    select id, ${tx.merchant_id}::uuid, ${now}::timestamptz from users where id = ${user_id} and home_merchant_id <> ${tx.merchant_id}::uuid
    on conflict do nothing`);

/** The merchants that a user has ever joined besides the home, latest first, at most `at_most`. */
export const listJoined = (global: Handle, user_id: string, at_most: number): Promise<{ merchant_id: string }[]> =>
  global.many(sql<{ merchant_id: string }>`
    select merchant_id from joined_merchants where user_id = ${user_id} order by joined_at desc, merchant_id limit ${at_most}`);

const lock_number = 7_451_020;

/** Serialises registrations until the transaction ends. */
export const lockRegistration = (tx: Transaction): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${lock_number}::bigint)::text as locked`);

export const hasUsers = async (global: Handle): Promise<boolean> =>
  (await global.one(sql<{ found: boolean }>`select exists (select from users) as found`)).found;

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

/** Keeps the `keep` most recently used ones. */
export const deleteOldestKnownDevices = (tx: Transaction, user_id: string, keep: number): Promise<number> =>
  tx.run(sql`
    delete from known_devices where user_id = ${user_id} and device_hash in (
      select device_hash from known_devices where user_id = ${user_id} order by last_seen_at desc offset ${keep})`);

/** Deletes the known devices of all users whose home is the merchant. */
export const deleteKnownDevicesOfMerchant = (tx: Transaction): Promise<number> =>
  tx.run(
    sql`delete from known_devices where user_id in (select id from users where home_merchant_id = ${tx.merchant_id})`,
  );

export const deleteKnownDevices = (tx: Transaction, user_id: string): Promise<number> =>
  tx.run(build.deleteFrom('known_devices').where('user_id', '=', user_id));

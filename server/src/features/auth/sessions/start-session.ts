import type { Timestamp } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { Database, Transaction } from '../../../platform/database/handle.ts';
import { type MailNotice, queueNotice } from '../../mail/queue-mail.ts';
import { findMember } from '../../merchant/member-queries.ts';
import { getMerchant } from '../../merchant/queries.ts';
import {
  deleteOldestKnownDevices,
  findSignIns,
  lockPassword,
  replaceHash,
  type User,
  upsertKnownDevice,
} from '../queries.ts';
import { hasPasskey } from '../second-factor/passkey-queries.ts';
import { expiryFrom, hashOfToken, newRefreshToken } from './refresh-tokens.ts';
import { insertSession, insertToken } from './session-queries.ts';
import { describeDevice, hashOfDevice, networkOf } from './session-rules.ts';

/** The device of a sign-in. */
export interface Device {
  user_agent: string | undefined;
  /** The network address that the request came from. */
  address: string;
  /** How to mail the user about a sign-in from a new device; undefined without a mail server. */
  notice: MailNotice | undefined;
}

/** The event payload of a sign-in from a new device. */
export interface NewDevice {
  id: string;
  name: string;
  device: string | null;
  network: string;
}

const knownDevicesAtMost = 50;

export const userAgentOf = ({ user_agent }: Pick<Device, 'user_agent'>): string | null =>
  user_agent?.slice(0, 400) ?? null;

interface Options {
  /** The hash of the same password with the current settings, if the stored one uses less memory. */
  rehashed?: string | undefined;
  /** The passkey that signed in; without one, the user was authenticated by the password with this hash. */
  passkey_id?: string;
}

/** Whether what authenticated the user is still valid. Until the transaction ends, a change of the password waits. */
async function isStillValid(tx: Transaction, user: User, passkey_id: string | undefined): Promise<boolean> {
  const { password_hash } = await lockPassword(tx, user.id);
  return passkey_id === undefined ? password_hash === user.password_hash : hasPasskey(tx, passkey_id);
}

/**
 * Starts a session for an authenticated user.
 * @returns undefined if the password was changed, or the passkey deleted, since the user was authenticated
 */
export async function startSession(
  database: Database,
  user: User,
  device: Device,
  now: Timestamp,
  options: Options = {},
) {
  const { rehashed, passkey_id } = options;
  const by_passkey = passkey_id !== undefined;
  const refresh_token = newRefreshToken();
  const session_id = newId();
  const user_agent = userAgentOf(device);
  const isStarted = await database.transaction(user.home_merchant_id, async (tx) => {
    if (!(await isStillValid(tx, user, passkey_id))) return false;
    if (rehashed !== undefined)
      await replaceHash(tx, { id: user.id, current_hash: user.password_hash, new_hash: rehashed });
    const session = {
      id: session_id,
      user_id: user.id,
      user_agent,
      address: device.address,
      expires_at: expiryFrom(now),
      by_passkey,
    };
    await insertSession(tx, session, now);
    await insertToken(tx, { token_hash: hashOfToken(refresh_token), session_id }, now);
    const by = { user_id: user.id, session_id, address: device.address };
    tx.audit({
      action: 'session.started',
      subject_id: user.id,
      after: { user_agent, ...(by_passkey ? { by_passkey } : {}) },
      by,
      now,
    });
    const device_key = { user_id: user.id, device_hash: hashOfDevice(user_agent, device.address) };
    const { has_any, has_this } = await findSignIns(tx, { ...device_key, session_id });
    await upsertKnownDevice(tx, device_key, now);
    if (has_this) return true;
    await deleteOldestKnownDevices(tx, user.id, knownDevicesAtMost);
    // The first device of an account is not reported.
    if (!has_any) return true;
    const payload: NewDevice = {
      id: user.id,
      name: user.name,
      device: describeDevice(user_agent),
      network: networkOf(device.address),
    };
    const merchant = await getMerchant(tx);
    tx.emit({ type: 'session.new_device', subject_id: user.id, payload, ctx: { actor: { ...by, merchant }, now } });
    if (device.notice === undefined) return true;
    const { timezone } = merchant;
    const message = {
      kind: 'new-device',
      device: payload.device,
      network: payload.network,
      at: now,
      timezone,
    } as const;
    await queueNotice(tx, device.notice, { to: user.email, message }, now);
    return true;
  });
  if (!isStarted) return undefined;
  const member = await findMember(database.reader(user.home_merchant_id), user.id);
  return {
    session_id,
    refresh_token,
    user: { id: user.id, email: user.email, name: user.name, role: member?.role ?? ('viewer' as const) },
  };
}

import type { Timestamp } from '../../../core/clock.ts';
import { secondFactorMissing } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Database, Handle } from '../../../platform/database/handle.ts';
import { getPerson } from '../queries.ts';
import { insertSession, updatePinSession } from '../sessions/session-queries.ts';
import { type EnteredPin, type PadSession, usePin } from './check-pin.ts';
import { idleExpiryFrom } from './pin-rules.ts';

interface Services {
  database: Database;
  secret: string;
}

/** A request extends its session by PIN. */
export const extendPinSession = (global: Handle, session_id: string, now: Timestamp): Promise<number> =>
  updatePinSession(global, { id: session_id, expires_at: idleExpiryFrom(now) }, now);

/**
 * Starts a session of the member who has the PIN, at the merchant and on the device.
 * @throws AppError as `checkPin`, and FORBIDDEN if the merchant requires a second factor of the member's role
 */
export async function startPinSession(
  services: Services,
  { user_agent, ...session }: PadSession & { user_agent: string | null },
  entered: EnteredPin,
  now: Timestamp,
) {
  const { merchant_id } = entered;
  const started = await usePin(services, session, entered, now, async (tx, holder, pad) => {
    const { user_id, role, merchant } = holder;
    if (merchant.require_totp_roles.includes(role)) return undefined;
    const session_id = newId();
    await insertSession(
      tx,
      {
        id: session_id,
        user_id,
        user_agent,
        address: session.address,
        expires_at: idleExpiryFrom(now),
        by_passkey: false,
        pin_merchant_id: merchant_id,
        pin_device_id: pad.id,
        pin_device_user_id: pad.user_id,
      },
      now,
    );
    tx.audit({
      action: 'session.started',
      subject_id: user_id,
      after: { user_agent, by_pin: true, device: pad.name },
      by: { user_id, session_id, address: session.address },
      now,
    });
    const { email, name } = await getPerson(tx, user_id);
    return { session_id, user: { id: user_id, email, name, role } };
  });
  // Thrown after the transaction, so that the right PIN does not count as a wrong one.
  if (started === undefined) throw secondFactorMissing();
  return started;
}

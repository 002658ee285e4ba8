import type { Actor } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { invalidField, secondFactorMissing } from '../../core/errors.ts';
import type { Database } from '../../platform/database/handle.ts';
import { checkPin, type PadSession } from '../auth/pins/check-pin.ts';

export interface PinOfApprover {
  pin?: string;
  device_id?: string;
}

/**
 * The person who decides: the one who is signed in, or the one whose PIN was entered on the requester's device. Call it
 * before a transaction is open. A session by PIN knows its device.
 * @throws AppError as `checkPin`; VALIDATION_ERROR on `device_id` without one; FORBIDDEN if the merchant requires a second
 * factor of the approver's role
 */
export async function identifyApprover(
  services: { database: Database; secret: string },
  { actor, session, now }: { actor: Actor; session: PadSession; now: Timestamp },
  { pin, device_id = session.pin_device_id ?? undefined }: PinOfApprover,
): Promise<Actor> {
  if (pin === undefined) return actor;
  if (device_id === undefined) throw invalidField('device_id', 'is required with a PIN');
  const entered = { pin, device_id, merchant_id: actor.merchant.id };
  const holder = await checkPin(services, session, entered, now);
  if (holder.merchant.require_totp_roles.includes(holder.role)) throw secondFactorMissing();
  return { ...holder, session_id: actor.session_id, address: actor.address };
}

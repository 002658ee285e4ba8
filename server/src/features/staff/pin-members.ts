import type { OperationContext } from '../../core/actor.ts';
import { invalidField, invalidState, ValidationErrors } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Role } from '../../core/permissions.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { addPerson } from '../auth/accounts/users.ts';
import { auditTakenPin, guessablePin, preparePin, setPin } from '../auth/pins/set-pin.ts';
import { addMember, lockMember } from '../merchant/members.ts';
import { resolveAssignment } from './check-assignment.ts';
import { getStaffMember } from './get-staff-member.ts';
import { lockGranter } from './lock-granter.ts';
import type { StaffMemberRow } from './queries.ts';
import { assertCovers, canBeByPin } from './rules.ts';

/** For the routes, which import no operations of other features. */
export { auditTakenPin };

/** The part of a new member's fields that decides between an invitation and a PIN. */
export interface AddressOrPin {
  email?: string | undefined;
  pin?: string | undefined;
  role?: Role | undefined;
}

/** A new member has an e-mail address, or a PIN and a role that may be by PIN. */
export function addressOrPinErrors(part: AddressOrPin): ValidationErrors {
  const errors = new ValidationErrors();
  // A field that the schema rejected is there, but undefined.
  if (!('pin' in part)) {
    if (!('email' in part)) errors.add('email', 'is required');
    return errors;
  }
  if ('email' in part) errors.add('pin', 'must be left out: the invited person sets a PIN');
  else if (part.role !== undefined && !canBeByPin(part.role)) errors.add('role', roleByPin);
  if (part.pin !== undefined && guessablePin(part.pin) !== undefined) errors.add('pin', guessablePin(part.pin) ?? '');
  return errors;
}

const roleByPin = 'must be cashier or stock_clerk for a member without an e-mail address';

interface PinMember {
  name: string;
  role: Role;
  branch_id?: string | null;
  branch_ids?: string[] | null;
  phone?: string;
  pin_hash: Buffer;
}

/**
 * Adds a member without an e-mail address, who can only sign in by PIN at registered devices.
 * @throws AppError FORBIDDEN for rights beyond the caller's, VALIDATION_ERROR for an unknown branch, DUPLICATE on `pin` if
 * another member has it
 */
export async function addPinMember(
  tx: Transaction,
  ctx: OperationContext,
  { pin_hash, ...member }: PinMember,
): Promise<StaffMemberRow> {
  const { actor, now } = ctx;
  const granter = await lockGranter(tx, { actor, now });
  const assignment = await resolveAssignment(tx, member, { role: member.role, branch_id: null, branch_ids: null });
  assertCovers(granter, assignment);
  const user_id = newId();
  await addPerson(tx, { id: user_id, name: member.name.trim(), phone: member.phone ?? null }, now);
  await addMember(tx, { user_id, ...assignment, branch_ids: assignment.branch_ids?.toSorted() ?? null }, now);
  await setPin(tx, { user_id, pin_hash, by: actor }, now);
  const added = await getStaffMember(tx, user_id);
  tx.emit({ type: 'staff.created', subject_id: user_id, payload: added, ctx });
  return added;
}

/**
 * Replaces the PIN of a member without an e-mail address, who cannot do it without a password.
 * @returns the ids of the ended sessions
 * @throws AppError NOT_FOUND, FORBIDDEN for rights beyond the caller's, VALIDATION_ERROR on `pin` for a member with an
 * account, INVALID_STATE for a former member
 */
export async function replacePin(
  tx: Transaction,
  { actor, now }: OperationContext,
  { id, pin_hash }: { id: string; pin_hash: Buffer },
): Promise<string[]> {
  const granter = await lockGranter(tx, { actor, now });
  const { email, name } = await getStaffMember(tx, id);
  const member = await lockMember(tx, id);
  if (member === undefined || email !== null)
    throw invalidField('pin', 'is for members without an e-mail address; others set their own');
  assertCovers(granter, member);
  if (member.deactivated_at !== null) throw invalidState(`${name} does not work here`);
  return setPin(tx, { user_id: id, pin_hash, by: actor }, now);
}

/** The hash of a PIN that a manager sets for a member. Runs before the transaction. @throws AppError as `preparePin` */
export const preparePinFor = (
  services: Parameters<typeof preparePin>[0],
  { actor }: Pick<OperationContext, 'actor'>,
  pin: string,
): Promise<Buffer> =>
  preparePin(services, { pin, merchant_id: actor.merchant.id, by_user_id: actor.user_id, of: 'member' });

/** Members without an e-mail address keep to the roles that may be by PIN. @throws AppError VALIDATION_ERROR on `role` */
export function requireRoleByPin({ email }: Pick<StaffMemberRow, 'email'>, role: Role): void {
  if (email === null && !canBeByPin(role)) throw invalidField('role', roleByPin);
}

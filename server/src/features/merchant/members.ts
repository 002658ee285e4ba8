import type { Timestamp } from '../../core/clock.ts';
import { invalidState } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import {
  deleteMemberBranches,
  findMembership,
  hasOwner,
  insertMemberBranches,
  insertMembership,
  type MembershipRow,
  type NewMembership,
  updateMembership,
} from './member-queries.ts';
import { lockMerchant } from './queries.ts';

/** Adds a membership for a user who never had one. @throws AppError DUPLICATE if they have one, also a former one */
export async function addMember(
  tx: Transaction,
  { branch_ids, ...member }: NewMembership,
  now: Timestamp,
): Promise<void> {
  await insertMembership(tx, member, now);
  if (branch_ids !== null) await insertMemberBranches(tx, member.user_id, branch_ids);
}

export type { MembershipRow } from './member-queries.ts';

/** A membership, current or former. Locks the staff until the transaction ends. */
export async function lockMember(tx: Transaction, user_id: string): Promise<MembershipRow | undefined> {
  await lockMerchant(tx);
  return findMembership(tx, user_id);
}

/**
 * Changes a membership that `lockMember` has locked.
 * @throws AppError INVALID_STATE if the merchant would be left without an owner
 */
export async function changeMember(
  tx: Transaction,
  { branch_ids, ...member }: MembershipRow,
  now: Timestamp,
): Promise<void> {
  await updateMembership(tx, member, now);
  await deleteMemberBranches(tx, member.user_id);
  if (branch_ids !== null) await insertMemberBranches(tx, member.user_id, branch_ids);
  if (!(await hasOwner(tx))) throw invalidState('The last owner must stay: make another member an owner first');
}

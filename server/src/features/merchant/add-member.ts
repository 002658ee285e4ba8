import type { Timestamp } from '../../core/clock.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { insertMemberBranches, insertMembership, type NewMembership } from './member-queries.ts';

/** A place at the merchant for somebody who never had one. @throws AppError DUPLICATE when they have */
export async function addMember(tx: Transaction, { branch_ids, ...member }: NewMembership, now: Timestamp): Promise<void> {
  await insertMembership(tx, member, now);
  if (branch_ids !== null) await insertMemberBranches(tx, member.user_id, branch_ids);
}

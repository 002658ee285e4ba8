import type { Timestamp } from '../../core/clock.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { insertMemberBranches, insertMembership, type NewMembership } from './member-queries.ts';

/** Adds a membership for a user who never had one. @throws AppError DUPLICATE if they have one, also a former one */
export async function addMember(tx: Transaction, { branch_ids, ...member }: NewMembership, now: Timestamp): Promise<void> {
  await insertMembership(tx, member, now);
  if (branch_ids !== null) await insertMemberBranches(tx, member.user_id, branch_ids);
}

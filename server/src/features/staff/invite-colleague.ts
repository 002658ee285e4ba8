import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import type { Role } from '../../kernel/permissions.ts';
import { duplicate } from '../../kernel/refusal.ts';
import { addUser } from '../auth/add-user.ts';
import { hashPassword } from '../auth/passwords.ts';
import { addMember } from '../merchant/add-member.ts';
import { changeMember, lockMember } from '../merchant/change-member.ts';
import { checkBranch } from './check-branch.ts';
import { getColleague } from './get-colleague.ts';
import { lockGranter } from './lock-granter.ts';
import type { ColleagueRow } from './queries.ts';
import { refuseToExceed } from './rules.ts';

interface Invitation {
  email: string;
  name: string;
  role: Role;
  /** What a new account begins with. */
  password: string;
  branch_id?: string | null;
  phone?: string;
}

type PreparedInvitation = Omit<Invitation, 'password'> & { password_hash: string };

/** Hashing takes its time, and nobody should wait for a lock meanwhile: it comes before the transaction. */
export async function prepareInvitation({ password, ...invitation }: Invitation, memory_kib: number): Promise<PreparedInvitation> {
  return { ...invitation, password_hash: await hashPassword(password, memory_kib) };
}

/**
 * Takes somebody on. Who has an account joins with it as it is; who worked here before comes back.
 * @throws Refusal FORBIDDEN for a role beyond the caller's, VALIDATION_ERROR for an unknown branch, DUPLICATE for who works here already
 */
export async function inviteColleague(
  tx: Transaction,
  { actor, now }: Deed,
  invitation: PreparedInvitation,
): Promise<ColleagueRow & { existing_account: boolean }> {
  const { role, branch_id = null } = invitation;
  const granter = await lockGranter(tx, actor);
  refuseToExceed(granter, role);
  await checkBranch(tx, branch_id);
  const { user_id, is_new } = await addUser(tx, invitation, now);
  const former = await lockMember(tx, user_id);
  if (former === undefined) {
    await addMember(tx, { user_id, role, branch_id }, now);
  } else {
    if (former.deactivated_at === null) throw duplicate('email', 'This person is already a member of the staff');
    refuseToExceed(granter, former.role);
    await changeMember(tx, { user_id, role, branch_id, deactivated_at: null }, now);
  }
  return { ...(await getColleague(tx, user_id)), existing_account: !is_new };
}

import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import type { Role } from '../../kernel/permissions.ts';
import { duplicate } from '../../kernel/refusal.ts';
import { addUser } from '../auth/add-user.ts';
import { hashPassword } from '../auth/passwords.ts';
import { refuseGuessable } from '../auth/refuse-guessable.ts';
import { addMember } from '../merchant/add-member.ts';
import { changeMember, lockMember } from '../merchant/change-member.ts';
import { getColleague } from './get-colleague.ts';
import { lockGranter } from './lock-granter.ts';
import type { ColleagueRow } from './queries.ts';
import { readJob } from './read-job.ts';
import { refuseToExceed } from './rules.ts';

interface Invitation {
  email: string;
  name: string;
  role: Role;
  /** What a new account begins with. */
  password: string;
  /** Where they work when they name no branch. */
  branch_id?: string | null;
  /** Where their rights hold; everywhere when left out. */
  branch_ids?: string[] | null;
  phone?: string;
}

type PreparedInvitation = Omit<Invitation, 'password'> & { password_hash: string };

/** What the operator decided. */
interface PasswordPolicy {
  common_passwords: boolean;
  password_hash_memory_kib: number;
}

/** Hashing takes its time, and nobody should wait for a lock meanwhile: it comes before the transaction. @throws Refusal VALIDATION_ERROR for a password that is guessed first */
export async function prepareInvitation({ password, ...invitation }: Invitation, policy: PasswordPolicy): Promise<PreparedInvitation> {
  refuseGuessable(policy, 'password', { ...invitation, password });
  return { ...invitation, password_hash: await hashPassword(password, policy.password_hash_memory_kib) };
}

/**
 * Takes somebody on. Who has an account joins with it as it is; who worked here before comes back.
 * @throws Refusal FORBIDDEN for a role beyond the caller's, VALIDATION_ERROR for an unknown branch, DUPLICATE for who works here already
 */
export async function inviteColleague(
  tx: Transaction,
  deed: Deed,
  invitation: PreparedInvitation,
): Promise<ColleagueRow & { existing_account: boolean }> {
  const { actor, now } = deed;
  const granter = await lockGranter(tx, actor);
  const job = await readJob(tx, invitation, { role: invitation.role, branch_id: null, branch_ids: null });
  refuseToExceed(granter, job);
  const { user_id, is_new } = await addUser(tx, invitation, now);
  const former = await lockMember(tx, user_id);
  const was = former === undefined ? undefined : await getColleague(tx, user_id);
  if (former === undefined) {
    await addMember(tx, { ...job, user_id }, now);
  } else {
    if (former.deactivated_at === null) throw duplicate('email', 'This person is already a member of the staff');
    refuseToExceed(granter, former);
    await changeMember(tx, { ...job, user_id, deactivated_at: null }, now);
  }
  const colleague = await getColleague(tx, user_id);
  tx.tell({ type: former === undefined ? 'staff.created' : 'staff.updated', subject_id: user_id, fact: colleague, was, deed });
  return { ...colleague, existing_account: !is_new };
}

import { timingSafeEqual } from 'node:crypto';
import type { OperationContext } from '../../core/actor.ts';
import type { GrantedApproval, PresentedApproval } from '../../core/approval-rule.ts';
import {
  approvalInvalid,
  deniedApproval,
  expiredApproval,
  unknownApproval,
  usedApproval,
} from '../../core/approvals.ts';
import { AppError } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { findApproval, lockApproval, updateConsumed } from './queries.ts';
import { type Approval, asOf } from './rules.ts';

/**
 * The presented approval, approved or consumed.
 * @throws AppError APPROVAL_INVALID, APPROVAL_REQUIRED if it is pending
 */
async function getPresented(
  db: Handle,
  { actor, now }: OperationContext,
  { id, payload_sha256 }: PresentedApproval,
): Promise<Approval> {
  const row = await findApproval(db, id);
  if (row === undefined || row.requested_by !== actor.user_id) throw approvalInvalid(unknownApproval);
  if (!timingSafeEqual(row.payload_sha256, payload_sha256)) throw approvalInvalid('is for another request');
  const approval = asOf(row, now);
  if (approval.state === 'pending')
    throw new AppError('APPROVAL_REQUIRED', 'The approval is not decided yet', [
      { field: 'approval', message: 'is still pending' },
    ]);
  if (approval.state === 'denied') throw approvalInvalid(deniedApproval);
  if (approval.state === 'expired') throw approvalInvalid(expiredApproval);
  return approval;
}

async function lockPresented(
  tx: Transaction,
  ctx: OperationContext,
  presented: PresentedApproval,
): Promise<GrantedApproval> {
  await lockApproval(tx, presented.id);
  const { id, state, decided_role, created_at } = await getPresented(tx, ctx, presented);
  if (state === 'consumed') throw approvalInvalid(usedApproval);
  if (decided_role === null) throw new Error('an approved approval has an approver');
  return { id, approver_role: decided_role, requested_at: created_at };
}

async function consume(
  tx: Transaction,
  ctx: OperationContext,
  { id, subject_id }: { id: string; subject_id: string | null },
): Promise<void> {
  const previous = await findApproval(tx, id);
  if (previous === undefined) throw new Error('the approval is locked');
  await updateConsumed(tx, { id, subject_id, now: ctx.now });
  const payload: Approval = { ...previous, state: 'consumed', consumed_at: ctx.now, subject_id };
  tx.emit({ type: 'approval.consumed', subject_id: id, payload, previous, ctx });
}

/** The approvals that requests present with `Approval-Id`. */
export const approvalStore = {
  async check(db: Handle, ctx: OperationContext, presented: PresentedApproval): Promise<{ is_consumed: boolean }> {
    return { is_consumed: (await getPresented(db, ctx, presented)).state === 'consumed' };
  },
  lock: lockPresented,
  consume,
};

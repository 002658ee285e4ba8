import type { OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { findApproval, lockApproval, updateDecided } from './queries.ts';
import { type Approval, asOf, checkDecision } from './rules.ts';

export interface DecisionInput {
  id: string;
  state: 'approved' | 'denied';
  reason: string | null;
}

/**
 * Approves or denies a pending approval, as the actor.
 * @throws AppError NOT_FOUND, FORBIDDEN for the requester and for roles and branches that may not decide it,
 * INVALID_STATE if it is not pending
 */
export async function decideApproval(
  tx: Transaction,
  ctx: OperationContext,
  { id, state, reason }: DecisionInput,
): Promise<Approval> {
  await lockApproval(tx, id);
  const row = await findApproval(tx, id);
  if (row === undefined) throw notFound('Approval');
  const { actor: approver } = ctx;
  const previous = asOf(row, ctx.now);
  checkDecision(approver, previous);
  const { user_id: decided_by, role: decided_role } = approver;
  await updateDecided(tx, { id, state, decided_by, decided_role, decided_at: ctx.now, reason });
  const decided = await findApproval(tx, id);
  if (decided === undefined) throw new Error('the approval is locked');
  const payload = asOf(decided, ctx.now);
  tx.emit({ type: 'approval.decided', subject_id: id, payload, previous, ctx });
  return payload;
}

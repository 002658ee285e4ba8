import type { FastifyRequest } from 'fastify';
import type { OperationContext } from '../../core/actor.ts';
import type { GrantedApproval, PresentedApproval } from '../../core/approval-rule.ts';
import type { Handle, Transaction } from '../database/handle.ts';

/** Implemented by the feature that stores approvals. */
export interface ApprovalStore {
  /**
   * Checks an approval without using it. Accepts a consumed one.
   * @throws AppError APPROVAL_REQUIRED if it is pending, APPROVAL_INVALID
   */
  check(db: Handle, ctx: OperationContext, presented: PresentedApproval): Promise<{ is_consumed: boolean }>;
  /** Locks an approval for use in this transaction. @throws AppError as `check` does, also for a consumed one */
  lock(tx: Transaction, ctx: OperationContext, presented: PresentedApproval): Promise<GrantedApproval>;
  /** Consumes a locked approval. `subject_id` is the record that the request changed. */
  consume(tx: Transaction, ctx: OperationContext, used: { id: string; subject_id: string | null }): Promise<void>;
}

/** Runs a change with the approval that its request presents, and consumes it. */
export async function withApproval<Response extends { body: unknown }>(
  request: FastifyRequest,
  { tx, ctx }: { tx: Transaction; ctx: OperationContext },
  work: (tx: Transaction, ctx: OperationContext) => Promise<Response>,
): Promise<Response> {
  const { presentedApproval, server } = request;
  if (presentedApproval === undefined) return work(tx, ctx);
  const approval = await server.approvals.lock(tx, ctx, presentedApproval);
  const response = await work(tx, { ...ctx, approval });
  await server.approvals.consume(tx, ctx, { id: approval.id, subject_id: recordIdIn(response.body) });
  return response;
}

/** The id of the record in a response. */
function recordIdIn(body: unknown): string | null {
  const { data, id = data?.id } = (body ?? {}) as { id?: unknown; data?: { id?: unknown } };
  return typeof id === 'string' ? id : null;
}

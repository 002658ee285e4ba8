import type { OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findApproval } from './queries.ts';
import { type Approval, asOf, isVisible, visibleTo } from './rules.ts';

/** An approval that the caller requested or may decide. @throws AppError NOT_FOUND */
export async function getApproval(db: Handle, { actor, now }: OperationContext, id: string): Promise<Approval> {
  const row = await findApproval(db, id);
  if (row === undefined || !isVisible(row, visibleTo(actor))) throw notFound('Approval');
  return asOf(row, now);
}

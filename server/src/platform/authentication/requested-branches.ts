import type { FastifyRequest } from 'fastify';
import { type Branches, branchesToRead } from '../../core/branches.ts';

/** The branches of a request: the one that it names, or all that its user may see. @throws AppError FORBIDDEN */
export function requestedBranches(request: FastifyRequest, branch_id?: string): Branches {
  const { actor, query } = request;
  return branchesToRead(actor.branch_ids, branch_id ?? (query as { branch_id?: string }).branch_id);
}

import type { Actor } from '../../core/actor.ts';
import { outsideOfBranches } from '../../core/branches.ts';
import { notFound } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type EndpointRow, findEndpoint, listEndpoints } from './queries.ts';

/**
 * Webhooks carry events of all branches, so users limited to branches may not manage them.
 * @throws AppError FORBIDDEN
 */
export function refuseLimited(actor: Actor): void {
  if (actor.branch_ids !== null) throw outsideOfBranches();
}

/** @throws AppError FORBIDDEN, NOT_FOUND */
export async function getEndpoint(db: Handle, actor: Actor, id: string): Promise<EndpointRow> {
  refuseLimited(actor);
  const endpoint = await findEndpoint(db, id);
  if (endpoint === undefined) throw notFound('Webhook');
  return endpoint;
}

export async function getEndpoints(db: Handle, actor: Actor): Promise<EndpointRow[]> {
  refuseLimited(actor);
  return listEndpoints(db);
}

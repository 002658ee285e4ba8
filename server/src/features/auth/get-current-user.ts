import type { Actor } from '../../core/actor.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { findPlace } from '../merchant/find-places.ts';
import { getUser } from './queries.ts';

/** The current user at the requested merchant. The branch is the user's own, or the merchant's default branch. */
export async function getCurrentUser(database: Database, db: Handle, actor: Actor) {
  const { id, email, name } = await getUser(database.global, actor.user_id);
  const branch_id = actor.branch_id ?? (await findPlace(db, null))?.branch_id;
  if (branch_id === undefined) throw new Error(`merchant ${actor.merchant.id} has no default branch`);
  return {
    id,
    email,
    name,
    role: actor.role,
    branch_ids: actor.branch_ids === null ? null : [...actor.branch_ids],
    merchant_id: actor.merchant.id,
    branch_id,
  };
}

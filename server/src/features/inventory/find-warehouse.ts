import type { Actor } from '../../core/actor.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findLocation } from '../merchant/find-locations.ts';
import { findWarehouse } from './queries.ts';

/**
 * The warehouse of a field; `undefined` if the merchant has no such warehouse.
 * @throws AppError FORBIDDEN outside of the actor's branches
 */
export async function findOwnWarehouse(
  db: Handle,
  actor: Actor,
  named: { id: string; field: string },
): Promise<string | undefined> {
  const found = await findWarehouse(db, named.id);
  if (found !== undefined && !isWithin(actor.branch_ids, found.branch_id)) throw outsideOfBranches(named.field);
  return found?.id;
}

/**
 * The merchant's default warehouse, to change its stock.
 * @throws AppError FORBIDDEN on `stock` outside of the actor's branches
 */
export async function getOwnDefaultWarehouse(db: Handle, actor: Actor): Promise<string> {
  const location = await findLocation(db, null);
  if (location === undefined) throw new Error('a merchant without a default warehouse');
  if (!isWithin(actor.branch_ids, location.branch_id)) throw outsideOfBranches('stock');
  return location.warehouse_id;
}

/** The warehouse for stock without a given one: the default warehouse of the branch, or of the default branch. */
export async function getDefaultWarehouse(db: Handle, branch_id: string | null): Promise<string> {
  const location = await findLocation(db, branch_id);
  if (location === undefined) throw new Error('a branch without a default warehouse');
  return location.warehouse_id;
}

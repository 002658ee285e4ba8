import type { Handle } from '../../platform/database/handle.ts';
import { findPlace } from '../merchant/find-places.ts';

/** The warehouse for stock without a given one: the default warehouse of the branch, or of the default branch. */
export async function getDefaultWarehouse(db: Handle, branch_id: string | null): Promise<string> {
  const place = (await findPlace(db, branch_id)) ?? (await findPlace(db, null));
  if (place === undefined) throw new Error('a merchant without a default warehouse');
  return place.warehouse_id;
}

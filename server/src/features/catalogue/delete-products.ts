import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { lockProducts, markDeleted } from './queries.ts';

/** Deletes those that are there, each with its variants; what is not there is passed over. @returns how many are gone, variants included */
export async function deleteProducts(tx: Transaction, { now }: Deed, ids: readonly string[]): Promise<number> {
  // Locked first, so that a variant made meanwhile is seen by the statement that follows.
  await lockProducts(tx, ids);
  return markDeleted(tx, ids, now);
}

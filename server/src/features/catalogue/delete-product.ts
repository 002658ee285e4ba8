import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/refusal.ts';
import { lockProduct, markDeleted } from './queries.ts';

/** Gone from every list, with its variants; what was sold of it keeps its name, and its SKU is free again. @throws Refusal NOT_FOUND */
export async function deleteProduct(tx: Transaction, { now }: Deed, id: string): Promise<void> {
  // Locked first, so that a variant made meanwhile is seen by the statement that follows.
  if ((await lockProduct(tx, id)) === undefined) throw notFound('Product');
  await markDeleted(tx, id, now);
}

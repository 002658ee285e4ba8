import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { listWithVariants, lockProducts, markDeleted } from './queries.ts';
import { usePictures } from './use-pictures.ts';

/** Deletes those that are there, each with its variants; what is not there is passed over. @returns how many are gone, variants included */
export async function deleteProducts(tx: Transaction, deed: Deed, ids: readonly string[]): Promise<number> {
  // Locked first, so that a variant made meanwhile is seen by the statements that follow.
  if ((await lockProducts(tx, ids)).length === 0) return 0;
  const products = await listWithVariants(tx, ids);
  await usePictures(tx, { before: products.flatMap(({ images }) => images), after: [] }, deed.now);
  for (const product of products)
    tx.tell({ type: 'product.deleted', subject_id: product.id, fact: { ...product, updated_at: deed.now }, deed });
  return markDeleted(tx, ids, deed.now);
}

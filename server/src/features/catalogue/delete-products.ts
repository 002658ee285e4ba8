import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { listWithVariants, lockProducts, markDeleted } from './queries.ts';
import { usePictures } from './use-pictures.ts';

/** Deletes those that are there, each with its variants; what is not there is passed over. @returns how many are gone, variants included */
export async function deleteProducts(tx: Transaction, ctx: OperationContext, ids: readonly string[]): Promise<number> {
  // Locked first, so that a variant made meanwhile is seen by the statements that follow.
  if ((await lockProducts(tx, ids)).length === 0) return 0;
  const products = await listWithVariants(tx, ids);
  await usePictures(tx, { before: products.flatMap(({ images }) => images), after: [] }, ctx.now);
  for (const product of products)
    tx.emit({ type: 'product.deleted', subject_id: product.id, payload: { ...product, updated_at: ctx.now }, ctx });
  return markDeleted(tx, ids, ctx.now);
}

import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { listWithVariants, lockProducts, markDeleted } from './queries.ts';
import { usePictures } from './use-pictures.ts';

/**
 * Deletes these products with their variants; unknown ids are skipped.
 * @returns how many were deleted, including variants
 */
export async function deleteProducts(tx: Transaction, ctx: OperationContext, ids: readonly string[]): Promise<number> {
  // Locked first, so that the following statements see a variant that was created meanwhile.
  if ((await lockProducts(tx, ids)).length === 0) return 0;
  const products = await listWithVariants(tx, ids);
  await usePictures(tx, { before: products.flatMap(({ images }) => images), after: [] }, ctx.now);
  for (const product of products)
    tx.emit({ type: 'product.deleted', subject_id: product.id, payload: { ...product, updated_at: ctx.now }, ctx });
  return markDeleted(tx, ids, ctx.now);
}

import type { OperationContext } from '../../core/actor.ts';
import { chunksOf } from '../../core/chunks.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { copyReorderPoints } from '../inventory/take-stock.ts';
import { usePictures } from './pictures/use-pictures.ts';
import { listIdsWithVariants, listProductsById, lockProducts, markDeleted } from './queries.ts';
import { productsAtOnce } from './rules.ts';

/**
 * Deletes these products with their variants; unknown ids are skipped.
 * @returns how many were deleted, including variants
 */
export async function deleteProducts(tx: Transaction, ctx: OperationContext, ids: readonly string[]): Promise<number> {
  // Locked first, so that the following statements see a variant that was created meanwhile.
  if ((await lockProducts(tx, ids)).length === 0) return 0;
  const all = await listIdsWithVariants(tx, ids);
  for (const some of chunksOf(all, productsAtOnce)) {
    const products = await listProductsById(tx, some);
    await usePictures(tx, { before: products.flatMap(({ images }) => images), after: [] }, ctx.now);
    for (const product of products)
      tx.emit({ type: 'product.deleted', subject_id: product.id, payload: { ...product, updated_at: ctx.now }, ctx });
    await tx.writeOutbox();
  }
  const deleted = await markDeleted(tx, ids, ctx.now);
  for (const some of chunksOf(all, productsAtOnce)) await copyReorderPoints(tx, some);
  return deleted;
}

/**
 * Deletes a product with its variants. Past sales keep its name, and its SKU can be used again.
 * @throws AppError NOT_FOUND
 */
export async function deleteProduct(tx: Transaction, ctx: OperationContext, id: string): Promise<void> {
  if ((await deleteProducts(tx, ctx, [id])) === 0) throw notFound('Product');
}

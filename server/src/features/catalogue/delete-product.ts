import type { OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { deleteProducts } from './delete-products.ts';

/**
 * Deletes a product with its variants. Past sales keep its name, and its SKU can be used again.
 * @throws AppError NOT_FOUND
 */
export async function deleteProduct(tx: Transaction, ctx: OperationContext, id: string): Promise<void> {
  if ((await deleteProducts(tx, ctx, [id])) === 0) throw notFound('Product');
}

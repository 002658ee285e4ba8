import type { OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { deleteProducts } from './delete-products.ts';

/** Gone from every list, with its variants; what was sold of it keeps its name, and its SKU is free again. @throws AppError NOT_FOUND */
export async function deleteProduct(tx: Transaction, ctx: OperationContext, id: string): Promise<void> {
  if ((await deleteProducts(tx, ctx, [id])) === 0) throw notFound('Product');
}

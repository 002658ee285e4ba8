import type { Transaction } from '../../db/handle.ts';
import type { OperationContext } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import { deleteProducts } from './delete-products.ts';

/** Gone from every list, with its variants; what was sold of it keeps its name, and its SKU is free again. @throws AppError NOT_FOUND */
export async function deleteProduct(tx: Transaction, ctx: OperationContext, id: string): Promise<void> {
  if ((await deleteProducts(tx, ctx, [id])) === 0) throw notFound('Product');
}

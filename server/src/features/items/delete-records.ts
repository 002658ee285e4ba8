import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { deleteProduct } from '../catalogue/delete-product.ts';
import { deleteProducts } from '../catalogue/delete-products.ts';

/** @throws AppError NOT_FOUND */
export const deleteRecord = (tx: Transaction, ctx: OperationContext, id: string): Promise<void> => deleteProduct(tx, ctx, id);

/** Deletes these records; unknown ids are skipped. */
export async function deleteRecords(tx: Transaction, ctx: OperationContext, ids: readonly string[]): Promise<void> {
  await deleteProducts(tx, ctx, ids);
}

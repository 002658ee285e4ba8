import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { deleteProduct } from '../catalogue/delete-product.ts';
import { deleteProducts } from '../catalogue/delete-products.ts';

/** @throws Refusal NOT_FOUND */
export const deleteRecord = (tx: Transaction, deed: Deed, id: string): Promise<void> => deleteProduct(tx, deed, id);

/** Those that are there; what is not there is passed over. */
export async function deleteRecords(tx: Transaction, deed: Deed, ids: readonly string[]): Promise<void> {
  await deleteProducts(tx, deed, ids);
}

import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/refusal.ts';
import { deleteProducts } from './delete-products.ts';

/** Gone from every list, with its variants; what was sold of it keeps its name, and its SKU is free again. @throws Refusal NOT_FOUND */
export async function deleteProduct(tx: Transaction, deed: Deed, id: string): Promise<void> {
  if ((await deleteProducts(tx, deed, [id])) === 0) throw notFound('Product');
}

import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { Complaints, notFound } from '../../kernel/refusal.ts';
import { openStock } from '../inventory/open-stock.ts';
import { recountStock } from '../inventory/recount-stock.ts';
import { ensureCategory } from './ensure-category.ts';
import { getProduct, lockProduct, type ProductRow, updateProduct } from './queries.ts';
import { type ProductInput, readFields } from './rules.ts';

/**
 * Changes the fields that were sent. `stock` is what was counted in all warehouses together: the difference is booked as an adjustment.
 * @throws Refusal NOT_FOUND, VALIDATION_ERROR, DUPLICATE, INSUFFICIENT_STOCK, INVALID_STATE
 */
export async function changeProduct(tx: Transaction, deed: Deed, input: ProductInput & { id: string }): Promise<ProductRow> {
  const complaints = new Complaints();
  const fields = readFields(input, deed.actor.merchant.currency, complaints);
  const found = await lockProduct(tx, input.id);
  if (found === undefined) throw notFound('Product');
  complaints.settle();
  const { id, parent_id } = found;
  // A variant is in its product's category.
  const isMoved = input.category !== undefined && parent_id === null;
  const category = isMoved ? { category_id: await ensureCategory(tx, deed, input.category ?? null) } : {};
  await updateProduct(tx, id, { ...fields, ...category }, deed.now);
  if (input.track_stock === true) await openStock(tx, deed, { product_id: id, quantity: 0 });
  const product = await getProduct(tx, id);
  if (input.stock === undefined) return product;
  await recountStock(tx, deed, { product_id: id, track_stock: product.track_stock, total: input.stock, type: 'adjustment' });
  return { ...product, stock: BigInt(input.stock) };
}

import type { OperationContext } from '../../core/actor.ts';
import { changesIn } from '../../core/changes.ts';
import { notFound, ValidationErrors } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { openStock } from '../inventory/open-stock.ts';
import { recountStock } from '../inventory/recount-stock.ts';
import { ensureCategory } from './ensure-category.ts';
import { getProduct, lockProduct, type ProductRow, updateProduct } from './queries.ts';
import { type ProductInput, readFields } from './rules.ts';
import { usePictures } from './use-pictures.ts';

/**
 * Changes the given fields. A change without effect emits no event. `stock` is the quantity counted in all warehouses
 * together: the difference is booked as an adjustment.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, DUPLICATE, INSUFFICIENT_STOCK, INVALID_STATE
 */
export async function changeProduct(tx: Transaction, ctx: OperationContext, input: ProductInput & { id: string }): Promise<ProductRow> {
  const errors = new ValidationErrors();
  const fields = readFields(input, ctx.actor.merchant.currency, errors);
  const found = await lockProduct(tx, input.id);
  if (found === undefined) throw notFound('Product');
  errors.throwIfAny();
  const { id, parent_id } = found;
  // A variant is in its product's category.
  const isMoved = input.category !== undefined && parent_id === null;
  const category = isMoved ? { category_id: await ensureCategory(tx, ctx, input.category ?? null) } : {};
  const was = await getProduct(tx, id);
  const changes = changesIn(was, { ...fields, ...category });
  if (changes?.images !== undefined) await usePictures(tx, { before: was.images, after: changes.images }, ctx.now);
  if (changes !== undefined) await updateProduct(tx, id, changes, ctx.now);
  if (input.track_stock === true) await openStock(tx, ctx, { product_id: id, quantity: 0 });
  const { stock } = input;
  const product = { ...(await getProduct(tx, id)), ...(stock === undefined ? {} : { stock: BigInt(stock) }) };
  if (changes !== undefined) tx.emit({ type: 'product.updated', subject_id: id, payload: product, previous: was, ctx });
  if (stock !== undefined)
    await recountStock(tx, ctx, { product_id: id, track_stock: product.track_stock, total: stock, type: 'adjustment' });
  return product;
}

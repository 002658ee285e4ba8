import type { OperationContext } from '../../core/actor.ts';
import { ValidationErrors } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { openStock } from '../inventory/open-stock.ts';
import { ensureCategory } from './ensure-category.ts';
import { getProduct, insertProduct, type ProductRow } from './queries.ts';
import { type NewProductInput, readNewFields } from './rules.ts';
import { usePictures } from './use-pictures.ts';

interface NewSku {
  input: NewProductInput;
  /** For a variant; not part of the input, which comes from the client. */
  parent_id: string | null;
}

/** Creates a product or variant: the part that both have in common. @throws AppError VALIDATION_ERROR, DUPLICATE */
export async function createSku(tx: Transaction, ctx: OperationContext, { input, parent_id }: NewSku): Promise<ProductRow> {
  const errors = new ValidationErrors();
  const fields = readNewFields(input, ctx.actor.merchant.currency, errors);
  const { stock = 0, track_stock = true } = input;
  if (!track_stock && stock > 0) errors.add('stock', 'must be 0 or left out when stock is not tracked');
  errors.throwIfAny();
  // A variant is in its product's category.
  const category_id = parent_id === null ? await ensureCategory(tx, ctx, input.category ?? null) : null;
  const id = newId();
  if (fields.images !== undefined) await usePictures(tx, { after: fields.images }, ctx.now);
  await insertProduct(tx, { ...fields, id, parent_id, category_id }, ctx.now);
  const product = { ...(await getProduct(tx, id)), stock: BigInt(stock) };
  tx.emit({ type: 'product.created', subject_id: id, payload: product, ctx });
  if (track_stock) await openStock(tx, ctx, { product_id: id, quantity: stock });
  return product;
}

import type { OperationContext } from '../../core/actor.ts';
import { invalidState, notFound, ValidationErrors } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { openStock } from '../inventory/take-stock.ts';
import { requireOwnBarcode } from './barcodes.ts';
import { ensureCategory } from './categories.ts';
import { usePictures } from './pictures/use-pictures.ts';
import { countVariants, getProduct, insertProduct, lockProduct, type ProductRow } from './queries.ts';
import { type NewProductInput, readNewFields, variantsAtMost } from './rules.ts';

/**
 * Creates a product, with its stock in the default warehouse.
 * @throws AppError VALIDATION_ERROR, DUPLICATE for a SKU or barcode in use
 */
export const createProduct = (tx: Transaction, ctx: OperationContext, input: NewProductInput): Promise<ProductRow> =>
  createSku(tx, ctx, { input, parent_id: null });

interface NewSku {
  input: NewProductInput;
  /** For a variant; not part of the input, which comes from the client. */
  parent_id: string | null;
}

/** Creates a product or variant: the part that both have in common. @throws AppError VALIDATION_ERROR, DUPLICATE */
export async function createSku(
  tx: Transaction,
  ctx: OperationContext,
  { input, parent_id }: NewSku,
): Promise<ProductRow> {
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
  await requireOwnBarcode(tx, { id, barcode: fields.barcode });
  const product = { ...(await getProduct(tx, id)), stock: BigInt(stock) };
  tx.emit({ type: 'product.created', subject_id: id, payload: product, ctx });
  if (track_stock) await openStock(tx, ctx, { product_id: id, quantity: stock });
  return product;
}

/**
 * Creates a variant with its own SKU.
 * @throws AppError NOT_FOUND, INVALID_STATE if the product is a variant itself or has too many, and the errors of
 * creating a product
 */
export async function createVariant(
  tx: Transaction,
  ctx: OperationContext,
  input: NewProductInput & { product_id: string },
): Promise<ProductRow> {
  // Locked, so that the product is not deleted meanwhile, and concurrent requests do not exceed the maximum.
  const parent = await lockProduct(tx, input.product_id);
  if (parent === undefined) throw notFound('Product');
  if (parent.parent_id !== null) throw invalidState('A variant has no variants of its own');
  if ((await countVariants(tx, parent.id)) >= variantsAtMost)
    throw invalidState(`A product has at most ${variantsAtMost} variants`);
  return createSku(tx, ctx, { input, parent_id: parent.id });
}

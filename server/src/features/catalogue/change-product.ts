import type { OperationContext } from '../../core/actor.ts';
import { changesIn } from '../../core/changes.ts';
import { chunksOf } from '../../core/chunks.ts';
import { invalidField, notFound, ValidationErrors } from '../../core/errors.ts';
import { blankToNull } from '../../core/texts.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { copyReorderPoints, openStock, recountStock } from '../inventory/take-stock.ts';
import { requireOwnBarcode } from './barcodes.ts';
import { ensureCategory } from './categories.ts';
import { lockCategoriesByName } from './category-queries.ts';
import { usePictures } from './pictures/use-pictures.ts';
import {
  getProduct,
  listProductsById,
  lockProduct,
  lockProducts,
  type ProductRow,
  type PutProduct,
  updateProduct,
  updateProducts,
} from './queries.ts';
import { type CommonInput, type ProductInput, productsAtOnce, readFields, validateProductChanges } from './rules.ts';

/**
 * Changes the given fields. A change without effect emits no event. `stock` is the quantity counted in all warehouses
 * together: the difference is booked as an adjustment.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, DUPLICATE, INSUFFICIENT_STOCK, INVALID_STATE
 */
export async function changeProduct(
  tx: Transaction,
  ctx: OperationContext,
  input: ProductInput & { id: string },
): Promise<ProductRow> {
  const errors = new ValidationErrors();
  const fields = readFields(input, ctx.actor.merchant.currency, errors);
  const name = blankToNull(input.category ?? null);
  // Every operation that changes products locks categories before products.
  if (name !== null) await lockCategoriesByName(tx, [name]);
  const found = await lockProduct(tx, input.id);
  if (found === undefined) throw notFound('Product');
  errors.throwIfAny();
  const { id, parent_id } = found;
  // A variant is in its product's category.
  const isMoved = input.category !== undefined && parent_id === null;
  const category = isMoved ? { category_id: await ensureCategory(tx, ctx, name) } : {};
  const previous = await getProduct(tx, id);
  checkStock(ctx, input, previous);
  const changes = changesIn(previous, { ...fields, ...category });
  if (changes?.images !== undefined) await usePictures(tx, { before: previous.images, after: changes.images }, ctx.now);
  if (changes !== undefined) await updateProduct(tx, id, changes, ctx.now);
  await requireOwnBarcode(tx, { id, barcode: changes?.barcode });
  if (changes?.min_stock !== undefined || changes?.track_stock !== undefined) await copyReorderPoints(tx, [id]);
  if (input.track_stock === true) await openStock(tx, ctx, { product_id: id, quantity: 0 });
  const { stock } = input;
  const product = { ...(await getProduct(tx, id)), ...(stock === undefined ? {} : { stock: BigInt(stock) }) };
  if (changes !== undefined) tx.emit({ type: 'product.updated', subject_id: id, payload: product, previous, ctx });
  if (stock !== undefined)
    await recountStock(tx, ctx, {
      product_id: id,
      track_stock: product.track_stock,
      total: stock,
      // The rules apply to the cost before this change.
      cost: previous.cost,
      type: 'adjustment',
    });
  return product;
}

/** A product that was sold below 0 can be sent back as it was read. @throws AppError VALIDATION_ERROR */
function checkStock({ actor }: OperationContext, { stock = 0 }: ProductInput, previous: ProductRow): void {
  if (stock < 0 && !actor.merchant.allow_negative_stock && BigInt(stock) !== previous.stock)
    throw invalidField('stock', 'must be at least 0');
}

export interface BulkChangeResult {
  /** Number of the ids that exist. */
  found: number;
  /** Number of products that had other values. */
  changed: number;
}

/**
 * Changes all of these products and variants, or none. Unknown ids are skipped; a variant stays in its product's
 * category.
 * @throws AppError VALIDATION_ERROR
 */
export async function changeProducts(
  tx: Transaction,
  ctx: OperationContext,
  ids: readonly string[],
  input: CommonInput,
): Promise<BulkChangeResult> {
  const { currency } = ctx.actor.merchant;
  validateProductChanges({ changes: input }, currency).throwIfAny();
  const fields = readFields(input, currency, new ValidationErrors());
  const name = blankToNull(input.category ?? null);
  // As in `changeProduct`.
  if (name !== null) await lockCategoriesByName(tx, [name]);
  await lockProducts(tx, ids);
  const result: BulkChangeResult = { found: 0, changed: 0 };
  for (const some of chunksOf([...new Set(ids)].sort(), productsAtOnce)) {
    const { found, changed } = await changeSome(tx, ctx, { ids: some, input, fields, category: name });
    result.found += found;
    result.changed += changed;
    await tx.writeOutbox();
  }
  return result;
}

interface SomeChanges {
  ids: readonly string[];
  input: CommonInput;
  fields: ReturnType<typeof readFields>;
  category: string | null;
}

/** Changes those of these ids that exist. Their rows are locked. */
async function changeSome(
  tx: Transaction,
  ctx: OperationContext,
  { ids, input, fields, category }: SomeChanges,
): Promise<BulkChangeResult> {
  const found = await listProductsById(tx, ids);
  const isMoving = input.category !== undefined && found.some(({ parent_id }) => parent_id === null);
  const category_id = isMoving ? await ensureCategory(tx, ctx, category) : null;
  const changed = found.flatMap((previous) => {
    const isMoved = isMoving && previous.parent_id === null;
    const changes = changesIn(previous, { ...fields, ...(isMoved ? { category_id } : {}) });
    return changes === undefined
      ? []
      : [{ previous, product: { ...previous, ...changes, is_moved: isMoved } satisfies PutProduct }];
  });
  if (changed.length === 0) return { found: found.length, changed: 0 };
  const products = changed.map(({ product }) => product);
  await updateProducts(tx, products, ctx.now);
  if (fields.min_stock !== undefined)
    await copyReorderPoints(
      tx,
      products.map(({ id }) => id),
    );
  const previousById = new Map(changed.map(({ previous }) => [previous.id, previous]));
  // Read again for the name of the new category.
  for (const product of await listProductsById(tx, [...previousById.keys()]))
    tx.emit({
      type: 'product.updated',
      subject_id: product.id,
      payload: product,
      previous: previousById.get(product.id),
      ctx,
    });
  return { found: found.length, changed: changed.length };
}

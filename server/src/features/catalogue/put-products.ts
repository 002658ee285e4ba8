import type { OperationContext } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import {
  beginStocktake,
  copyReorderPoints,
  lockStocks,
  postStocktake,
  readWarehouses,
  type Stocktake,
} from '../inventory/take-stock.ts';
import { ensureCategories } from './categories.ts';
import { lockCategoriesByName } from './category-queries.ts';
import {
  categoryNamesIn,
  emptyPlan,
  levelsToCount,
  type Plan,
  type Planned,
  type PutInput,
  planProduct,
  productsToCount,
  productsToReorder,
  readIntoPlan,
  skusIn,
} from './plan-products.ts';
import {
  clearBarcodes,
  insertProducts,
  lockProductsBySku,
  type ProductRow,
  type PutProduct,
  updateProducts,
} from './queries.ts';

export interface PutResult {
  errors: (AppError | undefined)[];
  /** The products that are new or have other values now. */
  products: Planned[];
  moves: Stocktake['moves'];
}

/**
 * Creates or changes the products with these SKUs, in a few statements for all of them. A rejected input does not
 * affect the others. `stock` is the quantity counted in all warehouses together.
 * @returns for each input its error, or undefined, and what was written
 * @throws AppError if a concurrent transaction used the same SKU, barcode or category: nothing is written, and a retry
 * may succeed
 */
export async function putProducts(
  tx: Transaction,
  ctx: OperationContext,
  inputs: readonly PutInput[],
): Promise<PutResult> {
  const plan = emptyPlan();
  const stocktake = await lockAndReadPlan(tx, ctx, plan, inputs);
  const errors = inputs.map((input) => catchAppError(() => planProduct(plan, stocktake, ctx, input)));
  // If this is rolled back, the locks above are kept, so that a retry takes no lock out of order.
  const products = await tx.attempt(() => writePlan(tx, ctx, plan, stocktake));
  return { errors, products, moves: stocktake.moves };
}

/** Locks in the common order: categories, then products by id, then levels. */
async function lockAndReadPlan(
  tx: Transaction,
  ctx: OperationContext,
  plan: Plan,
  inputs: readonly PutInput[],
): Promise<Stocktake> {
  const names = categoryNamesIn(inputs);
  if (names.length !== 0) await lockCategoriesByName(tx, names);
  await lockProductsBySku(tx, skusIn(inputs));
  await readIntoPlan(tx, plan, inputs);
  const stocktake = await beginStocktake(tx, ctx.actor);
  await lockStocks(tx, ctx, stocktake, {
    products: productsToCount(plan, inputs),
    levels: levelsToCount(plan, inputs),
    reordered: productsToReorder(plan, inputs),
  });
  await readWarehouses(tx, stocktake, inputs);
  return stocktake;
}

function catchAppError(work: () => unknown): AppError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** @returns what was written, with the ids of its categories */
async function writePlan(tx: Transaction, ctx: OperationContext, plan: Plan, stocktake: Stocktake): Promise<Planned[]> {
  const changed = [...plan.products.values()].filter(({ is_changed, is_new }) => is_changed || is_new);
  const names = changed.flatMap(({ is_moved, row }) => (is_moved && row.category !== null ? [row.category] : []));
  const categories =
    names.length === 0 ? new Map<string, string>() : await ensureCategories(tx, ctx, [...new Set(names)]);
  const products = changed.map(
    ({ row, stored, is_moved, is_new }): PutProduct & { is_new: boolean; stored: ProductRow | undefined } => ({
      ...row,
      stored,
      category_id: row.category === null ? null : (categories.get(row.category) ?? null),
      is_moved,
      is_new,
    }),
  );
  // Changes are written first, because a new product may get a barcode that a change removes from another product.
  // New products are written in the order of their SKUs, so that two transactions that create the same ones do not
  // deadlock.
  const created = products.filter(({ is_new }) => is_new).toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
  const existing = products.filter(({ is_new }) => !is_new);
  await releaseBarcodes(tx, existing);
  if (existing.length !== 0) await updateProducts(tx, existing, ctx.now);
  const reordered = existing.filter(({ stored, min_stock }) => stored?.min_stock !== min_stock);
  if (created.length !== 0) await insertProducts(tx, created, ctx.now);
  for (const { is_new, is_moved: _, stored, ...product } of products) {
    const type = is_new ? 'product.created' : 'product.updated';
    tx.emit({ type, subject_id: product.id, payload: { ...product, updated_at: ctx.now }, previous: stored, ctx });
  }
  await copyReorderPoints(
    tx,
    reordered.map(({ id }) => id),
  );
  await postStocktake(tx, ctx, stocktake);
  return changed.map((planned) =>
    planned.is_moved
      ? { ...planned, row: { ...planned.row, category_id: categories.get(planned.row.category ?? '') ?? null } }
      : planned,
  );
}

/** A statement that gives a barcode to one product may reach it before the product that had the barcode. */
async function releaseBarcodes(
  tx: Transaction,
  products: readonly { id: string; barcode: string | null; stored: ProductRow | undefined }[],
): Promise<void> {
  const moved = products.filter(({ barcode, stored }) => stored?.barcode !== barcode);
  const wanted = new Set(moved.map(({ barcode }) => barcode));
  const released = moved.filter(({ stored }) => stored?.barcode && wanted.has(stored.barcode)).map(({ id }) => id);
  if (released.length !== 0) await clearBarcodes(tx, released);
}

import type { OperationContext } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { beginStocktake, lockStocks, postStocktake, type Stocktake } from '../inventory/take-stock.ts';
import { ensureCategories } from './categories.ts';
import { holdCategoriesByName } from './category-queries.ts';
import {
  categoriesNamedIn,
  countedIn,
  emptyPlan,
  type Plan,
  type PutInput,
  planProduct,
  readIntoPlan,
} from './plan-products.ts';
import { insertProducts, lockProductsBySku, type ProductRow, type PutProduct, updateProducts } from './queries.ts';

/**
 * Creates or changes the products with these SKUs, in a few statements for all of them. A rejected input does not
 * affect the others. `stock` is the quantity counted in all warehouses together.
 * @returns for each input its error, or undefined
 * @throws AppError if a concurrent transaction used the same SKU, barcode or category: nothing is written, and a retry
 * may succeed
 */
export async function putProducts(
  tx: Transaction,
  ctx: OperationContext,
  inputs: readonly PutInput[],
): Promise<(AppError | undefined)[]> {
  const plan = emptyPlan();
  const stocktake = await lockIntoPlan(tx, ctx, plan, inputs);
  const appErrors = inputs.map((input) => errorOf(() => planProduct(plan, stocktake, ctx, input)));
  // The locks above are kept when this is rolled back, so that a retry takes no lock out of order.
  await tx.attempt(() => carryOut(tx, ctx, plan, stocktake));
  return appErrors;
}

/** Locks in the common order: categories, then products by id, then levels. */
async function lockIntoPlan(
  tx: Transaction,
  ctx: OperationContext,
  plan: Plan,
  inputs: readonly PutInput[],
): Promise<Stocktake> {
  const names = categoriesNamedIn(inputs);
  if (names.length > 0) await holdCategoriesByName(tx, names);
  await lockProductsBySku(
    tx,
    inputs.map(({ sku }) => sku),
  );
  await readIntoPlan(tx, plan, inputs);
  const stocktake = await beginStocktake(tx, ctx.actor);
  await lockStocks(tx, ctx, stocktake, countedIn(plan, inputs));
  return stocktake;
}

function errorOf(work: () => unknown): AppError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function carryOut(tx: Transaction, ctx: OperationContext, plan: Plan, stocktake: Stocktake): Promise<void> {
  const changed = [...plan.products.values()].filter(({ is_changed, is_new }) => is_changed || is_new);
  const moved = changed.flatMap(({ is_moved, row }) => (is_moved && row.category !== null ? [row.category] : []));
  const categories =
    moved.length === 0 ? new Map<string, string>() : await ensureCategories(tx, ctx, [...new Set(moved)]);
  const put = changed.map(
    ({ row, was, is_moved, is_new }): PutProduct & { is_new: boolean; was: ProductRow | undefined } => ({
      ...row,
      was,
      category_id: row.category === null ? null : (categories.get(row.category) ?? null),
      is_moved,
      is_new,
    }),
  );
  // Changes first: a new product may get a barcode that a change gives up.
  // New products by SKU: of two transactions that create the same ones, one waits for the other, without a deadlock.
  const made = put.filter(({ is_new }) => is_new).toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
  const known = put.filter(({ is_new }) => !is_new);
  if (known.length > 0) await updateProducts(tx, known, ctx.now);
  if (made.length > 0) await insertProducts(tx, made, ctx.now);
  for (const { is_new, is_moved: _, was, ...product } of put) {
    const type = is_new ? 'product.created' : 'product.updated';
    tx.emit({ type, subject_id: product.id, payload: { ...product, updated_at: ctx.now }, previous: was, ctx });
  }
  await postStocktake(tx, ctx, stocktake);
}

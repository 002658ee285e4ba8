import type { OperationContext } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { beginStocktake, lockStocks, postStocktake, type Stocktake } from '../inventory/take-stock.ts';
import { holdCategoriesByName } from './category-queries.ts';
import { ensureCategories } from './ensure-category.ts';
import { categoriesNamedIn, countedIn, emptyPlan, type Plan, type PutInput, planProduct, readIntoPlan } from './plan-products.ts';
import { insertProducts, lockProductsBySku, type ProductRow, type PutProduct, updateProducts } from './queries.ts';

/**
 * Makes or changes the products that have these SKUs, in a few statements for all of them. Each input stands alone: what is refused of one
 * does not keep out the others. `stock` is what was counted in all warehouses together.
 * @returns for each input why it was refused, or nothing
 * @throws AppError when somebody came in between with the same SKU, barcode or category: nothing has been written then, and trying again may help
 */
export async function putProducts(tx: Transaction, ctx: OperationContext, inputs: readonly PutInput[]): Promise<(AppError | undefined)[]> {
  const plan = emptyPlan();
  const stocktake = await lockIntoPlan(tx, ctx, plan, inputs);
  const appErrors = inputs.map((input) => errorOf(() => planProduct(plan, stocktake, ctx, input)));
  // What was locked above stays locked when this is undone, so that trying again takes no lock out of order.
  await tx.attempt(() => carryOut(tx, ctx, plan, stocktake));
  return appErrors;
}

/** Locks in the order of everybody: categories, then products by id, then levels. */
async function lockIntoPlan(tx: Transaction, ctx: OperationContext, plan: Plan, inputs: readonly PutInput[]): Promise<Stocktake> {
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
  const categories = moved.length === 0 ? new Map<string, string>() : await ensureCategories(tx, ctx, [...new Set(moved)]);
  const put = changed.map(({ row, was, is_moved, is_new }): PutProduct & { is_new: boolean; was: ProductRow | undefined } => ({
    ...row,
    was,
    category_id: row.category === null ? null : (categories.get(row.category) ?? null),
    is_moved,
    is_new,
  }));
  // Changes first: a new product may have the barcode that one of them gives up.
  // New ones in the order of their SKUs: of two who make the same ones, one waits for the other, and none in a circle.
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

import type { OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import { type CategoryRow, deleteCategoryRow, getCategory, lockCategory, takeProductsOut } from './category-queries.ts';
import { listProductsById } from './queries.ts';

/** The maximum of products per transaction: each causes an event and an audit entry. */
export const productsAtOnce = 500;

/**
 * Removes the products from a category in several transactions, until the rest fits into the one that deletes it. If it
 * is interrupted, the category remains with fewer products, and the request can be repeated.
 * @throws AppError NOT_FOUND
 */
export async function emptyCategory(database: Database, ctx: OperationContext, id: string): Promise<void> {
  let taken: number;
  do {
    taken = await database.transaction(ctx.actor.merchant.id, async (tx) => takeSomeOut(tx, ctx, await findLocked(tx, id)));
  } while (taken === productsAtOnce);
}

/** Deletes a category; its products stay, without a category. @throws AppError NOT_FOUND */
export async function deleteCategory(tx: Transaction, ctx: OperationContext, id: string): Promise<void> {
  const category = await findLocked(tx, id);
  // Products may have been added since `emptyCategory`.
  while ((await takeSomeOut(tx, ctx, category)) === productsAtOnce);
  await deleteCategoryRow(tx, category.id);
  tx.emit({ type: 'category.deleted', subject_id: category.id, payload: { ...category, product_count: 0n }, ctx });
}

async function findLocked(tx: Transaction, id: string): Promise<CategoryRow> {
  const found = await lockCategory(tx, id);
  if (found === undefined) throw notFound('Category');
  return getCategory(tx, found.id);
}

/** @returns how many products were removed from the category */
async function takeSomeOut(tx: Transaction, ctx: OperationContext, category: CategoryRow): Promise<number> {
  const taken = await takeProductsOut(tx, { category_id: category.id, limit: productsAtOnce }, ctx.now);
  const living = taken.filter(({ is_deleted }) => !is_deleted).map((product) => product.id);
  const products = living.length === 0 ? [] : await listProductsById(tx, living);
  for (const product of products)
    tx.emit({ type: 'product.updated', subject_id: product.id, payload: product, previous: { ...product, category: category.name }, ctx });
  return taken.length;
}

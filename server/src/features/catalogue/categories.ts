import type { OperationContext } from '../../core/actor.ts';
import { chunksOf } from '../../core/chunks.ts';
import { notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { blankToNull } from '../../core/texts.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import {
  type CategoryRow,
  deleteCategoryRow,
  getCategory,
  insertCategory,
  insertOrLockCategories,
  listUnusedCategories,
  lockCategories,
  lockCategoriesByName,
  lockCategory,
  removeProductsFromCategories,
  updateCategory,
} from './category-queries.ts';
import { listProductsById } from './queries.ts';
import { productsAtOnce } from './rules.ts';

/** @throws AppError DUPLICATE if the name exists, in any case */
export async function createCategory(
  tx: Transaction,
  ctx: OperationContext,
  input: { name: string },
): Promise<CategoryRow> {
  const id = newId();
  await insertCategory(tx, { id, name: input.name.trim() }, ctx.now);
  const category = await getCategory(tx, id);
  tx.emit({ type: 'category.created', subject_id: id, payload: category, ctx });
  return category;
}

/** The id of the category with this name, in any case. Creates a new one if needed; blank text means no category. */
export async function ensureCategory(
  tx: Transaction,
  ctx: OperationContext,
  written: string | null,
): Promise<string | null> {
  const name = blankToNull(written);
  return name === null ? null : ((await ensureCategories(tx, ctx, [name])).get(name) ?? null);
}

/** The ids of categories by their trimmed names. Creates missing ones. */
export async function ensureCategories(
  tx: Transaction,
  ctx: OperationContext,
  names: readonly string[],
): Promise<Map<string, string>> {
  const locked = await lockCategoriesByName(tx, names);
  const ids = new Map(locked.map(({ written, id }) => [written, id]));
  const missing = names.filter((name) => !ids.has(name));
  if (missing.length === 0) return ids;
  const { now } = ctx;
  const candidates = missing.map((name) => ({ id: newId(), name }));
  await insertOrLockCategories(tx, candidates, now);
  for (const { written, id } of await lockCategoriesByName(tx, missing)) ids.set(written, id);
  // The other candidates were created by another transaction, or are another spelling of the same name.
  const created = candidates.filter(({ id, name }) => ids.get(name) === id);
  for (const category of created) {
    const payload = { ...category, product_count: 0n, created_at: now, updated_at: now };
    tx.emit({ type: 'category.created', subject_id: category.id, payload, ctx });
  }
  return ids;
}

/** Renames a category; its products stay in it. @throws AppError NOT_FOUND, DUPLICATE */
export async function renameCategory(
  tx: Transaction,
  ctx: OperationContext,
  input: { id: string; name: string },
): Promise<CategoryRow> {
  const found = await lockCategory(tx, input.id);
  if (found === undefined) throw notFound('Category');
  const current = await getCategory(tx, found.id);
  const name = input.name.trim();
  if (name === current.name) return current;
  await updateCategory(tx, { id: found.id, name }, ctx.now);
  const renamed = { ...current, name, updated_at: ctx.now };
  tx.emit({ type: 'category.updated', subject_id: found.id, payload: renamed, previous: current, ctx });
  return renamed;
}

/** The maximum of products per transaction: each causes an event and an audit entry. */
export const productsPerTransaction = 500;

/**
 * Removes products from a category in several transactions, until the rest fits into the one that deletes the category.
 * If this is interrupted, the category stays with fewer products, and the request can be repeated.
 * @throws AppError NOT_FOUND
 */
export async function emptyCategory(database: Database, ctx: OperationContext, id: string): Promise<void> {
  let removed: number;
  do {
    removed = await database.transaction(ctx.actor.merchant.id, async (tx) =>
      removeSomeProducts(tx, ctx, await getLockedCategory(tx, id)),
    );
  } while (removed === productsPerTransaction);
}

/** Deletes a category; its products stay, without a category. @throws AppError NOT_FOUND */
export async function deleteCategory(tx: Transaction, ctx: OperationContext, id: string): Promise<void> {
  const category = await getLockedCategory(tx, id);
  // Products may have been added since `emptyCategory`.
  while ((await removeSomeProducts(tx, ctx, category)) === productsPerTransaction);
  await deleteCategoryRow(tx, category.id);
  tx.emit({ type: 'category.deleted', subject_id: category.id, payload: { ...category, product_count: 0n }, ctx });
}

/** How many categories are deleted in one transaction. */
const categoriesAtOnce = 100;

/**
 * Deletes those of these categories that have no product, in several transactions. A category stays if a product of it
 * was sold before it was deleted, since reports tell by category what was sold.
 */
export async function deleteUnusedCategories(
  database: Database,
  ctx: OperationContext,
  ids: readonly string[],
): Promise<void> {
  for (const some of chunksOf(ids, categoriesAtOnce)) {
    let removed: number;
    do {
      removed = await database.transaction(ctx.actor.merchant.id, (tx) => deleteSomeUnused(tx, ctx, some));
    } while (removed === productsPerTransaction);
  }
}

/** @returns how many deleted products left their category. If it is the maximum, no category was deleted. */
async function deleteSomeUnused(tx: Transaction, ctx: OperationContext, ids: readonly string[]): Promise<number> {
  // Locked first, so that the next statement sees a product that was put into one meanwhile.
  await lockCategories(tx, ids);
  const unused = await listUnusedCategories(tx, ids);
  const category_ids = unused.map(({ id }) => id);
  const removed = await removeProductsFromCategories(tx, { category_ids, limit: productsPerTransaction }, ctx.now);
  if (removed.length === productsPerTransaction) return removed.length;
  for (const category of unused) {
    await deleteCategoryRow(tx, category.id);
    tx.emit({ type: 'category.deleted', subject_id: category.id, payload: category, ctx });
  }
  return removed.length;
}

async function getLockedCategory(tx: Transaction, id: string): Promise<CategoryRow> {
  const found = await lockCategory(tx, id);
  if (found === undefined) throw notFound('Category');
  return getCategory(tx, found.id);
}

/** @returns how many products were removed from the category */
async function removeSomeProducts(tx: Transaction, ctx: OperationContext, category: CategoryRow): Promise<number> {
  const removed = await removeProductsFromCategories(
    tx,
    { category_ids: [category.id], limit: productsPerTransaction },
    ctx.now,
  );
  const removedIds = removed.map((product) => product.id);
  for (const ids of chunksOf(removedIds, productsAtOnce)) {
    // Deleted products are not found, so that they have no event.
    for (const product of await listProductsById(tx, ids))
      tx.emit({
        type: 'product.updated',
        subject_id: product.id,
        payload: product,
        previous: { ...product, category: category.name },
        ctx,
      });
    await tx.writeOutbox();
  }
  return removed.length;
}

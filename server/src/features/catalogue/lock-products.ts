import type { Transaction } from '../../platform/database/handle.ts';
import { lockCategoriesByName } from './category-queries.ts';
import { lockProducts } from './queries.ts';

/**
 * Locks the categories that products get back, and then the products and their variants, until the transaction ends, so
 * that none is edited while an import is undone.
 */
export async function lockForUndo(
  tx: Transaction,
  ids: readonly string[],
  category_names: readonly string[],
): Promise<void> {
  if (category_names.length !== 0) await lockCategoriesByName(tx, category_names);
  await lockProducts(tx, ids);
}

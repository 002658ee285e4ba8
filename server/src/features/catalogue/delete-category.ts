import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/refusal.ts';
import { deleteCategoryRow, getCategory, lockCategory, takeProductsOut } from './category-queries.ts';
import { listProductsById } from './queries.ts';

/** Its products live on without one. @throws Refusal NOT_FOUND */
export async function deleteCategory(tx: Transaction, deed: Deed, id: string): Promise<void> {
  const found = await lockCategory(tx, id);
  if (found === undefined) throw notFound('Category');
  const category = await getCategory(tx, found.id);
  const taken = await takeProductsOut(tx, found.id, deed.now);
  const products =
    taken.length === 0
      ? []
      : await listProductsById(
          tx,
          taken.map((product) => product.id),
        );
  for (const product of products)
    tx.tell({ type: 'product.updated', subject_id: product.id, fact: product, was: { ...product, category: category.name }, deed });
  await deleteCategoryRow(tx, found.id);
  tx.tell({ type: 'category.deleted', subject_id: found.id, fact: category, deed });
}

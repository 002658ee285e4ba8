import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/refusal.ts';
import { deleteCategoryRow, lockCategory, takeProductsOut } from './category-queries.ts';

/** Its products live on without one. @throws Refusal NOT_FOUND */
export async function deleteCategory(tx: Transaction, { now }: Deed, id: string): Promise<void> {
  if ((await lockCategory(tx, id)) === undefined) throw notFound('Category');
  await takeProductsOut(tx, id, now);
  await deleteCategoryRow(tx, id);
}

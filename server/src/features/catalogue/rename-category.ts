import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/refusal.ts';
import { type CategoryRow, getCategory, updateCategory } from './category-queries.ts';

/** Its products are then in the category of the new name. @throws Refusal NOT_FOUND, DUPLICATE */
export async function renameCategory(tx: Transaction, { now }: Deed, input: { id: string; name: string }): Promise<CategoryRow> {
  const renamed = await updateCategory(tx, { id: input.id, name: input.name.trim() }, now);
  if (renamed === 0) throw notFound('Category');
  return getCategory(tx, input.id);
}

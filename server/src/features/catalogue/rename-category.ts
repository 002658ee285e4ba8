import type { OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { type CategoryRow, getCategory, lockCategory, updateCategory } from './category-queries.ts';

/** Renames a category; its products stay in it. @throws AppError NOT_FOUND, DUPLICATE */
export async function renameCategory(tx: Transaction, ctx: OperationContext, input: { id: string; name: string }): Promise<CategoryRow> {
  const found = await lockCategory(tx, input.id);
  if (found === undefined) throw notFound('Category');
  const present = await getCategory(tx, found.id);
  const name = input.name.trim();
  if (name === present.name) return present;
  await updateCategory(tx, { id: found.id, name }, ctx.now);
  const renamed = { ...present, name, updated_at: ctx.now };
  tx.emit({ type: 'category.updated', subject_id: found.id, payload: renamed, previous: present, ctx });
  return renamed;
}

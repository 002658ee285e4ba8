import type { OperationContext } from '../../core/actor.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { type CategoryRow, getCategory, insertCategory } from './category-queries.ts';

/** @throws AppError DUPLICATE if the name exists, in any case */
export async function createCategory(tx: Transaction, ctx: OperationContext, input: { name: string }): Promise<CategoryRow> {
  const id = newId();
  await insertCategory(tx, { id, name: input.name.trim() }, ctx.now);
  const category = await getCategory(tx, id);
  tx.emit({ type: 'category.created', subject_id: id, payload: category, ctx });
  return category;
}

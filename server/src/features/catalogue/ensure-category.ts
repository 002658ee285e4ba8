import type { OperationContext } from '../../core/actor.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { holdCategoriesByName, insertOrHoldCategories } from './category-queries.ts';
import { orNull } from './rules.ts';

/** The id of the category of a name, in whatever case; naming a new one makes it, and blank text names none. */
export async function ensureCategory(tx: Transaction, ctx: OperationContext, written: string | null): Promise<string | null> {
  const name = orNull(written);
  return name === null ? null : ((await ensureCategories(tx, ctx, [name])).get(name) ?? null);
}

/** The ids of categories by their names as they are written here, without blanks around them. Names of new ones make them. */
export async function ensureCategories(tx: Transaction, ctx: OperationContext, names: readonly string[]): Promise<Map<string, string>> {
  const held = await holdCategoriesByName(tx, names);
  const ids = new Map(held.map(({ written, id }) => [written, id]));
  const missing = names.filter((name) => !ids.has(name));
  if (missing.length === 0) return ids;
  const { now } = ctx;
  const wished = missing.map((name) => ({ id: newId(), name }));
  await insertOrHoldCategories(tx, wished, now);
  for (const { written, id } of await holdCategoriesByName(tx, missing)) ids.set(written, id);
  // Others are somebody else's who was quicker, or another spelling's.
  const made = wished.filter(({ id, name }) => ids.get(name) === id);
  for (const category of made) {
    const payload = { ...category, product_count: 0n, created_at: now, updated_at: now };
    tx.emit({ type: 'category.created', subject_id: category.id, payload, ctx });
  }
  return ids;
}

import type { OperationContext } from '../../core/actor.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { holdCategoriesByName, insertOrHoldCategories } from './category-queries.ts';
import { orNull } from './rules.ts';

/** The id of the category with this name, in any case. Creates a new one if needed; blank text means no category. */
export async function ensureCategory(tx: Transaction, ctx: OperationContext, written: string | null): Promise<string | null> {
  const name = orNull(written);
  return name === null ? null : ((await ensureCategories(tx, ctx, [name])).get(name) ?? null);
}

/** The ids of categories by their trimmed names. Creates missing ones. */
export async function ensureCategories(tx: Transaction, ctx: OperationContext, names: readonly string[]): Promise<Map<string, string>> {
  const held = await holdCategoriesByName(tx, names);
  const ids = new Map(held.map(({ written, id }) => [written, id]));
  const missing = names.filter((name) => !ids.has(name));
  if (missing.length === 0) return ids;
  const { now } = ctx;
  const wished = missing.map((name) => ({ id: newId(), name }));
  await insertOrHoldCategories(tx, wished, now);
  for (const { written, id } of await holdCategoriesByName(tx, missing)) ids.set(written, id);
  // The others were created by another transaction, or are another spelling of the same name.
  const made = wished.filter(({ id, name }) => ids.get(name) === id);
  for (const category of made) {
    const payload = { ...category, product_count: 0n, created_at: now, updated_at: now };
    tx.emit({ type: 'category.created', subject_id: category.id, payload, ctx });
  }
  return ids;
}

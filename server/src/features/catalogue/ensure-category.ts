import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { newId } from '../../kernel/ids.ts';
import { holdCategoryByName, insertOrHoldCategory } from './category-queries.ts';
import { orNull } from './rules.ts';

/** The id of the category of a name, in whatever case; naming a new one makes it, and blank text names none. */
export async function ensureCategory(tx: Transaction, { now }: Deed, written: string | null): Promise<string | null> {
  const name = orNull(written);
  if (name === null) return null;
  const { id } = (await holdCategoryByName(tx, name)) ?? (await insertOrHoldCategory(tx, { id: newId(), name }, now));
  return id;
}

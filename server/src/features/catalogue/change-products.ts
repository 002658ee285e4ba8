import type { OperationContext } from '../../core/actor.ts';
import { changesIn } from '../../core/changes.ts';
import { ValidationErrors } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { holdCategoriesByName } from './category-queries.ts';
import { ensureCategory } from './ensure-category.ts';
import { listProductsById, lockProducts, type PutProduct, updateProducts } from './queries.ts';
import { type CommonInput, faultsOfChanges, orNull, readFields } from './rules.ts';

export interface Outcome {
  /** How many of the ids exist. */
  found: number;
  /** How many of those had other values before. */
  changed: number;
}

/**
 * Changes all of these products and variants, or none. Unknown ids are skipped; a variant stays in its product's
 * category.
 * @throws AppError VALIDATION_ERROR
 */
export async function changeProducts(tx: Transaction, ctx: OperationContext, ids: readonly string[], input: CommonInput): Promise<Outcome> {
  const { currency } = ctx.actor.merchant;
  faultsOfChanges({ changes: input }, currency).throwIfAny();
  const fields = readFields(input, currency, new ValidationErrors());
  const name = orNull(input.category ?? null);
  // Every operation that changes many products locks categories before products.
  if (name !== null) await holdCategoriesByName(tx, [name]);
  await lockProducts(tx, ids);
  const found = await listProductsById(tx, ids);
  const isMoving = input.category !== undefined && found.some(({ parent_id }) => parent_id === null);
  const category_id = isMoving ? await ensureCategory(tx, ctx, name) : null;
  const changed = found.flatMap((was) => {
    const isMoved = isMoving && was.parent_id === null;
    const changes = changesIn(was, { ...fields, ...(isMoved ? { category_id } : {}) });
    return changes === undefined ? [] : [{ was, product: { ...was, ...changes, is_moved: isMoved } satisfies PutProduct }];
  });
  if (changed.length === 0) return { found: found.length, changed: 0 };
  const products = changed.map(({ product }) => product);
  await updateProducts(tx, products, ctx.now);
  const befores = new Map(changed.map(({ was }) => [was.id, was]));
  // Read again, because the category is shown by its name.
  for (const product of await listProductsById(tx, [...befores.keys()]))
    tx.emit({ type: 'product.updated', subject_id: product.id, payload: product, previous: befores.get(product.id), ctx });
  return { found: found.length, changed: changed.length };
}

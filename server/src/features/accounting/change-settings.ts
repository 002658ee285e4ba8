import type { OperationContext } from '../../core/actor.ts';
import { changesIn } from '../../core/changes.ts';
import { ValidationErrors } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { lockQuota } from '../merchant/lock-quota.ts';
import { findSettings, listCategoriesAmong, type SettingsRow, upsertSettings } from './queries.ts';
import { type AccountingSettings, changeSettings, defaultSettings, type SettingsChange } from './rules.ts';

export const readSettings = async (db: Handle): Promise<SettingsRow> =>
  (await findSettings(db)) ?? { ...defaultSettings, updated_at: null };

/**
 * Changes the given accounts.
 * @throws AppError VALIDATION_ERROR for an entry that is given twice, or an unknown category
 */
export async function updateSettings(
  tx: Transaction,
  ctx: OperationContext,
  change: SettingsChange,
): Promise<SettingsRow> {
  // Each change sees the one before.
  await lockQuota(tx);
  const previous = await readSettings(tx);
  const changed = changeSettings(previous, change);
  if (changesIn(previous, changed) === undefined) return previous;
  await checkCategories(tx, previous, changed);
  await upsertSettings(tx, changed, ctx.now);
  const after = { ...changed, updated_at: ctx.now };
  tx.emit({ type: 'accounting.updated', subject_id: tx.merchant_id, payload: after, previous, ctx });
  return after;
}

/** A category that is set already may have been deleted since. */
async function checkCategories(tx: Transaction, before: AccountingSettings, after: AccountingSettings): Promise<void> {
  const known = new Set(before.accounts.revenue.map(({ category_id }) => category_id));
  const added = after.accounts.revenue.flatMap(({ category_id }) =>
    category_id === null || known.has(category_id) ? [] : [category_id],
  );
  if (added.length === 0) return;
  for (const { id } of await listCategoriesAmong(tx, added)) known.add(id);
  const errors = new ValidationErrors();
  for (const [index, { category_id }] of after.accounts.revenue.entries())
    if (category_id !== null && !known.has(category_id))
      errors.add(`revenue[${index}].category_id`, 'is not a category of this merchant');
  errors.throwIfAny();
}

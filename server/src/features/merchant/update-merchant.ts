import type { OperationContext } from '../../core/actor.ts';
import { changesIn } from '../../core/changes.ts';
import { invalidState } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import * as queries from './queries.ts';
import { changeSettings, type SettingsChange } from './rules.ts';

/**
 * Changes the given settings.
 * @throws AppError VALIDATION_ERROR for invalid settings, INVALID_STATE for another currency once amounts are stored
 */
export async function updateMerchant(
  tx: Transaction,
  ctx: OperationContext,
  change: SettingsChange,
): Promise<queries.MerchantRow> {
  await (change.currency === undefined ? queries.lockMerchant(tx) : queries.lockMerchantAlone(tx));
  const previous = await queries.getMerchant(tx);
  const { created_at: _, updated_at: __, ...current } = previous;
  const changed = changeSettings(current, change);
  if (changesIn(current, changed) === undefined) return previous;
  if (changed.currency !== current.currency && (await queries.hasAmounts(tx))) {
    const message = 'cannot change once there are products, transactions, shifts or floats';
    throw invalidState(`The currency ${message}`, [{ field: 'currency', message }]);
  }
  await queries.updateMerchant(tx, changed, ctx.now);
  const after = await queries.getMerchant(tx);
  tx.emit({ type: 'merchant.updated', subject_id: after.id, payload: after, previous, ctx });
  return after;
}

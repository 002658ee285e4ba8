import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { getDefaultWarehouse } from './get-default-warehouse.ts';
import { lockLevels, postMoves } from './move-stock.ts';
import { getOwnDefaultWarehouse } from './own-warehouse.ts';
import { sumOnHand } from './queries.ts';
import { insufficientStock, type Level, notTracked, onlyAvailable, shortagesOf } from './rules.ts';

interface Recount {
  product_id: string;
  track_stock: boolean;
  /** What was counted in all warehouses together. */
  total: number;
  /** What the movement is called. */
  type: 'adjustment' | 'import';
}

/**
 * Books the difference between what was counted and what the ledger says, into the default warehouse.
 * @throws Refusal INSUFFICIENT_STOCK when that warehouse does not have so much, INVALID_STATE when stock is not tracked
 */
export async function recountStock(
  tx: Transaction,
  { actor, now }: Deed,
  { product_id, track_stock, total, type }: Recount,
): Promise<void> {
  const warehouse_id = await getDefaultWarehouse(tx, null);
  const key = { product_id, warehouse_id };
  const levels = track_stock ? await lockLevels(tx, [key], now) : new Map<string, Level>();
  // Read once the level is ours: a transfer out of it is then seen on both sides or on neither.
  const quantity = total - (await sumOnHand(tx, product_id));
  if (quantity === 0) return;
  if (!track_stock) throw notTracked('stock');
  await getOwnDefaultWarehouse(tx, actor);
  const allow_negative = actor.merchant.allow_negative_stock;
  const [short] = quantity < 0 && !allow_negative ? shortagesOf(levels, [{ ...key, quantity: -quantity, line: 'stock' }]) : [];
  if (short !== undefined) {
    const message = `would take ${-quantity} from the default warehouse, which has ${onlyAvailable(short.available)}`;
    throw insufficientStock([{ field: 'stock', message }]);
  }
  await postMoves(tx, levels, [{ ...key, quantity, type }], { user_id: actor.user_id, now, allow_negative });
}

import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { getDefaultWarehouse } from './get-default-warehouse.ts';
import { lockLevels, postMoves } from './move-stock.ts';
import { getOwnDefaultWarehouse } from './own-warehouse.ts';

/** Creates a product's level in the default warehouse, with its initial stock. An existing level is not changed. */
export async function openStock(tx: Transaction, ctx: OperationContext, input: { product_id: string; quantity: number }): Promise<void> {
  const { actor, now } = ctx;
  const { product_id, quantity } = input;
  const warehouse_id = quantity === 0 ? await getDefaultWarehouse(tx, null) : await getOwnDefaultWarehouse(tx, actor);
  const levels = await lockLevels(tx, [{ product_id, warehouse_id }], now);
  if (quantity === 0) return;
  await postMoves(tx, ctx, { levels, moves: [{ product_id, warehouse_id, quantity, type: 'initial' }] });
}

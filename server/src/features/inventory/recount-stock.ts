import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { beginStocktake, type Count, lockStocks, noteCount, postStocktake } from './take-stock.ts';

/**
 * Books the difference between the counted quantity and the ledger into the default warehouse.
 * @throws AppError FORBIDDEN outside of the caller's branches, INSUFFICIENT_STOCK if that warehouse has too little,
 * INVALID_STATE if stock is not tracked
 */
export async function recountStock(tx: Transaction, ctx: OperationContext, count: Count): Promise<void> {
  const stocktake = await beginStocktake(tx, ctx.actor);
  await lockStocks(tx, ctx, stocktake, [count]);
  const error = noteCount(stocktake, ctx, count);
  if (error !== undefined) throw error;
  await postStocktake(tx, ctx, stocktake);
}

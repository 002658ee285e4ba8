import type { LevelKey } from '../inventory/move-stock.ts';
import type { Sale } from './sale.ts';

/** What a sale holds or took, line by line; untracked products hold nothing. */
export const heldBy = (sale: Sale): (LevelKey & { quantity: number })[] =>
  sale.lines
    .filter(({ track_stock }) => track_stock)
    .map(({ product_id, quantity }) => ({ product_id, warehouse_id: sale.warehouse_id, quantity }));

import type { LevelKey } from '../inventory/move-stock.ts';
import type { Sale } from './sale.ts';

/** The stock that a sale reserves or took, line by line; none for untracked products and custom items. */
export const heldBy = (sale: Sale): (LevelKey & { quantity: number })[] =>
  sale.lines.flatMap(({ product_id, quantity, track_stock }) =>
    track_stock && product_id !== null ? [{ product_id, warehouse_id: sale.warehouse_id, quantity }] : [],
  );

import type { Handle } from '../../db/handle.ts';
import {
  type CategoryWorth,
  listLowStock,
  listOutOfStock,
  listWarehouseWorths,
  type ShortRow,
  type StockTotals,
  sumStock,
  type WarehouseWorth,
} from './inventory-queries.ts';

export interface InventoryReport {
  totals: StockTotals;
  by_warehouse: WarehouseWorth[];
  by_category: CategoryWorth[];
  low_stock: ShortRow[];
  out_of_stock: ShortRow[];
}

const groupsAtMost = 1_000;
const shortAtMost = 100;

/**
 * What is there and what it is worth now, in one branch or all: four statements, however much there is.
 * The handle must be a snapshot's, so that the parts of a report agree with one another.
 */
export async function reportInventory(snapshot: Handle, branch_id: string | null): Promise<InventoryReport> {
  const { totals, by_category } = await sumStock(snapshot, branch_id, groupsAtMost);
  const by_warehouse = await listWarehouseWorths(snapshot, branch_id, groupsAtMost);
  const low_stock = await listLowStock(snapshot, branch_id, shortAtMost);
  const out_of_stock = await listOutOfStock(snapshot, branch_id, shortAtMost);
  return { totals, by_category, by_warehouse, low_stock, out_of_stock };
}

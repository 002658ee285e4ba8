import type { Handle } from '../../db/handle.ts';
import type { Branches } from '../../kernel/branches.ts';
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
export async function reportInventory(snapshot: Handle, branches: Branches): Promise<InventoryReport> {
  const { totals, by_category } = await sumStock(snapshot, branches, groupsAtMost);
  const by_warehouse = await listWarehouseWorths(snapshot, branches, groupsAtMost);
  const low_stock = await listLowStock(snapshot, branches, shortAtMost);
  const out_of_stock = await listOutOfStock(snapshot, branches, shortAtMost);
  return { totals, by_category, by_warehouse, low_stock, out_of_stock };
}

import type { Branches } from '../../core/branches.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findStockFigures, type StockFigures } from './inventory-queries.ts';

export type InventoryReport = StockFigures;

const groupsAtMost = 1_000;
const shortAtMost = 100;

/** The current stock and its value, in one branch or all, read by one statement. */
export const reportInventory = (db: Handle, branches: Branches): Promise<InventoryReport> =>
  findStockFigures(db, branches, { groups: groupsAtMost, short: shortAtMost });

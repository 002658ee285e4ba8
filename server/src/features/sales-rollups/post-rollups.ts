import type { Transaction } from '../../platform/database/handle.ts';
import { addHours, addMethods, addProducts } from './queries.ts';
import { type RollupChange, rowsOf } from './rules.ts';

export type { RollupChange } from './rules.ts';

/** Adds signed changes to the roll-ups; changes of one row are summed first. */
export function postRollups(tx: Transaction, rollups: readonly RollupChange[]): void {
  if (rollups.length === 0) return;
  const { hours, methods, products } = rowsOf(rollups);
  addHours(tx, hours);
  addMethods(tx, methods);
  addProducts(tx, products);
}

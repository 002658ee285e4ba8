import type { Transaction } from '../../platform/database/handle.ts';
import { addHours, addMethods, addProducts } from './queries.ts';
import { type RollupChange, rowsOf } from './rules.ts';

export type { RollupChange } from './rules.ts';

/** Adds signed changes to the roll-ups; changes of one row are summed first. */
export function postRollups(tx: Transaction, rollups: readonly RollupChange[]): void {
  const { hours, methods, products } = rowsOf(rollups);
  if (hours.length > 0) addHours(tx, hours);
  if (methods.length > 0) addMethods(tx, methods);
  if (products.length > 0) addProducts(tx, products);
}

import type { Transaction } from '../../db/handle.ts';
import { addHours, addMethods, addProducts } from './queries.ts';
import { rowsOf, type Taking } from './rules.ts';

export type { Taking } from './rules.ts';

/** Adds signed changes to the roll-ups; changes of one row are summed first. */
export function postTakings(tx: Transaction, takings: readonly Taking[]): void {
  const { hours, methods, products } = rowsOf(takings);
  if (hours.length > 0) addHours(tx, hours);
  if (methods.length > 0) addMethods(tx, methods);
  if (products.length > 0) addProducts(tx, products);
}

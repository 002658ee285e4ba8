import type { Handle } from '../../db/handle.ts';
import * as queries from './queries.ts';

/** What other rooms may ask this one. */

/**
 * Living products and variants by id; deleted, unknown and other merchants' are simply absent. A variant's name is
 * `${parent} - ${variant}`; it is active only if both are; a variant of a deleted parent is absent; its tax rate falls back to the parent's.
 */
export async function listSellables(db: Handle, ids: readonly string[]): Promise<Map<string, queries.Sellable>> {
  const rows = await queries.listSellables(db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Products without their variants, as a page. */
export const listProducts = (db: Handle, filter: queries.ProductFilter, list: queries.ProductList) =>
  queries.listProducts(db, filter, list);

/** A living product or variant. */
export const findProduct = (db: Handle, id: string): Promise<queries.ProductRow | undefined> => queries.findProduct(db, id);

export type { ProductFilter, ProductRow, Sellable } from './queries.ts';

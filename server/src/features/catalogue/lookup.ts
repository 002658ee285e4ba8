import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import * as queries from './queries.ts';
import * as pictures from './remove-pictures.ts';
import * as renaming from './rename-pictures.ts';

/** What other features may ask of this one. */

/**
 * Products and variants by id; deleted, unknown and other merchants' are absent. A variant's name is `${parent} -
 * ${variant}`; it is active only if both are; a variant of a deleted parent is absent; its tax rate falls back to the
 * parent's.
 */
export async function listSellables(db: Handle, ids: readonly string[]): Promise<Map<string, queries.Sellable>> {
  const rows = await queries.listSellables(db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Products without their variants, as a page. */
export const listProducts = (db: Handle, filter: queries.ProductFilter, list: queries.ProductList) =>
  queries.listProducts(db, filter, list);

/** A product or variant that is not deleted. */
export const findProduct = (db: Handle, id: string): Promise<queries.ProductRow | undefined> => queries.findProduct(db, id);

/** Maintenance task: removes pictures without a product, and abandoned uploads. */
export const removeUnusedPictures = (
  { merchant_id }: Handle,
  now: Timestamp,
  database: Database,
  storage: { remove(name: string): Promise<void> },
): Promise<number> => pictures.removeUnusedPictures({ database, storage, clock: { now: () => now } }, merchant_id);

/** Maintenance task: renames pictures whose address contains the merchant's id. */
export const renamePictures: typeof renaming.renamePictures = (db, now, database, storage) =>
  renaming.renamePictures(db, now, database, storage);

export type { ProductFilter, ProductRow, Sellable } from './queries.ts';

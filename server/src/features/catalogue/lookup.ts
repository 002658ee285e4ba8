import type { Timestamp } from '../../core/clock.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import * as queries from './queries.ts';
import * as pictures from './remove-pictures.ts';
import * as renaming from './rename-pictures.ts';

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

/** For housekeeping: pictures that no product has any more, and uploads that came to nothing. */
export const removeUnusedPictures = (
  { merchant_id }: Handle,
  now: Timestamp,
  database: Database,
  storage: { remove(name: string): Promise<void> },
): Promise<number> => pictures.removeUnusedPictures({ database, storage, clock: { now: () => now } }, merchant_id);

/** For housekeeping: pictures whose address tells whose they are get another one. */
export const renamePictures: typeof renaming.renamePictures = (db, now, database, storage) =>
  renaming.renamePictures(db, now, database, storage);

export type { ProductFilter, ProductRow, Sellable } from './queries.ts';

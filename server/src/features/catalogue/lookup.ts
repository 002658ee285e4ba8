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

export type { Sellable } from './queries.ts';

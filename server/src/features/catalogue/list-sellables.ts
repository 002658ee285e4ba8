import type { Handle } from '../../platform/database/handle.ts';
import * as queries from './queries.ts';

/**
 * Products and variants by id; deleted, unknown and other merchants' are absent. A variant's name is `${parent} -
 * ${variant}`; it is active only if both are; a variant of a deleted parent is absent; its tax rate falls back to the
 * parent's.
 */
export async function listSellables(db: Handle, ids: readonly string[]): Promise<Map<string, queries.Sellable>> {
  const rows = await queries.listSellables(db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

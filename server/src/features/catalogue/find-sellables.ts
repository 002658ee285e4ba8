import { sameBarcodes } from '@tillhouse/core/barcodes';
import type { Actor } from '../../core/actor.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import type { Handle } from '../../platform/database/handle.ts';
import * as queries from './queries.ts';
import { type FoundSellable, findSellables } from './sellable-queries.ts';

export interface Lookup {
  match: FoundSellable['match'];
  sellable: FoundSellable | null;
  candidates: FoundSellable[];
}

/**
 * Finds a scanned or typed code: the product or variant with this barcode or SKU, else candidates.
 * Stock is that of the warehouse from which the requested branch sells, else the actor's. An unknown branch has none.
 * @throws AppError FORBIDDEN for a branch that the actor may not use
 */
export async function findSellable(
  db: Handle,
  actor: Actor,
  request: { code: string; branch_id?: string },
): Promise<Lookup> {
  const branch_id = request.branch_id ?? actor.branch_id;
  if (branch_id !== null && !isWithin(actor.branch_ids, branch_id)) throw outsideOfBranches('branch_id');
  const code = request.code.trim();
  const skus = [...new Set([code, code.toUpperCase(), code.toLowerCase()])];
  const rows = await findSellables(db, { code, barcodes: sameBarcodes(code), skus, branch_id });
  const branch = rows[0]?.branch_id ?? null;
  if (branch !== null && !isWithin(actor.branch_ids, branch)) throw outsideOfBranches('branch_id');
  const found = rows.filter((row) => row.id !== null);
  const [first] = found;
  if (first === undefined || first.match === 'none') return { match: 'none', sellable: null, candidates: found };
  return { match: first.match, sellable: first, candidates: [] };
}

/**
 * Products and variants by id. Unknown and deleted ones are absent, and those of other merchants.
 * A variant is absent if its parent is deleted, and active only if both are. Its name is `${parent} - ${variant}`. Its
 * tax rate falls back to the parent's.
 */
export async function listSellables(db: Handle, ids: readonly string[]): Promise<Map<string, queries.Sellable>> {
  const rows = await queries.listSellables(db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

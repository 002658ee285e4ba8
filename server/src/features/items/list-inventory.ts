import type { Handle } from '../../platform/database/handle.ts';
import { listProducts, type ProductFilter } from '../catalogue/lookup.ts';
import { type LevelQuery, listLevels } from '../inventory/lookup.ts';
import { productSortOf, type SortField, type SortOrder, viewOf } from './rules.ts';

export interface InventoryQuery extends LevelQuery, ProductFilter {
  view?: 'levels' | 'records';
  sort_by?: SortField;
  sort_order?: SortOrder;
  page?: number;
  limit?: number;
  cursor?: string;
}

/** Levels or records, whichever the query asks for; says which, and how they were paged. */
export async function listInventory(db: Handle, query: InventoryQuery) {
  if (viewOf(query) === 'levels') return { view: 'levels' as const, ...(await listLevels(db, query)) };
  return { view: 'records' as const, ...(await listRecords(db, query)) };
}

/** Products, in the order the client layer asks for; always as a page. */
async function listRecords(db: Handle, query: InventoryQuery) {
  const { page = 1, limit = 20, cursor } = query;
  const paging = { page, limit, ...(cursor === undefined ? {} : { cursor }) };
  const sort = productSortOf(query.sort_by, query.sort_order);
  // A record shows no cost, so none is ordered by it.
  return { records: await listProducts(db, query, { sort, sees_costs: false, paging }), paging };
}

import type { Handle } from '../../platform/database/handle.ts';
import { listProducts, type ProductFilter } from '../catalogue/list-queries.ts';
import type { LevelQuery } from '../inventory/list-queries.ts';
import { listLevels } from '../inventory/read-levels.ts';
import { productSortOf, type SortField, type SortOrder, viewOf } from './rules.ts';

export interface InventoryQuery extends LevelQuery, ProductFilter {
  view?: 'levels' | 'records';
  sort_by?: SortField;
  sort_order?: SortOrder;
  page?: number;
  limit?: number;
  cursor?: string;
}

/** Levels or records, depending on the query. @returns which of them, and their paging */
export async function listInventory(db: Handle, query: InventoryQuery) {
  if (viewOf(query) === 'levels') return { view: 'levels' as const, ...(await listLevels(db, query)) };
  return { view: 'records' as const, ...(await listRecords(db, query)) };
}

/** Products in the client layer's order; always paged. */
async function listRecords(db: Handle, query: InventoryQuery) {
  const { page = 1, limit = 20, cursor } = query;
  const paging = { page, limit, ...(cursor === undefined ? {} : { cursor }) };
  const sort = productSortOf(query.sort_by, query.sort_order);
  // Records show no cost, so sorting by cost is not allowed.
  return { records: await listProducts(db, query, { sort, sees_costs: false, paging }), paging };
}

import { type Actor, can } from '../../core/actor.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type Cell, type Format, money } from '../../platform/files/cells.ts';
import { writeFile } from '../../platform/files/write-file.ts';
import { listProducts, type ProductFilter, type ProductRow } from '../catalogue/queries.ts';
import { columnsFor } from './import-rules.ts';
import { productSortOf, type SortField, type SortOrder } from './rules.ts';

interface RecordExport extends ProductFilter {
  format: Format;
  sort_by?: SortField;
  sort_order?: SortOrder;
}

/** Few enough that reading and writing them does not delay other requests. */
const batch = 500;

/**
 * The records of a filtered list as a file, in the list's order. Reads in batches, so that a slow download holds
 * neither memory nor a connection.
 */
export function exportRecords(
  db: Handle,
  actor: Actor,
  { format, sort_by, sort_order, ...filter }: RecordExport,
): AsyncIterable<Uint8Array> {
  const columns = columnsFor(can(actor, 'costs:read'));
  const sort = productSortOf(sort_by, sort_order);
  async function* rows(): AsyncIterable<Cell[][]> {
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const paging = { page: 1, limit: batch, ...(cursor === undefined ? {} : { cursor }) };
      const found = await listProducts(db, filter, { sort, sees_costs: false, paging });
      yield found.rows.map((product) => columns.map((column) => cellOf[column](product)));
      cursor = found.next_cursor;
    }
  }
  return writeFile({ name: 'Inventory', headings: [...columns], rows: rows() }, format, actor.merchant.currency);
}

const cellOf: Record<ReturnType<typeof columnsFor>[number], (product: ProductRow) => Cell> = {
  sku: ({ sku }) => sku,
  name: ({ name }) => name,
  price: ({ price }) => money(price),
  cost: ({ cost }) => money(cost),
  stock: ({ stock }) => Number(stock),
  minStock: ({ min_stock }) => min_stock,
  category: ({ category }) => category,
  status: ({ status }) => status,
  barcode: ({ barcode }) => barcode,
  description: ({ description }) => description,
  unit: ({ unit }) => unit,
  taxRate: ({ tax_rate_ppm }) => (tax_rate_ppm === null ? null : tax_rate_ppm / 10_000),
};

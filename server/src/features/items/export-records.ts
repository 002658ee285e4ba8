import { type Actor, can } from '../../core/actor.ts';
import { chunksOf } from '../../core/chunks.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type Cell, type Format, money } from '../../platform/files/cells.ts';
import { writeFile } from '../../platform/files/write-file.ts';
import { listProductIds, type ProductFilter } from '../catalogue/list-queries.ts';
import { listProductsById, listVariantIds, type ProductRow } from '../catalogue/queries.ts';
import { columnsFor, type OwnColumn } from './import-rules.ts';
import { productSortOf, type SortField, type SortOrder } from './rules.ts';

interface RecordExport extends ProductFilter {
  format: Format;
  sort_by?: SortField;
  sort_order?: SortOrder;
}

/**
 * How many products are read in one statement: few enough that other requests do not wait, and that they fit into
 * memory if each has 80 KiB.
 */
const read_at_once = 100;
/**
 * How many products are put in order in one statement. An order without an index sorts the whole catalogue each time, so
 * these are many, and only their ids are read.
 */
const ordered_at_once = 20_000;

/**
 * The records of a filtered list as a file, in the list's order, each with its variants after it. Reads in batches, so
 * that a slow download holds neither memory nor a connection.
 */
export function exportRecords(
  db: Handle,
  actor: Actor,
  { format, sort_by, sort_order, ...filter }: RecordExport,
): AsyncIterable<Uint8Array> {
  const columns = columnsFor(can(actor, 'costs:read'));
  const sort = productSortOf(sort_by, sort_order);
  async function readRows(records: readonly ListedRecord[]): Promise<Cell[][]> {
    const ids = records.map(({ id }) => id);
    const products = new Map(
      (await listProductsById(db, ids, filter.branch_id)).map((product) => [product.id, product]),
    );
    // One that was deleted meanwhile is left out.
    return records.flatMap(({ id, parent_sku }) => {
      const product = products.get(id);
      return product === undefined ? [] : [columns.map((column) => cellOf[column]({ ...product, parent_sku }))];
    });
  }
  async function* rows(): AsyncIterable<Cell[][]> {
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const paging = { page: 1, limit: ordered_at_once, ...(cursor === undefined ? {} : { cursor }) };
      const found = await listProductIds(db, filter, { sort, sees_costs: false, paging });
      for (let at = 0; at < found.rows.length; at += read_at_once) {
        const listed = found.rows.slice(at, at + read_at_once).map(({ id }) => id);
        const variants = Map.groupBy(await listVariantIds(db, listed), ({ parent_id }) => parent_id);
        const records = listed.flatMap((id): ListedRecord[] => [{ id, parent_sku: null }, ...(variants.get(id) ?? [])]);
        for (const some of chunksOf(records, read_at_once)) yield await readRows(some);
      }
      cursor = found.next_cursor;
    }
  }
  return writeFile({ name: 'Inventory', headings: [...columns], rows: rows() }, format, actor.merchant.currency);
}

/** A product or variant, and the SKU of a variant's product. */
interface ListedRecord {
  id: string;
  parent_sku: string | null;
}

const cellOf: Record<OwnColumn, (product: ProductRow & Pick<ListedRecord, 'parent_sku'>) => Cell> = {
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
  parentSku: ({ parent_sku }) => parent_sku,
  trackStock: ({ track_stock }) => track_stock,
};

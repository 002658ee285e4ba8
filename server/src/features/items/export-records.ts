import { type Actor, can } from '../../core/actor.ts';
import { chunksOf } from '../../core/chunks.ts';
import type { Handle } from '../../platform/database/handle.ts';
import type { Cell, Format } from '../../platform/files/cells.ts';
import { writeFile } from '../../platform/files/write-file.ts';
import { listProductIds, type ProductFilter } from '../catalogue/list-queries.ts';
import { listProductsById, listVariantIds, type ProductRow } from '../catalogue/queries.ts';
import { findLevels } from '../inventory/queries.ts';
import { listLabelledWarehouses } from './import-queries.ts';
import { columnsFor, type OwnColumn } from './import-rules.ts';
import { stockHeading } from './mapping/mapping-rules.ts';
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
 * that a slow download holds neither memory nor a connection. For one branch, it has the stock of each warehouse there:
 * an import would take one quantity for the stock of all branches.
 */
export async function* exportRecords(
  db: Handle,
  actor: Actor,
  { format, sort_by, sort_order, ...filter }: RecordExport,
): AsyncIterable<Uint8Array> {
  const warehouses =
    filter.branch_id === undefined
      ? undefined
      : (await listLabelledWarehouses(db)).filter(({ branch_id }) => branch_id === filter.branch_id);
  const columns = columnsFor(can(actor, 'costs:read')).flatMap((name): ExportColumn[] =>
    name === 'stock' && warehouses !== undefined
      ? warehouses.map(({ id, label }) => ({
          heading: stockHeading(label),
          cell: ({ levels }) => levels.get(id) ?? null,
        }))
      : [{ heading: name, cell: cellOf[name] }],
  );
  const sort = productSortOf(sort_by, sort_order);
  async function readRows(records: readonly ListedRecord[]): Promise<Cell[][]> {
    const ids = records.map(({ id }) => id);
    const products = new Map(
      (await listProductsById(db, ids, filter.branch_id)).map((product) => [product.id, product]),
    );
    const levels = await levelsOf(
      db,
      ids,
      (warehouses ?? []).map(({ id }) => id),
    );
    // One that was deleted meanwhile is left out.
    return records.flatMap(({ id, parent_sku }) => {
      const product = products.get(id);
      return product === undefined
        ? []
        : [columns.map(({ cell }) => cell({ ...product, parent_sku, levels: levels.get(id) ?? new Map() }))];
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
  const headings = columns.map(({ heading }) => heading);
  yield* writeFile({ name: 'Inventory', headings, rows: rows() }, format, actor.merchant.currency);
}

/** The quantities of products by warehouse. */
async function levelsOf(db: Handle, product_ids: readonly string[], warehouse_ids: readonly string[]) {
  const keys = product_ids.flatMap((product_id) => warehouse_ids.map((warehouse_id) => ({ product_id, warehouse_id })));
  const found = keys.length === 0 ? [] : await findLevels(db, keys);
  const byProduct = Map.groupBy(found, ({ product_id }) => product_id);
  return new Map(
    [...byProduct].map(([id, levels]) => [id, new Map(levels.map((level) => [level.warehouse_id, level.on_hand]))]),
  );
}

/** A product or variant, and the SKU of a variant's product. */
interface ListedRecord {
  id: string;
  parent_sku: string | null;
}

type ExportedRecord = ProductRow & Pick<ListedRecord, 'parent_sku'> & { levels: ReadonlyMap<string, number> };

interface ExportColumn {
  heading: string;
  cell(record: ExportedRecord): Cell;
}

const cellOf: Record<OwnColumn, (record: ExportedRecord) => Cell> = {
  sku: ({ sku }) => sku,
  name: ({ name }) => name,
  price: ({ price }) => price,
  cost: ({ cost }) => cost,
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

import { sameBarcodes } from '@tillhouse/core/barcodes';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/handle.ts';
import { allOf, build } from '../../platform/database/statement.ts';
import {
  containing,
  type List,
  listPage,
  type Page,
  type Paging,
  readSort,
  type SortKey,
} from '../../platform/http/paging.ts';
import { type ProductRow, productRows, stockIn } from './queries.ts';

export interface ProductFilter {
  category?: string;
  status?: 'active' | 'inactive';
  search?: string;
  /** Matches a product or variant: a scanned code identifies exactly one. */
  barcode?: string;
  /** Likewise, for typed text: as written, in upper case or in lower case. */
  sku?: string;
  branch_id?: string;
}

/** The index of texts finds three letters and more. */
const indexedLetters = 3;

/** What a filter asks for: without the blanks around texts, and without empty ones. */
function readFilter(filter: ProductFilter) {
  const textOf = (name: 'category' | 'barcode' | 'sku' | 'search') => filter[name]?.trim() || undefined;
  const [category, barcode, sku, search] = [textOf('category'), textOf('barcode'), textOf('sku'), textOf('search')];
  const listsVariants = (barcode ?? sku) !== undefined;
  const isIndexed = search !== undefined && search.length >= indexedLetters && !listsVariants;
  return { ...filter, category, barcode, sku, search, listsVariants, isIndexed };
}

/**
 * The products that contain the searched text themselves or in one of their variants, by the index. The total and the
 * page both need them. They are looked up once: PostgreSQL might repeat the lookup for each row otherwise, if it expects
 * few rows after a cursor.
 */
function foundBySearch(db: Handle, filter: ProductFilter): RawBuilder<{ id: string }> | undefined {
  const { search = '', isIndexed } = readFilter(filter);
  return isIndexed
    ? sql<{ id: string }>`
        select coalesce(v.parent_id, v.id) as id from products v
        where v.merchant_id = ${db.merchant_id} and v.deleted_at is null and v.search_text like ${containing(search)}`
    : undefined;
}

/** Fewer letters than the index finds occur often, and are compared row by row in the list's order. */
const containsText = (db: Handle, search: string): RawBuilder<boolean> =>
  sql<boolean>`(p.search_text like ${containing(search)} or exists (
        select from products v
        where v.merchant_id = ${db.merchant_id} and v.parent_id = p.id and v.deleted_at is null and v.search_text like ${containing(search)}
      ))`;

/** The product with this barcode, or else with the same retail code: the scanner or the label has other leading zeros. */
const hasBarcode = (db: Handle, barcode: string): RawBuilder<boolean> =>
  sql<boolean>`p.id = (
        select b.id from products b
        where b.merchant_id = ${db.merchant_id} and b.barcode = any(${sameBarcodes(barcode)}::text[]) and b.deleted_at is null
        order by b.barcode = ${barcode} desc, b.barcode limit 1
      )`;

/** The condition of a filter, of which `found` are the rows of `foundBySearch`. */
const matching = (db: Handle, filter: ProductFilter): RawBuilder<boolean> => {
  const { status, branch_id, category, barcode, sku, search, listsVariants, isIndexed } = readFilter(filter);
  return allOf([
    listsVariants ? undefined : sql<boolean>`p.parent_id is null`,
    barcode === undefined ? undefined : hasBarcode(db, barcode),
    sku === undefined
      ? undefined
      : sql<boolean>`p.sku = any(${[...new Set([sku, sku.toUpperCase(), sku.toLowerCase()])]}::text[])`,
    status === undefined ? undefined : sql<boolean>`p.status = ${status}`,
    category === undefined
      ? undefined
      : sql<boolean>`p.category_id = (
          select k.id from categories k where k.merchant_id = ${db.merchant_id} and lower(k.name) = lower(${category})
        )`,
    isIndexed ? sql<boolean>`p.id in (select id from found)` : undefined,
    search === undefined || isIndexed ? undefined : containsText(db, search),
    branch_id === undefined
      ? undefined
      : sql<boolean>`exists (
          select from stock_levels l join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
          where l.merchant_id = ${db.merchant_id} and l.product_id = p.id and w.branch_id = ${branch_id}
        )`,
  ]);
};

/** The sort fields of products; `cost` only for roles that may see it. */
function productSortKeys(
  db: Handle,
  options: { branch_id: string | undefined; cost: boolean },
): Record<string, Pick<SortKey, 'column' | 'type'>> {
  return {
    name: { column: sql.ref('p.sort_name'), type: 'text' },
    sku: { column: sql.ref('p.sku'), type: 'text' },
    barcode: { column: sql`coalesce(p.barcode, '')`, type: 'text' },
    // Shortened: a cursor contains the value, and must not contain a whole description.
    description: { column: sql`left(lower(p.description), 200)`, type: 'text' },
    price: { column: sql.ref('p.price'), type: 'bigint' },
    ...(options.cost ? { cost: { column: sql.ref('p.cost'), type: 'bigint' as const } } : {}),
    stock: { column: stockIn(db, options.branch_id), type: 'bigint' },
    // Products without a minimum come before those with a minimum of zero.
    min_stock: { column: sql`coalesce(p.min_stock, -1)`, type: 'integer' },
    category: { column: sql`coalesce(c.sort_name, '')`, type: 'text' },
    status: { column: sql.ref('p.status'), type: 'text' },
    created_at: { column: sql.ref('p.created_at'), type: 'timestamptz' },
    updated_at: { column: sql.ref('p.updated_at'), type: 'timestamptz' },
    id: { column: sql.ref('p.id'), type: 'uuid' },
  };
}

export interface ProductList {
  /** Field names, comma-separated, a minus before one reverses it; default: newest first. */
  sort: string | undefined;
  /** Whether the reader may see costs, and sort by them. */
  sees_costs: boolean;
  paging: Paging;
}

/** Products without their variants, unless filtered by barcode or SKU. */
export const listProducts = (db: Handle, filter: ProductFilter, list: ProductList): Promise<Page<ProductRow>> =>
  listPage(db, productRows(db, filter.branch_id).where(matching(db, filter)), listOf(db, filter, list));

/** The ids of the same products in the same order. Read for many at a time, for an order without an index. */
export function listProductIds(db: Handle, filter: ProductFilter, list: ProductList): Promise<Page<{ id: string }>> {
  const rows = productRows(db, filter.branch_id).clearSelect().select('p.id').where(matching(db, filter));
  return listPage(db, rows, listOf(db, filter, list));
}

function listOf(db: Handle, filter: ProductFilter, { sort, sees_costs, paging }: ProductList): List {
  const order = readSort(sort, productSortKeys(db, { branch_id: filter.branch_id, cost: sees_costs }), '-created_at');
  const count = build
    .selectFrom('products as p')
    .select(sql<bigint>`count(*)`.as('total'))
    .where('p.merchant_id', '=', db.merchant_id)
    .where('p.deleted_at', 'is', null)
    .where(matching(db, filter));
  const showsStock = filter.branch_id !== undefined || order.some(({ name }) => name === 'stock');
  const about = ['product', 'category', ...(showsStock ? (['stock', 'warehouse', 'branch'] as const) : [])] as const;
  const isOrderedByCounted = !order.some(({ name }) => name === 'category');
  return { count, found: foundBySearch(db, filter), order, paging, about, isOrderedByCounted };
}

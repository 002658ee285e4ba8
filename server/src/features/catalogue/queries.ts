import { type RawBuilder, sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import { withKinds } from '../../platform/database/batch-statements.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { allOf, build, column } from '../../platform/database/statement.ts';
import { containing, listPage, type Page, type Paging, readSort, type SortKey } from '../../platform/http/paging.ts';
import type { ProductFields } from './rules.ts';

/** The fields of a product that a sale needs. Amounts are minor units. */
export interface Sellable {
  id: string;
  sku: string;
  name: string;
  status: 'active' | 'inactive';
  price: bigint;
  cost: bigint;
  tax_rate_ppm: number | null;
  track_stock: boolean;
}

export const listSellables = (db: Handle, ids: readonly string[]): Promise<Sellable[]> =>
  db.many(
    withKinds(
      sql<Sellable>`
    select p.id, p.sku, p.price, p.cost, p.track_stock,
      case when p.parent_id is null then p.name else parent.name || ' - ' || p.name end as name,
      case when p.status = 'active' and coalesce(parent.status, 'active') = 'active' then 'active' else 'inactive' end as status,
      coalesce(p.tax_rate_ppm, parent.tax_rate_ppm) as tax_rate_ppm
    from products p
    left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
    where p.merchant_id = ${db.merchant_id} and p.id = any(${ids}::uuid[])
      and p.deleted_at is null and parent.deleted_at is null`,
      { price: 'bigint', cost: 'bigint' },
    ),
  );

/** A product or variant as shown. A variant has its product's category. */
export interface ProductRow extends ProductFields {
  id: string;
  parent_id: string | null;
  category_id: string | null;
  category: string | null;
  stock: bigint;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** On hand in all warehouses, or in those of one branch. */
const stockIn = (db: Handle, branch_id: string | undefined): RawBuilder<bigint> =>
  branch_id === undefined
    ? sql<bigint>`coalesce((
        select sum(l.on_hand) from stock_levels l where l.merchant_id = ${db.merchant_id} and l.product_id = p.id
      ), 0)`
    : sql<bigint>`coalesce((
        select sum(l.on_hand) from stock_levels l join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
        where l.merchant_id = ${db.merchant_id} and l.product_id = p.id and w.branch_id = ${branch_id}
      ), 0)`;

const productRows = (db: Handle, branch_id?: string) =>
  build
    .selectFrom('products as p')
    .leftJoin('products as parent', (join) =>
      join.onRef('parent.merchant_id', '=', 'p.merchant_id').onRef('parent.id', '=', 'p.parent_id'),
    )
    .leftJoin('categories as c', (join) =>
      join
        .onRef('c.merchant_id', '=', 'p.merchant_id')
        .on('c.id', '=', sql<string>`coalesce(p.category_id, parent.category_id)`),
    )
    .select([
      'p.id',
      'p.parent_id',
      'p.sku',
      'p.name',
      'p.description',
      'p.price',
      'p.cost',
      'p.images',
      'p.barcode',
      'p.min_stock',
    ])
    .select([
      'p.tax_rate_ppm',
      'p.track_stock',
      'p.unit',
      'p.created_at',
      'p.updated_at',
      'c.name as category',
      'c.id as category_id',
    ])
    .select([sql<'active' | 'inactive'>`p.status`.as('status'), stockIn(db, branch_id).as('stock')])
    .where('p.merchant_id', '=', db.merchant_id)
    .where('p.deleted_at', 'is', null);

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

const matching = (db: Handle, filter: ProductFilter): RawBuilder<boolean> => {
  const { status, branch_id } = filter;
  const category = filter.category?.trim();
  const pattern = containing(filter.search?.trim() ?? '');
  return allOf([
    status === undefined ? undefined : sql<boolean>`p.status = ${status}`,
    category === undefined || category === ''
      ? undefined
      : sql<boolean>`p.category_id = (
          select k.id from categories k where k.merchant_id = ${db.merchant_id} and lower(k.name) = lower(${category})
        )`,
    // One condition for the product and its variants, so that an index can be used.
    filter.search === undefined
      ? undefined
      : sql<boolean>`p.id in (
          select found.id from products v cross join lateral (values (v.id), (v.parent_id)) as found (id)
          where v.merchant_id = ${db.merchant_id} and v.deleted_at is null and v.search_text like ${pattern}
        )`,
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
export function listProducts(
  db: Handle,
  filter: ProductFilter,
  { sort, sees_costs, paging }: ProductList,
): Promise<Page<ProductRow>> {
  const order = readSort(sort, productSortKeys(db, { branch_id: filter.branch_id, cost: sees_costs }), '-created_at');
  const barcode = filter.barcode?.trim() ?? '';
  const sku = filter.sku?.trim() ?? '';
  const wanted = allOf([
    barcode === '' && sku === '' ? sql<boolean>`p.parent_id is null` : undefined,
    barcode === '' ? undefined : sql<boolean>`p.barcode = ${barcode}`,
    sku === ''
      ? undefined
      : sql<boolean>`p.sku = any(${[...new Set([sku, sku.toUpperCase(), sku.toLowerCase()])]}::text[])`,
    matching(db, filter),
  ]);
  const count = build
    .selectFrom('products as p')
    .select(sql<bigint>`count(*)`.as('total'))
    .where('p.merchant_id', '=', db.merchant_id)
    .where('p.deleted_at', 'is', null)
    .where(wanted);
  const rows = productRows(db, filter.branch_id).where(wanted);
  const isOfStock = filter.branch_id !== undefined || order.some(({ name }) => name === 'stock');
  const about = ['product', 'category', ...(isOfStock ? ['stock', 'warehouse', 'branch'] : [])];
  const isOrderedByCounted = !order.some(({ name }) => name === 'category');
  return listPage(db, rows, { count, order, paging, about, isOrderedByCounted });
}

export const listProductsById = (db: Handle, ids: readonly string[]): Promise<ProductRow[]> =>
  db.many(
    productRows(db)
      .where(sql<boolean>`p.id = any(${[...ids]}::uuid[])`)
      .orderBy('p.id'),
  );

/** Products with their variants, or variants. */
export const listWithVariants = (db: Handle, ids: readonly string[]): Promise<ProductRow[]> =>
  db.many(
    productRows(db)
      .where(sql<boolean>`(p.id = any(${[...ids]}::uuid[]) or p.parent_id = any(${[...ids]}::uuid[]))`)
      .orderBy('p.id'),
  );

/** Products and variants that have these SKUs and are not deleted. */
export const listProductsBySku = (db: Handle, skus: readonly string[]): Promise<ProductRow[]> =>
  db.many(productRows(db).where(sql<boolean>`p.sku = any(${[...skus]}::text[])`));

/** The SKU of the product or variant that has a barcode. */
export const listHolders = (db: Handle, barcodes: readonly string[]): Promise<{ barcode: string; sku: string }[]> =>
  db.many(sql<{ barcode: string; sku: string }>`
    select barcode, sku from products
    where merchant_id = ${db.merchant_id} and barcode = any(${[...barcodes]}::text[]) and deleted_at is null`);

export const findProduct = (db: Handle, id: string): Promise<ProductRow | undefined> =>
  db.first(productRows(db).where('p.id', '=', id));

export const getProduct = (db: Handle, id: string): Promise<ProductRow> =>
  db.one(productRows(db).where('p.id', '=', id));

/** The product first, then its variants by creation; empty if the product does not exist. */
export async function findProductWithVariants(
  db: Handle,
  id: string,
): Promise<{ product: ProductRow; variants: ProductRow[] } | undefined> {
  const rows = await db.many(
    productRows(db)
      .where((where) => where.or([where('p.id', '=', id), where('p.parent_id', '=', id)]))
      .orderBy('p.created_at')
      .orderBy('p.id'),
  );
  const product = rows.find((row) => row.id === id.toLowerCase());
  return product === undefined ? undefined : { product, variants: rows.filter((row) => row !== product) };
}

export type NewProduct = Partial<ProductFields> & Pick<ProductFields, 'sku' | 'name' | 'price'>;

export const insertProduct = (
  tx: Transaction,
  product: NewProduct & { id: string; parent_id: string | null; category_id: string | null },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build.insertInto('products').values({ ...product, merchant_id: tx.merchant_id, created_at: now, updated_at: now }),
  );

/** A product to write along with others; `category_id` applies only if `is_moved`. */
export type PutProduct = ProductRow & { is_moved: boolean };

export const insertProducts = (tx: Transaction, products: readonly PutProduct[], now: Timestamp): Promise<number> =>
  tx.run(sql`
    insert into products (merchant_id, id, sku, name, description, category_id, price, cost, status, barcode, min_stock, tax_rate_ppm, unit,
      created_at, updated_at)
    select ${tx.merchant_id}::uuid, n.*, ${now}::timestamptz, ${now}::timestamptz from unnest(
      ${column(products, 'id')}::uuid[], ${column(products, 'sku')}::text[], ${column(products, 'name')}::text[],
      ${column(products, 'description')}::text[], ${column(products, 'category_id')}::uuid[], ${column(products, 'price')}::bigint[],
      ${column(products, 'cost')}::bigint[], ${column(products, 'status')}::text[], ${column(products, 'barcode')}::text[],
      ${column(products, 'min_stock')}::int[], ${column(products, 'tax_rate_ppm')}::int[], ${column(products, 'unit')}::text[]
    ) as n`);

export const updateProducts = (tx: Transaction, products: readonly PutProduct[], now: Timestamp): Promise<number> =>
  tx.run(sql`
    update products p set
      name = n.name, description = n.description, price = n.price, cost = n.cost, status = n.status, barcode = n.barcode,
      min_stock = n.min_stock, tax_rate_ppm = n.tax_rate_ppm, unit = n.unit,
      category_id = case when n.is_moved then n.category_id else p.category_id end,
      updated_at = ${now}::timestamptz
    from unnest(
      ${column(products, 'id')}::uuid[], ${column(products, 'name')}::text[], ${column(products, 'description')}::text[],
      ${column(products, 'category_id')}::uuid[], ${column(products, 'is_moved')}::boolean[], ${column(products, 'price')}::bigint[],
      ${column(products, 'cost')}::bigint[], ${column(products, 'status')}::text[], ${column(products, 'barcode')}::text[],
      ${column(products, 'min_stock')}::int[], ${column(products, 'tax_rate_ppm')}::int[], ${column(products, 'unit')}::text[]
    ) as n (id, name, description, category_id, is_moved, price, cost, status, barcode, min_stock, tax_rate_ppm, unit)
    where p.merchant_id = ${tx.merchant_id} and p.id = any(${column(products, 'id')}::uuid[]) and p.id = n.id`);

/**
 * Locks products and variants until the transaction ends, in order, so that concurrent transactions wait and do not
 * deadlock.
 */
export const lockProductsBySku = (tx: Transaction, skus: readonly string[]): Promise<{ id: string }[]> =>
  tx.many(sql<{ id: string }>`
    select id from products
    where merchant_id = ${tx.merchant_id} and sku = any(${[...skus]}::text[]) and deleted_at is null
    order by id for no key update`);

/** Locks a product until the transaction ends. */
export const lockProduct = (
  tx: Transaction,
  id: string,
): Promise<{ id: string; parent_id: string | null } | undefined> =>
  tx.first(
    build
      .selectFrom('products')
      .select(['id', 'parent_id'])
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate(),
  );

/** Locks these products and their variants, in order, so that concurrent transactions wait and do not deadlock. */
export const lockProducts = (tx: Transaction, ids: readonly string[]): Promise<{ id: string }[]> =>
  tx.many(sql<{ id: string }>`
    select id from products
    where merchant_id = ${tx.merchant_id} and (id = any(${ids}::uuid[]) or parent_id = any(${ids}::uuid[])) and deleted_at is null
    order by id for no key update`);

export const updateProduct = (
  tx: Transaction,
  id: string,
  changes: Partial<ProductFields> & { category_id?: string | null },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .updateTable('products')
      .set({ ...changes, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  );

/** Products with their variants, or variants. */
export const markDeleted = (tx: Transaction, ids: readonly string[], now: Timestamp): Promise<number> =>
  tx.run(sql`
    update products set deleted_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where merchant_id = ${tx.merchant_id} and (id = any(${ids}::uuid[]) or parent_id = any(${ids}::uuid[])) and deleted_at is null`);

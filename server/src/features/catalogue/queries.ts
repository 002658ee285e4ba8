import { type RawBuilder, sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import { withKinds } from '../../platform/database/batch-statements.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build, column } from '../../platform/database/statement.ts';
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
export const stockIn = (db: Handle, branch_id: string | undefined): RawBuilder<bigint> =>
  branch_id === undefined
    ? sql<bigint>`coalesce((
        select sum(l.on_hand) from stock_levels l where l.merchant_id = ${db.merchant_id} and l.product_id = p.id
      ), 0)`
    : sql<bigint>`coalesce((
        select sum(l.on_hand) from stock_levels l join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
        where l.merchant_id = ${db.merchant_id} and l.product_id = p.id and w.branch_id = ${branch_id}
      ), 0)`;

export const productRows = (db: Handle, branch_id?: string) =>
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

export const listProductsById = (db: Handle, ids: readonly string[], branch_id?: string): Promise<ProductRow[]> =>
  db.many(
    productRows(db, branch_id)
      .where(sql<boolean>`p.id = any(${[...ids]}::uuid[])`)
      .orderBy('p.id'),
  );

/** The ids of products with their variants, or of variants. */
export const listIdsWithVariants = async (db: Handle, ids: readonly string[]): Promise<string[]> =>
  column(
    await db.many(sql<{ id: string }>`
      select id from products
      where merchant_id = ${db.merchant_id} and (id = any(${[...ids]}::uuid[]) or parent_id = any(${[...ids]}::uuid[])) and deleted_at is null
      order by id`),
    'id',
  );

/** The variants of products, in the order of their creation. */
export const listVariantIds = (
  db: Handle,
  product_ids: readonly string[],
): Promise<{ id: string; parent_id: string; parent_sku: string }[]> =>
  db.many(sql<{ id: string; parent_id: string; parent_sku: string }>`
    select v.id, v.parent_id, p.sku as parent_sku
    from products v join products p on p.merchant_id = v.merchant_id and p.id = v.parent_id
    where v.merchant_id = ${db.merchant_id} and v.parent_id = any(${[...product_ids]}::uuid[]) and v.deleted_at is null
    order by v.created_at, v.id`);

/** Products and variants that have these SKUs and are not deleted. */
export const listProductsBySku = (db: Handle, skus: readonly string[]): Promise<ProductRow[]> =>
  db.many(productRows(db).where(sql<boolean>`p.sku = any(${[...skus]}::text[])`));

/** The product or variant that has a barcode. */
export const listByBarcode = (
  db: Handle,
  barcodes: readonly string[],
): Promise<{ id: string; barcode: string; sku: string }[]> =>
  db.many(sql<{ id: string; barcode: string; sku: string }>`
    select id, barcode, sku from products
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
  const product = rows.find((row) => row.id === id);
  return product === undefined ? undefined : { product, variants: rows.filter((row) => row !== product) };
}

export const countVariants = async (db: Handle, product_id: string): Promise<number> =>
  (
    await db.one(sql<{ variants: number }>`
      select count(*)::int as variants from products
      where merchant_id = ${db.merchant_id} and parent_id = ${product_id} and deleted_at is null`)
  ).variants;

export const countVariantsOf = (
  db: Handle,
  product_ids: readonly string[],
): Promise<{ parent_id: string; variants: number }[]> =>
  db.many(sql<{ parent_id: string; variants: number }>`
    select parent_id, count(*)::int as variants from products
    where merchant_id = ${db.merchant_id} and parent_id = any(${[...product_ids]}::uuid[]) and deleted_at is null
    group by parent_id`);

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
      parent_id, track_stock, created_at, updated_at)
    select ${tx.merchant_id}::uuid, n.*, ${now}::timestamptz, ${now}::timestamptz from unnest(
      ${column(products, 'id')}::uuid[], ${column(products, 'sku')}::text[], ${column(products, 'name')}::text[],
      ${column(products, 'description')}::text[], ${column(products, 'category_id')}::uuid[], ${column(products, 'price')}::bigint[],
      ${column(products, 'cost')}::bigint[], ${column(products, 'status')}::text[], ${column(products, 'barcode')}::text[],
      ${column(products, 'min_stock')}::int[], ${column(products, 'tax_rate_ppm')}::int[], ${column(products, 'unit')}::text[],
      ${column(products, 'parent_id')}::uuid[], ${column(products, 'track_stock')}::boolean[]
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

/** Must be followed by an update of the same products. */
export const clearBarcodes = (tx: Transaction, ids: readonly string[]): Promise<number> =>
  tx.run(
    sql`update products set barcode = null where merchant_id = ${tx.merchant_id} and id = any(${[...ids]}::uuid[])`,
  );

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

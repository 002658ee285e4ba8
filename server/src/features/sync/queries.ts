import { type RawBuilder, sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';

/** Records in the order of their ids without deleted ones, or the records with these ids including deleted ones. */
export type Selection = { after: string; limit: number } | { ids: readonly string[] };

const isSelected = (
  id: RawBuilder<unknown>,
  isNotDeleted: RawBuilder<boolean>,
  selection: Selection,
): RawBuilder<boolean> =>
  'ids' in selection
    ? sql<boolean>`${id} = any(${[...selection.ids]}::uuid[])`
    : sql<boolean>`${id} > ${selection.after}::uuid and ${isNotDeleted} order by ${id} limit ${selection.limit}`;

interface RecordRow {
  id: string;
  deleted: boolean;
  updated_at: Timestamp;
}

export interface BranchRow extends RecordRow {
  name: string;
  address: string | null;
  phone: string | null;
  timezone: string | null;
  is_default: boolean;
}

export const listBranches = (db: Handle, selection: Selection): Promise<BranchRow[]> =>
  db.many(sql<BranchRow>`
    select b.id, false as deleted, b.name, b.address, b.phone, b.timezone, b.is_default, b.updated_at
    from branches b where b.merchant_id = ${db.merchant_id} and ${isSelected(sql.ref('b.id'), sql<boolean>`true`, selection)}`);

export interface WarehouseRow extends RecordRow {
  branch_id: string;
  name: string;
  is_default: boolean;
}

export const listWarehouses = (db: Handle, selection: Selection): Promise<WarehouseRow[]> =>
  db.many(sql<WarehouseRow>`
    select w.id, false as deleted, w.branch_id, w.name, w.is_default, w.updated_at
    from warehouses w where w.merchant_id = ${db.merchant_id} and ${isSelected(sql.ref('w.id'), sql<boolean>`true`, selection)}`);

export interface CategoryRow extends RecordRow {
  name: string;
}

export const listCategories = (db: Handle, selection: Selection): Promise<CategoryRow[]> =>
  db.many(sql<CategoryRow>`
    select c.id, false as deleted, c.name, c.updated_at
    from categories c where c.merchant_id = ${db.merchant_id} and ${isSelected(sql.ref('c.id'), sql<boolean>`true`, selection)}`);

export interface ProductRow extends RecordRow {
  parent_id: string | null;
  sku: string;
  name: string;
  description: string;
  category_id: string | null;
  price: bigint;
  cost: bigint;
  status: 'active' | 'inactive';
  images: string[];
  barcode: string | null;
  min_stock: number | null;
  tax_rate_ppm: number | null;
  track_stock: boolean;
  unit: string | null;
  created_at: Timestamp;
}

/** What can make a product hundreds of times as long as another one. */
const textBytes = sql`(octet_length(p.description) + octet_length(p.images::text))`;

export const listProducts = (db: Handle, selection: Selection): Promise<ProductRow[]> =>
  db.many(sql<ProductRow>`
    select p.id, p.deleted_at is not null as deleted, p.parent_id, p.sku, p.name, p.description, p.category_id, p.price, p.cost, p.status,
      p.images, p.barcode, p.min_stock, p.tax_rate_ppm, p.track_stock, p.unit, p.created_at, p.updated_at
    from products p
    where p.merchant_id = ${db.merchant_id} and ${isSelected(sql.ref('p.id'), sql<boolean>`p.deleted_at is null`, selection)}`);

/**
 * How many products a page of the first synchronisation contains: `limit`, or fewer if their texts have more bytes
 * together.
 */
export const fitProducts = async (
  db: Handle,
  { after, limit, bytes }: { after: string; limit: number; bytes: number },
): Promise<number> => {
  const { fitting, all } = await db.one(sql<{ fitting: number; all: number }>`
    select count(*) filter (where before < ${bytes})::int as fitting, count(*)::int as all
    from (
      select sum(${textBytes}) over (order by p.id rows unbounded preceding) - ${textBytes} as before
      from products p where p.merchant_id = ${db.merchant_id} and p.id > ${after}::uuid and p.deleted_at is null
      order by p.id limit ${limit}
    ) b`);
  return fitting < all ? fitting : limit;
};

/** The bytes of the texts of these products and all of their variants together. */
export const sumTextBytes = async (db: Handle, products: readonly string[]): Promise<bigint> =>
  (
    await db.one(sql<{ bytes: bigint }>`
      select coalesce(sum(${textBytes}), 0)::bigint as bytes
      from products p
      where p.merchant_id = ${db.merchant_id} and (p.id = any(${[...products]}::uuid[]) or p.parent_id = any(${[...products]}::uuid[]))`)
  ).bytes;

/** The ids of these products and all of their variants. */
export const listProductIds = (db: Handle, products: readonly string[]): Promise<{ id: string }[]> =>
  db.many(sql<{ id: string }>`
    select id from products
    where merchant_id = ${db.merchant_id} and (id = any(${[...products]}::uuid[]) or parent_id = any(${[...products]}::uuid[]))`);

export interface LevelRow {
  id: string;
  deleted: boolean;
  product_id: string;
  warehouse_id: string;
  stock: number;
  reserved: number;
  available: number;
  updated_at: Timestamp;
}

const levelColumns = sql`
  l.product_id || '/' || l.warehouse_id as id, l.product_id, l.warehouse_id, l.on_hand as stock, l.reserved, l.on_hand - l.reserved as available,
  l.updated_at`;

/** Stock levels of products that are not deleted, in the order of their keys. */
export const listLevels = (
  db: Handle,
  { product_id, warehouse_id, limit }: { product_id: string; warehouse_id: string; limit: number },
): Promise<LevelRow[]> =>
  db.many(sql<LevelRow>`
    select ${levelColumns}, false as deleted
    from stock_levels l join products p on p.merchant_id = l.merchant_id and p.id = l.product_id
    where l.merchant_id = ${db.merchant_id} and (l.product_id, l.warehouse_id) > (${product_id}::uuid, ${warehouse_id}::uuid)
      and p.deleted_at is null
    order by l.product_id, l.warehouse_id limit ${limit}`);

export const listLevelsOf = (db: Handle, product_ids: readonly string[]): Promise<LevelRow[]> =>
  db.many(sql<LevelRow>`
    select ${levelColumns}, p.deleted_at is not null as deleted
    from stock_levels l join products p on p.merchant_id = l.merchant_id and p.id = l.product_id
    where l.merchant_id = ${db.merchant_id} and l.product_id = any(${[...product_ids]}::uuid[])`);

export interface CustomerRow extends RecordRow {
  name: string;
  email: string | null;
  phone: string | null;
  points: bigint;
  lifetime_value: bigint;
}

export const listCustomers = (db: Handle, selection: Selection): Promise<CustomerRow[]> =>
  db.many(sql<CustomerRow>`
    select c.id, c.deleted_at is not null as deleted, c.name, c.email, c.phone, c.points, c.lifetime_value, c.updated_at
    from customers c
    where c.merchant_id = ${db.merchant_id} and ${isSelected(sql.ref('c.id'), sql<boolean>`c.deleted_at is null`, selection)}`);

/** The customers of sales, or of refunds of sales. */
export const listBuyers = (db: Handle, sale_ids: readonly string[]): Promise<{ id: string }[]> =>
  db.many(sql<{ id: string }>`
    select s.customer_id as id from sales s
    where s.merchant_id = ${db.merchant_id} and s.customer_id is not null and s.id = any(
      ${[...sale_ids]}::uuid[] || array(select r.sale_id from refunds r where r.merchant_id = ${db.merchant_id} and r.id = any(${[...sale_ids]}::uuid[]))
    )`);

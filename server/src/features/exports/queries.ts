import { sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { TimeRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { comesAfter, type SortKey } from '../../platform/database/row-order.ts';
import { inBranches } from '../../platform/database/statement.ts';
import type { SaleStatus } from '../sales/rules.ts';
import type { CountedType } from './rules.ts';

/** Products have descriptions of up to 10,000 characters, and two pages are in memory. */
const pageSize = 500;
const limit = sql.raw(String(pageSize));

/**
 * Reads a list to its end, page by page, with one statement each, so that no connection and no snapshot is held between
 * pages. The next page is read while the current one is processed.
 * @param read returns the rows after the given one, in the order of a unique key; without one, the first page
 */
async function* inPages<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncIterable<Row[]> {
  let next: Promise<Row[]> | undefined = read(undefined);
  while (next !== undefined) {
    const rows: Row[] = await next;
    const last = rows.at(-1);
    next = rows.length < pageSize ? undefined : read(last);
    // If the reader stops here, the result is not awaited.
    next?.catch(() => undefined);
    if (last !== undefined) yield rows;
  }
}

export interface TransactionExport {
  id: string;
  /** The key's time with microseconds. */
  key_at: string;
  code: string;
  occurred_at: Timestamp;
  status: SaleStatus;
  branch: string;
  cashier: string;
  customer: string | null;
  payment_method: string | null;
  subtotal: bigint;
  discount: bigint;
  tax: bigint;
  total: bigint;
  rounding: bigint;
  refunded_amount: bigint;
  item_count: number;
  note: string | null;
}

export const eachTransaction = (
  db: Handle,
  scope: TimeRange & { branches: Branches },
): AsyncIterable<TransactionExport[]> =>
  inPages((last: TransactionExport | undefined) =>
    db.many(sql<TransactionExport>`
      select s.id, s.occurred_at::text as key_at, s.code, s.occurred_at, s.status, b.name as branch, u.name as cashier, c.name as customer,
        s.payment_method, s.subtotal, s.discount, s.tax, s.total, s.refunded_amount, s.item_count, s.note, s.rounding
      from sales s
      join branches b on b.merchant_id = s.merchant_id and b.id = s.branch_id
      join users u on u.id = s.cashier_id
      left join customers c on c.merchant_id = s.merchant_id and c.id = s.customer_id
      where s.merchant_id = ${db.merchant_id}
        and (${scope.from}::timestamptz is null or s.occurred_at >= ${scope.from})
        and (${scope.before}::timestamptz is null or s.occurred_at < ${scope.before})
        and ${inBranches('s.branch_id', scope.branches)}
        and ${last === undefined ? sql`true` : afterSale(last)}
      order by s.occurred_at, s.id
      limit ${limit}`),
  );

const saleOrder: SortKey[] = [
  { name: 'occurred_at', column: sql`s.occurred_at`, type: 'timestamptz', descending: false },
  { name: 'id', column: sql`s.id`, type: 'uuid', descending: false },
];
const afterSale = ({ key_at, id }: TransactionExport) => comesAfter(saleOrder, [key_at, id], {});

export interface ProductExport {
  id: string;
  sku: string;
  name: string;
  parent_sku: string | null;
  description: string;
  category: string | null;
  price: bigint;
  cost: bigint;
  /** In all warehouses together. */
  stock: bigint;
  status: string;
  barcode: string | null;
  min_stock: number | null;
  tax_rate_ppm: number | null;
  unit: string | null;
  track_stock: boolean;
}

/** Products and variants; a product is older than its variants, and comes before them. */
export const eachProduct = (db: Handle): AsyncIterable<ProductExport[]> =>
  inPages((last: ProductExport | undefined) =>
    db.many(sql<ProductExport>`
      select p.id, p.sku, p.name, parent.sku as parent_sku, p.description, c.name as category, p.price, p.cost, p.status, p.barcode,
        p.min_stock, p.tax_rate_ppm, p.unit, p.track_stock,
        coalesce((
          select sum(l.on_hand) from stock_levels l where l.merchant_id = ${db.merchant_id} and l.product_id = p.id
        ), 0)::bigint as stock
      from products p
      left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
      left join categories c on c.merchant_id = p.merchant_id and c.id = coalesce(p.category_id, parent.category_id)
      where p.merchant_id = ${db.merchant_id} and p.deleted_at is null
        and ${last === undefined ? sql`true` : sql`p.id > ${last.id}::uuid`}
      order by p.id
      limit ${limit}`),
  );

export interface LevelExport {
  product_id: string;
  warehouse_id: string;
  sku: string;
  name: string;
  warehouse: string;
  branch: string;
  on_hand: number;
  reserved: number;
  min_stock: number | null;
  price: bigint;
  cost: bigint;
}

export const eachLevel = (db: Handle, branches: Branches): AsyncIterable<LevelExport[]> =>
  inPages((last: LevelExport | undefined) =>
    db.many(sql<LevelExport>`
      select l.product_id, l.warehouse_id, p.sku, case when parent.id is null then p.name else parent.name || ' - ' || p.name end as name,
        w.name as warehouse, b.name as branch, l.on_hand, l.reserved, p.min_stock, p.price, p.cost
      from stock_levels l
      join products p on p.merchant_id = l.merchant_id and p.id = l.product_id
      left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
      join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
      join branches b on b.merchant_id = w.merchant_id and b.id = w.branch_id
      where l.merchant_id = ${db.merchant_id} and p.deleted_at is null
        and ${inBranches('b.id', branches)}
        and ${last === undefined ? sql`true` : sql`(l.product_id, l.warehouse_id) > (${last.product_id}::uuid, ${last.warehouse_id}::uuid)`}
      order by l.product_id, l.warehouse_id
      limit ${limit}`),
  );

export interface CustomerExport {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  points: bigint;
  lifetime_value: bigint;
  created_at: Timestamp;
}

export const eachCustomer = (db: Handle): AsyncIterable<CustomerExport[]> =>
  inPages((last: CustomerExport | undefined) =>
    db.many(sql<CustomerExport>`
      select id, name, email, phone, address, points, lifetime_value, created_at
      from customers
      where merchant_id = ${db.merchant_id} and deleted_at is null
        and ${last === undefined ? sql`true` : sql`id > ${last.id}::uuid`}
      order by id
      limit ${limit}`),
  );

interface Counted {
  type: CountedType;
  range: TimeRange;
  branches: Branches;
}

/** The current number of rows of a file of these types. */
export async function countRows(db: Handle, { type, range, branches }: Counted): Promise<number> {
  const source = {
    transactions: sql`sales s where s.merchant_id = ${db.merchant_id}
      and s.occurred_at >= ${range.from}::timestamptz and s.occurred_at < ${range.before}::timestamptz and ${inBranches('s.branch_id', branches)}`,
    products: sql`products where merchant_id = ${db.merchant_id} and deleted_at is null`,
    inventory: sql`stock_levels l
      join products p on p.merchant_id = l.merchant_id and p.id = l.product_id
      join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
      where l.merchant_id = ${db.merchant_id} and p.deleted_at is null and ${inBranches('w.branch_id', branches)}`,
    customers: sql`customers where merchant_id = ${db.merchant_id} and deleted_at is null`,
  }[type];
  return Number((await db.one(sql<{ rows: bigint }>`select count(*) as rows from ${source}`)).rows);
}

import { type RawBuilder, sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type InText, inBranches, rowsOf } from '../../platform/database/statement.ts';

/** Units and their value, in minor units. */
export interface StockValue {
  units: bigint;
  at_cost: bigint;
  at_price: bigint;
}

// The value of a stock may exceed a bigint.
const stockValueOf = (quantity: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce(sum(${quantity}), 0)::text as units,
  coalesce(sum(${quantity}::numeric * p.cost), 0)::text as at_cost,
  coalesce(sum(${quantity}::numeric * p.price), 0)::text as at_price`;

/**
 * Each product and variant that is not deleted, with its stock in the warehouses in scope. If the scope is limited to
 * branches, only those with a level there.
 */
const skus = (db: Handle, branches: Branches): RawBuilder<unknown> => sql`
  select p.id, p.sku, p.price, p.cost, p.min_stock, p.track_stock, c.name as category,
    case when p.parent_id is null then p.name else parent.name || ' - ' || p.name end as name,
    coalesce(l.stock, 0) as stock, coalesce(l.available, 0) as available
  from products p
  left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  left join categories c on c.merchant_id = p.merchant_id and c.id = coalesce(p.category_id, parent.category_id)
  left join (
    select l.product_id, sum(l.on_hand) as stock, sum(l.on_hand - l.reserved) as available
    from stock_levels l join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
    where l.merchant_id = ${db.merchant_id} and ${inBranches('w.branch_id', branches)}
    group by l.product_id
  ) l on l.product_id = p.id
  where p.merchant_id = ${db.merchant_id} and p.deleted_at is null and (${branches}::uuid[] is null or l.product_id is not null)`;

/** Like the state of a level, but over all warehouses in scope. */
const isLow = sql<boolean>`(p.track_stock and p.min_stock is not null and p.available <= p.min_stock)`;
const isOut = sql<boolean>`(p.track_stock and p.available <= 0)`;

export interface CategoryValue extends StockValue {
  /** `null` for products without a category. */
  category: string | null;
}

export interface StockTotals extends StockValue {
  products: bigint;
  low: bigint;
  out: bigint;
}

export interface WarehouseValue extends StockValue {
  warehouse_id: string;
  warehouse_name: string;
}

export interface ShortRow {
  product_id: string;
  sku: string;
  name: string;
  stock: bigint;
  available: bigint;
  min_stock: number | null;
}

type Sum = StockTotals & { category: string | null; is_total: boolean };

/** The totals, and those of each category, the most valuable first. */
const sums = (limit: number): RawBuilder<InText<Sum>> => sql<InText<Sum>>`
  select p.category, grouping(p.category) = 1 as is_total, ${stockValueOf(sql`p.stock`)},
    count(p.id)::text as products, (count(*) filter (where ${isLow}))::text as low, (count(*) filter (where ${isOut}))::text as out
  from skus p
  group by grouping sets ((), (p.category))
  order by is_total desc, sum(p.stock::numeric * p.price) desc, p.category
  limit ${limit + 1}`;

/** Every warehouse in scope, also empty ones. */
const warehouses = (db: Handle, branches: Branches, limit: number): RawBuilder<InText<WarehouseValue>> => sql<
  InText<WarehouseValue>
>`
  select w.id as warehouse_id, w.name as warehouse_name, ${stockValueOf(sql`p.on_hand`)}
  from warehouses w
  left join (
    select l.merchant_id, l.warehouse_id, l.on_hand, p.cost, p.price
    from stock_levels l join products p on p.merchant_id = l.merchant_id and p.id = l.product_id
    where l.merchant_id = ${db.merchant_id} and p.deleted_at is null
  ) p on p.merchant_id = w.merchant_id and p.warehouse_id = w.id
  where w.merchant_id = ${db.merchant_id} and ${inBranches('w.branch_id', branches)}
  group by w.id, w.name
  order by w.name, w.id
  limit ${limit}`;

/** Sorted by the missing quantity, the largest first. */
const shortProducts = (which: RawBuilder<boolean>, limit: number): RawBuilder<InText<ShortRow>> => sql<
  InText<ShortRow>
>`
  select p.id as product_id, p.sku, p.name, p.stock::text as stock, p.available::text as available, p.min_stock
  from skus p
  where ${which}
  order by p.available - coalesce(p.min_stock, 0), p.name, p.id
  limit ${limit}`;

export interface StockFigures {
  totals: StockTotals;
  by_category: CategoryValue[];
  by_warehouse: WarehouseValue[];
  low_stock: ShortRow[];
  out_of_stock: ShortRow[];
}

interface FiguresInText {
  sums: InText<Sum>[];
  by_warehouse: InText<WarehouseValue>[];
  low_stock: InText<ShortRow>[];
  out_of_stock: InText<ShortRow>[];
}

const readStockValue = <Row extends InText<StockValue>>(row: Row) => ({
  ...row,
  units: BigInt(row.units),
  at_cost: BigInt(row.at_cost),
  at_price: BigInt(row.at_price),
});
const readShort = (row: InText<ShortRow>): ShortRow => ({
  ...row,
  stock: BigInt(row.stock),
  available: BigInt(row.available),
});

/** The whole report in one statement, which reads the products once, so that its parts are consistent. */
export async function findStockFigures(
  db: Handle,
  branches: Branches,
  limits: { groups: number; short: number },
): Promise<StockFigures> {
  const found = await db.one(sql<FiguresInText>`
    with skus as materialized (${skus(db, branches)})
    select ${rowsOf(sums(limits.groups))} as sums, ${rowsOf(warehouses(db, branches, limits.groups))} as by_warehouse,
      ${rowsOf(shortProducts(isLow, limits.short))} as low_stock, ${rowsOf(shortProducts(isOut, limits.short))} as out_of_stock`);
  const [total, ...categories] = found.sums.map(readStockValue);
  if (total === undefined) throw new Error('a sum over nothing is a row too');
  const { products, low, out, units, at_cost, at_price } = total;
  return {
    totals: { products: BigInt(products), low: BigInt(low), out: BigInt(out), units, at_cost, at_price },
    by_category: categories.map((row) => ({
      category: row.category,
      units: row.units,
      at_cost: row.at_cost,
      at_price: row.at_price,
    })),
    by_warehouse: found.by_warehouse.map(readStockValue),
    low_stock: found.low_stock.map(readShort),
    out_of_stock: found.out_of_stock.map(readShort),
  };
}

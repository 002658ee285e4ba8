import { type RawBuilder, sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type InText, inBranches, inJson, rowsOf } from '../../platform/database/statement.ts';
import type { Figures } from '../reports/report-sales.ts';
import { readFigures, readSeries, type SeriesFigures, series, singleDays, untilCuts } from './comparison-queries.ts';
import type { Cut } from './comparison-rules.ts';

interface Scope extends DayRange {
  branches: Branches;
}

/** From the first instant, inclusive, to the last, exclusive. */
export interface Span {
  from: Timestamp;
  before: Timestamp;
}

/** Customers created in a period and not deleted. */
const newCustomers = (db: Handle, { from, before }: Span): RawBuilder<number> => sql<number>`(
  select count(*)::int from customers
  where merchant_id = ${db.merchant_id} and deleted_at is null and created_at >= ${from} and created_at < ${before})`;

export interface LowLevel {
  product_id: string;
  sku: string;
  product_name: string;
  warehouse_id: string;
  warehouse_name: string;
  branch_id: string;
  stock: bigint;
  reserved: bigint;
  available: bigint;
  min_stock: number;
}

interface LowLevelOfAll extends LowLevel {
  /** The number of all low levels. */
  count: number;
}

/**
 * The most urgent of the low levels that `/inventory?low_stock=true` lists: first those without available stock, then
 * those with the smallest part of their reorder point. The levels are read once, for these and for their number.
 */
const lowLevels = (
  db: Handle,
  { branches, limit }: { branches: Branches; limit: number },
): RawBuilder<InText<LowLevelOfAll>> => sql<InText<LowLevelOfAll>>`
  select l.product_id, p.sku, case when parent.id is null then p.name else parent.name || ' - ' || p.name end as product_name,
    l.warehouse_id, w.name as warehouse_name, w.branch_id, l.on_hand::text as stock, l.reserved::text as reserved,
    l.available::text as available, l.min_stock, l.count
  from (
    select l.product_id, l.warehouse_id, l.on_hand, l.reserved, l.on_hand - l.reserved as available, l.reorder_point as min_stock,
      case when l.on_hand - l.reserved <= 0 then 0 else (l.on_hand - l.reserved)::numeric / l.reorder_point end as left_over,
      (count(*) over ())::int as count
    from stock_levels l
    join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
    where l.merchant_id = ${db.merchant_id} and l.is_low and ${inBranches('w.branch_id', branches)}
    order by left_over, l.on_hand - l.reserved - l.reorder_point, l.product_id, l.warehouse_id
    limit ${limit}
  ) l
  join products p on p.merchant_id = ${db.merchant_id} and p.id = l.product_id
  join warehouses w on w.merchant_id = ${db.merchant_id} and w.id = l.warehouse_id
  left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  order by l.left_over, l.available - l.min_stock, l.product_id, l.warehouse_id`;

/** The first picture of each product, or of the product that a variant belongs to. */
const pictures = (db: Handle, ids: readonly string[]): RawBuilder<PictureRow> => sql<PictureRow>`
  select p.id as product_id, coalesce(p.images[1], parent.images[1]) as image
  from products p left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  where p.merchant_id = ${db.merchant_id} and p.id = any(${ids}::uuid[]) and coalesce(p.images[1], parent.images[1]) is not null`;

export interface PictureRow {
  product_id: string;
  /** In its stored form. */
  image: string;
}

export interface RecentSale {
  id: string;
  code: string;
  total: bigint;
  refunded_amount: bigint;
  status: string;
  payment_method: string | null;
  branch_id: string;
  customer_id: string | null;
  occurred_at: Timestamp;
  created_at: Timestamp;
}

const recentSales = (
  db: Handle,
  scope: { branches: Branches; before: Timestamp; limit: number },
): RawBuilder<InText<RecentSale>> =>
  sql<InText<RecentSale>>`
    select id, code, total::text as total, refunded_amount::text as refunded_amount, status, payment_method, branch_id, customer_id,
      ${inJson('occurred_at')} as occurred_at, ${inJson('created_at')} as created_at
    from sales s
    where s.merchant_id = ${db.merchant_id} and s.occurred_at < ${scope.before} and ${inBranches('s.branch_id', scope.branches)}
    order by s.occurred_at desc, s.id desc limit ${scope.limit}`;

export interface OtherFigures {
  new_customers: number;
  new_before: number;
  low_stock_count: number;
  low_stock: LowLevel[];
  series: SeriesFigures[];
  recent: RecentSale[];
  pictures: PictureRow[];
  compared_series: SeriesFigures[];
  /** Up to the present time of day, if the comparison ends there. */
  compared_figures: Figures | undefined;
  single_days: SeriesFigures[];
}

interface OtherFiguresInText extends Pick<OtherFigures, 'new_customers' | 'new_before' | 'pictures'> {
  low_stock: InText<LowLevelOfAll>[];
  series: InText<SeriesFigures>[];
  recent: InText<RecentSale>[];
  compared_series: InText<SeriesFigures>[];
  compared_figures: InText<Figures>[];
  single_days: InText<SeriesFigures>[];
}

interface SummaryScope {
  scope: Scope;
  now: Span;
  preceding: Span;
  compared: DayRange;
  cuts: readonly Cut[] | undefined;
  single_days: readonly Day[];
  top_products: readonly string[];
  limits: { recent: number; low: number };
}

/** The figures of a summary that the sales report does not have, in one statement. */
export async function findOtherFigures(db: Handle, summary: SummaryScope): Promise<OtherFigures> {
  const { scope, now, preceding, cuts, limits } = summary;
  const { branches } = scope;
  const compared = { ...summary.compared, branches };
  const found = await db.one(sql<OtherFiguresInText>`
    select ${newCustomers(db, now)} as new_customers, ${newCustomers(db, preceding)} as new_before,
      ${rowsOf(lowLevels(db, { branches, limit: limits.low }))} as low_stock, ${rowsOf(series(db, scope))} as series,
      ${rowsOf(recentSales(db, { branches, before: now.before, limit: limits.recent }))} as recent,
      ${rowsOf(pictures(db, summary.top_products))} as pictures,
      ${rowsOf(series(db, compared))} as compared_series,
      ${cuts === undefined ? nothing : rowsOf(untilCuts(db, compared, cuts))} as compared_figures,
      ${summary.single_days.length === 0 ? nothing : rowsOf(singleDays(db, { days: summary.single_days, branches }))} as single_days`);
  const [figures] = found.compared_figures;
  return {
    ...found,
    low_stock_count: found.low_stock[0]?.count ?? 0,
    low_stock: found.low_stock.map(({ count, ...row }) => ({
      ...row,
      stock: BigInt(row.stock),
      reserved: BigInt(row.reserved),
      available: BigInt(row.available),
    })),
    series: found.series.map(readSeries),
    recent: found.recent.map((row) => ({
      ...row,
      total: BigInt(row.total),
      refunded_amount: BigInt(row.refunded_amount),
    })),
    compared_series: found.compared_series.map(readSeries),
    compared_figures: figures === undefined ? undefined : readFigures(figures),
    single_days: found.single_days.map(readSeries),
  };
}

const nothing = sql`'[]'::json`;

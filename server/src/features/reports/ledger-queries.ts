import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/handle.ts';
import { type InText, inBranches } from '../../platform/database/statement.ts';
import { figureSumsInText } from './figure-queries.ts';
import type { RowFigures } from './rollup-queries.ts';
import { readFigures, type Scope } from './rules.ts';

/**
 * Reports that no roll-up has: they read the sales and refunds of their days, found by `sales_newest` and
 * `refunds_by_day`. Sales count on their business day, which may be in another time zone than the instant.
 */

/** The completed sales of the days, also refunded ones. */
const sold = (db: Handle, scope: Scope): RawBuilder<unknown> => sql`
  sales s where s.merchant_id = ${db.merchant_id}::uuid and s.status in ('completed', 'partially_refunded', 'refunded')
    and s.business_day between ${scope.start_date}::date and ${scope.end_date}::date
    and ${occurredAround(scope)} and ${inBranches('s.branch_id', scope.branches)}`;

/** What an index finds: the instants that lie on the days of the scope in some time zone. */
export const occurredAround = ({ start_date, end_date }: Scope): RawBuilder<boolean> => sql<boolean>`(
  s.occurred_at >= (${start_date}::date - interval '2 days')::timestamptz and s.occurred_at < (${end_date}::date + interval '3 days')::timestamptz)`;

/** The refunds of the days, with their sales. */
const refunded = (db: Handle, scope: Scope): RawBuilder<unknown> => sql`
  refunds r join sales s on s.merchant_id = r.merchant_id and s.id = r.sale_id
  where r.merchant_id = ${db.merchant_id}::uuid and r.business_day between ${scope.start_date}::date and ${scope.end_date}::date
    and ${inBranches('s.branch_id', scope.branches)}`;

/** The lines of these refunds, as `l`, with the sold lines, as `i`. */
const refundedLines = (db: Handle, scope: Scope): RawBuilder<unknown> => sql`
  (select r.merchant_id, r.id, r.user_id, r.restock, s.tax_mode from ${refunded(db, scope)}) r
  join refund_lines l on l.merchant_id = r.merchant_id and l.refund_id = r.id
  join sale_lines i on i.merchant_id = l.merchant_id and i.sale_id = l.sale_id and i.line_no = l.sale_line_no`;

export interface StaffRow extends RowFigures {
  user_id: string;
  name: string;
  sales: number;
  /** The number of refunds that this person made. */
  refund_count: number;
}

/** Sales belong to their cashier, refunds and returned goods to the person who refunded. */
export const listStaffFigures = async (db: Handle, scope: Scope): Promise<StaffRow[]> =>
  (
    await db.many(sql<InText<StaffRow>>`
      select f.user_id, u.name, sum(f.sales)::int as sales, sum(f.refund_count)::int as refund_count, ${figureSumsInText('f')}
      from (
        select s.cashier_id as user_id, count(*) as sales, 0 as refund_count, sum(s.item_count) as items_sold, sum(s.total + s.discount) as gross,
          sum(s.discount) as discounts, 0 as refunds, sum(s.tax) as tax, sum(s.cost) as cost
        from ${sold(db, scope)} group by s.cashier_id
        union all
        select r.user_id, 0, count(*), 0, 0, 0, sum(r.amount), -sum(r.tax), 0 from ${refunded(db, scope)} group by r.user_id
        union all
        select r.user_id, 0, 0, -sum(l.quantity), 0, 0, 0, 0, -coalesce(sum(i.unit_cost * l.quantity) filter (where r.restock), 0)
        from ${refundedLines(db, scope)} group by r.user_id
      ) f join users u on u.id = f.user_id
      group by f.user_id, u.name
      order by sum(f.gross - f.discounts - f.refunds) desc, u.name, f.user_id`)
  ).map(readFigures);

export interface TaxRow {
  /** `null` for refunds of an amount without items. */
  rate_ppm: number | null;
  /** Sales before refunds, with tax. */
  sold: bigint;
  sold_tax: bigint;
  /** With tax. */
  refunds: bigint;
  refunded_tax: bigint;
}

/** The lines of sales without tax have the rate 0. */
const rateOf = (mode: string, line: string) =>
  sql`case ${sql.ref(`${mode}.tax_mode`)} when 'none' then 0 else ${sql.ref(`${line}.tax_rate_ppm`)} end`;

/** What refunds returned of lines has their rates; the rest of their amounts has none. */
export const listTaxes = async (db: Handle, scope: Scope): Promise<TaxRow[]> =>
  (
    await db.many(sql<InText<TaxRow>>`
      select f.rate_ppm, sum(f.sold)::text as sold, sum(f.sold_tax)::text as sold_tax, sum(f.refunds)::text as refunds, sum(f.refunded_tax)::text as refunded_tax
      from (
        select ${rateOf('s', 'i')} as rate_ppm, sum(i.total) as sold, sum(i.tax) as sold_tax, 0 as refunds, 0 as refunded_tax
        from (select s.merchant_id, s.id, s.tax_mode from ${sold(db, scope)}) s
        join sale_lines i on i.merchant_id = s.merchant_id and i.sale_id = s.id
        group by 1
        union all
        select ${rateOf('r', 'i')}, 0, 0, sum(l.amount), sum(l.tax) from ${refundedLines(db, scope)} group by 1
        union all
        select null, 0, 0, coalesce(sum(r.amount), 0), coalesce(sum(r.tax), 0) from ${refunded(db, scope)}
        union all
        select null, 0, 0, -coalesce(sum(l.amount), 0), -coalesce(sum(l.tax), 0) from ${refundedLines(db, scope)}
      ) f
      group by f.rate_ppm
      having (sum(f.sold), sum(f.sold_tax), sum(f.refunds), sum(f.refunded_tax)) <> (0, 0, 0, 0)
      order by f.rate_ppm desc nulls last`)
  ).map((row) => ({
    ...row,
    sold: BigInt(row.sold),
    sold_tax: BigInt(row.sold_tax),
    refunds: BigInt(row.refunds),
    refunded_tax: BigInt(row.refunded_tax),
  }));

export interface DiscountRow {
  user_id: string;
  name: string;
  gross: bigint;
  discounts: bigint;
  /** The part of single lines; the rest was given on sales as a whole. */
  of_lines: bigint;
  sales: number;
  discounted: number;
}

/** Cashiers who gave a discount, with all of their sales. */
export const listDiscounts = async (db: Handle, scope: Scope): Promise<DiscountRow[]> =>
  (
    await db.many(sql<InText<DiscountRow>>`
      select f.cashier_id as user_id, u.name, f.sales, f.discounted, f.gross::text as gross, f.discounts::text as discounts, f.of_lines::text as of_lines
      from (
        select s.cashier_id, count(*)::int as sales, (count(*) filter (where s.discount > 0))::int as discounted, sum(s.total + s.discount) as gross,
          sum(s.discount) as discounts, coalesce(sum(s.of_lines), 0) as of_lines
        from (
          select s.*, case when s.discount > 0 then (
            select sum(i.line_discount) from sale_lines i where i.merchant_id = ${db.merchant_id}::uuid and i.sale_id = s.id
          ) end as of_lines
          from ${sold(db, scope)}
        ) s
        group by s.cashier_id
      ) f join users u on u.id = f.cashier_id
      where f.discounts > 0
      order by f.discounts desc, u.name, f.cashier_id`)
  ).map((row) => ({
    ...row,
    gross: BigInt(row.gross),
    discounts: BigInt(row.discounts),
    of_lines: BigInt(row.of_lines),
  }));

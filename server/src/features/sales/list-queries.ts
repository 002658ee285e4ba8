import { type RawBuilder, sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { TimeRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { build, inBranches } from '../../platform/database/statement.ts';
import { containing, listPage, type Page, type Paging } from '../../platform/http/paging.ts';
import { completeCodeIn, isPartOfCode, type SaleStatus } from './rules.ts';
import type { Sale } from './sale.ts';

/** A row of the list. */
export type SaleSummary = Pick<
  Sale,
  | 'id'
  | 'code'
  | 'total'
  | 'status'
  | 'payment_method'
  | 'created_at'
  | 'subtotal'
  | 'discount'
  | 'tax'
  | 'rounding'
  | 'refunded_amount'
  | 'branch_id'
  | 'register_id'
  | 'shift_id'
  | 'cashier_id'
  | 'cashier_name'
  | 'customer_id'
  | 'label'
  | 'item_count'
  | 'occurred_at'
> & {
  /** `null` also if the customer was deleted, or the reader may not see customers. */
  customer_name: string | null;
};

interface SaleFilters extends TimeRange, Paging {
  branches: Branches;
  customer_id?: string;
  shift_id?: string;
  status?: SaleStatus;
  /** A part of a code, or of the customer's name if the reader may see customers. */
  search?: string;
  sees_customers: boolean;
}

/**
 * The number of sales without counting each: the sales in the roll-ups, plus parked and voided ones, which are not in
 * them. The cost grows with the number of hours that had sales.
 */
const countByRollups = (db: Handle, branches: Branches): RawBuilder<{ total: bigint }> => sql<{ total: bigint }>`
  select (
    select coalesce(sum(t.sales), 0) from sales_rollups t where t.merchant_id = ${db.merchant_id} and ${inBranches('t.branch_id', branches)}
  )::bigint + (
    select count(*) from sales n
    where n.merchant_id = ${db.merchant_id} and n.status in ('pending', 'voided') and ${inBranches('n.branch_id', branches)}
  ) as total`;

/** A shorter part of a name is in most names. */
const name_at_least = 2;

/**
 * Sales by their code or the name of their customer. A complete code and names are found by their indexes; a part of a
 * code reads all codes, so it does so only if the text may be one.
 */
function matchesSearch(db: Handle, search: string, sees_customers: boolean): RawBuilder<boolean> {
  const code = completeCodeIn(search);
  if (code !== undefined) return sql<boolean>`s.code = ${code}`;
  const pattern = containing(search);
  const byCode = sql<boolean>`lower(s.code) like ${pattern}`;
  if (!sees_customers || search.length < name_at_least) return byCode;
  // `search_text` has the index, and contains the name. As an array, so that the sales are found by their index, too.
  const byName = sql<boolean>`s.customer_id = any(array(
    select n.id from customers n
    where n.merchant_id = ${db.merchant_id} and n.deleted_at is null
      and n.search_text like ${pattern} and lower(n.name) like ${pattern}))`;
  return isPartOfCode(search) ? sql<boolean>`(${byCode} or ${byName})` : byName;
}

export function listSales(db: Handle, filters: SaleFilters): Promise<Page<SaleSummary>> {
  let matching = build.selectFrom('sales as s').where('s.merchant_id', '=', db.merchant_id);
  if (filters.from !== null) matching = matching.where('s.occurred_at', '>=', filters.from);
  if (filters.before !== null) matching = matching.where('s.occurred_at', '<', filters.before);
  if (filters.branches !== null) matching = matching.where(inBranches('s.branch_id', filters.branches));
  if (filters.customer_id !== undefined) matching = matching.where('s.customer_id', '=', filters.customer_id);
  if (filters.shift_id !== undefined) matching = matching.where('s.shift_id', '=', filters.shift_id);
  if (filters.status !== undefined) matching = matching.where('s.status', '=', filters.status);
  const search = filters.search?.trim() ?? '';
  if (search !== '') matching = matching.where(matchesSearch(db, search, filters.sees_customers));
  const rows = matching
    .innerJoin('users as u', 'u.id', 's.cashier_id')
    .leftJoin('customers as c', (join) =>
      join
        .onRef('c.merchant_id', '=', 's.merchant_id')
        .onRef('c.id', '=', 's.customer_id')
        .on('c.deleted_at', 'is', null),
    )
    .select([
      's.id',
      's.code',
      's.total',
      's.status',
      's.payment_method',
      's.created_at',
      's.subtotal',
      's.discount',
      's.tax',
      's.rounding',
    ])
    .select([
      's.refunded_amount',
      's.branch_id',
      's.register_id',
      's.shift_id',
      's.cashier_id',
      'u.name as cashier_name',
      's.customer_id',
      's.label',
      's.item_count',
      's.occurred_at',
    ])
    // Not as a condition of the join: Citus rejects an outer join beside a condition without columns.
    .select((filters.sees_customers ? sql`c.name` : sql`null::text`).as('customer_name'))
    .$castTo<SaleSummary>();
  const { from, before, customer_id, shift_id, status } = filters;
  const isUnfiltered =
    from === null && before === null && (customer_id ?? shift_id ?? status) === undefined && search === '';
  return listPage(db, rows, {
    count: matching.select(sql<bigint>`count(*)`.as('total')),
    total: isUnfiltered ? countByRollups(db, filters.branches) : undefined,
    order: [
      { name: 'occurred_at', column: sql`s.occurred_at`, type: 'timestamptz', descending: true },
      { name: 'id', column: sql`s.id`, type: 'uuid', descending: true },
    ],
    paging: filters,
    // The name of a customer may change, or the customer may be deleted.
    about: search === '' ? ['sale'] : ['sale', 'customer'],
    isOrderedByCounted: true,
  });
}

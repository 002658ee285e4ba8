import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { allOf, build, inBranches } from '../../platform/database/statement.ts';
import { listPage, type Page, type Paging, type SortKey } from '../../platform/http/paging.ts';
import { occurredAround } from './ledger-queries.ts';
import type { refundKinds, Scope } from './rules.ts';

export interface RefundFilter {
  kind?: (typeof refundKinds)[number] | undefined;
  user_id?: string | undefined;
}

/** A refund, or a completed sale that was voided. */
export interface RefundRow {
  /** Of the refund, or of the voided sale. */
  id: string;
  kind: (typeof refundKinds)[number];
  transaction_id: string;
  code: string;
  branch_id: string;
  /** Who refunded or voided; `null` where that is no longer known. */
  user_id: string | null;
  user_name: string | null;
  day: string;
  created_at: Timestamp;
  amount: bigint;
  tax: bigint;
  payment_method: string | null;
  reason: string | null;
}

const newestFirst: SortKey[] = [
  { name: 'created_at', column: sql.ref('f.created_at'), type: 'timestamptz', descending: true },
  { name: 'id', column: sql.ref('f.id'), type: 'uuid', descending: true },
];

/**
 * Refunds on the day on which they were made, and voids on the day of their sale, whose figures they reduced. Parked
 * sales that were ended had no payment, and are not listed. A sale does not keep who voided it: its audit entry does.
 */
function matching(db: Handle, scope: Scope, { kind, user_id }: RefundFilter) {
  const events = sql<Omit<RefundRow, 'user_name'>>`(
    select r.id, 'refund' as kind, r.sale_id as transaction_id, s.code, s.branch_id, r.user_id, r.business_day as day, r.created_at,
      r.amount, r.tax, r.payment_method, r.reason
    from refunds r join sales s on s.merchant_id = r.merchant_id and s.id = r.sale_id
    where r.merchant_id = ${db.merchant_id}::uuid and r.business_day between ${scope.start_date}::date and ${scope.end_date}::date
      and ${inBranches('s.branch_id', scope.branches)}
    union all
    select s.id, 'void', s.id, s.code, s.branch_id,
      (select a.user_id from audit_entries a
       where a.merchant_id = s.merchant_id and a.subject_id = s.id and a.action = 'sale.voided' order by a.created_at, a.id limit 1),
      s.business_day, s.voided_at, s.total, s.tax, s.payment_method, s.void_reason
    from sales s
    where s.merchant_id = ${db.merchant_id}::uuid and s.status = 'voided' and ${occurredAround(scope)}
      and s.business_day between ${scope.start_date}::date and ${scope.end_date}::date and ${inBranches('s.branch_id', scope.branches)}
      and exists (select from sale_payments p where p.merchant_id = s.merchant_id and p.sale_id = s.id)
  )`.as('f');
  return build
    .selectFrom(events)
    .where(
      allOf([
        kind === undefined ? undefined : sql<boolean>`f.kind = ${kind}`,
        user_id === undefined ? undefined : sql<boolean>`f.user_id = ${user_id}::uuid`,
      ]),
    );
}

export function listRefunds(db: Handle, scope: Scope, filter: RefundFilter, paging: Paging): Promise<Page<RefundRow>> {
  const found = matching(db, scope, filter);
  const rows = found
    .leftJoin('users as u', (join) => join.on(sql<boolean>`u.id = f.user_id`))
    .select(['f.id', 'f.kind', 'f.transaction_id', 'f.code', 'f.branch_id', 'f.user_id', 'u.name as user_name'])
    .select(sql<string>`f.day::text`.as('day'))
    .select(['f.created_at', 'f.amount', 'f.tax', 'f.payment_method', 'f.reason'])
    .$castTo<RefundRow>();
  return listPage(db, rows, {
    count: found.select(sql<bigint>`count(*)`.as('total')),
    order: newestFirst,
    paging,
    about: ['sale', 'branch'],
  });
}

/** Refunds and voids with the same reason. */
export interface ReasonRow {
  /** As written last; `null` for those without a reason. */
  reason: string | null;
  count: number;
  amount: bigint;
}

const highestFirst: SortKey[] = [
  { name: 'amount', column: sql.ref('g.amount'), type: 'bigint', descending: true },
  { name: 'reason', column: sql.ref('g.key'), type: 'text', descending: false },
];

/** Reasons are texts that cashiers write: case and the spaces around them make no other reason. */
export function listReasons(db: Handle, scope: Scope, filter: RefundFilter, paging: Paging): Promise<Page<ReasonRow>> {
  const reasons = build.selectFrom(
    matching(db, scope, filter)
      .groupBy(sql`lower(trim(coalesce(f.reason, '')))`)
      .select([
        sql<string>`lower(trim(coalesce(f.reason, '')))`.as('key'),
        sql<string | null>`nullif(trim((array_agg(f.reason order by f.created_at desc, f.id desc))[1]), '')`.as(
          'reason',
        ),
        sql<number>`count(*)::int`.as('count'),
        sql<bigint>`sum(f.amount)::bigint`.as('amount'),
      ])
      .as('g'),
  );
  return listPage(db, reasons.select(['g.reason', 'g.count', 'g.amount']), {
    count: reasons.select(sql<bigint>`count(*)`.as('total')),
    order: highestFirst,
    paging,
  });
}

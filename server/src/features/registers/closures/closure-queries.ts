import { sql } from 'kysely';
import type { Branches } from '../../../core/branches.ts';
import type { Day } from '../../../core/calendar.ts';
import type { Timestamp } from '../../../core/clock.ts';
import type { PaymentMethod } from '../../../core/payment-methods.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { allOf, build, column, inBranches } from '../../../platform/database/statement.ts';
import type { CorrectionKind } from '../rules.ts';

export interface NewClosure {
  id: string;
  register_id: string;
  branch_id: string;
  shift_id: string;
  number: number;
  business_day: Day;
  opened_at: Timestamp;
  closed_at: Timestamp;
  closed_by: string;
  note: string | null;
  /** `FiguresInText` as JSON. */
  figures: string;
  sales_amount: bigint;
  refunds_amount: bigint;
  lifetime_sales: bigint;
  lifetime_refunds: bigint;
  expected_methods: PaymentMethod[];
  expected_amounts: bigint[];
  counted_methods: PaymentMethod[];
  counted_amounts: bigint[];
}

export const insertClosure = (tx: Transaction, closure: NewClosure): Promise<number> =>
  tx.run(build.insertInto('closures').values({ ...closure, merchant_id: tx.merchant_id }));

/** A closure without its figures. */
export interface ClosureRow extends Omit<NewClosure, 'figures' | 'sales_amount' | 'refunds_amount'> {
  closed_by_name: string;
  /** Whether its register is counted blind. */
  blind_count: boolean;
}

const columns = [
  'z.id',
  'z.register_id',
  'z.branch_id',
  'z.shift_id',
  'z.number',
  'z.business_day',
  'z.opened_at',
  'z.closed_at',
  'z.closed_by',
  'u.name as closed_by_name',
  'z.note',
  'z.lifetime_sales',
  'z.lifetime_refunds',
  'z.expected_methods',
  'z.expected_amounts',
  'z.counted_methods',
  'z.counted_amounts',
  'r.blind_count',
] as const;

const closureRows = (db: Handle) =>
  build
    .selectFrom('closures as z')
    .innerJoin('registers as r', (join) =>
      join.onRef('r.merchant_id', '=', 'z.merchant_id').onRef('r.id', '=', 'z.register_id'),
    )
    .innerJoin('users as u', 'u.id', 'z.closed_by')
    .where('z.merchant_id', '=', db.merchant_id);

export const findClosure = (db: Handle, id: string): Promise<ClosureRow | undefined> =>
  db.first(closureRows(db).select(columns).where('z.id', '=', id).$castTo<ClosureRow>());

interface ClosureFilter {
  branches: Branches;
  register_id?: string | undefined;
  start_date?: Day | undefined;
  end_date?: Day | undefined;
}

export const closureList = (db: Handle, { branches, register_id, start_date, end_date }: ClosureFilter) => {
  const matching = allOf([
    inBranches('z.branch_id', branches),
    register_id === undefined ? undefined : sql<boolean>`z.register_id = ${register_id}::uuid`,
    start_date === undefined ? undefined : sql<boolean>`z.business_day >= ${start_date}::date`,
    end_date === undefined ? undefined : sql<boolean>`z.business_day <= ${end_date}::date`,
  ]);
  return {
    rows: closureRows(db).select(columns).where(matching).$castTo<ClosureRow>(),
    count: build
      .selectFrom('closures as z')
      .select(sql<bigint>`count(*)`.as('total'))
      .where('z.merchant_id', '=', db.merchant_id)
      .where(matching),
    keys: {
      closed_at: { column: sql.ref('z.closed_at'), type: 'timestamptz' },
      number: { column: sql.ref('z.number'), type: 'integer' },
      id: { column: sql.ref('z.id'), type: 'uuid' },
    },
  } as const;
};

/**
 * The sums of a register's closures, and of its sales and refunds outside of shifts. Sales that were voided since count
 * too, so that the sums never fall; parked ones were never paid.
 */
export const sumLifetime = (db: Handle, register_id: string): Promise<{ sales: bigint; refunds: bigint }> =>
  db.one(sql<{ sales: bigint; refunds: bigint }>`
    select (c.sales + s.sales)::bigint as sales, (c.refunds + r.refunds)::bigint as refunds
    from (
      select coalesce(sum(sales_amount), 0) as sales, coalesce(sum(refunds_amount), 0) as refunds
      from closures where merchant_id = ${db.merchant_id} and register_id = ${register_id}
    ) c, (
      select coalesce(sum(total), 0) as sales from sales
      where merchant_id = ${db.merchant_id} and register_id = ${register_id} and shift_id is null and payment_method is not null
    ) s, (
      select coalesce(sum(amount), 0) as refunds from refunds
      where merchant_id = ${db.merchant_id} and register_id = ${register_id} and shift_id is null
    ) r`);

export interface CorrectionRow {
  id: string;
  kind: CorrectionKind;
  method: PaymentMethod;
  /** A change: of what is expected, and for a recount of what was counted. */
  amount: bigint;
  reason: string;
  user_id: string;
  user_name: string;
  created_at: Timestamp;
}

/** The corrections of a closure, oldest first. */
export const listCorrections = (db: Handle, closure_id: string): Promise<CorrectionRow[]> =>
  db.many(sql<CorrectionRow>`
    select c.id, c.kind, c.method, c.amount, c.reason, c.user_id, u.name as user_name, c.created_at
    from closure_corrections c join users u on u.id = c.user_id
    where c.merchant_id = ${db.merchant_id} and c.closure_id = ${closure_id}
    order by c.created_at, c.id`);

export const insertCorrections = (
  tx: Transaction,
  closure_id: string,
  corrections: readonly CorrectionRow[],
): Promise<number> =>
  tx.run(sql`
    insert into closure_corrections (merchant_id, closure_id, id, kind, method, amount, reason, user_id, created_at)
    select ${tx.merchant_id}::uuid, ${closure_id}::uuid, * from unnest(
      ${column(corrections, 'id')}::uuid[], ${column(corrections, 'kind')}::text[], ${column(corrections, 'method')}::text[],
      ${column(corrections, 'amount')}::bigint[], ${column(corrections, 'reason')}::text[], ${column(corrections, 'user_id')}::uuid[],
      ${column(corrections, 'created_at')}::timestamptz[])`);

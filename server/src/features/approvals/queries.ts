import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';
import type { ApprovalRow, ApprovalState, Visible } from './rules.ts';
import type { ActCount, ActLine, ActProduct, ParkedLine } from './summary-rules.ts';

const columns = sql`
  a.id, a.state, a.action, a.method, a.path, a.payload_sha256, a.summary, a.branch_id, a.requested_by,
  r.name as requested_by_name, a.decided_by, d.name as decided_by_name, a.decided_role, a.decided_at, a.reason,
  a.consumed_at, a.subject_id, a.created_at, a.expires_at`;

const approvals = sql`approvals a join users r on r.id = a.requested_by left join users d on d.id = a.decided_by`;

export const findApproval = (db: Handle, id: string): Promise<ApprovalRow | undefined> =>
  db.first(
    sql<ApprovalRow>`select ${columns} from ${approvals} where a.merchant_id = ${db.merchant_id} and a.id = ${id}`,
  );

export const lockApproval = (tx: Transaction, id: string): Promise<{ id: string } | undefined> =>
  tx.first(
    sql<{ id: string }>`select id from approvals where merchant_id = ${tx.merchant_id} and id = ${id} for update`,
  );

export type NewApproval = Pick<
  ApprovalRow,
  | 'id'
  | 'action'
  | 'method'
  | 'path'
  | 'payload_sha256'
  | 'summary'
  | 'branch_id'
  | 'requested_by'
  | 'created_at'
  | 'expires_at'
>;

export const insertApproval = (tx: Transaction, approval: NewApproval): Promise<number> =>
  tx.run(build.insertInto('approvals').values({ ...approval, merchant_id: tx.merchant_id, state: 'pending' }));

export type Decision = Pick<ApprovalRow, 'id' | 'state' | 'decided_by' | 'decided_role' | 'decided_at' | 'reason'>;

export const updateDecided = (tx: Transaction, { id, ...decision }: Decision): Promise<number> =>
  tx.run(build.updateTable('approvals').set(decision).where('merchant_id', '=', tx.merchant_id).where('id', '=', id));

export const updateConsumed = (
  tx: Transaction,
  { id, subject_id, now }: { id: string; subject_id: string | null; now: Timestamp },
): Promise<number> =>
  tx.run(
    build
      .updateTable('approvals')
      .set({ state: 'consumed', consumed_at: now, subject_id })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id),
  );

/** An approval of a discount or price that was used for this sale. */
export const findApprovedDiscount = (db: Handle, sale_id: string): Promise<{ id: string } | undefined> =>
  db.first(sql<{ id: string }>`
    select id from approvals
    where merchant_id = ${db.merchant_id} and subject_id = ${sale_id} and action in ('discount', 'price_override')`);

interface ApprovalFilter {
  visible: Visible;
  /** Only the user's own requests. */
  mine: boolean;
  state?: ApprovalState;
  now: Timestamp;
}

const keys = {
  created_at: { column: sql.ref('a.created_at'), type: 'timestamptz' },
  id: { column: sql.ref('a.id'), type: 'uuid' },
} as const;

export function approvalList(db: Handle, { visible, mine, state, now }: ApprovalFilter) {
  const { user_id, actions, branches } = visible;
  const limit = branches === null ? null : [...branches];
  let from = build
    .selectFrom(sql<ApprovalRow>`(select a.merchant_id, ${columns} from ${approvals})`.as('a'))
    .where(sql<boolean>`a.merchant_id = ${db.merchant_id}`)
    .where(
      mine
        ? sql<boolean>`a.requested_by = ${user_id}`
        : sql<boolean>`(a.requested_by = ${user_id} or (a.action = any(${[...actions]}::text[])
            and (${limit}::uuid[] is null or a.branch_id is null or a.branch_id = any(${limit}::uuid[]))))`,
    );
  if (state === 'expired')
    from = from.where(sql<boolean>`a.state in ('pending', 'approved') and a.expires_at <= ${now}::timestamptz`);
  else if (state !== undefined) {
    from = from.where(sql<boolean>`a.state = ${state}`);
    if (state === 'pending' || state === 'approved')
      from = from.where(sql<boolean>`a.expires_at > ${now}::timestamptz`);
  }
  return { rows: from.selectAll(), count: from.select(sql<bigint>`count(*)`.as('total')), keys };
}

/** The sale that a request names. */
export interface ActSale {
  status: string;
  code: string;
  branch_id: string;
  discount: bigint;
  /** The percentage of the discount on the whole sale, if it was a percentage. */
  discount_ppm: number | null;
  total: bigint;
  refunded_amount: bigint;
}

export const findSaleOfAct = (db: Handle, id: string): Promise<ActSale | undefined> =>
  db.first(
    build
      .selectFrom('sales')
      .select(['status', 'code', 'branch_id', 'discount', 'discount_ppm', 'total', 'refunded_amount'])
      .where('merchant_id', '=', db.merchant_id)
      .where('id', '=', id),
  );

export const listLinesOfAct = (db: Handle, sale_id: string): Promise<ActLine[]> =>
  db.many(
    build
      .selectFrom('sale_lines')
      .select(['line_no', 'product_id', 'quantity', 'total', 'refunded_quantity', 'refunded_amount'])
      .where('merchant_id', '=', db.merchant_id)
      .where('sale_id', '=', sale_id)
      .orderBy('line_no'),
  );

export const listParkedLines = (db: Handle, sale_id: string): Promise<ParkedLine[]> =>
  db.many(
    build
      .selectFrom('sale_lines')
      .select(['name', 'quantity', 'price', 'list_price', 'line_discount', 'sale_discount', 'discount_ppm'])
      .where('merchant_id', '=', db.merchant_id)
      .where('sale_id', '=', sale_id)
      .orderBy('line_no'),
  );

/** The names and prices of the products that a request names. */
export const listProductsOfAct = (db: Handle, ids: readonly string[]): Promise<ActProduct[]> =>
  db.many(sql<ActProduct>`
    select p.id, case when p.parent_id is null then p.name else parent.name || ' - ' || p.name end as name, p.price
    from products p left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
    where p.merchant_id = ${db.merchant_id} and p.id = any(${[...ids]}::uuid[]) and p.deleted_at is null`);

/** A shift as the summary of an act needs it. */
export interface ActShift {
  number: number;
  branch_id: string;
  register: string;
}

export const findShiftOfAct = (db: Handle, id: string): Promise<ActShift | undefined> =>
  db.first(sql<ActShift>`
    select s.number, s.branch_id, r.name as register
    from shifts s join registers r on r.merchant_id = s.merchant_id and r.id = s.register_id
    where s.merchant_id = ${db.merchant_id} and s.id = ${id}`);

/** The last count of a shift that is being counted. */
export const findCountOfAct = (db: Handle, shift_id: string): Promise<ActCount | undefined> =>
  db.first(sql<ActCount>`
    select n.methods, n.amounts
    from shifts s join shift_counts n on n.merchant_id = s.merchant_id and n.shift_id = s.id
    where s.merchant_id = ${db.merchant_id} and s.id = ${shift_id} and s.status = 'counting'
    order by n.created_at desc, n.id desc limit 1`);

/** The amount of a movement that paid cash in. */
export const findPaidIn = async (
  db: Handle,
  { shift_id, movement_id }: { shift_id: string; movement_id: string },
): Promise<bigint | undefined> => {
  const found = await db.first(
    build
      .selectFrom('cash_movements')
      .select('amount')
      .where('merchant_id', '=', db.merchant_id)
      .where('shift_id', '=', shift_id)
      .where('id', '=', movement_id)
      .where('type', '=', 'paid_in'),
  );
  return found?.amount;
};

/** The register of a sale. */
export const findRegisterOfAct = (db: Handle, id: string): Promise<{ branch_id: string } | undefined> =>
  db.first(
    build.selectFrom('registers').select('branch_id').where('merchant_id', '=', db.merchant_id).where('id', '=', id),
  );

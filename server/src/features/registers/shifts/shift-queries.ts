import { sql } from 'kysely';
import type { Branches } from '../../../core/branches.ts';
import type { Timestamp } from '../../../core/clock.ts';
import type { PaymentMethod } from '../../../core/payment-methods.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { allOf, build, inBranches } from '../../../platform/database/statement.ts';
import type { ShiftStatus } from '../rules.ts';

export interface ShiftRow {
  id: string;
  register_id: string;
  branch_id: string;
  number: number;
  status: ShiftStatus;
  opening_float: bigint;
  denomination_values: bigint[] | null;
  denomination_counts: number[] | null;
  note: string | null;
  opened_by: string;
  opened_by_name: string;
  opened_at: Timestamp;
  closed_by: string | null;
  closed_by_name: string | null;
  closed_at: Timestamp | null;
  updated_at: Timestamp;
  /** Whether its register is counted blind. */
  blind_count: boolean;
  /** Of a closed shift: what its closure states. */
  expected_methods: PaymentMethod[] | null;
  expected_amounts: bigint[] | null;
  /** The last count of a shift that is being counted, or is closed. */
  counted_methods: PaymentMethod[] | null;
  counted_amounts: bigint[] | null;
}

const shiftRows = (db: Handle) =>
  build
    .selectFrom('shifts as s')
    .innerJoin('registers as r', (join) =>
      join.onRef('r.merchant_id', '=', 's.merchant_id').onRef('r.id', '=', 's.register_id'),
    )
    .innerJoin('users as o', 'o.id', 's.opened_by')
    .leftJoin('users as c', 'c.id', 's.closed_by')
    .leftJoin('closures as z', (join) =>
      join.onRef('z.merchant_id', '=', 's.merchant_id').onRef('z.shift_id', '=', 's.id'),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('shift_counts as n')
          .select(['n.methods', 'n.amounts'])
          .whereRef('n.merchant_id', '=', 's.merchant_id')
          .whereRef('n.shift_id', '=', 's.id')
          .where('s.status', '=', 'counting')
          .orderBy('n.created_at', 'desc')
          .orderBy('n.id', 'desc')
          .limit(1)
          .as('n'),
      (join) => join.onTrue(),
    )
    .select([
      's.id',
      's.register_id',
      's.branch_id',
      's.number',
      's.status',
      's.opening_float',
      's.denomination_values',
      's.denomination_counts',
      's.note',
      's.opened_by',
      'o.name as opened_by_name',
      's.opened_at',
      's.closed_by',
      'c.name as closed_by_name',
      's.closed_at',
      's.updated_at',
      'r.blind_count',
      'z.expected_methods',
      'z.expected_amounts',
    ])
    .select((from) => [
      from.fn.coalesce('z.counted_methods', 'n.methods').as('counted_methods'),
      from.fn.coalesce('z.counted_amounts', 'n.amounts').as('counted_amounts'),
    ])
    .where('s.merchant_id', '=', db.merchant_id);

export const findShift = (db: Handle, id: string): Promise<ShiftRow | undefined> =>
  db.first(shiftRows(db).where('s.id', '=', id).$castTo<ShiftRow>());

interface ShiftFilter {
  branches: Branches;
  register_id?: string | undefined;
  status?: ShiftStatus | undefined;
}

export const shiftList = (db: Handle, { branches, register_id, status }: ShiftFilter) => {
  const matching = allOf([
    inBranches('s.branch_id', branches),
    register_id === undefined ? undefined : sql<boolean>`s.register_id = ${register_id}::uuid`,
    status === undefined ? undefined : sql<boolean>`s.status = ${status}`,
  ]);
  return {
    rows: shiftRows(db).where(matching).$castTo<ShiftRow>(),
    count: build
      .selectFrom('shifts as s')
      .select(sql<bigint>`count(*)`.as('total'))
      .where('s.merchant_id', '=', db.merchant_id)
      .where(matching),
    keys: {
      opened_at: { column: sql.ref('s.opened_at'), type: 'timestamptz' },
      number: { column: sql.ref('s.number'), type: 'integer' },
      id: { column: sql.ref('s.id'), type: 'uuid' },
    },
  } as const;
};

interface LockedShift {
  id: string;
  register_id: string;
  branch_id: string;
  status: ShiftStatus;
}

/** Locks a shift until the transaction ends, alone: waits for its sales and movements, and makes others wait. */
export const lockShift = (tx: Transaction, id: string): Promise<LockedShift | undefined> =>
  tx.first(sql<LockedShift>`
    select id, register_id, branch_id, status from shifts where merchant_id = ${tx.merchant_id} and id = ${id} for update`);

/** Locks a shift that stays as it is: counts wait for this transaction, sales and other movements do not. */
export const lockShiftToUse = (tx: Transaction, id: string): Promise<LockedShift | undefined> =>
  tx.first(sql<LockedShift>`
    select id, register_id, branch_id, status from shifts where merchant_id = ${tx.merchant_id} and id = ${id} for key share`);

export const lockOpenShift = (tx: Transaction, id: string): Promise<LockedShift | undefined> =>
  tx.first(sql<LockedShift>`
    select id, register_id, branch_id, status from shifts
    where merchant_id = ${tx.merchant_id} and id = ${id} and status = 'open' for key share`);

export interface NewShift {
  id: string;
  register_id: string;
  branch_id: string;
  number: number;
  opening_float: bigint;
  denomination_values: bigint[] | null;
  denomination_counts: number[] | null;
  note: string | null;
  opened_by: string;
  opened_at: Timestamp;
}

export const insertShift = (tx: Transaction, shift: NewShift): Promise<number> =>
  tx.run(build.insertInto('shifts').values({ ...shift, merchant_id: tx.merchant_id, updated_at: shift.opened_at }));

interface StatusChange {
  status: ShiftStatus;
  closed_by?: string;
  closed_at?: Timestamp;
}

export const updateShift = (tx: Transaction, id: string, change: StatusChange, now: Timestamp): Promise<number> =>
  tx.run(
    build
      .updateTable('shifts')
      .set({ ...change, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id),
  );

export interface CountRow {
  id: string;
  methods: PaymentMethod[];
  amounts: bigint[];
  denomination_values: bigint[] | null;
  denomination_counts: number[] | null;
  /** What it differed in total from the expected amounts at its time; `null` for counts from before it was stored. */
  variance: bigint | null;
  user_id: string;
  user_name: string;
  created_at: Timestamp;
}

export const insertCount = (
  tx: Transaction,
  { user_name: _, ...count }: CountRow & { shift_id: string },
): Promise<number> => tx.run(build.insertInto('shift_counts').values({ ...count, merchant_id: tx.merchant_id }));

/** The counts of a shift, oldest first. */
export const listCounts = (db: Handle, shift_id: string): Promise<CountRow[]> =>
  db.many(sql<CountRow>`
    select n.id, n.methods, n.amounts, n.denomination_values, n.denomination_counts, n.variance, n.user_id, u.name as user_name, n.created_at
    from shift_counts n join users u on u.id = n.user_id
    where n.merchant_id = ${db.merchant_id} and n.shift_id = ${shift_id}
    order by n.created_at, n.id`);

/** The stored figures of a shift's closure; undefined if the shift is not closed. */
export const findStoredFigures = async (db: Handle, shift_id: string): Promise<string | undefined> =>
  (
    await db.first(sql<{ figures: string }>`
      select figures from closures where merchant_id = ${db.merchant_id} and shift_id = ${shift_id}`)
  )?.figures;

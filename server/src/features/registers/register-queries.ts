import { sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build, inBranches, sortName } from '../../platform/database/statement.ts';
import type { RegisterStatus, ShiftStatus } from './rules.ts';

export interface RegisterSettings {
  name: string;
  status: RegisterStatus;
  opening_float: bigint;
  blind_count: boolean;
  requires_shift: boolean;
}

export interface RegisterRow extends RegisterSettings {
  id: string;
  branch_id: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

const columns = [
  'id',
  'name',
  'branch_id',
  'status',
  'opening_float',
  'blind_count',
  'requires_shift',
  'created_at',
  'updated_at',
] as const;

type NewRegister = Omit<RegisterRow, 'created_at' | 'updated_at'>;

export const insertRegister = (tx: Transaction, register: NewRegister, now: Timestamp): Promise<number> =>
  tx.run(
    build
      .insertInto('registers')
      .values({ ...register, merchant_id: tx.merchant_id, created_at: now, updated_at: now }),
  );

export const updateRegister = (
  tx: Transaction,
  { id, ...settings }: RegisterSettings & { id: string },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .updateTable('registers')
      .set({ ...settings, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id),
  );

const one = (db: Handle, id: string) =>
  build.selectFrom('registers').select(columns).where('merchant_id', '=', db.merchant_id).where('id', '=', id);

export const findRegister = (db: Handle, id: string): Promise<RegisterRow | undefined> =>
  db.first(one(db, id).$castTo<RegisterRow>());

/** Locks the register until the transaction ends. Sales do not take this lock. */
export const lockRegister = (tx: Transaction, id: string): Promise<RegisterRow | undefined> =>
  tx.first(one(tx, id).forNoKeyUpdate().$castTo<RegisterRow>());

/** The numbers of a locked register's last shift and closure. */
export const getNumbers = (tx: Transaction, id: string): Promise<{ last_shift: number; last_closure: number }> =>
  tx.one(
    build
      .selectFrom('registers')
      .select(['last_shift', 'last_closure'])
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id),
  );

export const updateNumbers = (
  tx: Transaction,
  id: string,
  numbers: { last_shift?: number; last_closure?: number },
): Promise<number> =>
  tx.run(build.updateTable('registers').set(numbers).where('merchant_id', '=', tx.merchant_id).where('id', '=', id));

interface RegisterFilter {
  branches: Branches;
  status?: RegisterStatus | undefined;
}

export const registerList = (db: Handle, { branches, status }: RegisterFilter) => {
  let from = build
    .selectFrom('registers')
    .where('merchant_id', '=', db.merchant_id)
    .where(inBranches('branch_id', branches));
  if (status !== undefined) from = from.where('status', '=', status);
  return {
    rows: from.select(columns).$castTo<RegisterRow>(),
    count: from.select(sql<bigint>`count(*)`.as('total')),
    keys: {
      name: { column: sortName('name'), type: 'text' },
      created_at: { column: sql.ref('created_at'), type: 'timestamptz' },
      id: { column: sql.ref('id'), type: 'uuid' },
    },
  } as const;
};

/** A register as a sale needs it: with the location where it sells. */
export interface SellingRegister {
  id: string;
  name: string;
  status: RegisterStatus;
  requires_shift: boolean;
  branch_id: string;
  warehouse_id: string;
  timezone: string;
}

export const listSellingRegisters = (db: Handle, ids: readonly string[]): Promise<SellingRegister[]> =>
  db.many(sql<SellingRegister>`
    select r.id, r.name, r.status, r.requires_shift, b.id as branch_id, w.id as warehouse_id, coalesce(b.timezone, m.timezone) as timezone
    from registers r
    join branches b on b.merchant_id = r.merchant_id and b.id = r.branch_id
    join merchants m on m.id = r.merchant_id
    join warehouses w on w.merchant_id = r.merchant_id and w.branch_id = b.id and w.is_default
    where r.merchant_id = ${db.merchant_id} and r.id = any(${[...ids]}::uuid[])`);

/** The shift of a register that is not closed. */
export interface CurrentShift {
  id: string;
  register_id: string;
  status: ShiftStatus;
}

const currentShifts = (db: Handle, register_ids: readonly string[]) => sql<CurrentShift>`
  select id, register_id, status from shifts
  where merchant_id = ${db.merchant_id} and register_id = any(${[...register_ids]}::uuid[]) and status <> 'closed'`;

export const listCurrentShifts = (db: Handle, register_ids: readonly string[]): Promise<CurrentShift[]> =>
  db.many(currentShifts(db, register_ids));

/** Like `listCurrentShifts`. Their counts wait for this transaction; other sales do not. */
export const lockCurrentShifts = (db: Handle, register_ids: readonly string[]): Promise<CurrentShift[]> =>
  db.many(sql<CurrentShift>`${currentShifts(db, register_ids)} for key share`);

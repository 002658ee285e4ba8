import type { Actor } from '../../core/actor.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import { type AppError, invalidField, invalidState } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import {
  type CurrentShift,
  listCurrentShifts,
  listSellingRegisters,
  lockCurrentShifts,
  type SellingRegister,
} from './register-queries.ts';
import { lockOpenShift } from './shifts/shift-queries.ts';

export type { CurrentShift, SellingRegister } from './register-queries.ts';

/** Error message for an id that is no register. */
export const unknownRegister = 'is not a register of this merchant';

/** The registers among these, by id. */
export const findSellingRegisters = async (db: Handle, ids: readonly string[]): Promise<Map<string, SellingRegister>> =>
  new Map(ids.length === 0 ? [] : (await listSellingRegisters(db, ids)).map((register) => [register.id, register]));

/**
 * Locks the shifts of registers that are not closed, so that they are neither counted nor closed before the
 * transaction ends. @returns the shifts by register
 */
export const lockShifts = async (db: Handle, register_ids: readonly string[]): Promise<Map<string, CurrentShift>> =>
  new Map(
    register_ids.length === 0
      ? []
      : (await lockCurrentShifts(db, register_ids)).map((shift) => [shift.register_id, shift]),
  );

/** Why a register cannot take or pay out money now. */
export function registerError(
  { name, status, requires_shift }: SellingRegister,
  shift: CurrentShift | undefined,
): AppError | undefined {
  const error = (reason: string) =>
    invalidState(`The register ${name} ${reason}`, [{ field: 'register_id', message: reason }]);
  if (status === 'inactive') return error('is inactive');
  if (shift?.status === 'counting') return error('is being counted');
  return shift === undefined && requires_shift ? error('has no open shift') : undefined;
}

/** The same, with the register's shift as it is now, without a lock: for previews. */
export async function findRegisterError(db: Handle, register: SellingRegister): Promise<AppError | undefined> {
  const [shift] = await listCurrentShifts(db, [register.id]);
  return registerError(register, shift);
}

/** The register and shift of a payment; `null` for those outside of one. */
export interface PaymentShift {
  register_id: string | null;
  shift_id: string | null;
}

export const outsideOfShifts: PaymentShift = { register_id: null, shift_id: null };

interface Payment {
  actor: Actor;
  register_id: string | null;
  /** The branch of the sale. */
  branch_id: string;
}

/**
 * The open shift at which a sale is paid or paid back, locked until the transaction ends.
 * @throws AppError VALIDATION_ERROR for a register that is unknown or of another branch, FORBIDDEN, INVALID_STATE
 */
export const lockPaymentShift = (tx: Transaction, payment: Payment): Promise<PaymentShift> =>
  shiftOf(tx, payment, lockCurrentShifts);

/** Like `lockPaymentShift`, without a lock: for previews. */
export const findPaymentShift = (db: Handle, payment: Payment): Promise<PaymentShift> =>
  shiftOf(db, payment, listCurrentShifts);

async function shiftOf(
  db: Handle,
  { actor, register_id, branch_id }: Payment,
  listShifts: typeof listCurrentShifts,
): Promise<PaymentShift> {
  if (register_id === null) return outsideOfShifts;
  const [register] = await listSellingRegisters(db, [register_id]);
  if (register === undefined) throw invalidField('register_id', unknownRegister);
  if (!isWithin(actor.branch_ids, register.branch_id)) throw outsideOfBranches('register_id');
  if (register.branch_id !== branch_id)
    throw invalidField('register_id', 'is a register of another branch than the transaction');
  const [shift] = await listShifts(db, [register_id]);
  const error = registerError(register, shift);
  if (error !== undefined) throw error;
  return { register_id, shift_id: shift?.id ?? null };
}

/** The shift with this id and its register if it is open, locked until the transaction ends; else none. */
export async function lockShiftIfOpen(tx: Transaction, shift_id: string | null): Promise<PaymentShift> {
  const shift = shift_id === null ? undefined : await lockOpenShift(tx, shift_id);
  return shift === undefined ? outsideOfShifts : { register_id: shift.register_id, shift_id: shift.id };
}

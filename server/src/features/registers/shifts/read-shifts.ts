import { type Actor, can } from '../../../core/actor.ts';
import { isWithin } from '../../../core/branches.ts';
import { notFound } from '../../../core/errors.ts';
import type { PaymentMethod } from '../../../core/payment-methods.ts';
import type { Handle } from '../../../platform/database/handle.ts';
import { type MethodAmount, varianceOf } from '../rules.ts';
import { findFigures, listExpected } from './figures-queries.ts';
import { type Figures, readStoredFigures } from './figures-rules.ts';
import { type CountRow, findShift, findStoredFigures, listCounts, type ShiftRow } from './shift-queries.ts';

/** A shift as its reader may see it. */
export interface ShownShift extends ShiftRow {
  /** `null` if the register is counted blind and the reader may not see it; then `variance` as well. */
  expected: MethodAmount[] | null;
  counted: MethodAmount[] | null;
  variance: MethodAmount[] | null;
}

/** A shift with its sums up to now (X report). */
export interface ShiftReport extends ShownShift {
  figures: Figures | null;
  counts: CountRow[];
}

/** Whether a reader may not see what a drawer should contain. */
export const isBlind = (actor: Actor, { blind_count }: { blind_count: boolean }): boolean =>
  blind_count && !can(actor, 'shifts:expected');

/** Amounts beside their methods, as rows. */
export const amountsOf = (methods: readonly PaymentMethod[], amounts: readonly bigint[]): MethodAmount[] =>
  methods.map((method, index) => ({ method, amount: amounts[index] ?? 0n }));

/** A shift in one of the caller's branches. @throws AppError NOT_FOUND */
export async function getShift(db: Handle, { branch_ids }: Actor, id: string): Promise<ShiftRow> {
  const shift = await findShift(db, id);
  if (shift === undefined || !isWithin(branch_ids, shift.branch_id)) throw notFound('Shift');
  return shift;
}

/** Shifts with what they should have: from the ledger, or from the closure of a closed one. */
export async function showShifts(db: Handle, shifts: readonly ShiftRow[]): Promise<ShownShift[]> {
  const expectedOf = await listExpected(
    db,
    shifts.flatMap(({ id, expected_methods }) => (expected_methods === null ? [id] : [])),
  );
  return shifts.map((shift) => {
    const expected =
      shift.expected_methods === null
        ? expectedOf(shift.id)
        : amountsOf(shift.expected_methods, shift.expected_amounts ?? []);
    const counted =
      shift.counted_methods === null ? null : amountsOf(shift.counted_methods, shift.counted_amounts ?? []);
    return { ...shift, expected, counted, variance: counted === null ? null : varianceOf(expected, counted) };
  });
}

/** The shift with its expected amounts. */
export async function showShift(db: Handle, shift: ShiftRow): Promise<ShownShift> {
  const [shown] = await showShifts(db, [shift]);
  if (shown === undefined) throw new Error('one shift is shown as one');
  return shown;
}

/** Without what a blind count hides from the reader. */
export const hideExpected = <Shift extends ShownShift>(shift: Shift, actor: Actor): Shift =>
  isBlind(actor, shift) ? { ...shift, expected: null, variance: null } : shift;

/** The X report: a shift with its sums as of now. @throws AppError NOT_FOUND */
export async function readShift(db: Handle, actor: Actor, id: string): Promise<ShiftReport> {
  const row = await getShift(db, actor, id);
  const shift = hideExpected(await showShift(db, row), actor);
  const counts = await listCounts(db, id);
  return { ...shift, counts, figures: isBlind(actor, row) ? null : await figuresOf(db, id) };
}

async function figuresOf(db: Handle, shift_id: string): Promise<Figures> {
  const stored = await findStoredFigures(db, shift_id);
  return stored === undefined ? (await findFigures(db, shift_id)).figures : readStoredFigures(stored);
}

import type { Minor } from '@tillhouse/core/money';
import type { OperationContext } from '../../../core/actor.ts';
import { isWithin, outsideOfBranches } from '../../../core/branches.ts';
import { invalidField, invalidInput, invalidState } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { recordActs } from '../../journal/append-entries.ts';
import { unknownRegister } from '../find-shifts.ts';
import { shiftOpenedAct } from '../journal-acts.ts';
import { getNumbers, listCurrentShifts, lockRegister, updateNumbers } from '../register-queries.ts';
import { type Denomination, denominationError } from '../rules.ts';
import { getShift, type ShownShift, showShift } from './read-shifts.ts';
import { insertShift } from './shift-queries.ts';

export interface OpenShiftInput {
  register_id: string;
  counted_float: Minor;
  denominations: Denomination[] | null;
  note: string | null;
}

/** The two columns that store denominations. */
export const denominationColumns = (denominations: readonly Denomination[] | null) => ({
  denomination_values: denominations?.map(({ value }) => value) ?? null,
  denomination_counts: denominations?.map(({ count }) => count) ?? null,
});

/**
 * Opens a shift with a counted float. A register has one open shift at most.
 * @throws AppError VALIDATION_ERROR, FORBIDDEN for another branch, INVALID_STATE
 */
export async function openShift(tx: Transaction, ctx: OperationContext, input: OpenShiftInput): Promise<ShownShift> {
  const { actor, now } = ctx;
  const register = await lockRegister(tx, input.register_id);
  if (register === undefined) throw invalidField('register_id', unknownRegister);
  if (!isWithin(actor.branch_ids, register.branch_id)) throw outsideOfBranches('register_id');
  const error = denominationError(input.denominations, input.counted_float);
  if (error !== undefined) throw invalidInput([error]);
  if (register.status !== 'active')
    throw invalidState('The register is inactive', [{ field: 'register_id', message: 'is inactive' }]);
  if ((await listCurrentShifts(tx, [register.id])).length > 0)
    throw invalidState('The register already has an open shift', [
      { field: 'register_id', message: 'already has an open shift' },
    ]);
  const { last_shift } = await getNumbers(tx, register.id);
  const id = newId();
  await insertShift(tx, {
    id,
    register_id: register.id,
    branch_id: register.branch_id,
    number: last_shift + 1,
    opening_float: input.counted_float,
    ...denominationColumns(input.denominations),
    note: input.note,
    opened_by: actor.user_id,
    opened_at: now,
  });
  await updateNumbers(tx, register.id, { last_shift: last_shift + 1 });
  const opened = await showShift(tx, await getShift(tx, actor, id));
  await recordActs(tx, [shiftOpenedAct(ctx, opened)]);
  tx.emit({ type: 'shift.opened', subject_id: id, payload: opened, ctx });
  return opened;
}

import type { Minor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { readAmount } from '../../core/amounts.ts';
import { ValidationErrors } from '../../core/errors.ts';
import { paymentMethods } from '../../core/payment-methods.ts';
import { balance, freeText, id, money, moneySum, nullable, oneOf, text } from '../../platform/validation/fields.ts';
import { type Denomination, type MethodAmount, movementTypes } from './rules.ts';
import type { ShiftCount } from './shifts/count-shift.ts';
import type { OpenShiftInput } from './shifts/open-shift.ts';
import type { MovementInput } from './shifts/record-movement.ts';

const denominationRows = Type.Array(
  Type.Object({
    value: { ...money(), description: 'The value of a coin or note' },
    count: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  }),
  { maxItems: 50, description: 'How the cash was counted; adds up to it' },
);
const denominations = Type.Optional(denominationRows);

const note = Type.Optional(nullable(freeText(1_000)));

export const countedBody = Type.Array(
  Type.Object({
    method: oneOf(paymentMethods),
    amount: {
      ...balance(),
      description: 'Below 0 only for other methods than cash, of which more was refunded than sold',
    },
  }),
  { minItems: 1, maxItems: paymentMethods.length },
);

export const openBody = Type.Object({ register_id: id(), counted_float: moneySum(), denominations, note });
export const countBody = Type.Object({ counted: countedBody, denominations });
export const closeBody = Type.Object({ note });
export const movementBody = Type.Object({
  type: oneOf(movementTypes),
  amount: Type.Optional({ ...moneySum(), description: 'Not for `no_sale`, which only opens the drawer' }),
  reason: text(500),
});
export const reasonBody = Type.Object({ reason: text(500) });

/** Reads the amounts of a body. @throws AppError VALIDATION_ERROR naming each amount with too many decimals */
export function withAmounts<Input>(
  currency: string,
  build: (read: (field: string, value: number) => Minor) => Input,
): Input {
  const errors = new ValidationErrors();
  const input = build((field, value) => readAmount(errors, { field, value, currency }) ?? 0n);
  errors.throwIfAny();
  return input;
}

type Read = (field: string, value: number) => Minor;

const readDenominations = (rows: Static<typeof denominationRows> | undefined, read: Read): Denomination[] | null =>
  rows?.map(({ value, count }, index) => ({ value: read(`denominations[${index}].value`, value), count })) ?? null;

export const readCounted = (rows: Static<typeof countedBody>, read: Read): MethodAmount[] =>
  rows.map(({ method, amount: value }, index) => ({ method, amount: read(`counted[${index}].amount`, value) }));

export const toOpenShift = (body: Static<typeof openBody>, currency: string): OpenShiftInput =>
  withAmounts(currency, (read) => ({
    register_id: body.register_id,
    counted_float: read('counted_float', body.counted_float),
    denominations: readDenominations(body.denominations, read),
    note: body.note ?? null,
  }));

export const toShiftCount = (shift_id: string, body: Static<typeof countBody>, currency: string): ShiftCount =>
  withAmounts(currency, (read) => ({
    id: shift_id,
    counted: readCounted(body.counted, read),
    denominations: readDenominations(body.denominations, read),
  }));

export const toMovementInput = (shift_id: string, body: Static<typeof movementBody>, currency: string): MovementInput =>
  withAmounts(currency, (read) => ({
    shift_id,
    type: body.type,
    amount: body.amount === undefined ? undefined : read('amount', body.amount),
    reason: body.reason.trim(),
  }));

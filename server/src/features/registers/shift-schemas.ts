import { type Minor, toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { paymentMethods } from '../../core/payment-methods.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import { amount, id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import { type MethodAmount, movementTypes, shiftStatuses } from './rules.ts';
import type { Figures } from './shifts/figures-rules.ts';
import type { MovementRow } from './shifts/movement-queries.ts';
import type { ShiftReport, ShownShift } from './shifts/read-shifts.ts';

export const user = Type.Object({ id: id(), name: Type.String() });

const hidden = '; null if the register is counted blind and the role may not see it';

const methodAmounts = (description: string) =>
  Type.Array(Type.Object({ method: oneOf(paymentMethods), amount: amount() }), { description });

/** An array or null. */
const rowsOrNull = <Row>(schema: object) => Type.Unsafe<Row[] | null>({ ...schema, type: ['array', 'null'] } as object);

interface ShownAmount {
  method: MethodAmount['method'];
  amount: number;
}

export const expected = rowsOrNull<ShownAmount>(
  methodAmounts(`What the drawer should contain, and what was taken by other methods${hidden}`),
);
export const counted = methodAmounts('What was counted');
export const variance = rowsOrNull<ShownAmount>(methodAmounts(`counted − expected, of each counted method${hidden}`));

const shownDenominations = rowsOrNull<{ value: number; count: number }>(
  Type.Array(Type.Object({ value: amount(), count: Type.Integer() })),
);

const shiftFields = {
  id: id(),
  register_id: id(),
  branch_id: id(),
  number: Type.Integer({ description: 'Counted from 1 for each register' }),
  status: oneOf(shiftStatuses),
  opening_float: amount(),
  note: nullable(Type.String()),
  opened_by: user,
  opened_at: timestamp(),
  closed_by: Type.Unsafe<Static<typeof user> | null>({ ...user, type: ['object', 'null'] }),
  closed_at: nullable(timestamp()),
  expected,
  counted: rowsOrNull<ShownAmount>(methodAmounts('The last count, while counting and after the closing')),
  variance,
};

export const shift = Type.Object(shiftFields);

const counts = { count: Type.Integer(), amount: amount() };

export const figures = Type.Object(
  {
    sales: Type.Object(counts, { description: 'Without sales that were voided in the same shift' }),
    refunds: Type.Object({ ...counts, tax: amount() }),
    voids: Type.Object(counts),
    discounts: amount(),
    rounding: {
      ...amount(),
      description: 'Cash rounding of the sales, less that of the refunds and of voids of other shifts’ sales',
    },
    tax_by_rate: Type.Array(
      Type.Object({ rate: Type.Number({ description: 'Percent' }), net: amount(), tax: amount() }),
      { description: 'Of the sales' },
    ),
    by_method: Type.Array(
      Type.Object({
        method: oneOf(paymentMethods),
        sales: { ...amount(), description: 'Payments, without change' },
        refunds: { ...amount(), description: 'With voids of other shifts’ sales' },
        change: amount(),
      }),
    ),
    by_cashier: Type.Array(Type.Object({ user_id: id(), name: Type.String(), ...counts })),
    by_category: Type.Array(
      Type.Object({
        category_id: { ...nullable(id()), description: 'null for products without a category, and custom items' },
        name: nullable(Type.String()),
        quantity: Type.Integer(),
        amount: amount(),
      }),
    ),
    paid_in: amount(),
    paid_out: amount(),
    no_sales: Type.Integer({ description: 'How often the drawer was opened without a sale' }),
  },
  { description: 'The sums of a shift' },
);

export const figuresOrNull = Type.Unsafe<Static<typeof figures> | null>({
  ...figures,
  type: ['object', 'null'],
  description: `The sums of the shift${hidden}`,
});

export const shiftReport = Type.Object({
  ...shiftFields,
  denominations: shownDenominations,
  figures: figuresOrNull,
  counts: Type.Array(
    Type.Object({ counted, denominations: shownDenominations, counted_by: user, counted_at: timestamp() }),
    { description: 'All counts, the last one last' },
  ),
});

export const movement = Type.Object({
  id: id(),
  shift_id: id(),
  type: oneOf(movementTypes),
  amount: { ...nullable(amount()), description: 'null for no_sale' },
  reason: Type.String(),
  user,
  created_at: timestamp(),
  voided_at: nullable(timestamp()),
  voided_by: Type.Unsafe<Static<typeof user> | null>({ ...user, type: ['object', 'null'] }),
  void_reason: nullable(Type.String()),
});

export const shiftQuery = Type.Object({
  ...pagingQuery,
  register_id: Type.Optional(id()),
  branch_id: Type.Optional(id()),
  status: Type.Optional(oneOf(shiftStatuses)),
  sort: Type.Optional(
    Type.String({ maxLength: 200, format: 'text', description: 'opened_at, number; default: -opened_at' }),
  ),
});

export const movementQuery = Type.Object({ ...pagingQuery });

export const toAmounts = (rows: readonly MethodAmount[], currency: string): ShownAmount[] =>
  rows.map(({ method, amount: minor }) => ({ method, amount: toMajor(minor, currency) }));

export const toAmountsOrNull = (rows: readonly MethodAmount[] | null, currency: string): ShownAmount[] | null =>
  rows === null ? null : toAmounts(rows, currency);

const toDenominations = (values: readonly bigint[] | null, numbers: readonly number[] | null, currency: string) =>
  values?.map((value, index) => ({ value: toMajor(value, currency), count: numbers?.[index] ?? 0 })) ?? null;

export const toShift = (row: ShownShift, currency: string): Static<typeof shift> => ({
  id: row.id,
  register_id: row.register_id,
  branch_id: row.branch_id,
  number: row.number,
  status: row.status,
  opening_float: toMajor(row.opening_float, currency),
  note: row.note,
  opened_by: { id: row.opened_by, name: row.opened_by_name },
  opened_at: row.opened_at,
  closed_by: row.closed_by === null ? null : { id: row.closed_by, name: row.closed_by_name ?? '' },
  closed_at: row.closed_at,
  expected: toAmountsOrNull(row.expected, currency),
  counted: toAmountsOrNull(row.counted, currency),
  variance: toAmountsOrNull(row.variance, currency),
});

const ppmOfPercent = 10_000;

export function toFigures(sums: Figures, currency: string): Static<typeof figures> {
  const major = (minor: Minor) => toMajor(minor, currency);
  return {
    sales: { ...sums.sales, amount: major(sums.sales.amount) },
    refunds: { count: sums.refunds.count, amount: major(sums.refunds.amount), tax: major(sums.refunds.tax) },
    voids: { ...sums.voids, amount: major(sums.voids.amount) },
    discounts: major(sums.discounts),
    rounding: major(sums.rounding),
    tax_by_rate: sums.tax_by_rate.map(({ rate_ppm, net, tax }) => ({
      rate: rate_ppm / ppmOfPercent,
      net: major(net),
      tax: major(tax),
    })),
    by_method: sums.by_method.map(({ method, sales, refunds, change }) => ({
      method,
      sales: major(sales),
      refunds: major(refunds),
      change: major(change),
    })),
    by_cashier: sums.by_cashier.map((row) => ({ ...row, amount: major(row.amount) })),
    by_category: sums.by_category.map((row) => ({
      ...row,
      quantity: Number(row.quantity),
      amount: major(row.amount),
    })),
    paid_in: major(sums.paid_in),
    paid_out: major(sums.paid_out),
    no_sales: sums.no_sales,
  };
}

export const toShiftReport = (report: ShiftReport, currency: string): Static<typeof shiftReport> => ({
  ...toShift(report, currency),
  denominations: toDenominations(report.denomination_values, report.denomination_counts, currency),
  figures: report.figures === null ? null : toFigures(report.figures, currency),
  counts: report.counts.map((row) => ({
    counted: row.methods.map((method, index) => ({ method, amount: toMajor(row.amounts[index] ?? 0n, currency) })),
    denominations: toDenominations(row.denomination_values, row.denomination_counts, currency),
    counted_by: { id: row.user_id, name: row.user_name },
    counted_at: row.created_at,
  })),
});

export const toMovement = (row: MovementRow, currency: string): Static<typeof movement> => ({
  id: row.id,
  shift_id: row.shift_id,
  type: row.type,
  amount: row.type === 'no_sale' ? null : toMajor(row.amount, currency),
  reason: row.reason,
  user: { id: row.user_id, name: row.user_name },
  created_at: row.created_at,
  voided_at: row.voided_at,
  voided_by: row.voided_by === null ? null : { id: row.voided_by, name: row.voided_by_name ?? '' },
  void_reason: row.void_reason,
});

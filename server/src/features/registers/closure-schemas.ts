import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { paymentMethods } from '../../core/payment-methods.ts';
import { success } from '../../platform/http/envelope.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import { amount, day, id, nullable, oneOf, text, timestamp } from '../../platform/validation/fields.ts';
import type { Closure, ShownClosure } from './closures/read-closures.ts';
import type { RecountInput } from './closures/recount-closure.ts';
import { correctionKinds } from './rules.ts';
import { countedBody, readCounted, withAmounts } from './shift-requests.ts';
import {
  counted,
  expected,
  figuresOrNull,
  toAmounts,
  toAmountsOrNull,
  toFigures,
  user,
  variance,
} from './shift-schemas.ts';

const lifetime = Type.Object({ sales: amount(), refunds: amount() });

const summaryFields = {
  id: id(),
  number: Type.Integer({ description: 'Without a gap for each register' }),
  shift_id: id(),
  register_id: id(),
  branch_id: id(),
  opened_at: timestamp(),
  closed_at: timestamp(),
  closed_by: user,
  business_day: day(),
  note: nullable(Type.String()),
  expected,
  counted,
  variance,
  lifetime: Type.Unsafe<Static<typeof lifetime> | null>({
    ...lifetime,
    type: ['object', 'null'],
    description: 'All sales and refunds of the register since it exists; never reset',
  }),
};

export const closureRow = Type.Object(summaryFields);

const corrected = Type.Object({ expected: counted, counted, variance: counted });

export const closure = Type.Object({
  ...summaryFields,
  figures: figuresOrNull,
  corrections: Type.Array(
    Type.Object({
      id: id(),
      kind: oneOf(correctionKinds),
      method: oneOf(paymentMethods),
      amount: { ...amount(), description: 'A change: of what was counted (recount), or of what is expected' },
      reason: Type.String(),
      user,
      created_at: timestamp(),
    }),
    { description: 'What became known after the closing' },
  ),
  corrected: Type.Unsafe<Static<typeof corrected> | null>({
    ...corrected,
    type: ['object', 'null'],
    description: 'The amounts with their corrections; null without any. The closure itself stays as it was',
  }),
  owing_devices: Type.Array(Type.Object({ device_id: id(), owes: Type.Array(Type.Array(Type.Integer())) }), {
    description: 'Devices whose records have not all arrived',
  }),
});

export const closureResponse = Type.Unsafe<{ success: true; data: Static<typeof closure> } | Uint8Array>({
  description: 'The closure; a PDF for a client that accepts no JSON',
  content: {
    'application/json': { schema: success(closure) },
    'application/pdf': { schema: { type: 'string', format: 'binary' } },
  },
});

export const closureQuery = Type.Object({
  ...pagingQuery,
  register_id: Type.Optional(id()),
  branch_id: Type.Optional(id()),
  start_date: Type.Optional({ ...day(), description: 'First business day' }),
  end_date: Type.Optional({ ...day(), description: 'Last business day, included' }),
  sort: Type.Optional(
    Type.String({ maxLength: 200, format: 'text', description: 'closed_at, number; default: -closed_at' }),
  ),
});

export const recountBody = Type.Object({ counted: countedBody, reason: text(500) });

export const toRecount = (closure_id: string, body: Static<typeof recountBody>, currency: string): RecountInput =>
  withAmounts(currency, (read) => ({
    id: closure_id,
    counted: readCounted(body.counted, read),
    reason: body.reason.trim(),
  }));

export const toClosureRow = (row: ShownClosure, currency: string): Static<typeof closureRow> => ({
  id: row.id,
  number: row.number,
  shift_id: row.shift_id,
  register_id: row.register_id,
  branch_id: row.branch_id,
  opened_at: row.opened_at,
  closed_at: row.closed_at,
  closed_by: { id: row.closed_by, name: row.closed_by_name },
  business_day: row.business_day,
  note: row.note,
  expected: toAmountsOrNull(row.expected, currency),
  counted: toAmounts(row.counted, currency),
  variance: toAmountsOrNull(row.variance, currency),
  lifetime:
    row.lifetime === null
      ? null
      : { sales: toMajor(row.lifetime.sales, currency), refunds: toMajor(row.lifetime.refunds, currency) },
});

export const toClosure = (row: Closure, currency: string): Static<typeof closure> => ({
  ...toClosureRow(row, currency),
  figures: row.figures === null ? null : toFigures(row.figures, currency),
  corrections: row.corrections.map((correction) => ({
    id: correction.id,
    kind: correction.kind,
    method: correction.method,
    amount: toMajor(correction.amount, currency),
    reason: correction.reason,
    user: { id: correction.user_id, name: correction.user_name },
    created_at: correction.created_at,
  })),
  corrected:
    row.corrected === null
      ? null
      : {
          expected: toAmounts(row.corrected.expected, currency),
          counted: toAmounts(row.corrected.counted, currency),
          variance: toAmounts(row.corrected.variance, currency),
        },
  // A device owes records only if it sells offline, which no device does yet.
  owing_devices: [],
});

import { type Static, Type } from 'typebox';
import { timestamp } from '../../platform/validation/fields.ts';
import type { Check } from './check-integrity.ts';
import { rows_at_most } from './rules.ts';

const brokenRow = Type.Object({
  record: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
    description: 'The row’s values by column, as text; amounts in minor units',
  }),
  mend: Type.String({ description: 'How to repair it' }),
});

export const check = Type.Object({
  ok: Type.Boolean({ description: 'Whether all invariants hold' }),
  checked_at: timestamp(),
  duration_ms: Type.Integer(),
  invariants: Type.Array(
    Type.Object({
      id: Type.String({ description: 'As in the metric and in server/invariants.sql' }),
      holds: Type.String({ description: 'The invariant, as a sentence' }),
      broken: Type.Integer({ description: 'Number of rows that violate it' }),
      rows: Type.Array(brokenRow, { description: `The first ${rows_at_most} of them` }),
    }),
  ),
});

export const toCheckWire = ({ checked_at, duration_ms, invariants, findings }: Check): Static<typeof check> => ({
  ok: findings.length === 0,
  checked_at,
  duration_ms,
  invariants: invariants.map(({ id, holds }) => {
    const { broken = 0, rows = [] } = findings.find((finding) => finding.id === id) ?? {};
    return { id, holds, broken, rows };
  }),
});

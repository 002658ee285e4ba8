import { type Static, Type } from 'typebox';
import { daysBetween } from '../../core/calendar.ts';
import { day, nullable, timestamp } from '../../platform/validation/fields.ts';
import type { DemoRow } from './queries.ts';
import { type DemoState, demoStates } from './rules.ts';

export const demo = Type.Object({
  state: Type.Unsafe<DemoState>({
    type: 'string',
    enum: [...demoStates],
    description:
      '`queued` until the work begins, `running`, then `ready`; `failed` where the last attempt failed: it is tried again',
  }),
  first_day: day(),
  last_day: day(),
  days: Type.Integer({ description: 'Number of days in the history' }),
  days_done: Type.Integer({ description: 'Number of days that are entered' }),
  sales: Type.Integer({ description: 'Number of sales that are recorded' }),
  error: nullable(Type.String({ description: 'Why the last attempt failed' })),
  created_at: timestamp(),
  finished_at: nullable(timestamp()),
});

export const toDemo = ({ first_day, last_day, next_day, ...row }: DemoRow): Static<typeof demo> => ({
  state: row.state,
  first_day,
  last_day,
  days: daysBetween(first_day, last_day),
  days_done: daysBetween(first_day, next_day) - 1,
  sales: row.sales,
  error: row.error,
  created_at: row.created_at,
  finished_at: row.finished_at,
});

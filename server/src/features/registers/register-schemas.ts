import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { pagingQuery } from '../../platform/http/paging.ts';
import { amount, id, moneySum, oneOf, text, timestamp } from '../../platform/validation/fields.ts';
import type { NewRegisterInput, RegisterChange } from './change-registers.ts';
import type { RegisterRow } from './register-queries.ts';
import { registerStatuses } from './rules.ts';
import { withAmounts } from './shift-requests.ts';

const settings = {
  opening_float: { ...moneySum(), description: 'The cash with which a shift usually begins' },
  blind_count: Type.Boolean({
    description: 'Whether cashiers count the drawer without seeing what it should contain',
  }),
  requires_shift: Type.Boolean({ description: 'Whether the register sells only in an open shift' }),
};

export const register = Type.Object({
  id: id(),
  name: Type.String(),
  branch_id: id(),
  status: oneOf(registerStatuses),
  ...settings,
  opening_float: amount(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const newRegisterBody = Type.Object({
  name: text(200),
  branch_id: id(),
  status: Type.Optional(oneOf(registerStatuses)),
  ...Type.Partial(Type.Object(settings)).properties,
});

/** Omitted fields keep their value. */
export const registerBody = Type.Object({
  name: Type.Optional(text(200)),
  status: Type.Optional(oneOf(registerStatuses)),
  ...Type.Partial(Type.Object(settings)).properties,
});

export const registerQuery = Type.Object({
  ...pagingQuery,
  branch_id: Type.Optional(id()),
  status: Type.Optional(oneOf(registerStatuses)),
  sort: Type.Optional(Type.String({ maxLength: 200, format: 'text', description: 'name (default), created_at' })),
});

export const toNewRegister = (body: Static<typeof newRegisterBody>, currency: string): NewRegisterInput => ({
  ...toRegisterChange(body, currency),
  name: body.name,
  branch_id: body.branch_id,
});

export const toRegisterChange = (body: Static<typeof registerBody>, currency: string): RegisterChange =>
  withAmounts(currency, (read) => ({
    name: body.name,
    status: body.status,
    opening_float: body.opening_float === undefined ? undefined : read('opening_float', body.opening_float),
    blind_count: body.blind_count,
    requires_shift: body.requires_shift,
  }));

export const toRegister = (row: RegisterRow, currency: string): Static<typeof register> => ({
  id: row.id,
  name: row.name,
  branch_id: row.branch_id,
  status: row.status,
  opening_float: toMajor(row.opening_float, currency),
  blind_count: row.blind_count,
  requires_shift: row.requires_shift,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import type { Merchant } from '../../core/actor.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import {
  amount,
  emailOrEmpty,
  freeText,
  id,
  nullable,
  oneOf,
  text,
  timestamp,
} from '../../platform/validation/fields.ts';
import type { CustomerRow, EntryRow } from './queries.ts';
import { entryTypes, phonePattern, tierOf, tiers } from './rules.ts';

const phone = () =>
  Type.String({
    maxLength: 64,
    pattern: phonePattern,
    description:
      'International, with a leading +; spaces, hyphens, dots and parentheses are taken out. An empty text counts as null',
    'x-sentence': 'must be a phone number in international format: + and 7 to 15 digits',
  });

const optionalFields = {
  email: Type.Optional(nullable(emailOrEmpty())),
  phone: Type.Optional(nullable(phone())),
  address: Type.Optional(nullable(freeText(1_000))),
};

export const createBody = Type.Object({ id: Type.Optional(id()), name: text(200), ...optionalFields });

export const updateBody = Type.Object({ name: Type.Optional(text(200)), ...optionalFields });

export const listQuery = Type.Object({
  ...pagingQuery,
  search: Type.Optional(
    Type.String({ maxLength: 300, format: 'text', description: 'Anywhere in name, e-mail or phone, in any case' }),
  ),
  sort: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'name, created_at, updated_at, points, lifetime_value, id; a minus before one reverses it',
    }),
  ),
});

export const historyQuery = Type.Object(pagingQuery);

export const customer = Type.Object({
  id: id(),
  name: Type.String(),
  email: nullable(Type.String()),
  phone: nullable(Type.String({ description: 'E.164' })),
  address: nullable(Type.String()),
  points: Type.Integer({ description: 'Below zero when points were spent and their sale was refunded' }),
  tier: oneOf(tiers),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** The remaining data of an erased customer. */
export const erased = Type.Object({ id: id() });

export const customerToWire = (row: CustomerRow, merchant: Merchant): Static<typeof customer> => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  address: row.address,
  points: Number(row.points),
  tier: tierOf(row.lifetime_value, merchant),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const loyalty = Type.Object({
  customer_id: id(),
  points: Type.Integer(),
  tier: oneOf(tiers),
  lifetime_value: amount(),
});

export const loyaltyToWire = (row: CustomerRow, merchant: Merchant): Static<typeof loyalty> => ({
  customer_id: row.id,
  points: Number(row.points),
  tier: tierOf(row.lifetime_value, merchant),
  lifetime_value: toMajor(row.lifetime_value, merchant.currency),
});

export const correctionBody = Type.Object({
  points: Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000, description: 'Signed, not 0' }),
  reason: text(500),
});

export const entry = Type.Object({
  id: id(),
  type: oneOf(entryTypes),
  points: Type.Integer({ description: 'Signed' }),
  balance: Type.Integer({ description: 'The balance after this entry' }),
  transaction_id: nullable(id()),
  refund_id: nullable(id()),
  reason: nullable(Type.String()),
  user_id: nullable(id()),
  created_at: timestamp(),
});

export const entryToWire = ({ sale_id, points, balance, ...row }: EntryRow): Static<typeof entry> => ({
  ...row,
  points: Number(points),
  balance: Number(balance),
  transaction_id: sale_id,
});

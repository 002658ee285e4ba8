import { type Minor, toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import type { Language } from '../../core/language.ts';
import { paymentMethods } from '../../core/payment-methods.ts';
import { amount, currency, day, id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import { postingFormats } from './posting-files.ts';
import { postingKinds } from './posting-rules.ts';
import { textOf } from './posting-words-rules.ts';
import type { SettingsRow } from './queries.ts';
import type { ClosurePostings } from './read-postings.ts';
import { percentOf } from './rules.ts';

const account = () =>
  Type.String({
    maxLength: 20,
    pattern: '^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$',
    'x-sentence': 'must be 1 to 20 letters, digits, dots or hyphens, the first a letter or digit',
    description: 'The number or name of an account',
  });
const rate = () => Type.Number({ minimum: 0, maximum: 100, description: 'Percent, up to 4 decimals' });
const rateOrNull = () =>
  nullable(Type.Number({ minimum: 0, maximum: 100, description: 'Percent; null for sales without tax' }));

const methods = Type.Array(Type.Object({ method: oneOf(paymentMethods), account: account() }), {
  maxItems: paymentMethods.length,
  description: 'Default: the name of the method',
});
const ofRate = 'Default: `revenue:` and the rate, or `revenue` without tax. An entry with a category is for it alone';
const tax = Type.Array(Type.Object({ rate: rate(), account: account() }), {
  maxItems: 100,
  description: 'Default: `tax:` and the rate',
});
const revenueAtMost = 500;

const others = {
  paid_in: nullable(account()),
  paid_out: nullable(account()),
  over_short: nullable(account()),
  rounding: nullable(account()),
};

const datev = Type.Object(
  {
    consultant_number: Type.Integer({ minimum: 1001, maximum: 9_999_999 }),
    client_number: Type.Integer({ minimum: 1, maximum: 99_999 }),
    fiscal_year_month: Type.Integer({ minimum: 1, maximum: 12, description: 'The first month of a fiscal year' }),
    account_length: Type.Integer({ minimum: 4, maximum: 8, description: 'The digits of an account' }),
  },
  { description: 'What a file for DATEV needs' },
);
type Datev = Static<typeof datev>;
const datevOrNull = Type.Unsafe<Datev | null>({ ...datev, type: ['object', 'null'] });

export const settings = Type.Object({
  methods,
  revenue: Type.Array(Type.Object({ rate: rateOrNull(), category_id: nullable(id()), account: account() }), {
    description: ofRate,
  }),
  tax,
  ...others,
  datev: datevOrNull,
  updated_at: nullable(timestamp()),
});

export const settingsBody = Type.Object({
  methods: Type.Optional(methods),
  revenue: Type.Optional(
    Type.Array(Type.Object({ rate: rateOrNull(), category_id: Type.Optional(nullable(id())), account: account() }), {
      maxItems: revenueAtMost,
      description: ofRate,
    }),
  ),
  tax: Type.Optional(tax),
  paid_in: Type.Optional(others.paid_in),
  paid_out: Type.Optional(others.paid_out),
  over_short: Type.Optional(others.over_short),
  rounding: Type.Optional(others.rounding),
  datev: Type.Optional(datevOrNull),
});

const line = Type.Object({
  debit_account: Type.String(),
  credit_account: Type.String(),
  amount: { ...amount(), description: 'More than 0; posted to the debit of one account and the credit of the other' },
  kind: oneOf(postingKinds),
  method: oneOf(paymentMethods),
  tax_rate: nullable(Type.Number({ description: 'Percent; null without tax' })),
  category_id: nullable(id()),
  category: nullable(Type.String()),
  text: Type.String(),
});

export const postings = Type.Object({
  closure_id: id(),
  register: Type.Object({ id: id(), name: Type.String() }),
  number: Type.Integer({ description: 'Of the closure' }),
  business_day: day(),
  currency: currency(),
  lines: Type.Array(line, { description: 'Each with two accounts, so the debits are always the credits' }),
  totals: Type.Object({ debit: amount(), credit: amount() }),
});

export const fileResponse = Type.Unsafe<Uint8Array>({
  description: 'The postings as a file',
  content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
});

export const fileQuery = Type.Object({
  format: Type.Optional({
    ...oneOf(postingFormats),
    default: 'csv',
    description: 'csv: two rows for each posting; datev: a booking batch (EXTF 700), which needs accounts of digits',
  }),
});

export const toSettings = ({ accounts, datev: ofDatev, updated_at }: SettingsRow): Static<typeof settings> => ({
  ...accounts,
  revenue: accounts.revenue.map(({ rate_ppm, category_id, account: name }) => ({
    rate: rate_ppm === null ? null : percentOf(rate_ppm),
    category_id,
    account: name,
  })),
  tax: accounts.tax.map(({ rate_ppm, account: name }) => ({ rate: percentOf(rate_ppm), account: name })),
  datev: ofDatev,
  updated_at,
});

export function toPostings(closure: ClosurePostings, language: Language): Static<typeof postings> {
  const major = (minor: Minor) => toMajor(minor, closure.currency);
  const total = major(closure.postings.reduce((sum, posting) => sum + posting.amount, 0n));
  return {
    closure_id: closure.closure_id,
    register: closure.register,
    number: closure.number,
    business_day: closure.business_day,
    currency: closure.currency,
    lines: closure.postings.map((posting) => ({
      debit_account: posting.debit.account,
      credit_account: posting.credit.account,
      amount: major(posting.amount),
      kind: posting.kind,
      method: posting.method,
      tax_rate: posting.rate_ppm === null ? null : percentOf(posting.rate_ppm),
      category_id: posting.category_id,
      category: posting.category,
      text: textOf(posting, language),
    })),
    totals: { debit: total, credit: total },
  };
}

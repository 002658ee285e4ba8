import { readDecimal } from '@tillhouse/core/money';
import { ValidationErrors } from '../../core/errors.ts';
import type { PaymentMethod } from '../../core/payment-methods.ts';

/** The accounts that are not of a payment method or rate. */
export const otherAccounts = ['paid_in', 'paid_out', 'over_short', 'rounding'] as const;
export type OtherAccount = (typeof otherAccounts)[number];

/** Accounts as set. What is not set has the name of its default. */
export interface Accounts extends Record<OtherAccount, string | null> {
  methods: { method: PaymentMethod; account: string }[];
  /** `rate_ppm` is null for sales without tax; `category_id` is null for all categories without an own account. */
  revenue: { rate_ppm: number | null; category_id: string | null; account: string }[];
  tax: { rate_ppm: number; account: string }[];
}

/** What a file for DATEV needs. */
export interface DatevSettings {
  consultant_number: number;
  client_number: number;
  /** The month in which a fiscal year begins, from 1. */
  fiscal_year_month: number;
  /** The digits of an account. */
  account_length: number;
}

export interface AccountingSettings {
  accounts: Accounts;
  datev: DatevSettings | null;
}

/** A change as requested; rates in percent. A list replaces the one before. */
export interface SettingsChange extends Partial<Record<OtherAccount, string | null>> {
  methods?: Accounts['methods'];
  revenue?: { rate: number | null; category_id?: string | null; account: string }[];
  tax?: { rate: number; account: string }[];
  datev?: DatevSettings | null;
}

const noAccounts: Accounts = {
  methods: [],
  revenue: [],
  tax: [],
  paid_in: null,
  paid_out: null,
  over_short: null,
  rounding: null,
};
export const defaultSettings: AccountingSettings = { accounts: noAccounts, datev: null };

const percentDecimals = 4;
export const percentOf = (rate_ppm: number): number => rate_ppm / 10 ** percentDecimals;

/**
 * The settings after a change.
 * @throws AppError VALIDATION_ERROR for a rate with too many decimals, or an entry that is given twice
 */
export function changeSettings({ accounts, datev }: AccountingSettings, change: SettingsChange): AccountingSettings {
  const errors = new ValidationErrors();
  const rateOf = (field: string, rate: number): number => {
    const ppm = readDecimal(rate, percentDecimals);
    if (ppm === undefined) errors.add(`${field}.rate`, 'must have at most four decimals');
    return Number(ppm ?? 0n);
  };
  const { methods, revenue, tax } = change;
  const other = (name: OtherAccount) => (change[name] === undefined ? accounts[name] : change[name]);
  const changed: Accounts = {
    paid_in: other('paid_in'),
    paid_out: other('paid_out'),
    over_short: other('over_short'),
    rounding: other('rounding'),
    methods: methods?.map(({ method, account }) => ({ method, account })) ?? accounts.methods,
    revenue:
      revenue?.map(({ rate, category_id = null, account }, index) => ({
        rate_ppm: rate === null ? null : rateOf(`revenue[${index}]`, rate),
        category_id,
        account,
      })) ?? accounts.revenue,
    tax: tax?.map(({ rate, account }, index) => ({ rate_ppm: rateOf(`tax[${index}]`, rate), account })) ?? accounts.tax,
  };
  errors.throwIfAny();
  addRepeated(
    changed.methods.map(({ method }) => method),
    (index) => `methods[${index}].method`,
    errors,
  );
  addRepeated(
    changed.revenue.map(({ rate_ppm, category_id }) => `${rate_ppm} ${category_id}`),
    (index) => `revenue[${index}].rate`,
    errors,
  );
  addRepeated(
    changed.tax.map(({ rate_ppm }) => String(rate_ppm)),
    (index) => `tax[${index}].rate`,
    errors,
  );
  errors.throwIfAny();
  return { accounts: changed, datev: change.datev === undefined ? datev : onlyDatev(change.datev) };
}

/** Without fields that a client may have added. */
const onlyDatev = (datev: DatevSettings | null): DatevSettings | null =>
  datev && {
    consultant_number: datev.consultant_number,
    client_number: datev.client_number,
    fiscal_year_month: datev.fiscal_year_month,
    account_length: datev.account_length,
  };

function addRepeated(keys: readonly string[], fieldOf: (index: number) => string, errors: ValidationErrors): void {
  const seen = new Set<string>();
  for (const [index, key] of keys.entries()) {
    if (seen.has(key)) errors.add(fieldOf(index), 'is given twice');
    seen.add(key);
  }
}

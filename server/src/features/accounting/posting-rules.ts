import type { Minor } from '@tillhouse/core/money';
import { type PaymentMethod, paymentMethods } from '../../core/payment-methods.ts';
import { type Accounts, type OtherAccount, percentOf } from './rules.ts';

export const postingKinds = [
  'sale',
  'sale_tax',
  'refund',
  'refund_tax',
  'void',
  'void_tax',
  'rounding',
  'paid_in',
  'paid_out',
  'variance',
  'recount',
] as const;
export type PostingKind = (typeof postingKinds)[number];

/** The ledger of a shift, added up. Of `rounding`, `net` is what was paid beyond the totals. */
export interface LedgerSum {
  kind: 'sale' | 'refund' | 'void' | 'rounding';
  method: PaymentMethod;
  /** `null` for sales without tax. */
  rate_ppm: number | null;
  /** `null` for products without a category, and custom items. */
  category_id: string | null;
  category: string | null;
  net: Minor;
  tax: Minor;
}

export interface CashMovement {
  type: 'paid_in' | 'paid_out';
  amount: Minor;
  reason: string;
}

/** What was counted more (or less) than expected, or than in the count before. */
export interface CountDifference {
  kind: 'variance' | 'recount';
  method: PaymentMethod;
  amount: Minor;
  reason: string | null;
}

export interface Ledger {
  sums: readonly LedgerSum[];
  movements: readonly CashMovement[];
  differences: readonly CountDifference[];
}

/** An account, and the setting that names it. */
export interface AccountName {
  account: string;
  setting: string;
}

/** An amount that is posted to the debit of one account and the credit of another. */
export interface Posting {
  kind: PostingKind;
  debit: AccountName;
  credit: AccountName;
  /** More than 0. */
  amount: Minor;
  method: PaymentMethod;
  rate_ppm: number | null;
  category_id: string | null;
  category: string | null;
  reason: string | null;
}

/** Finds accounts as set, or by their default name. */
export interface Chart {
  method(method: PaymentMethod): AccountName;
  /** That of the rate and category, else of the rate. */
  revenue(rate_ppm: number | null, category_id: string | null): AccountName;
  tax(rate_ppm: number | null): AccountName;
  other(name: OtherAccount): AccountName;
}

export function createChart(accounts: Accounts): Chart {
  const methods = new Map(accounts.methods.map(({ method, account }) => [method, account]));
  const keyOf = (rate_ppm: number | null, category_id: string | null) => `${rate_ppm} ${category_id}`;
  const revenue = new Map(
    accounts.revenue.map(({ rate_ppm, category_id, account }) => [keyOf(rate_ppm, category_id), account]),
  );
  const tax = new Map(accounts.tax.map(({ rate_ppm, account }) => [rate_ppm, account]));
  const named = (setting: string, name: string, account: string | null | undefined): AccountName => ({
    account: account ?? name,
    setting,
  });
  return {
    method: (method) => named(`methods.${method}`, method, methods.get(method)),
    revenue: (rate_ppm, category_id) => {
      const rate = rate_ppm === null ? '' : String(percentOf(rate_ppm));
      const account = revenue.get(keyOf(rate_ppm, category_id)) ?? revenue.get(keyOf(rate_ppm, null));
      return named(`revenue.${rate || 'none'}`, rate === '' ? 'revenue' : `revenue:${rate}`, account);
    },
    tax: (rate_ppm) => {
      const rate = percentOf(rate_ppm ?? 0);
      return named(`tax.${rate}`, `tax:${rate}`, tax.get(rate_ppm ?? 0));
    },
    other: (name) => named(name, name, accounts[name]),
  };
}

/** The postings of a shift, in the order of kinds, methods, rates and categories. */
export function postingsOf({ sums, movements, differences }: Ledger, chart: Chart): Posting[] {
  const cash = chart.method('cash');
  return [
    ...sums.toSorted(inOrder).flatMap((sum) => postingsOfSum(sum, chart)),
    ...movements.flatMap(({ type, amount, reason }) =>
      post(type, { account: cash, counter: chart.other(type), amount: type === 'paid_in' ? amount : -amount, reason }),
    ),
    ...differences.flatMap(({ kind, method, amount, reason }) =>
      post(kind, { account: chart.method(method), counter: chart.other('over_short'), amount, method, reason }),
    ),
  ];
}

const kindOrder: readonly LedgerSum['kind'][] = ['sale', 'refund', 'void', 'rounding'];

const inOrder = (one: LedgerSum, other: LedgerSum): number =>
  kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind) ||
  paymentMethods.indexOf(one.method) - paymentMethods.indexOf(other.method) ||
  (one.rate_ppm ?? -1) - (other.rate_ppm ?? -1) ||
  compareTexts(one.category, other.category) ||
  compareTexts(one.category_id, other.category_id);

function compareTexts(one: string | null, other: string | null): number {
  if (one === other) return 0;
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

function postingsOfSum(sum: LedgerSum, chart: Chart): Posting[] {
  const { kind, method, rate_ppm, category_id, category, net, tax } = sum;
  const account = chart.method(method);
  const of = { account, method, rate_ppm, category_id, category };
  if (kind === 'rounding') return post(kind, { ...of, counter: chart.other('rounding'), amount: net });
  const sign = kind === 'sale' ? 1n : -1n;
  return [
    ...post(kind, { ...of, counter: chart.revenue(rate_ppm, category_id), amount: sign * net }),
    ...post(`${kind}_tax`, { ...of, counter: chart.tax(rate_ppm), amount: sign * tax }),
  ];
}

interface Entry extends Partial<Omit<Posting, 'kind' | 'debit' | 'credit' | 'amount'>> {
  account: AccountName;
  counter: AccountName;
  /** What `account` gains; below 0, what it loses. */
  amount: Minor;
}

/** One posting; none for 0. */
function post(kind: PostingKind, { account, counter, amount, ...rest }: Entry): Posting[] {
  if (amount < 0n) return post(kind, { ...rest, account: counter, counter: account, amount: -amount });
  if (amount === 0n) return [];
  const nothing = { method: 'cash', rate_ppm: null, category_id: null, category: null, reason: null } as const;
  return [{ kind, debit: account, credit: counter, amount, ...nothing, ...rest }];
}

import { createHash } from 'node:crypto';
import { type Minor, toMinor } from '@tillhouse/core/money';
import type { Merchant } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { type AppError, invalidState } from '../../core/errors.ts';
import { priceIn } from './goods-rules.ts';

export type PlannedTender = 'card' | 'cash' | 'e_wallet' | 'bank_transfer' | 'voucher';

export const demoStates = ['queued', 'running', 'ready', 'failed'] as const;
export type DemoState = (typeof demoStates)[number];

export const demoJobName = 'demo';

/** Kinds of records, by their names in the error message. */
type Contents = Readonly<Record<string, boolean>>;

const contentsMessages: Record<string, string> = {
  demo: 'was loaded, or is being loaded',
  webhooks: 'would receive an event of each past sale',
};

/** The error if a demo cannot be loaded into a shop. */
export function contentsError(contents: Contents): AppError | undefined {
  const found = Object.keys(contents).filter((name) => contents[name]);
  if (found.length === 0) return undefined;
  const details = found.map((field) => ({ field, message: contentsMessages[field] ?? 'are there already' }));
  return invalidState('A demo is loaded into an empty shop only', details);
}

/** Pseudo-random numbers, the same for the same seed. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** True with this probability. */
  is(part: number): boolean;
  /** One of these, by weight. */
  oneOf<Value>(values: readonly Value[], weigh?: (value: Value) => number): Value;
}

/** Mulberry32: neighbouring seeds give unrelated sequences. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (bound) => Math.floor(next() * bound),
    is: (part) => next() < part,
    oneOf(values, weigh = () => 1) {
      let left = next() * values.reduce((sum, value) => sum + weigh(value), 0);
      const found = values.find((value) => {
        left -= weigh(value);
        return left < 0;
      });
      return (found ?? values.at(-1)) as (typeof values)[number];
    },
  };
}

/**
 * The id of a demo record: a UUID version 7 of the record's time, so that ids sort by time. The same name and time give
 * the same id.
 */
export function idOf(merchant_id: string, name: string, at: Timestamp): string {
  const bytes = createHash('sha256').update(`${merchant_id} ${name}`).digest().subarray(0, 16);
  bytes.writeUIntBE(Date.parse(at), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** How a planned sale is paid, as a till sends it. */
export interface DemoTender {
  payment_method?: 'card' | 'cash' | 'e_wallet' | 'qris' | 'bank_transfer';
  payments?: { method: 'voucher' | 'cash'; amount: Minor; reference: null }[];
  amount_tendered?: Minor;
}

/** The cash that a customer tenders: the amount, rounded up as if to notes. 12.34 gives 15, and 78.90 gives 100. */
export function cashTendered(amount: Minor): Minor {
  const digits = String(amount).length;
  const place = 10n ** BigInt(digits - 1);
  const step = amount >= 5n * place ? 5n * place : digits > 1 ? place / 2n : 1n;
  return ((amount + step - 1n) / step) * step;
}

/** @param subtotal at catalogue prices; the total is lower by discounts, and higher only if taxes are added */
export function tenderOf(
  planned: PlannedTender,
  subtotal: Minor,
  merchant: Pick<Merchant, 'currency' | 'tax_mode'>,
): DemoTender {
  const { currency, tax_mode } = merchant;
  if (planned === 'e_wallet') return { payment_method: currency === 'IDR' ? 'qris' : 'e_wallet' };
  const isSubtotalEnough = tax_mode !== 'exclusive' && subtotal > 0n;
  if (planned === 'cash')
    return { payment_method: 'cash', ...(isSubtotalEnough ? { amount_tendered: cashTendered(subtotal) } : {}) };
  if (planned !== 'voucher') return { payment_method: planned };
  const voucher_amount = toMinor(priceIn(currency, 5), currency) ?? 0n;
  if (!isSubtotalEnough || subtotal < 2n * voucher_amount) return { payment_method: 'card' };
  return {
    payments: [
      { method: 'voucher', amount: voucher_amount, reference: null },
      { method: 'cash', amount: cashTendered(subtotal), reference: null },
    ],
  };
}

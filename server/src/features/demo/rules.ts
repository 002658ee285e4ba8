import { createHash } from 'node:crypto';
import { type Minor, toMinor } from '@tillhouse/core/money';
import type { Merchant } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { type AppError, invalidState } from '../../core/errors.ts';
import { priceIn } from './goods-rules.ts';
import type { PlannedTender } from './plan-rules.ts';

export const demoStates = ['queued', 'running', 'ready', 'failed'] as const;
export type DemoState = (typeof demoStates)[number];

export const demoJobName = 'demo';

/** What a shop has, by what it is called in a refusal. */
type Contents = Readonly<Record<string, boolean>>;

const has: Record<string, string> = { demo: 'was loaded, or is being loaded', webhooks: 'would be told of each past sale' };

/** Why a demo may not be loaded into a shop, if it may not. */
export function contentsError(contents: Contents): AppError | undefined {
  const found = Object.keys(contents).filter((name) => contents[name]);
  if (found.length === 0) return undefined;
  const details = found.map((field) => ({ field, message: has[field] ?? 'are there already' }));
  return invalidState('A demo is loaded into an empty shop only', details);
}

/** Numbers that look drawn by chance and are the same for the same seed. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** True that often, of 1. */
  is(part: number): boolean;
  /** One of these, as often as its weight says. */
  oneOf<Value>(values: readonly Value[], weigh?: (value: Value) => number): Value;
}

/** Mulberry32: neighbouring seeds give rows of numbers that have nothing in common. */
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

/** The id of a record of a demo shop, the same for the same name: UUID version 7 of its time, so that ids sort as if they had been made then. */
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

/** What customers hand over: rounded up to halves of the largest place, as notes are. */
export function handedOver(amount: Minor): Minor {
  const digits = String(amount).length;
  const place = 10n ** BigInt(digits - 1);
  const step = amount >= 5n * place ? 5n * place : digits > 1 ? place / 2n : 1n;
  return ((amount + step - 1n) / step) * step;
}

/** @param subtotal at the catalogue's prices: discounts make the sale cheaper, and nothing makes it dearer unless taxes are added */
export function tenderOf(planned: PlannedTender, subtotal: Minor, merchant: Pick<Merchant, 'currency' | 'tax_mode'>): DemoTender {
  const { currency, tax_mode } = merchant;
  if (planned === 'e_wallet') return { payment_method: currency === 'IDR' ? 'qris' : 'e_wallet' };
  const isCertain = tax_mode !== 'exclusive' && subtotal > 0n;
  if (planned === 'cash') return { payment_method: 'cash', ...(isCertain ? { amount_tendered: handedOver(subtotal) } : {}) };
  if (planned !== 'voucher') return { payment_method: planned };
  const worth = toMinor(priceIn(currency, 5), currency) ?? 0n;
  if (!isCertain || subtotal < 2n * worth) return { payment_method: 'card' };
  return {
    payments: [
      { method: 'voucher', amount: worth, reference: null },
      { method: 'cash', amount: handedOver(subtotal), reference: null },
    ],
  };
}

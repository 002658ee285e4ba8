import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundCash } from '@tillhouse/core/cash-rounding';
import fc from 'fast-check';
import type { PaymentMethod } from '../tender-rules.ts';
import { roundingOfRefund } from './refund-rounding-rules.ts';

const refund = {
  money: 501n,
  money_left: 10_000n,
  method: 'cash',
  sale_rounding: 2n,
  rounding_before: 0n,
  is_last: false,
  unit: 5n,
} as const;

test('rounds a refund in cash, with what earlier refunds were rounded by', () => {
  assert.equal(roundingOfRefund(refund), -1n);
  assert.equal(roundingOfRefund({ ...refund, money: 502n, rounding_before: -1n }), 3n);
  assert.equal(roundingOfRefund({ ...refund, money: 503n, rounding_before: 1n }), -3n);
  assert.equal(roundingOfRefund({ ...refund, unit: null }), 0n);
});

const last = { ...refund, money_left: 0n, is_last: true };

test('does not round a refund by another method, until it is the last', () => {
  assert.equal(roundingOfRefund({ ...refund, method: 'card' }), 0n);
  assert.equal(roundingOfRefund({ ...refund, method: 'card', rounding_before: -1n }), 0n);
  assert.equal(roundingOfRefund({ ...last, method: 'card', rounding_before: -1n }), 3n);
});

test('pays out the rest of what was paid with the last refund', () => {
  assert.equal(roundingOfRefund({ ...last, money: 502n, rounding_before: -1n }), 3n);
  assert.equal(roundingOfRefund({ ...last, money: 504n, rounding_before: 1n, unit: null }), 1n);
});

test('never pays out less than nothing', () => {
  assert.equal(roundingOfRefund({ ...refund, money: 1n, rounding_before: 2n }), -1n);
  assert.equal(roundingOfRefund({ ...last, money: 1n, sale_rounding: -2n }), -1n);
  assert.equal(roundingOfRefund({ ...last, money: 1n, sale_rounding: -2n, method: 'card' }), -1n);
});

test('never pays out more than is left of what was paid, before the last refund', () => {
  // 6 was sold, and 2 paid: 4 of it in cash, rounded to 0.
  const sale = { money: 5n, money_left: 1n, sale_rounding: -4n, rounding_before: 0n, is_last: false, unit: 10n };
  assert.equal(roundingOfRefund({ ...sale, method: 'cash' }), -5n);
  assert.equal(roundingOfRefund({ ...sale, method: 'card' }), -3n);
  assert.equal(roundingOfRefund({ ...sale, method: 'cash', sale_rounding: 4n }), 5n);
  assert.equal(roundingOfRefund({ ...sale, method: 'cash', sale_rounding: 3n }), -5n);
});

const units = [null, 5n, 10n, 100n] as const;
const parts = fc.array(
  fc.record({ money: fc.bigInt(1n, 2_000n), method: fc.constantFrom<PaymentMethod>('cash', 'card') }),
  { minLength: 1, maxLength: 12 },
);

interface Part {
  money: bigint;
  method: PaymentMethod;
}

/** Refunds all of a sale in these parts. @returns what each paid out */
function payOut(all: readonly Part[], sale_rounding: bigint, unit: bigint | null): bigint[] {
  let rounding_before = 0n;
  let money_left = sumOf(all.map(({ money }) => money));
  return all.map(({ money, method }, index) => {
    const is_last = index === all.length - 1;
    money_left -= money;
    const rounding = roundingOfRefund({ money, money_left, method, sale_rounding, rounding_before, is_last, unit });
    rounding_before += rounding;
    return money + rounding;
  });
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

test('any split of a sale in cash pays back in cash exactly what was paid, in coins that exist', () => {
  fc.assert(
    fc.property(parts, fc.constantFrom(...units), (drawn, unit) => {
      const inCash = drawn.map(({ money }) => ({ money, method: 'cash' as const }));
      const total = sumOf(inCash.map(({ money }) => money));
      const paid = roundCash(total, unit);
      const paidOut = payOut(inCash, paid - total, unit);
      assert.equal(sumOf(paidOut), paid);
      for (const amount of paidOut) assert.ok(amount >= 0n && amount % (unit ?? 1n) === 0n);
    }),
  );
});

test('a split over several methods differs from what was paid by at most half of the smallest cash amount', () => {
  fc.assert(
    fc.property(parts, fc.constantFrom(...units), fc.bigInt(0n, 100n), (drawn, unit, percent) => {
      const total = sumOf(drawn.map(({ money }) => money));
      const cash = (total * percent) / 100n;
      const sale_rounding = roundCash(cash, unit) - cash;
      const paidOut = payOut(drawn, sale_rounding, unit);
      const difference = (sumOf(paidOut) - total - sale_rounding) * 2n;
      assert.ok(-(unit ?? 0n) <= difference && difference <= (unit ?? 0n), `${difference}`);
      assert.ok(paidOut.every((amount) => amount >= 0n));
    }),
  );
});

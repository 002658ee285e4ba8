import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { payCash, roundCash } from './cash-rounding.ts';
import { largestAmount } from './money.ts';

test('rounds to the nearest multiple of the smallest cash amount', () => {
  const rounded = (unit: bigint, dues: bigint[]) => dues.map((due) => roundCash(due, unit));
  assert.deepEqual(rounded(1n, [0n, 1n, 999n]), [0n, 1n, 999n]);
  assert.deepEqual(rounded(5n, [0n, 2n, 3n, 7n, 8n, 1_000n, 1_002n, 1_003n]), [
    0n,
    0n,
    5n,
    5n,
    10n,
    1_000n,
    1_000n,
    1_005n,
  ]);
  assert.deepEqual(rounded(10n, [4n, 5n, 6n, 14n, 15n]), [0n, 10n, 10n, 10n, 20n]);
  assert.deepEqual(rounded(100n, [49n, 50n, 51n, 149n, 150n]), [0n, 100n, 100n, 100n, 200n]);
  // The half of an odd unit is no amount: 2 of 5 is below it, 3 above.
  assert.deepEqual(rounded(25n, [12n, 13n, 37n, 38n]), [0n, 25n, 25n, 50n]);
});

test('leaves the amount as it is without a smallest cash amount', () => {
  assert.deepEqual(
    [0n, 1n, 1_003n, largestAmount].map((due) => roundCash(due, null)),
    [0n, 1n, 1_003n, largestAmount],
  );
});

test('never rounds above the largest amount', () => {
  assert.equal(roundCash(largestAmount, 5n), largestAmount - 4n);
  assert.equal(roundCash(largestAmount, 100n), largestAmount - 99n);
  assert.equal(roundCash(largestAmount, 1n), largestAmount);
});

test('rounds to a multiple that differs by at most half of the unit, and rounds a multiple to itself', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.bigInt(1n, 10n ** 6n), (due, unit) => {
      const rounded = roundCash(due, unit);
      const difference = (rounded - due) * 2n;
      assert.equal(rounded % unit, 0n);
      assert.ok(-unit < difference && difference <= unit);
      assert.equal(roundCash(rounded, unit), rounded);
    }),
  );
});

test('gives change from the rounded amount', () => {
  assert.deepEqual(payCash(2_000n, 1_003n, 5n), { amount: 1_005n, change: 995n });
  assert.deepEqual(payCash(1_005n, 1_003n, 5n), { amount: 1_005n, change: 0n });
  assert.deepEqual(payCash(1_005n, 1_002n, 5n), { amount: 1_000n, change: 5n });
  assert.deepEqual(payCash(1_000n, 1_002n, 5n), { amount: 1_000n, change: 0n });
  assert.deepEqual(payCash(1_010n, 1_003n, null), { amount: 1_003n, change: 7n });
});

test('reads exactly the due as the rounded amount, without change', () => {
  assert.deepEqual(payCash(1_003n, 1_003n, 5n), { amount: 1_005n, change: 0n });
  assert.deepEqual(payCash(1_002n, 1_002n, 5n), { amount: 1_000n, change: 0n });
});

test('accepts nothing for a due that rounds to 0', () => {
  assert.deepEqual(payCash(0n, 2n, 5n), { amount: 0n, change: 0n });
  assert.deepEqual(payCash(2n, 2n, 5n), { amount: 0n, change: 0n });
});

test('rejects less than the rounded amount', () => {
  assert.equal(payCash(1_004n, 1_003n, 5n), undefined);
  assert.equal(payCash(1_002n, 1_003n, 5n), undefined);
  assert.equal(payCash(999n, 1_002n, 5n), undefined);
  assert.equal(payCash(1_002n, 1_003n, null), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  currencyDigits,
  divideHalfUp,
  isCurrency,
  largestAmount,
  shareOf,
  smaller,
  spread,
  toMajor,
  toMinor,
} from './money.ts';

const currencies = { JPY: 0, USD: 2, KWD: 3 } as const;
const currency = fc.constantFrom(...(Object.keys(currencies) as (keyof typeof currencies)[]));
const amount = fc.bigInt(-largestAmount, largestAmount);

/** Formats an amount as a decimal, without the code under test. */
function decimalOf(minor: bigint, digits: number): string {
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits);
  return `${minor < 0n ? '-' : ''}${whole}${digits === 0 ? '' : `.${fraction}`}`;
}

/** The currencies of ISO 4217, list one, that do not have two decimals. */
const otherDecimals: Record<string, number> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0 },
  ...{ XAF: 0, XOF: 0, XPF: 0 },
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
  ...{ CLF: 4, UYW: 4 },
};

test('currencies have the decimals of ISO 4217', () => {
  // For some, IDR and HUF among them, the runtime has the customary decimals instead of those of the standard.
  for (const code of [...Intl.supportedValuesOf('currency'), ...Object.keys(otherDecimals)])
    assert.equal(currencyDigits(code), otherDecimals[code] ?? 2, code);
  assert.ok(isCurrency('IDR'));
  assert.ok(!isCurrency('usd'));
  assert.ok(!isCurrency('ABC'));
});

test('an amount of up to 15 digits is unchanged after it is sent as JSON', () => {
  fc.assert(
    fc.property(amount, currency, (minor, code) => {
      const major = toMajor(minor, code);
      const received = JSON.parse(JSON.stringify(major)) as number;
      assert.equal(toMinor(received, code), minor);
      // A client reads the exact decimal.
      assert.equal(major, Number(decimalOf(minor, currencies[code])));
      assert.equal(Number(major.toFixed(currencies[code])), major);
    }),
    { numRuns: 1_000 },
  );
});

test('an amount with more decimals than its currency is invalid', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 11n), fc.integer({ min: 1, max: 9 }), currency, (whole, extra, code) => {
      assert.equal(
        toMinor(Number(`${decimalOf(whole, currencies[code])}${currencies[code] === 0 ? '.' : ''}${extra}`), code),
        undefined,
      );
    }),
  );
  assert.equal(toMinor(0.1 + 0.2, 'USD'), undefined);
  assert.equal(toMinor(1e-7, 'USD'), undefined);
  assert.equal(toMinor(Number.NaN, 'USD'), undefined);
  assert.equal(toMinor(Number.POSITIVE_INFINITY, 'USD'), undefined);
  assert.equal(toMinor(Number.MAX_VALUE, 'USD'), undefined);
});

test('parses exponents and zeros', () => {
  assert.equal(toMinor(1e21, 'USD'), 10n ** 23n);
  assert.equal(toMinor(-0, 'USD'), 0n);
  assert.equal(toMinor(2.5, 'KWD'), 2_500n);
  assert.equal(toMinor(10.0, 'JPY'), 10n);
  assert.equal(toMinor(1e40, 'JPY'), 10n ** 40n);
  assert.equal(toMinor(1e41, 'JPY'), undefined, 'more digits than any amount');
});

test('rounds to the nearest unit, and halves away from zero', () => {
  const huge = fc.bigInt(-(10n ** 30n), 10n ** 30n);
  fc.assert(
    fc.property(huge, fc.bigInt(1n, 10n ** 20n), (numerator, denominator) => {
      const rounded = divideHalfUp(numerator, denominator);
      // Compares fractions without a division: twice the distance is at most the denominator.
      const off = rounded * denominator - numerator;
      const distance = off < 0n ? -off : off;
      assert.ok(distance * 2n <= denominator);
      if (distance * 2n === denominator) assert.equal(off > 0n, numerator > 0n, 'a half is rounded away from zero');
      assert.equal(divideHalfUp(-numerator, denominator), -rounded);
    }),
    { numRuns: 1_000 },
  );
  const ties = fc.tuple(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.bigInt(1n, 10n ** 9n));
  fc.assert(
    fc.property(ties, ([whole, half]) => {
      const tie = (2n * whole + 1n) * half;
      assert.equal(divideHalfUp(tie, 2n * half), whole >= 0n ? whole + 1n : whole);
    }),
  );
});

test('returns the smaller of two amounts', () => {
  assert.deepEqual([smaller(1n, 2n), smaller(2n, 1n), smaller(-1n, -2n)], [1n, 1n, -2n]);
});

test('rounds a share once', () => {
  assert.equal(shareOf(1_050n, 110_000n), 116n);
  assert.equal(shareOf(-1_050n, 110_000n), -116n);
});

test('spread parts add up exactly, and each differs by less than one unit from its proportion', () => {
  const weights = fc.array(fc.bigInt(0n, 10n ** 13n), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(fc.bigInt(0n, largestAmount), weights, (whole, shares) => {
      const parts = spread(whole, shares);
      const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
      assert.equal(sum(parts), whole);
      assert.equal(parts.length, shares.length);
      const weight = sum(shares);
      if (weight === 0n) return;
      for (const [index, part] of parts.entries()) {
        const off = part * weight - whole * (shares[index] ?? 0n);
        assert.ok(off < weight && off > -weight);
        assert.ok(part >= 0n);
      }
    }),
    { numRuns: 500 },
  );
});

test('no spread part exceeds its weight if the weights add up to at least the amount', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(0n, 10n ** 9n), { minLength: 1, maxLength: 20 }),
      fc.bigInt(0n, 1_000n),
      (shares, portion) => {
        const whole = (shares.reduce((total, value) => total + value, 0n) * portion) / 1_000n;
        for (const [index, part] of spread(whole, shares).entries()) assert.ok(part <= (shares[index] ?? 0n));
      },
    ),
  );
});

test('the units that rounding leaves go to the largest remainders, not to the largest weights', () => {
  assert.deepEqual(spread(10n, [6n, 3n, 2n]), [5n, 3n, 2n]);
});

test('the earlier part gets the unit if remainders are equal', () => {
  assert.deepEqual(spread(1n, [1n, 1n]), [1n, 0n]);
  assert.deepEqual(spread(100n, [1n, 1n, 1n]), [34n, 33n, 33n]);
  assert.deepEqual(spread(7n, [0n, 0n]), [7n, 0n]);
  assert.deepEqual(spread(0n, []), []);
});

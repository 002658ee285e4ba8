import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyDigits } from '@tillhouse/core/money';
import { denominationsOf, sumOfPieces } from './denominations.ts';

test('lists notes and coins of a currency in minor units', () => {
  assert.deepEqual(denominationsOf('USD'), [10_000n, 5_000n, 2_000n, 1_000n, 500n, 200n, 100n, 50n, 25n, 10n, 5n, 1n]);
  assert.deepEqual(denominationsOf('JPY'), [10_000n, 5_000n, 2_000n, 1_000n, 500n, 100n, 50n, 10n, 5n, 1n]);
  assert.deepEqual(denominationsOf('KWD').slice(-3), [20n, 10n, 5n]);
});

test('each value is positive, listed once, largest first, and fits into a request', () => {
  const named =
    'USD EUR GBP CHF SEK NOK DKK PLN CZK JPY IDR INR AUD CAD SGD MYR THB PHP VND BRL MXN ZAR TRY AED SAR TND KWD';
  for (const currency of [...named.split(' '), 'KRW', 'XOF', 'BHD']) {
    const values = denominationsOf(currency);
    assert.ok(values.length > 8 && values.length <= 50, currency);
    assert.ok(
      values.every((value) => value > 0n),
      currency,
    );
    assert.deepEqual(
      values,
      [...new Set(values)].sort((one, other) => Number(other - one)),
      currency,
    );
  }
});

test('offers a series of 1, 2 and 5 for other currencies, from their smallest unit', () => {
  assert.equal(currencyDigits('HUF'), 2);
  const values = denominationsOf('HUF');
  assert.deepEqual(values.slice(0, 4), [100_000n, 50_000n, 20_000n, 10_000n]);
  assert.deepEqual(values.slice(-4), [10n, 5n, 2n, 1n]);
  assert.equal(values.length, 16);
});

test('adds pieces up exactly, and knows an empty drawer from one that is not counted', () => {
  assert.equal(sumOfPieces({ 10000: 3, 25: 7, 1: 3 }), 30_178n);
  assert.equal(sumOfPieces({ 50000000: 1_000_000 }), 50_000_000_000_000n);
  assert.equal(sumOfPieces({ 100: 0 }), 0n);
  assert.equal(sumOfPieces({}), undefined);
});

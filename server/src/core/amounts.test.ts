import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, formatPercent } from './amounts.ts';
import { languages } from './language.ts';

test('formats amounts with the separators of the language', () => {
  const of = (amount: bigint, currency: string) =>
    languages.map((language) => formatAmount(amount, currency, language));
  assert.deepEqual(of(1_250_00n, 'EUR'), ['1,250.00', '1.250,00', '1.250,00']);
  assert.deepEqual(of(-5n, 'EUR'), ['-0.05', '-0,05', '-0,05']);
  assert.deepEqual(of(1_250n, 'JPY'), ['1,250', '1.250', '1.250']);
});

test('formats a rate with the decimal separator of the language', () => {
  assert.deepEqual(
    languages.map((language) => formatPercent(82_500, language)),
    ['8.25 %', '8,25 %', '8,25 %'],
  );
  assert.equal(formatPercent(190_000, 'de'), '19 %');
});

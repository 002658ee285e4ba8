import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignFinder, decimalSignIn, withoutCurrency } from './number-style-rules.ts';

test('finds the decimal sign of a number that shows it', () => {
  const point = [
    '4.5',
    '0.500',
    '00.500',
    '.5',
    '1234.500',
    '1,234.50',
    '1,234.500',
    '1,234,567',
    '-0.250',
    '$ 4.50',
    '4.5000',
  ];
  const comma = ['4,5', '0,500', '1234,500', '1.234,5', '1.234.567', '4,50 €', 'EUR 4,50', 'Rp 12.000,00'];
  const neither = [
    '12.000',
    '12,000',
    '-1.250',
    '7',
    '',
    'x1,5',
    '1,2,3',
    '1.2.3',
    '1.234.56',
    '12,34,567.8',
    '1,234.567,8',
  ];
  for (const text of point) assert.equal(decimalSignIn(text), '.', text);
  for (const text of comma) assert.equal(decimalSignIn(text), ',', text);
  for (const text of neither) assert.equal(decimalSignIn(text), undefined, text);
  assert.equal(decimalSignIn(`${'1'.repeat(39)}.5`), undefined);
});

test('removes the sign of a currency before or behind a number only', () => {
  assert.deepEqual(['$4.50', 'Rp. 12', '4,50 EUR', 'EUR', 'VARIABLE', 'A4'].map(withoutCurrency), [
    '4.50',
    '12',
    '4,50',
    'EUR',
    'VARIABLE',
    'A4',
  ]);
});

test('finds the sign of each column, and none where the numbers contradict each other', () => {
  const finder = createSignFinder();
  finder.add(['Tea, 4.5', '12.000', '4.5', null, 4.5]);
  finder.add(['', '0.500', '4,5', '1,5']);
  assert.deepEqual(finder.signs(), [undefined, '.', undefined, ',']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyDigits } from '@tillhouse/core/money';
import { largestPriceIn, readAmount } from './amounts.ts';

/** The amount as a decimal, or the reason why the text is rejected. */
function read(text: string, tag: string, currency: string): string {
  const amount = readAmount(text, { tag, currency });
  if (amount.kind === 'amount')
    return (Number(amount.minor) / 10 ** currencyDigits(currency)).toFixed(currencyDigits(currency));
  return amount.kind === 'rejected' ? amount.reason : amount.kind;
}

type Case = [text: string, expected: string];
const cases = (tag: string, currency: string, expected: readonly Case[]) => {
  for (const [text, wanted] of expected)
    assert.equal(read(text, tag, currency), wanted, `“${text}” in ${tag} with ${currency}`);
};

test('reads separators by the language', () => {
  cases('id-ID', 'IDR', [
    ['12.500', '12500.00'],
    ['12500', '12500.00'],
    ['1.250.000', '1250000.00'],
    ['12.500,5', '12500.50'],
    ['12,5', '12.50'],
    ['1.5', 'ambiguous'],
    ['12.50', 'ambiguous'],
    ['12.5000', 'ambiguous'],
  ]);
  cases('en', 'USD', [
    ['12.5', '12.50'],
    ['12.50', '12.50'],
    ['.5', '0.50'],
    ['12.', '12.00'],
    ['1,250', '1250.00'],
    ['1,250.00', '1250.00'],
    ['1,250,000', '1250000.00'],
    ['0.05', '0.05'],
    ['007', '7.00'],
  ]);
  cases('de', 'EUR', [
    ['12,50', '12.50'],
    ['12,5', '12.50'],
    ['1,50', '1.50'],
    [',5', '0.50'],
    ['1.250,00', '1250.00'],
    ['1.250', '1250.00'],
    ['1.250.000', '1250000.00'],
    ['12.50', '12.50'],
    ['12.5', 'ambiguous'],
    ['0,125', 'decimals'],
    ['1.250,00 €', '1250.00'],
    ['12,-', '12.00'],
  ]);
  cases('hi', 'INR', [
    ['12,34,567.50', '1234567.50'],
    ['1,234,567.50', '1234567.50'],
    ['१२,३४,५६७.५०', '1234567.50'],
  ]);
});

test('rejects a text that can mean two amounts, and offers both', () => {
  cases('en', 'USD', [
    ['12.500', 'ambiguous'],
    ['1.000', 'ambiguous'],
    ['12.345', 'ambiguous'],
  ]);
  cases('en', 'JPY', [['12.500', 'ambiguous']]);
  cases('fr', 'EUR', [['12.500', 'ambiguous']]);
  const offered = (text: string, tag: string, currency: string) => {
    const amount = readAmount(text, { tag, currency });
    assert.equal(amount.kind, 'rejected');
    return amount.kind === 'rejected' ? amount.meanings : undefined;
  };
  assert.deepEqual(offered('12.500', 'en', 'USD'), [1_250n, 1_250_000n]);
  // 12.345 dollars is not offered: dollars have two decimals.
  assert.deepEqual(offered('12.345', 'en', 'USD'), [1_234_500n]);
  assert.deepEqual(offered('12,5', 'en', 'USD'), [1_250n]);
});

test('reads a foreign decimal separator before as many digits as the currency has decimals', () => {
  cases('en', 'EUR', [
    ['12,50', '12.50'],
    ['12,5', 'ambiguous'],
    ['12,', 'ambiguous'],
    ['1.250,00', '1250.00'],
    ['1.250.000', '1250000.00'],
  ]);
  cases('id-ID', 'USD', [
    ['12.50', '12.50'],
    ['12.5', 'ambiguous'],
    ['1,250.00', '1250.00'],
    ['12.500', '12500.00'],
  ]);
  // A separator that the language never uses for grouping.
  cases('fr', 'EUR', [
    ['12.5', '12.50'],
    ['12.50', '12.50'],
  ]);
  cases('en', 'JPY', [['12,50', 'decimals']]);
});

test('rejects more decimals than the currency has', () => {
  cases('en', 'JPY', [
    ['12.5', 'decimals'],
    ['12.00', 'decimals'],
    ['1,250', '1250'],
  ]);
  cases('en', 'USD', [
    ['0.125', 'decimals'],
    ['1234.567', 'decimals'],
    ['1,250.125', 'decimals'],
    ['12.5000', 'decimals'],
  ]);
  cases('en', 'KWD', [
    ['12.500', '12.500'],
    ['12,500', '12500.000'],
    ['1,250.125', '1250.125'],
    ['0.1255', 'decimals'],
  ]);
  cases('id', 'KWD', [
    ['12,500', '12.500'],
    ['12.500', '12500.000'],
  ]);
});

test('accepts spaces, apostrophes, currency signs and digits of other scripts', () => {
  cases('en', 'USD', [
    [' $12.50 ', '12.50'],
    ['USD 12.50', '12.50'],
    ['12.50 usd', '12.50'],
    ['$ 1,250.00', '1250.00'],
    ['+12.50', '12.50'],
    ["1'250.50", '1250.50'],
    ['1’250’000', '1250000.00'],
    ['1 250', '1250.00'],
    ['1\u00a0250.50', '1250.50'],
    ['1\u202f250.50', '1250.50'],
    ['\t12.50\n', '12.50'],
    ['١٢٫٥٠', '12.50'],
    ['١٬٢٥٠٫٥', '1250.50'],
    ['۱۲۵۰', '1250.00'],
    ['１，２５０．５０', '1250.50'],
    ['１２。５０', '12.50'],
    ['\u200f12.50\u200e', '12.50'],
    ['12.–', '12.00'],
    ['12.-', '12.00'],
  ]);
  cases('id-ID', 'IDR', [
    ['Rp 12.500', '12500.00'],
    ['Rp12.500,-', '12500.00'],
    ['Rp. 12.500,00', '12500.00'],
    ['Rp.500', '500.00'],
    ['IDR 12.500', '12500.00'],
  ]);
  cases('en', 'IDR', [['Rp12.500,-', '12500.00']]);
  cases('fr', 'EUR', [['1 250,50 €', '1250.50']]);
  cases('de-CH', 'CHF', [
    ["CHF 1'250.50", '1250.50'],
    ['5.–', '5.00'],
  ]);
  cases('ja', 'JPY', [
    ['￥1,250', '1250'],
    ['¥１２５０', '1250'],
  ]);
  cases('ar-EG', 'EGP', [
    ['١٢٫٥٠', '12.50'],
    ['١٬٢٥٠', '1250.00'],
    ['12.5', '12.50'],
  ]);
});

test('rejects a text that is not an amount', () => {
  const words = [
    'abc',
    '12a',
    '1 2',
    '12 50',
    '1.2.3',
    '12,50,00',
    '1,25.00',
    '--5',
    '5%',
    '1e5',
    '½',
    '5²',
    '.',
    ',',
    '-',
    '$',
    '$$5',
  ];
  for (const text of [
    ...words,
    '€5',
    '5€50',
    '(5)',
    '1.250.00',
    '12.5.',
    '1,250.5.5',
    '9'.repeat(61),
    "1'25",
    "1 250'000",
  ])
    assert.equal(read(text, 'en', 'USD'), 'notANumber', text);
  cases('en', 'USD', [
    ['', 'empty'],
    [' \u00a0', 'empty'],
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['$-5', 'negative'],
    ['-$5', 'negative'],
    ['5-', 'negative'],
    ['0', '0.00'],
    // A barcode scanned into the price field.
    ['40063813339314006', 'tooLarge'],
  ]);
});

test('rejects an amount above the maximum', () => {
  const of = (text: string, max: bigint) => readAmount(text, { tag: 'en', currency: 'USD', max }).kind;
  assert.deepEqual([of('5', 500n), of('5.01', 500n)], ['amount', 'rejected']);
  assert.equal(largestPriceIn('USD'), 999_999_999_999n);
  assert.equal(read('4006381333931', 'en', 'USD'), '4006381333931.00');
  assert.deepEqual(readAmount('4006381333931', { tag: 'en', currency: 'USD', max: largestPriceIn('USD') }), {
    kind: 'rejected',
    reason: 'tooLarge',
  });
});

test('reads an amount below 0 only where one is allowed', () => {
  const of = (text: string, isSigned: boolean) => {
    const amount = readAmount(text, { tag: 'en', currency: 'USD', max: 500n, isSigned });
    return amount.kind === 'amount' ? amount.minor : amount.kind === 'rejected' && amount.reason;
  };
  assert.deepEqual([of('-5', true), of('-5.01', true), of('-5', false)], [-500n, 'tooLarge', 'negative']);
});

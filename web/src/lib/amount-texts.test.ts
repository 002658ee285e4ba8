import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyDigits, largestAmount } from '@tillhouse/core/money';
import fc from 'fast-check';
import { languages } from '../language/texts.ts';
import { type Amount, currencySign, formatAmount, formatMoney, readAmount } from './amounts.ts';

test('formats an amount as the language does', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ');
  assert.deepEqual([formatAmount(1_250n, 'de', 'EUR'), formatAmount(125_000n, 'de', 'EUR')], ['12,50', '1.250,00']);
  assert.equal(plain(formatMoney(125_000n, 'de', 'EUR')), '1.250,00 €');
  assert.equal(plain(formatMoney(-1_250n, 'de', 'EUR')), '-12,50 €');
});

test('puts the currency sign where the language puts it', () => {
  assert.deepEqual(currencySign('en', 'USD'), { sign: '$', isBefore: true });
  assert.deepEqual(currencySign('id', 'IDR'), { sign: 'Rp', isBefore: true });
  assert.deepEqual(currencySign('de', 'EUR'), { sign: '€', isBefore: false });
});

const tags = [
  ...Object.values(languages).map(({ tag }) => tag),
  'id-ID',
  'fr',
  'de-CH',
  'ar',
  'ar-EG',
  'fa',
  'hi',
  'ja',
  'es',
  'en-IN',
];
const currencies = ['USD', 'EUR', 'IDR', 'JPY', 'KRW', 'KWD', 'TND', 'CHF', 'INR', 'EGP', 'CLF'];
const minors = fc.oneof(fc.bigInt(0n, 100_000n), fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, largestAmount));
const isSame = (amount: Amount, minor: bigint) => amount.kind === 'amount' && amount.minor === minor;

test('reads a formatted amount back as the same amount, in every language and currency', () => {
  for (const tag of tags)
    for (const currency of currencies)
      fc.assert(
        fc.property(minors, (minor) => {
          for (const shown of [formatAmount(minor, tag, currency), formatMoney(minor, tag, currency)])
            assert.ok(isSame(readAmount(shown, { tag, currency }), minor), `${shown} in ${tag} with ${currency}`);
        }),
        { numRuns: 100 },
      );
});

const anything = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789.,' -+$€%٫٬٣۴５\u00a0\u202fRpUSD") }),
  fc.string(),
  fc.tuple(fc.nat(99_999), fc.constantFrom('.', ',', ' ', "'"), fc.nat(99_999)).map((parts) => parts.join('')),
);

test('never throws for random text, and keeps the typed digits of what it accepts', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom(...tags), fc.constantFrom(...currencies), (text, tag, currency) => {
      const amount = readAmount(text, { tag, currency });
      if (amount.kind !== 'amount') return;
      assert.ok(amount.minor >= 0n && amount.minor <= largestAmount);
      // No digit is lost or added: 7.5 is never 75.
      const typed = text.replace(/\P{Nd}/gu, '').length;
      const shown = amount.minor.toString().length;
      const digits = currencyDigits(currency);
      assert.ok(shown <= typed + digits, `${text} is ${amount.minor}`);
      assert.ok(isSame(readAmount(formatAmount(amount.minor, tag, currency), { tag, currency }), amount.minor));
    }),
    { numRuns: 5_000 },
  );
});

test('reads a text with one separator as the same amount in all languages, unless it is the usual notation of one', () => {
  fc.assert(
    fc.property(fc.nat(9_999), fc.constantFrom('.', ','), fc.nat({ max: 9_999 }), (whole, sign, fraction) => {
      const text = `${whole}${sign}${fraction}`;
      const [english, indonesian] = [
        readAmount(text, { tag: 'en', currency: 'USD' }),
        readAmount(text, { tag: 'id', currency: 'USD' }),
      ];
      if (english.kind !== 'amount' || indonesian.kind !== 'amount' || english.minor === indonesian.minor) return;
      assert.fail(`${text} is ${english.minor} and ${indonesian.minor}`);
    }),
  );
});

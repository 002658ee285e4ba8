import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { languages } from '../language/texts.ts';
import {
  formatNumber,
  type NumberRules,
  percentDigits,
  readDecimalNumber,
  readPercent,
  readQuantity,
  type TypedNumber,
} from './quantities.ts';

const formatted = (read: TypedNumber) =>
  read.kind === 'number' ? read.value : read.kind === 'rejected' ? read.reason : read.kind;
const quantity = (text: string, tag = 'en', rules: Partial<NumberRules> = {}) =>
  formatted(readQuantity(text, { tag, ...rules }));
const percent = (text: string, tag = 'en') => formatted(readPercent(text, { tag }));

test('accepts whole quantities only: 7.5 is rejected and never read as 75', () => {
  for (const tag of ['en', 'id', 'de', 'fr', 'de-CH'])
    for (const text of ['7.5', '7,5', '7.0', '0.5', ',5'])
      assert.equal(quantity(text, tag), 'decimals', `${text} in ${tag}`);
  assert.equal(quantity('75'), 75);
  assert.equal(quantity(''), 'empty');
});

test('reads a thousand by the language, and rejects it where it can be a decimal', () => {
  assert.deepEqual(
    [quantity('1,500'), quantity('1.500', 'id'), quantity('1.500', 'de'), quantity('1 500', 'fr')],
    [1_500, 1_500, 1_500, 1_500],
  );
  assert.deepEqual(
    [quantity('1.500'), quantity('1,500', 'id'), quantity('1.500', 'fr')],
    ['ambiguous', 'ambiguous', 'ambiguous'],
  );
  assert.deepEqual([quantity('١٥'), quantity('１５'), quantity('۱۵')], [15, 15, 15]);
});

test('keeps a quantity within its bounds', () => {
  assert.deepEqual(
    [quantity('-1'), quantity('0', 'en', { min: 1 }), quantity('4', 'en', { max: 3 })],
    ['negative', 'tooSmall', 'tooLarge'],
  );
  assert.deepEqual([quantity('-25', 'en', { min: -1_000 }), quantity('−25', 'en', { min: -1_000 })], [-25, -25]);
  assert.equal(quantity('4006381333931'), 'tooLarge');
  assert.equal(quantity('ten'), 'notANumber');
  assert.equal(quantity('5%'), 'notANumber');
});

test('reads numbers of up to a thousand million', () => {
  assert.deepEqual([quantity('1000000000'), quantity('1000000001')], [1_000_000_000, 'tooLarge']);
});

test('offers only meanings within the bounds', () => {
  const meanings = (rules: Partial<NumberRules>) => {
    const read = readDecimalNumber('1.500', { tag: 'en', digits: 2, ...rules });
    return read.kind === 'rejected' ? read.meanings : read.kind;
  };
  assert.deepEqual(meanings({ min: 1.5, max: 1_500 }), [1.5, 1_500]);
  assert.deepEqual([meanings({ min: 1.6 }), meanings({ max: 1_499 })], [[1_500], [1.5]]);
});

test('formats a number without decimals unless it is told otherwise', () => {
  assert.deepEqual([formatNumber(1.4, 'en'), formatNumber(1.5, 'id', 1)], ['1', '1,5']);
  assert.deepEqual(
    [0, 10, 0.5, 0.000_001, 8.875].map((value) => formatNumber(value, 'de', 6)),
    ['0', '10', '0,5', '0,000001', '8,875'],
  );
});

test('reads a percentage with or without its sign', () => {
  assert.deepEqual(
    [percent('10%'), percent('10 %'), percent('12.5'), percent('12,5 %', 'id'), percent('7,5 %', 'de')],
    [10, 10, 12.5, 12.5, 7.5],
  );
  assert.deepEqual([percent('100'), percent('100.1'), percent('-1')], [100, 'tooLarge', 'negative']);
  assert.deepEqual([percent('8.125'), percent('8.12345'), percent('8,1')], [8.125, 'decimals', 'ambiguous']);
  assert.deepEqual([percent('٪١٠'), percent('$10')], [10, 'notANumber']);
});

test('accepts more decimals for rates', () => {
  const rate = (text: string, tag: string) => formatted(readDecimalNumber(text, { tag, digits: 6 }));
  assert.deepEqual([rate('0.0001', 'en'), rate('0,0001', 'id'), rate('0.0001', 'id')], [0.000_1, 0.000_1, 'ambiguous']);
});

test('reads a formatted number back as the same number', () => {
  const tags = [...Object.values(languages).map(({ tag }) => tag), 'fr', 'de-CH', 'ar-EG', 'hi', 'ja'];
  fc.assert(
    fc.property(fc.constantFrom(...tags), fc.nat(1_000_000_000), fc.nat(1_000_000), (tag, whole, part) => {
      assert.equal(quantity(formatNumber(whole, tag), tag), whole);
      assert.equal(percent(formatNumber(part / 10_000, tag, percentDigits), tag), part / 10_000);
      assert.equal(
        formatted(readDecimalNumber(formatNumber(part / 1_000_000, tag, 6), { tag, digits: 6 })),
        part / 1_000_000,
      );
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalOf, isSameNumber, readNumeral } from './numerals.ts';

test('treats a typed number as the same as the shown one if only zero decimals differ', () => {
  for (const typed of ['12.50', '12.5']) assert.ok(isSameNumber(typed, '12.50'), typed);
  for (const typed of ['12', '12.', '12.0', '12.00', ' 12 ']) assert.ok(isSameNumber(typed, '12.00'), typed);
  for (const [typed, shown] of [
    ['12500', '12,500.00'],
    ['$12.50', '12.50'],
    ['12,50', '12.50'],
    ['1', '12.00'],
    ['', '0.00'],
    [' ', '0.00'],
    ['12', '12.05'],
  ] as const)
    assert.ok(!isSameNumber(typed, shown), typed);
});

test('writes units with all their decimals', () => {
  assert.deepEqual(
    [decimalOf(5n, 2), decimalOf(-150n, 2), decimalOf(7n, 0), decimalOf(0n, 3)],
    ['0.05', '-1.50', '7', '0.000'],
  );
});

test('accepts one unit and one sign around a number', () => {
  const read = (text: string) => readNumeral(text, { tag: 'en', digits: 2, units: ['€', 'EUR', '$', 'US$'] }).kind;
  for (const text of ['€ 5', '5 EUR', '5 US$', '5 $', 'eur5', '-€5', '€-5', '5 € -'])
    assert.equal(read(text), 'number', text);
  for (const text of ['€ 5 €', '€€5', '+-5', '-5-', 'E5', '5 USD']) assert.equal(read(text), 'rejected', text);
});

test('takes the longest unit, and the sign with or without a space', () => {
  const read = (text: string) => readNumeral(text, { tag: 'en', digits: 2, units: ['R', 'Rp'] });
  for (const [text, units] of [
    ['Rp5', 500n],
    ['R 5', 500n],
    ['+5', 500n],
    ['+ 5 Rp', 500n],
    ['- 5', -500n],
    ['５．２５－', -525n],
  ] as const)
    assert.deepEqual(read(text), { kind: 'number', units }, text);
  for (const text of ['', ' ', '\u00a0\u200b', '\u3000']) assert.deepEqual(read(text), { kind: 'empty' });
});

test('reads a single separator by the number of allowed decimals', () => {
  const read = (digits: number) => readNumeral('12.500', { tag: 'en', digits });
  assert.deepEqual(read(3), { kind: 'number', units: 12_500n });
  assert.deepEqual(read(4), { kind: 'number', units: 125_000n });
  assert.deepEqual(read(0), { kind: 'rejected', reason: 'ambiguous', meanings: [12_500n] });
});

test('reads up to sixty characters', () => {
  const kind = (length: number) => readNumeral('1'.repeat(length), { tag: 'en', digits: 0 }).kind;
  assert.deepEqual([kind(60), kind(61)], ['number', 'rejected']);
});

test('reads groups of the language or of three digits, the first one of at least one digit and without a leading zero', () => {
  const read = (text: string, tag = 'en') => {
    const found = readNumeral(text, { tag, digits: 2 });
    return found.kind === 'number' ? Number(found.units) / 100 : found.kind;
  };
  assert.deepEqual(
    ['1,234', '123,456', '1234,567', ',234,567', '0,234,567', '1,23,456'].map((text) => read(text)),
    [1_234, 123_456, 'rejected', 'rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual(
    ['1,23,456', '12,34,567', '123,45,678', '1,2345,678'].map((text) => read(text, 'en-IN')),
    [123_456, 1_234_567, 'rejected', 'rejected'],
  );
});

test('reads the digits of other scripts from their zero to their nine, and no neighbours', () => {
  const read = (text: string) => {
    const found = readNumeral(text, { tag: 'en', digits: 0 });
    return found.kind === 'number' ? Number(found.units) : found.kind;
  };
  for (const zero of [0x0660, 0x06f0, 0x0966]) {
    const digits = Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit));
    assert.deepEqual(digits.map(read), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.equal(read(`1${String.fromCodePoint(zero - 1)}`), 'rejected');
    assert.equal(read(`1${String.fromCodePoint(zero + 10)}`), 'rejected');
  }
  const inBengali = readNumeral('১০৯', { tag: 'bn', digits: 0 });
  assert.deepEqual(inBengali, { kind: 'number', units: 109n }, 'the digits of the language itself');
});

test('an abbreviated unit may end in a dot, a code of three letters may not', () => {
  const read = (text: string) => {
    const found = readNumeral(text, { tag: 'en', digits: 2, units: ['Rp', 'IDR'] });
    return found.kind === 'number' ? Number(found.units) : found.kind;
  };
  assert.deepEqual(['Rp.50', 'Rp50', 'IDR.50', 'IDR50'].map(read), [5_000, 5_000, 50, 5_000]);
});

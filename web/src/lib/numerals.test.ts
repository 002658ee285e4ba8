import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalOf, isSameNumber, readNumeral } from './numerals.ts';

test('treats a typed number as the same as the shown one if only zero decimals differ', () => {
  for (const typed of ['12.50', '12.5']) assert.ok(isSameNumber(typed, '12.50'), typed);
  for (const typed of ['12', '12.', '12.0', '12.00']) assert.ok(isSameNumber(typed, '12.00'), typed);
  for (const [typed, shown] of [
    ['12500', '12,500.00'],
    ['$12.50', '12.50'],
    ['12,50', '12.50'],
    ['1', '12.00'],
    ['', '0.00'],
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
  const read = (text: string) => readNumeral(text, { tag: 'en', digits: 2, units: ['€', 'EUR'] }).kind;
  for (const text of ['€ 5', '5 EUR', 'eur5', '-€5', '€-5', '5 € -']) assert.equal(read(text), 'number', text);
  for (const text of ['€ 5 €', '€€5', '+-5', '-5-', 'E5', '5 USD']) assert.equal(read(text), 'rejected', text);
});

test('reads a single separator by the number of allowed decimals', () => {
  const read = (digits: number) => readNumeral('12.500', { tag: 'en', digits });
  assert.deepEqual(read(3), { kind: 'number', units: 12_500n });
  assert.deepEqual(read(4), { kind: 'number', units: 125_000n });
  assert.deepEqual(read(0), { kind: 'rejected', reason: 'ambiguous', meanings: [12_500n] });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalOf, readNumeral, saysTheSame } from './numerals.ts';

test('a number says the same as what is shown but for decimals that are zero', () => {
  for (const typed of ['12.50', '12.5']) assert.ok(saysTheSame(typed, '12.50'), typed);
  for (const typed of ['12', '12.', '12.0', '12.00']) assert.ok(saysTheSame(typed, '12.00'), typed);
  for (const [typed, shown] of [
    ['12500', '12,500.00'],
    ['$12.50', '12.50'],
    ['12,50', '12.50'],
    ['1', '12.00'],
    ['', '0.00'],
  ] as const)
    assert.ok(!saysTheSame(typed, shown), typed);
});

test('units are written with all of their decimals', () => {
  assert.deepEqual([decimalOf(5n, 2), decimalOf(-150n, 2), decimalOf(7n, 0), decimalOf(0n, 3)], ['0.05', '-1.50', '7', '0.000']);
});

test('one unit and one sign may stand around a number', () => {
  const read = (text: string) => readNumeral(text, { tag: 'en', digits: 2, units: ['€', 'EUR'] }).kind;
  for (const text of ['€ 5', '5 EUR', 'eur5', '-€5', '€-5', '5 € -']) assert.equal(read(text), 'number', text);
  for (const text of ['€ 5 €', '€€5', '+-5', '-5-', 'E5', '5 USD']) assert.equal(read(text), 'refused', text);
});

test('the decimals that are allowed decide what a lone sign may mean', () => {
  const read = (digits: number) => readNumeral('12.500', { tag: 'en', digits });
  assert.deepEqual(read(3), { kind: 'number', units: 12_500n });
  assert.deepEqual(read(4), { kind: 'number', units: 125_000n });
  assert.deepEqual(read(0), { kind: 'refused', why: 'ambiguous', meanings: [12_500n] });
});

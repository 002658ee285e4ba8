import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUp, inCash } from './cash-rules.ts';

test('adds amounts up without the errors of binary fractions', () => {
  assert.equal(addUp('EUR', 0.3, -0.1, -0.2), 0);
  assert.equal(addUp('EUR', 10.03, 0.02), 10.05);
  assert.equal(addUp('JPY', 100, -1), 99);
  assert.equal(addUp('KWD', 0.001, 0.002), 0.003);
});

test('a number that is no amount of the currency counts nothing', () => {
  assert.deepEqual([addUp('JPY', 100, 0.5), addUp('EUR', Number.NaN, 1)], [100, 1]);
});

test('cash is rounded half up, and what is too much is returned exactly', () => {
  const rounded = { currency: 'EUR', cash_rounding: 0.05 };
  assert.deepEqual(
    [9.97, 9.98, 9.975, 0, -0.02].map((rest) => inCash(rest, rounded)),
    [9.95, 10, 0, 0, -0.02],
  );
  assert.equal(inCash(9.98, { ...rounded, cash_rounding: null }), 9.98);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUp } from './cash-rules.ts';

test('adds amounts up without the errors of binary fractions', () => {
  assert.equal(addUp('EUR', 0.3, -0.1, -0.2), 0);
  assert.equal(addUp('EUR', 10.03, 0.02), 10.05);
  assert.equal(addUp('JPY', 100, -1), 99);
  assert.equal(addUp('KWD', 0.001, 0.002), 0.003);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionsOf } from './product-choice-rules.ts';

test('offers the found products, and the chosen one once', () => {
  const [mug, tea, milk] = ['mug', 'tea', 'milk'].map((id) => ({ id }));
  assert.ok(mug !== undefined && tea !== undefined && milk !== undefined);
  assert.deepEqual(optionsOf(undefined, [mug, tea]), [mug, tea]);
  assert.deepEqual(optionsOf(milk, [mug, tea]), [milk, mug, tea]);
  assert.deepEqual(optionsOf(tea, [mug, tea]), [mug, tea]);
  assert.deepEqual(optionsOf(tea, []), [tea]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyList, keyOf, type ListDraft, putBack, withExpected, withoutProducts } from './draft-rules.ts';

const line = (product_id: string, quantity: number) => ({ product_id, name: product_id, sku: product_id, quantity });
const counted: ListDraft = {
  lines: [line('mug', 3), line('tea', 4)],
  reason: 'November',
  from: 'main',
  expected: { [keyOf('main', 'mug')]: 5, [keyOf('main', 'tea')]: 6, [keyOf('shed', 'mug')]: 1 },
};

test('the expected stock of a product that is counted again is unknown until it is read', () => {
  const key = keyOf('main', 'mug');
  const unknown = withExpected(counted, key, undefined);
  assert.deepEqual(Object.keys(unknown.expected), ['main tea', 'shed mug']);
  assert.deepEqual(withExpected(unknown, key, 0).expected[key], 0);
});

test('what was sent leaves the list with its expected stock in each warehouse', () => {
  const { lines, expected, reason, from } = withoutProducts(counted, new Set(['mug']));
  assert.deepEqual([lines, expected, reason, from], [[line('tea', 4)], { 'main tea': 6 }, 'November', 'main']);
});

test('a cleared list comes back below what was scanned since then', () => {
  const now = { ...emptyList, lines: [line('tea', 1), line('jar', 1)], expected: { 'main tea': 9 } };
  const { lines, expected, reason } = putBack(now, counted);
  assert.deepEqual(lines, [line('tea', 1), line('jar', 1), line('mug', 3)]);
  assert.deepEqual(expected, { 'main mug': 5, 'main tea': 9, 'shed mug': 1 });
  assert.equal(reason, '');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  emptyList,
  keyOf,
  type ListDraft,
  putBack,
  sentBefore,
  withExpected,
  withoutDone,
  withoutProducts,
  withSent,
} from './draft-rules.ts';

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

test('the reason stays until the last product is done', () => {
  const one = withoutDone(counted, 'mug');
  assert.deepEqual([one.lines, one.reason], [[line('tea', 4)], 'November']);
  const none = withoutDone(one, 'tea');
  assert.deepEqual([none.lines, none.reason, none.from, none.expected], [[], '', 'main', {}]);
});

test('a cleared list comes back below what was scanned since then', () => {
  const now = { ...emptyList, lines: [line('tea', 1), line('jar', 1)], expected: { 'main tea': 9 } };
  const { lines, expected, reason } = putBack(now, counted);
  assert.deepEqual(lines, [line('tea', 1), line('jar', 1), line('mug', 3)]);
  assert.deepEqual(expected, { 'main mug': 5, 'main tea': 9, 'shed mug': 1 });
  assert.equal(reason, '');
});

test('a line keeps its request until the outcome is certain, and repeats it for six days', () => {
  const sent = { idempotencyKey: 'k', body: { quantity: 3 }, sent_at: '2026-11-20T12:00:00.000Z' };
  const sending = withSent(withSent(counted, 'mug', sent), 'tea', { ...sent, idempotencyKey: 'other' });
  assert.deepEqual(
    sending.lines.map((each) => each.sent?.idempotencyKey),
    ['k', 'other'],
  );
  const certain = withSent(sending, 'mug', undefined);
  assert.deepEqual(certain.lines, [line('mug', 3), { ...line('tea', 4), sent: { ...sent, idempotencyKey: 'other' } }]);
  const isRepeated = (at: string) => sentBefore({ sent }, new Date(at)) === sent;
  assert.deepEqual([isRepeated('2026-11-26T11:59:59.999Z'), isRepeated('2026-11-26T12:00:00.000Z')], [true, false]);
  assert.equal(sentBefore({}, new Date()), undefined);
});

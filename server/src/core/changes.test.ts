import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesIn } from './changes.ts';

const present = { name: 'Tea', price: 10n, images: ['a', 'b'], barcode: null as string | null };

test('reports only values that differ', () => {
  assert.deepEqual(changesIn(present, { name: 'Tea', price: 11n, barcode: '1' }), { price: 11n, barcode: '1' });
  assert.deepEqual(changesIn(present, { images: ['b', 'a'] }), { images: ['b', 'a'] });
});

test('reports no change for equal values', () => {
  assert.equal(changesIn(present, {}), undefined);
  assert.equal(changesIn(present, { name: 'Tea', price: 10n, images: ['a', 'b'], barcode: null }), undefined);
});

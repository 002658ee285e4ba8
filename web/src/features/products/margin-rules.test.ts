import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marginOf } from './margin-rules.ts';

const euros = { price: 11.9, cost: 7, currency: 'EUR', tax_rate: 19 };

test('takes the tax out of a price that includes it', () => {
  assert.deepEqual(marginOf({ ...euros, tax_mode: 'inclusive' }), { profit: 3, percent: 30 });
});

test('ignores a tax that is added to the price', () => {
  assert.deepEqual(marginOf({ ...euros, price: 10, tax_mode: 'exclusive' }), { profit: 3, percent: 30 });
  assert.deepEqual(marginOf({ ...euros, price: 12, cost: 7.5, tax_mode: 'none' }), { profit: 4.5, percent: 37.5 });
});

test('gives a negative margin below cost, and no percentage of nothing', () => {
  assert.deepEqual(marginOf({ ...euros, price: 5, cost: 6, tax_mode: 'none' }), { profit: -1, percent: -20 });
  assert.deepEqual(marginOf({ ...euros, price: 0.01, cost: 0, tax_mode: 'none' }), { profit: 0.01, percent: 100 });
  assert.deepEqual(marginOf({ ...euros, price: 0, cost: 6, tax_mode: 'none' }), { profit: -6, percent: null });
});

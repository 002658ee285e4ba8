import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, type Paying, payingBy, quickCash, restOf, tenderOf } from './paying.ts';

const split: Paying = {
  parts: [
    { method: 'card', amount: 20 },
    { method: 'points', amount: 0.1 },
  ],
  method: 'cash',
  received: 20,
};

test('computes the rest after the parts exactly in minor units', () => {
  assert.equal(restOf(30.3, split, 'EUR'), 10.2);
  assert.equal(changeOf(30.3, split, 'EUR'), 9.8);
  assert.equal(changeOf(1.234, { ...payingBy('cash'), received: 2 }, 'TND'), 0.766);
  assert.equal(changeOf(30.3, { ...split, received: 10 }, 'EUR'), -0.2);
  assert.equal(changeOf(30.3, payingBy('cash'), 'EUR'), undefined);
  assert.equal(changeOf(30.3, { ...payingBy('card'), received: 50 }, 'EUR'), undefined);
});

test('sends a single method as such, several as payments, and cash as it was received', () => {
  assert.deepEqual(tenderOf(5, payingBy('card'), 'EUR'), { payment_method: 'card' });
  assert.deepEqual(tenderOf(5, { ...payingBy('cash'), received: 10 }, 'EUR'), {
    payment_method: 'cash',
    amount_tendered: 10,
  });
  assert.deepEqual(tenderOf(30.3, split, 'EUR').payments, [...split.parts, { method: 'cash', amount: 20 }]);
  assert.deepEqual(tenderOf(30.3, { ...split, received: undefined }, 'EUR').payments?.at(-1), {
    method: 'cash',
    amount: 10.2,
  });
  assert.deepEqual(tenderOf(20.1, split, 'EUR').payments, split.parts);
});

test('suggests round amounts of cash above the amount due', () => {
  assert.deepEqual(quickCash(8.2, 'EUR'), [9, 10, 20, 50]);
  assert.deepEqual(quickCash(50, 'EUR'), [60, 100, 200, 500]);
  assert.deepEqual(quickCash(12_500, 'IDR'), [14_000, 15_000, 20_000, 50_000]);
  assert.deepEqual(quickCash(0, 'EUR'), []);
  for (const [due, currency] of [
    [0.05, 'EUR'],
    [99.99, 'USD'],
    [1_234, 'JPY'],
    [3.075, 'KWD'],
  ] as const)
    for (const amount of quickCash(due, currency)) assert.ok(amount > due, `${amount} for ${due} ${currency}`);
});

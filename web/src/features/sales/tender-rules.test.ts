import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, firstTender, methodsInOrder, methodsWithPointsLast } from './tender-rules.ts';

test('begins with the first method of the shop', () => {
  assert.deepEqual(firstTender(['card', 'cash']), { method: 'card', received: undefined });
  assert.deepEqual(firstTender([]), { method: 'cash', received: undefined });
});

test('sends the received amount of cash only', () => {
  assert.deepEqual(bodyOf({ method: 'cash', received: 20 }), { payment_method: 'cash', amount_tendered: 20 });
  assert.deepEqual(bodyOf({ method: 'cash', received: undefined }), { payment_method: 'cash' });
  assert.deepEqual(bodyOf({ method: 'card', received: 20 }), { payment_method: 'card' });
});

test('offers points for a sale with a customer, in a shop where they have a value', () => {
  const worth = { hasCustomer: true, point_value: 0.01 };
  for (const [methods, rules, inOrder, pointsLast] of [
    [['points', 'cash'], worth, 'points cash', 'cash points'],
    [['cash', 'card'], worth, 'cash card points', 'cash card points'],
    [['points', 'cash'], { ...worth, hasCustomer: false }, 'cash', 'cash'],
    [['points', 'cash'], { ...worth, point_value: 0 }, 'cash', 'cash'],
    [['card'], { ...worth, point_value: 0 }, 'card', 'card'],
  ] as const) {
    assert.equal(methodsInOrder(methods, rules).join(' '), inOrder);
    assert.equal(methodsWithPointsLast(methods, rules).join(' '), pointsLast);
  }
});

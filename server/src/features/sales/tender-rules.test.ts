import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashTooLittle, paidTooLittle, paidTooMuch, paymentsFault } from './tender-rules.ts';

const cash = (amount: bigint) => ({ method: 'cash' as const, amount });
const card = (amount: bigint) => ({ method: 'card' as const, amount });

test('payments pay the total exactly, or more in cash', () => {
  assert.equal(paymentsFault([card(1_003n)], 1_003n, null), undefined);
  assert.equal(paymentsFault([card(1_000n), cash(3n)], 1_003n, null), undefined);
  assert.equal(paymentsFault([cash(2_000n)], 1_003n, null), undefined);
  assert.equal(paymentsFault([card(1_002n)], 1_003n, null), paidTooLittle);
  assert.equal(paymentsFault([card(1_004n)], 1_003n, null), paidTooMuch);
  assert.equal(paymentsFault([card(1_004n), cash(1n)], 1_003n, null), paidTooMuch);
});

test('cash is the total or the rounded total, and what lies between does not reach the rounded one', () => {
  // 10.03 is 10.05 in coins of 0.05.
  assert.equal(paymentsFault([cash(1_002n)], 1_003n, 5n), paidTooLittle);
  assert.equal(paymentsFault([cash(1_003n)], 1_003n, 5n), undefined);
  assert.equal(paymentsFault([cash(1_004n)], 1_003n, 5n), cashTooLittle);
  assert.equal(paymentsFault([cash(1_005n)], 1_003n, 5n), undefined);
  // 10.02 is 10.00.
  assert.equal(paymentsFault([cash(1_000n)], 1_002n, 5n), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountOf, cashOf, methodsOf, varianceText } from './variance.ts';

const cash = { method: 'cash', amount: 5 } as const;
const card = { method: 'card', amount: 0 } as const;

test('says whether a drawer is short, over or exact', () => {
  assert.deepEqual(varianceText(-2.5), { text: 'shifts.short', amount: 2.5 });
  assert.deepEqual(varianceText(0.01), { text: 'shifts.over', amount: 0.01 });
  assert.deepEqual(varianceText(0), { text: 'shifts.exact', amount: 0 });
});

test('tells an amount of 0 from a missing one', () => {
  assert.equal(amountOf([cash, card], 'card'), 0);
  assert.equal(amountOf([cash], 'card'), undefined);
  assert.equal(amountOf(null, 'cash'), undefined);
});

test('the cash of a count is that of no other method', () => {
  assert.equal(cashOf([card, cash]), 5);
  assert.equal(
    cashOf([
      { ...card, amount: 7 },
      { ...cash, amount: 0 },
    ]),
    0,
  );
});

test('lists each method once, in order', () => {
  assert.deepEqual(methodsOf([cash], null, [card, cash]), ['cash', 'card']);
});

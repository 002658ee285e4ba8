import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCash } from '../sales/cash-rules.ts';
import {
  changeOf,
  isPaid,
  isPart,
  type Paying,
  payingBy,
  restOf,
  roundingOf,
  tenderOf,
  withoutPart,
  withPart,
} from './paying.ts';

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
  assert.equal(changeOf(30.3, split, { currency: 'EUR', cash_rounding: null }), 9.8);
  assert.equal(changeOf(1.234, { ...payingBy('cash'), received: 2 }, { currency: 'TND', cash_rounding: null }), 0.766);
  assert.equal(changeOf(30.3, { ...split, received: 10 }, { currency: 'EUR', cash_rounding: null }), -0.2);
  assert.equal(changeOf(30.3, payingBy('cash'), { currency: 'EUR', cash_rounding: null }), undefined);
  assert.equal(
    changeOf(30.3, { ...payingBy('card'), received: 50 }, { currency: 'EUR', cash_rounding: null }),
    undefined,
  );
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
  assert.deepEqual(tenderOf(20.5, { ...split, received: undefined }, 'EUR').payments?.at(-1)?.amount, 0.4);
  assert.deepEqual(tenderOf(5, { ...payingBy('card'), received: 10 }, 'EUR'), { payment_method: 'card' });
});

test('rounds cash as one amount, also if parts have paid all of it', () => {
  const rounded = { currency: 'EUR', cash_rounding: 0.05 };
  const paid: Paying = { parts: [{ method: 'cash', amount: 9.98 }], method: 'cash', received: 0.1 };
  assert.equal(changeOf(9.98, paid, rounded), 0.08);
  assert.equal(changeOf(9.98, paid, { ...rounded, cash_rounding: null }), 0.1);
});

test('a sale is paid if no cash is missing, and its parts are at most the total', () => {
  const cash = (received?: number): Paying => ({ ...payingBy('cash'), received });
  const parts = (amount: number): Paying => ({ ...payingBy('card'), parts: [{ method: 'card', amount }] });
  for (const [paying, expected] of [
    [cash(), true],
    [cash(10), true],
    [cash(9.99), false],
    [cash(10.01), true],
    [payingBy('card'), true],
    [parts(10), true],
    [parts(10.01), false],
    [{ ...parts(10.01), ...cash(20), parts: parts(10.01).parts }, false],
  ] as const)
    assert.equal(isPaid(10, paying, { currency: 'EUR', cash_rounding: null }), expected, JSON.stringify(paying));
});

test('a part is more than nothing and less than the rest', () => {
  const amounts = [undefined, 0, 0.01, 9.99, 10, -1];
  assert.deepEqual(
    amounts.map((amount) => isPart(amount, 10)),
    [false, false, true, true, false, false],
  );
  const one = withPart({ ...payingBy('card'), received: 5 }, 4);
  assert.deepEqual(one, { ...payingBy('card'), parts: [{ method: 'card', amount: 4 }] });
  const two = withPart({ ...one, method: 'cash' }, 3);
  assert.deepEqual(two.parts, [...one.parts, { method: 'cash', amount: 3 }]);
  assert.deepEqual(withoutPart(two, 0).parts, [{ method: 'cash', amount: 3 }]);
  assert.deepEqual(withoutPart(two, 1).parts, one.parts);
});

test('rounds the rest in cash, and gives change from the rounded amount', () => {
  const francs = { currency: 'CHF', cash_rounding: 0.05 };
  const cash = (received: number): Paying => ({ ...payingBy('cash'), received });
  assert.deepEqual([inCash(10.03, francs), inCash(10.02, francs), inCash(0.02, francs)], [10.05, 10, 0]);
  assert.deepEqual([inCash(10.03, { ...francs, cash_rounding: null }), inCash(-1, francs)], [10.03, -1]);
  for (const [total, received, change] of [
    [10.03, 20, 9.95],
    [10.03, 10.05, 0],
    [10.03, 10.03, 0],
    [10.03, 10.04, -0.01],
    [10.02, 10, 0],
    [10.02, 10.02, 0],
    [10.02, 9.99, -0.01],
    [10.02, 20, 10],
  ] as const)
    assert.equal(changeOf(total, cash(received), francs), change, `${received} for ${total}`);
  assert.equal(changeOf(30.3, { ...split, parts: [{ method: 'card', amount: 20.02 }], received: 20 }, francs), 9.7);
  assert.equal(isPaid(10.02, cash(10), francs), true);
  assert.equal(isPaid(10.03, cash(10.04), francs), false);
  assert.equal(isPaid(10.03, payingBy('card'), francs), true);
});

test('rounds what is paid in cash as one amount, beside other methods', () => {
  const francs = { currency: 'CHF', cash_rounding: 0.05 };
  const [card, cash] = [payingBy('card'), payingBy('cash')];
  const inParts = (...parts: Paying['parts']) => ({ ...cash, parts });
  for (const [paying, rounding] of [
    [cash, 0.02],
    [card, 0],
    [inParts({ method: 'card', amount: 2 }), 0.02],
    [{ ...card, parts: [{ method: 'cash', amount: 2.01 }] }, -0.01],
    [inParts({ method: 'cash', amount: 2.01 }), 0.02],
    [inParts({ method: 'card', amount: 5 }), 0],
  ] as [Paying, number][])
    assert.equal(roundingOf(4.33, paying, francs), rounding, JSON.stringify(paying));
  assert.equal(roundingOf(4.33, cash, { ...francs, cash_rounding: null }), 0);
  const two = inParts({ method: 'cash', amount: 2.01 });
  for (const [received, change] of [
    [2.34, 0],
    [2.32, 0],
    [3, 0.66],
    [2.3, -0.04],
  ] as const)
    assert.equal(changeOf(4.33, { ...two, received }, francs), change, String(received));
});

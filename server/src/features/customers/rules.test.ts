import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  correctedBalance,
  normaliseFields,
  normalisePhone,
  phonePattern,
  pointsFor,
  tierOf,
  toPhoneSearch,
} from './rules.ts';

test('rounds points down at the merchant’s rate per major unit of the currency', () => {
  assert.equal(pointsFor(1_999n, { currency: 'USD', loyalty_rate_ppm: 1_000_000n }), 19n);
  assert.equal(pointsFor(1_999n, { currency: 'JPY', loyalty_rate_ppm: 1_000_000n }), 1_999n);
  assert.equal(pointsFor(1_999n, { currency: 'KWD', loyalty_rate_ppm: 1_000_000n }), 1n);
  assert.equal(pointsFor(1_999n, { currency: 'USD', loyalty_rate_ppm: 100_000n }), 1n);
  assert.equal(pointsFor(1_999n, { currency: 'USD', loyalty_rate_ppm: 0n }), 0n);
});

test('never returns negative points, or fewer for a larger payment', () => {
  const merchant = fc.record({
    currency: fc.constantFrom('JPY', 'USD', 'KWD'),
    loyalty_rate_ppm: fc.bigInt(0n, 1_000_000_000_000n),
  });
  const paid = fc.bigInt(-(10n ** 15n), 10n ** 15n);
  fc.assert(
    fc.property(paid, fc.bigInt(0n, 10n ** 9n), merchant, (amount, extra, settings) => {
      const points = pointsFor(amount, settings);
      return points >= 0n && pointsFor(amount + extra, settings) >= points;
    }),
  );
});

test('a tier starts at its threshold', () => {
  const merchant = { silver_from: 100n, gold_from: 200n, platinum_from: 300n };
  const reached = [-1n, 99n, 100n, 199n, 200n, 299n, 300n].map((value) => tierOf(value, merchant));
  assert.deepEqual(reached, ['bronze', 'bronze', 'silver', 'silver', 'gold', 'gold', 'platinum']);
});

test('recognises phone numbers and formats them as E.164', () => {
  const pattern = new RegExp(phonePattern, 'u');
  for (const text of ['+62 812-3456-7890', '+1 (555) 010.9999', '+6281234567890', ' +49‑30‑901820 ']) {
    assert.match(text, pattern);
    assert.match(normalisePhone(text), /^\+[1-9]\d{6,14}$/);
  }
  for (const text of [
    ' - ',
    '0812 3456 7890',
    '+123456',
    '+1234567890123456',
    '+0123456789',
    '+62 812x3456789',
    '++6281234567',
    '+',
  ])
    assert.doesNotMatch(text, pattern);
});

test('changes only the fields of the request', () => {
  assert.deepEqual(normaliseFields({}), {});
  assert.deepEqual(normaliseFields({ email: null, phone: '+62 812 345 678' }), { email: null, phone: '+62812345678' });
  assert.deepEqual(normaliseFields({ name: ' Ann ' }), { name: 'Ann' });
});

test('searches for a number as a phone number', () => {
  assert.equal(toPhoneSearch('0812-345'), '0812345');
  assert.equal(toPhoneSearch('+62 812'), '+62812');
  assert.equal(toPhoneSearch('ann'), undefined);
  assert.equal(toPhoneSearch('-'), undefined);
});

test('removes no more points than the balance', () => {
  assert.equal(correctedBalance(10n, -10n), 0n);
  assert.equal(correctedBalance(-10n, 4n), -6n);
  assert.equal(correctedBalance(-10n, 0n), -10n);
  for (const [balance, points] of [
    [10n, -11n],
    [-10n, -1n],
  ] as const)
    assert.throws(() => correctedBalance(balance, points), { code: 'INVALID_STATE' });
});

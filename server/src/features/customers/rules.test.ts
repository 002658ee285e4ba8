import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { correctedBalance, normalFields, normalPhone, phonePattern, phoneSearchedFor, pointsFor, tierOf } from './rules.ts';

test('points are rounded down, at the merchant’s rate, in the currency’s major unit', () => {
  assert.equal(pointsFor(1_999n, { currency: 'USD', loyalty_rate_ppm: 1_000_000n }), 19n);
  assert.equal(pointsFor(1_999n, { currency: 'JPY', loyalty_rate_ppm: 1_000_000n }), 1_999n);
  assert.equal(pointsFor(1_999n, { currency: 'KWD', loyalty_rate_ppm: 1_000_000n }), 1n);
  assert.equal(pointsFor(1_999n, { currency: 'USD', loyalty_rate_ppm: 100_000n }), 1n);
  assert.equal(pointsFor(1_999n, { currency: 'USD', loyalty_rate_ppm: 0n }), 0n);
});

test('points are never negative, and never shrink when more is paid', () => {
  const merchant = fc.record({ currency: fc.constantFrom('JPY', 'USD', 'KWD'), loyalty_rate_ppm: fc.bigInt(0n, 1_000_000_000_000n) });
  const paid = fc.bigInt(-(10n ** 15n), 10n ** 15n);
  fc.assert(
    fc.property(paid, fc.bigInt(0n, 10n ** 9n), merchant, (amount, more, where) => {
      const points = pointsFor(amount, where);
      return points >= 0n && pointsFor(amount + more, where) >= points;
    }),
  );
});

test('a tier begins at its threshold', () => {
  const merchant = { silver_from: 100n, gold_from: 200n, platinum_from: 300n };
  const reached = [-1n, 99n, 100n, 199n, 200n, 299n, 300n].map((value) => tierOf(value, merchant));
  assert.deepEqual(reached, ['bronze', 'bronze', 'silver', 'silver', 'gold', 'gold', 'platinum']);
});

test('phone numbers are told from other text, and kept in E.164', () => {
  const pattern = new RegExp(phonePattern, 'u');
  for (const written of ['+62 812-3456-7890', '+1 (555) 010.9999', '+6281234567890', ' +49‑30‑901820 ']) {
    assert.match(written, pattern);
    assert.match(normalPhone(written), /^\+[1-9]\d{6,14}$/);
  }
  for (const written of ['', '0812 3456 7890', '+123456', '+1234567890123456', '+0123456789', '+62 812x3456789', '++6281234567', '+'])
    assert.doesNotMatch(written, pattern);
});

test('only what was given is changed', () => {
  assert.deepEqual(normalFields({}), {});
  assert.deepEqual(normalFields({ email: null, phone: '+62 812 345 678' }), { email: null, phone: '+62812345678' });
  assert.deepEqual(normalFields({ name: ' Ann ' }), { name: 'Ann' });
});

test('a search that can be a phone number is looked for as one', () => {
  assert.equal(phoneSearchedFor('0812-345'), '0812345');
  assert.equal(phoneSearchedFor('+62 812'), '+62812');
  assert.equal(phoneSearchedFor('ann'), undefined);
  assert.equal(phoneSearchedFor('-'), undefined);
});

test('a correction takes no more than is there', () => {
  assert.equal(correctedBalance(10n, -10n), 0n);
  assert.equal(correctedBalance(-10n, 4n), -6n);
  for (const [balance, points] of [
    [10n, -11n],
    [-10n, -1n],
  ] as const)
    assert.throws(() => correctedBalance(balance, points), { code: 'INVALID_STATE' });
});

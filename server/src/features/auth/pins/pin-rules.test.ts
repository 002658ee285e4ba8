import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleExpiryFrom, isGuessable } from './pin-rules.ts';

test('a repeated digit or group of digits is guessable', () => {
  for (const pin of ['0000', '1111', '99999999', '1212', '123123', '12341234'])
    assert.equal(isGuessable(pin), true, pin);
});

test('digits in a row are guessable, upwards and downwards, also over the zero', () => {
  for (const pin of ['1234', '0123', '12345678', '4321', '9876', '7890', '1098'])
    assert.equal(isGuessable(pin), true, pin);
});

test('other PINs are not guessable', () => {
  for (const pin of ['4821', '1235', '1243', '0001', '12123', '2580', '2468', '9875', '00010002'])
    assert.equal(isGuessable(pin), false, pin);
});

test('a session by PIN ends 15 minutes later', () =>
  assert.equal(idleExpiryFrom('2026-03-01T10:00:00.000Z'), '2026-03-01T10:15:00.000Z'));

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIdle, isLongEnough, pinAfterKey, pinSessionEnd, readPinTill } from './pin-rules.ts';

test('a till is idle 15 minutes after the last input', () => {
  assert.equal(isIdle(1_000, 1_000 + 899_999), false);
  assert.equal(isIdle(1_000, 1_000 + 900_000), true);
});

test('the pages take a session by PIN as expired after a day, long after the service has ended it', () => {
  assert.equal(pinSessionEnd(1_000), 86_401_000);
});

test('digits are added up to eight, and Backspace removes the last one', () => {
  assert.equal(['4', 'a', '8', 'Enter', '2', '１', '1'].reduce(pinAfterKey, ''), '4821');
  assert.equal(Array.from('123456789').reduce(pinAfterKey, ''), '12345678');
  assert.equal(pinAfterKey('482', 'Backspace'), '48');
  assert.equal(pinAfterKey('', 'Backspace'), '');
});

test('a PIN has at least four digits', () => {
  assert.deepEqual(['', '123', '1234', '12345678'].map(isLongEnough), [false, false, true, true]);
});

test('reads a stored till, and ignores everything else', () => {
  const till = { merchant_id: 'm', device_id: 'd' };
  assert.deepEqual(readPinTill(JSON.stringify({ ...till, more: 1 })), till);
  for (const text of [undefined, '', 'x', 'null', '{}', '{"merchant_id":"m"}', '{"merchant_id":1,"device_id":"d"}'])
    assert.equal(readPinTill(text), undefined, String(text));
});

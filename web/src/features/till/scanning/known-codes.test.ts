import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownCodes } from './known-codes.ts';

const mug = { id: 'mug', sku: 'MUG', name: 'Mug', price: 4, tax_rate: null };

test('remembers a code for ten minutes after its lookup', () => {
  let now = 1_000;
  const known = createKnownCodes(() => now);
  assert.equal(known.find('1'), undefined);
  known.add('1', mug);
  now = 600_999;
  assert.equal(known.find('1'), mug);
  now = 601_000;
  assert.equal(known.find('1'), undefined);
});

test('drops the oldest code at the limit, and all codes when prices have changed', () => {
  const known = createKnownCodes(() => 0);
  for (let code = 0; code <= 5_000; code += 1) known.add(String(code), mug);
  assert.deepEqual([known.find('0'), known.find('1')], [undefined, mug]);
  known.clear();
  assert.equal(known.find('1'), undefined);
});

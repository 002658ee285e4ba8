import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmail, normalEmail } from './email.ts';

test('treats addresses that differ in case and Unicode form as equal', () => {
  for (const address of ['Ada@Example.com', ' ada@example.com ', 'ａda@example.com'])
    assert.equal(normalEmail(address), 'ada@example.com');
});

const wrong = [
  '',
  'ada',
  'ada@example',
  'ada@@example.com',
  'a da@example.com',
  'ada@example.com\0',
  '\ud800@example.com',
];
for (const text of wrong) test(`${JSON.stringify(text)} is no address`, () => assert.ok(!isEmail(text)));

test('keeps a normalised address unchanged', () => {
  assert.ok(isEmail('ﬃ@example.com'));
  assert.ok(!isEmail(`${'\ufdfa'.repeat(100)}@example.com`), 'too long');
  assert.ok(!isEmail(`${'İ'.repeat(240)}@example.com`), 'too long');
  assert.ok(!isEmail('a\u00a8@example.com'), 'with a space in it');
});

test('an address has at most 254 characters, and its text at most 1,000', () => {
  const address = (length: number) => `${'a'.repeat(length - 12)}@example.com`;
  assert.ok(isEmail(address(254)));
  assert.ok(!isEmail(address(255)));
  // Up to four of a text's code units are one character of its normal form.
  const short = `ω\u0314\u0342${'ω\u0314\u0342\u0345'.repeat(248)}@b.co`;
  assert.deepEqual([short.length, isEmail(short)], [1_000, true]);
  const long = `${'ω\u0314\u0342\u0345'.repeat(249)}@b.co`;
  assert.deepEqual([long.length, normalEmail(long).length, isEmail(long)], [1_001, 254, false]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ActWords, canTry, intentOf, isCode } from './palette-rules.ts';

const words: ActWords = {
  refund: 'kembalikan, Retur',
  void: 'batalkan',
  adjust: 'sesuaikan',
  add: 'tambah',
  invite: 'undang',
};
const read = (typed: string) => intentOf(typed, words);

test('reads what to do with a sale', () => {
  assert.deepEqual(read('refund ZSM6GK'), { act: 'refund', code: 'ZSM6GK' });
  assert.deepEqual(read('  Refund  261127-zsm6gk '), { act: 'refund', code: '261127-zsm6gk' });
  assert.deepEqual(read('void 261127-ZSM6GK'), { act: 'void', code: '261127-ZSM6GK' });
  assert.deepEqual(read('retur ZSM6GK'), { act: 'refund', code: 'ZSM6GK' });
  assert.deepEqual(read('batalkan 261127-ZSM6GK'), { act: 'void', code: '261127-ZSM6GK' });
  for (const typed of ['refund', 'refund ', 'refund ab', 'refund of the day', 'refunds ZSM6GK', 'ZSM6GK'])
    assert.equal(read(typed), undefined, typed);
});

test('reads a change of stock as a difference', () => {
  assert.deepEqual(read('adjust mug +12'), { act: 'adjust', product: 'mug', change: 12 });
  assert.deepEqual(read('adjust blue mug -3'), { act: 'adjust', product: 'blue mug', change: -3 });
  assert.deepEqual(read('adjust mug −3'), { act: 'adjust', product: 'mug', change: -3 });
  assert.deepEqual(read('add 12 mugs'), { act: 'adjust', product: 'mugs', change: 12 });
  assert.deepEqual(read('tambah 1 kopi tubruk'), { act: 'adjust', product: 'kopi tubruk', change: 1 });
  assert.deepEqual(read('adjust ox +2'), { act: 'adjust', product: 'ox', change: 2 });
  // Without a sign a count could be meant.
  for (const typed of [
    'adjust mug 12',
    'adjust mug +',
    'adjust mug +0',
    'adjust +12',
    'adjust o +2',
    'add mugs',
    'add 1.5 mugs',
    'add 0 mug',
  ])
    assert.equal(read(typed), undefined, typed);
  assert.equal(read('adjust mug +1234567890'), undefined, 'more than any stock');
});

test('reads whom to invite', () => {
  assert.deepEqual(read('invite ann@example.com'), { act: 'invite', email: 'ann@example.com' });
  for (const typed of ['invite', 'invite ann', 'invite ann@', 'invite a b@example.com'])
    assert.equal(read(typed), undefined, typed);
});

test('knows what may be the code of a sale', () => {
  for (const text of ['261127-ZSM6GK', 'zsm6gk', 'ABCD', '1234', ' 2611 ']) assert.ok(isCode(text), text);
  for (const text of ['mug', 'a b 1', 'ann@example.com', '123', '']) assert.ok(!isCode(text), text);
});

test('offers acts for sales that can still be refunded or voided', () => {
  const possible = (act: 'refund' | 'void') =>
    ['completed', 'pending', 'partially_refunded', 'refunded', 'voided'].filter((status) => canTry(act, { status }));
  assert.deepEqual(possible('refund'), ['completed', 'partially_refunded']);
  assert.deepEqual(possible('void'), ['completed']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceOf } from './sentence.ts';

test('tells an error in one sentence, whatever was thrown', () => {
  const full = new Error('the disk is full');
  assert.equal(sentenceOf(full), 'the disk is full');
  assert.equal(sentenceOf(new AggregateError([full, 'no route'])), 'the disk is full; no route');
  assert.equal(sentenceOf({ ...full, message: full.message, queue: 'exports' }), 'the disk is full');
  for (const [thrown, sentence] of [
    ['no route', 'no route'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ message: 3 }, '[object Object]'],
  ])
    assert.equal(sentenceOf(thrown), sentence);
});

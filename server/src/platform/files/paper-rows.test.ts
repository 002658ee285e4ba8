import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pair, printedLines } from './paper-rows.ts';

const linesOf = (left: string, right: string, columns = 20) =>
  printedLines([pair(left, right)], columns).map(({ text }) => text);

test('a left text stands beside the right one, wrapped if it must be', () => {
  assert.deepEqual(linesOf('Total', '12.00'), ['Total          12.00']);
  assert.deepEqual(linesOf('A rather long name', '12.00'), ['A rather long', 'name           12.00']);
  assert.deepEqual(linesOf('Till', '123456789012345'), ['Till 123456789012345']);
});

test('a left text stands above a right one that leaves no room', () => {
  assert.deepEqual(linesOf('Register', '123456789012'), ['Register', '        123456789012']);
  assert.deepEqual(linesOf('Till', '1234567890123456'), ['Till', '    1234567890123456']);
  assert.deepEqual(linesOf('Till', '12345678901234567890'), ['Till', '12345678901234567890']);
  assert.deepEqual(linesOf('Register', 'Front till beside the door'), [
    'Register',
    '   Front till beside',
    '            the door',
  ]);
});

test('no width of a right text loses a letter or makes a line too wide', () => {
  for (let length = 1; length <= 100; length += 1) {
    const lines = linesOf('Register', 'x'.repeat(length));
    assert.ok(lines.every((line) => line.length <= 20));
    assert.equal(lines.join('').replace(/ /g, ''), `Register${'x'.repeat(length)}`);
  }
});

test('control characters of either text are left out, which a printer would carry out', () => {
  assert.deepEqual(linesOf('Till\u001b', 'A\u001bB'), ['Till             A B']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from './csv.ts';

test('writes headings and rows, numbers without separators, and quotes what contains one', () => {
  assert.equal(
    csvOf(
      ['Name', 'Total'],
      [
        ['Mug, blue', 1234.5],
        ['5" pipe', -3],
        ['two\nlines', null],
      ],
    ),
    '\u{feff}Name,Total\r\n"Mug, blue",1234.5\r\n"5"" pipe",-3\r\n"two\nlines",\r\n',
  );
});

test('a text is no formula', () => {
  assert.equal(csvOf(['A'], [['=1+1'], ['@x'], ['-3'], [-3]]), "\u{feff}A\r\n'=1+1\r\n'@x\r\n'-3\r\n-3\r\n");
});

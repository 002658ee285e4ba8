import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine, decimalText, unguarded } from './cells.ts';

test('writes amounts as decimal digits', () => {
  assert.deepEqual(
    [
      decimalText(790n, 2),
      decimalText(5n, 2),
      decimalText(-5n, 2),
      decimalText(0n, 2),
      decimalText(1_500n, 0),
      decimalText(-1n, 3),
    ],
    ['7.90', '0.05', '-0.05', '0.00', '1500', '-0.001'],
  );
});

/** Texts with characters that are special in spreadsheets, and any other texts. */
const risky = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＋',
      '－',
      '＠',
      ',',
      ';',
      '\t',
      '|',
      '\r',
      '\n',
      "'",
      '"',
      ' ',
      'a',
      '1',
    ),
  }),
);

test('reads back every value of a line unchanged', () => {
  fc.assert(
    fc.property(
      fc.array(risky, { minLength: 1, maxLength: 6 }),
      fc.bigInt(-(10n ** 15n), 10n ** 15n),
      (texts, amount) => {
        const [row] = parse(csvLine([...texts, amount], 2), {
          relax_column_count: true,
          record_delimiter: '\r\n',
        }) as string[][];
        for (const text of row?.slice(0, -1) ?? []) assert.doesNotMatch(text, /^[=+@\t\r\n＝＋－＠-]/);
        assert.deepEqual(row?.slice(0, -1).map(unguarded), texts);
        assert.equal(row?.at(-1), decimalText(amount, 2));
      },
    ),
  );
});

test('starts no cell or line with a formula, for every separator of a spreadsheet', () => {
  fc.assert(
    fc.property(
      fc.array(risky, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(';', '\t', '|', ','),
      (texts, separator) => {
        const line = csvLine(['first', ...texts], 2);
        // A naive reader: it splits cells at every separator and line break, and ignores quotation marks.
        for (const cell of line.split(new RegExp(`[\\r\\n${separator === '|' ? '\\|' : separator}]`))) {
          assert.doesNotMatch(cell.replace(/^["]+/, ''), /^[=+\-@＝＋－＠]/);
        }
      },
    ),
  );
});

test('escapes a formula after any separator, line break or quotation mark', () => {
  const lineOf = (text: string) => csvLine([text], 2).slice(0, -2);
  assert.equal(lineOf('abc;=1+1'), `"abc;'=1+1"`);
  assert.equal(lineOf('a\t=1'), `"a\t'=1"`);
  assert.equal(lineOf('a|@x'), `"a|'@x"`);
  assert.equal(lineOf('a,-1'), `"a,'-1"`);
  assert.equal(lineOf('\n=1'), `"'\n'=1"`);
  assert.equal(lineOf('\r\n+1'), `"'\r\n'+1"`);
  for (const sign of '＝＋－＠') assert.equal(lineOf(`${sign}1`), `"'${sign}1"`);
  assert.equal(lineOf(';"=1'), `";'""=1"`);
  assert.equal(lineOf('a-b, c=d; e'), '"a-b, c=d; e"');
});

test('keeps an apostrophe of the original text', () => {
  for (const text of ["'=1", "''-x", "'tis", "'", '=1', "a;'=1", "a;''", "'\n", "\n'=1"]) {
    const [row] = parse(csvLine([text], 2), { record_delimiter: '\r\n' }) as string[][];
    assert.equal(unguarded(row?.[0] ?? ''), text);
  }
});

test('starts no text with a formula, and keeps negative amounts as numbers', () => {
  assert.equal(
    csvLine(['=1+1', '+1', '-1', '@x', '\tx', -100n, -3], 2),
    `"'=1+1","'+1","'-1","'@x","'\tx",-1.00,-3\r\n`,
  );
});

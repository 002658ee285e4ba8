import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine, decimalText, money, unguarded } from './cells.ts';

test('amounts are written digit by digit', () => {
  assert.deepEqual(
    [decimalText(790n, 2), decimalText(5n, 2), decimalText(-5n, 2), decimalText(0n, 2), decimalText(1_500n, 0), decimalText(-1n, 3)],
    ['7.90', '0.05', '-0.05', '0.00', '1500', '-0.001'],
  );
});

test('what a line says is read back, whatever stands in it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }),
      fc.bigInt(-(10n ** 15n), 10n ** 15n),
      (texts, amount) => {
        const [row] = parse(csvLine([...texts, money(amount)], 2), { relax_column_count: true, record_delimiter: '\r\n' }) as string[][];
        for (const text of row?.slice(0, -1) ?? []) assert.doesNotMatch(text, /^[=+@\t\r-]/);
        assert.deepEqual(row?.slice(0, -1).map(unguarded), texts);
        assert.equal(row?.at(-1), decimalText(amount, 2));
      },
    ),
  );
});

test('an apostrophe of one’s own is kept', () => {
  for (const text of ["'=1", "''-x", "'tis", "'", '=1']) assert.equal(unguarded(csvLine([text], 2).slice(0, -2)), text);
});

test('no text begins a formula; negative amounts stay numbers', () => {
  assert.equal(csvLine(['=1+1', '+1', '-1', '@x', '\tx', money(-100n), -3], 2), "'=1+1,'+1,'-1,'@x,'\tx,-1.00,-3\r\n");
});

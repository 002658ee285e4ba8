import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutTable, linesOfRow, wrap } from './table-layout-rules.ts';

const name = { heading: 'Name', isNumber: false };
const amount = { heading: 'Gross sales', isNumber: true };

test('wraps between words, and inside a word only if it is too long', () => {
  assert.deepEqual(wrap('red and blue', 7), ['red and', 'blue']);
  assert.deepEqual(wrap('1.234.567,00', 5), ['1.234', '.567,', '00']);
  assert.deepEqual(wrap('', 5), ['']);
  assert.deepEqual(wrap('red and blue', 12), ['red and blue']);
  assert.deepEqual(wrap('red and blue', 11), ['red and', 'blue']);
});

test('puts texts to the left and numbers to the right of their columns', () => {
  assert.deepEqual(linesOfRow(['red and blue', '7'], [name, amount], [7, 5]), ['red and      7', 'blue']);
});

test('a narrow table is upright, a wide one is not, and its texts give way to its numbers', () => {
  const narrow = layoutTable([name, amount], [['Tea', '7.00']], 0.6);
  assert.deepEqual([narrow.isLandscape, narrow.size, narrow.widths], [false, 8, [8, 5]]);
  const columns = [name, name, ...Array.from({ length: 12 }, () => amount)];
  const row = ['x'.repeat(60), 'y'.repeat(60), ...Array.from({ length: 12 }, () => '9'.repeat(14))];
  const wide = layoutTable(columns, [row], 0.6);
  assert.ok(wide.isLandscape);
  assert.deepEqual(wide.widths, [20, 20, ...Array(12).fill(14)]);
  assert.ok(wide.size >= 5.5, `${wide.size}`);
  const letters = wide.widths.reduce((sum, width) => sum + width + 2, -2);
  assert.ok(letters * wide.size * 0.6 <= 774.01, `${letters} letters of ${wide.size}`);
});

test('of equally wide columns, the first is made narrower first', () => {
  // 40 + 2 + 40 letters are one more than a page lengthwise has at the smallest size.
  const letterWidth = 774 / (5.5 * 81.5);
  const columns = [name, name];
  const row = columns.map(() => 'x'.repeat(40));
  assert.deepEqual(layoutTable(columns, [row], letterWidth).widths, [39, 40]);
});

test('a table that just fits an upright page stays upright', () => {
  // 64 letters of 8 points are 527 points then, the width of the page without its margins.
  const letterWidth = 527 / 512;
  const layoutOf = (...letters: number[]) =>
    layoutTable([name, name], [letters.map((count) => 'x'.repeat(count))], letterWidth);
  assert.deepEqual(layoutOf(31, 31), { widths: [31, 31], isLandscape: false, size: 8 });
  assert.deepEqual(layoutOf(32, 31), { widths: [32, 31], isLandscape: true, size: 8 });
});

test('texts have 8 to 40 letters, and a table of too many columns is printed smaller', () => {
  const widthsOf = (...letters: number[]) =>
    layoutTable(
      [name],
      letters.map((count) => ['x'.repeat(count)]),
      0.6,
    ).widths;
  assert.deepEqual([widthsOf(7), widthsOf(9, 8), widthsOf(40), widthsOf(41)], [[8], [9], [40], [40]]);
  const columns = [name, ...Array.from({ length: 30 }, () => amount)];
  const crowded = layoutTable(columns, [columns.map(() => '9'.repeat(14))], 0.6);
  assert.deepEqual([crowded.widths, crowded.isLandscape], [Array(31).fill(8), true]);
  // 31 columns with 2 letters between them.
  assert.equal(crowded.size, 774 / ((31 * 8 + 30 * 2) * 0.6));
});

test('numbers have room for a sum and for longer ones in later rows', () => {
  const rows = [['99.00'], ['100.00']];
  const heading = { heading: 'Tax', isNumber: true };
  assert.deepEqual(layoutTable([heading], rows, 0.6).widths, [9]);
  assert.deepEqual(layoutTable([heading], rows.slice(0, 1), 0.6).widths, [5]);
});

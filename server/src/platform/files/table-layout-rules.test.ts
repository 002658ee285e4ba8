import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutTable, linesOfRow, wrap } from './table-layout-rules.ts';

const name = { heading: 'Name', isNumber: false };
const amount = { heading: 'Gross sales', isNumber: true };

test('wraps between words, and inside a word only if it is too long', () => {
  assert.deepEqual(wrap('red and blue', 7), ['red and', 'blue']);
  assert.deepEqual(wrap('1.234.567,00', 5), ['1.234', '.567,', '00']);
  assert.deepEqual(wrap('', 5), ['']);
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
  assert.deepEqual(wide.widths.slice(2), Array(12).fill(14));
  const letters = wide.widths.reduce((sum, width) => sum + width + 2, -2);
  assert.ok(letters * wide.size * 0.6 <= 774.01, `${letters} letters of ${wide.size}`);
});

test('a table that just fits an upright page stays upright', () => {
  // 64 letters of 8 points are 527 points then, the width of the page without its margins.
  const letterWidth = 527 / 512;
  const layoutOf = (...letters: number[]) =>
    layoutTable([name, name], [letters.map((count) => 'x'.repeat(count))], letterWidth);
  assert.deepEqual(layoutOf(31, 31), { widths: [31, 31], isLandscape: false, size: 8 });
  assert.deepEqual(layoutOf(32, 31), { widths: [32, 31], isLandscape: true, size: 8 });
});

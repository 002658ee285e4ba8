import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedRanges, periodOf } from './product-sales-rules.ts';

test('compares the last days with as many days before them', () => {
  assert.deepEqual(comparedRanges('2026-03-02', 2), {
    range: { start_date: '2026-03-01', end_date: '2026-03-02' },
    before: { start_date: '2026-02-27', end_date: '2026-02-28' },
  });
  assert.deepEqual(comparedRanges('2026-03-02', 1).before, { start_date: '2026-03-01', end_date: '2026-03-01' });
});

test('gives every day of a range, and adds only its own', () => {
  const rows = [
    { day: '2026-02-27', items_sold: 9n, total_sales: 900n },
    { day: '2026-03-01', items_sold: 2n, total_sales: 200n },
  ];
  const { series, items_sold, total_sales } = periodOf(rows, { start_date: '2026-02-28', end_date: '2026-03-02' });
  assert.deepEqual(
    series.map(({ day, items_sold: sold }) => [day, sold]),
    [
      ['2026-02-28', 0n],
      ['2026-03-01', 2n],
      ['2026-03-02', 0n],
    ],
  );
  assert.deepEqual([items_sold, total_sales], [2n, 200n]);
});

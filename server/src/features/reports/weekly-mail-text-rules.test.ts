import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../core/language.ts';
import type { Figures } from './rules.ts';
import { type WeekFigures, writeWeek } from './weekly-mail-text-rules.ts';

const nothing: Figures = { sales: 0, items_sold: 0n, gross: 0n, discounts: 0n, refunds: 0n, tax: 0n, cost: 0n };
const links = { report: 'https://shop.example/report', stock: 'https://shop.example/stock', off: 'https://x.example' };
const quiet: WeekFigures = {
  ...{ merchant_name: 'Corner', currency: 'EUR', week: { start_date: '2026-03-02', end_date: '2026-03-08' } },
  ...{ figures: nothing, before: nothing, hasCosts: true, best: [], low: [], low_count: 0 },
};
const printed = (week: Partial<WeekFigures>) => writeWeek({ ...quiet, ...week }, 'en', links).printed;

test('compares each figure with the week before, in columns', () => {
  const figures = {
    sales: 4,
    items_sold: 6n,
    gross: 12_000n,
    discounts: 50n,
    refunds: 200n,
    tax: 1_000n,
    cost: 4_000n,
  };
  const before = { sales: 8, items_sold: 6n, gross: 10_000n, discounts: 0n, refunds: 300n, tax: 900n, cost: 4_000n };
  const table = [
    '                   Last week  Week before',
    'Total sales (EUR)     117.50        97.00   +21%',
    'Transactions               4            8   -50%',
    'Average sale           29.38        12.13  +142%',
    'Items sold                 6            6     0%',
    'Discounts               0.50         0.00',
    'Refunds                 2.00         3.00   -33%',
    'Gross profit           67.50        48.00   +41%',
  ];
  assert.deepEqual(printed({ figures, before }).slice(0, 8), table);
  const without = printed({ figures, before, hasCosts: false });
  assert.deepEqual(without.slice(0, 8), [...table.slice(0, -1), ''], 'no profit for those who see no costs');
});

test('a change is of the size of what was before, also of a loss', () => {
  const profit = (is: bigint, was: bigint) =>
    printed({ figures: { ...nothing, cost: -is }, before: { ...nothing, cost: -was } })[7]?.split(/\s{2,}/)[3];
  assert.deepEqual([profit(-50n, -100n), profit(-150n, -100n), profit(100n, -100n)], ['+50%', '-50%', '+200%']);
  assert.deepEqual([profit(1n, 1_000n), profit(1_005n, 1_000n), profit(5n, 0n)], ['-100%', '+1%', undefined]);
});

test('names best sellers and low stock, a long name with thirty letters', () => {
  const best = [
    { name: 'x'.repeat(30), quantity: 12n, revenue: 123_450n },
    { name: 'y'.repeat(31), quantity: 3n, revenue: 50n },
    { name: 'Tea\n  loose', quantity: 1n, revenue: 0n },
  ];
  const low = [
    { name: 'Cups', available: -2n },
    { name: 'Tea', available: 14n },
  ];
  assert.deepEqual(printed({ best, low, low_count: 7 }).slice(8), [
    '',
    'Best sellers',
    `${'x'.repeat(30)}  12 ×  1,234.50`,
    `${'y'.repeat(29)}…   3 ×      0.50`,
    `Tea loose${' '.repeat(21)}   1 ×      0.00`,
    '',
    'Low stock (7)',
    'Cups  -2',
    'Tea   14',
  ]);
  assert.deepEqual(printed({ low: low.slice(0, 1), low_count: 1 }).slice(-2), ['Low stock (1)', 'Cups  -2']);
});

test('says so if nothing was sold and nothing is low, in each language', () => {
  for (const language of languages) {
    const { subject, lines, printed: text, links: shown } = writeWeek(quiet, language, links);
    assert.match(subject, /Corner/);
    assert.match(lines.join(), /2026-03-02 – 2026-03-08$/);
    assert.equal(text.length, 13);
    assert.ok(
      text.every((line, at) => (line === '') === [8, 11].includes(at)),
      text.join('\n'),
    );
    assert.deepEqual(
      shown.map(({ address }) => address),
      [links.report, links.stock, links.off],
    );
    assert.equal(new Set(shown.map(({ label }) => label)).size, 3);
  }
});

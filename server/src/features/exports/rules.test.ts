import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../core/language.ts';
import { paymentMethods } from '../../core/payment-methods.ts';
import {
  downloadName,
  filterTypes,
  isCounted,
  isDetailed,
  isSortedByCost,
  isStalled,
  needsDates,
  productSorts,
  reportTypes,
} from './rules.ts';
import { type Heading, wordsOf } from './words-rules.ts';

test('knows which types cover a period, are counted before, and read more than the hours of their days', () => {
  const without = ['products', 'inventory', 'customers'];
  assert.deepEqual(
    reportTypes.filter((type) => !needsDates(type)),
    without,
  );
  assert.deepEqual(reportTypes.filter(isCounted), ['transactions', ...without]);
  assert.deepEqual(reportTypes.filter(isDetailed), [
    ...['sales_by_product', 'sales_by_category', 'sales_by_staff'],
    ...['sales_tax', 'sales_discounts', 'sales_refunds'],
  ]);
  for (const type of Object.values(filterTypes)) assert.ok(reportTypes.includes(type));
});

test('an order by profit or margin is one by costs, and no other one', () => {
  assert.deepEqual(
    productSorts.filter((sort) => isSortedByCost({ sort })),
    ['-gross_profit', 'gross_profit', '-margin', 'margin'],
  );
  assert.ok(!isSortedByCost({}));
});

test('an export is stalled after a minute in the queue, or half a minute without a sign of its run', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 2, 10) + seconds * 1_000).toISOString();
  const stalled = (state: Parameters<typeof isStalled>[0]['state'], seen_at: string | null, seconds: number) =>
    isStalled({ state, created_at: at(0), seen_at }, at(seconds));
  assert.deepEqual([stalled('queued', null, 59.999), stalled('queued', null, 60)], [false, true]);
  assert.deepEqual([stalled('running', at(100), 129.999), stalled('running', at(100), 130)], [false, true]);
  assert.deepEqual([stalled('running', null, 29.999), stalled('running', null, 30)], [false, true]);
  for (const ended of ['ready', 'failed'] as const) assert.ok(!stalled(ended, at(1), 1_000));
});

test('a file is named after its type and days, or the day of its content', () => {
  const days = { start_date: '2026-03-01', end_date: '2026-03-02', format: 'pdf' } as const;
  assert.equal(downloadName({ report_type: 'sales_by_hour', ...days }), 'sales-by-hour-2026-03-01-to-2026-03-02.pdf');
  assert.equal(downloadName({ report_type: 'products', ...days }), 'products-2026-03-02.pdf');
});

const refundHeadings: Heading[] = ['occurred_at', 'date', 'kind', 'transaction_code', 'reason', 'amount'];

test('without a language, a file has the names and values of the API', () => {
  const words = wordsOf(null);
  assert.deepEqual(refundHeadings.map(words.heading), refundHeadings);
  assert.deepEqual(
    [words.language, words.title('sales_tax'), words.kind('void'), words.none('unknown'), words.weekday(3)],
    [null, 'Tax by rate', 'void', null, 3],
  );
  const instant = '2026-03-02T11:30:00.000Z';
  assert.deepEqual(
    [words.method('cash'), words.method(null), words.time(instant, 'Asia/Jakarta')],
    ['cash', null, instant],
  );
  assert.deepEqual(words.print, { total: 'Total', page: 'Page' });
});

test('in a language, it has the words of that language', () => {
  const shown = languages.map((language) => {
    const words = wordsOf(language);
    return [
      ...[words.language, words.title('sales_tax'), words.heading('reason'), words.kind('void'), words.kind('refund')],
      ...[words.none('no_category'), words.weekday(1), words.weekday(7), words.method('cash'), words.print.page],
    ];
  });
  assert.deepEqual(shown, [
    [...['en', 'Tax by rate', 'Reason', 'Void', 'Refund'], ...['No category', 'Monday', 'Sunday', 'Cash', 'Page']],
    [
      ...['id', 'Pajak per tarif', 'Alasan', 'Pembatalan', 'Pengembalian dana'],
      ...['Tanpa kategori', 'Senin', 'Minggu', 'Tunai', 'Halaman'],
    ],
    [
      ...['de', 'Steuer nach Satz', 'Grund', 'Storno', 'Erstattung'],
      ...['Ohne Kategorie', 'Montag', 'Sonntag', 'Bar', 'Seite'],
    ],
  ]);
  const words = wordsOf('de');
  assert.equal(words.time('2026-03-02T18:30:00.000Z', 'Asia/Jakarta'), '2026-03-03 01:30');
  assert.deepEqual([words.method('a method of old'), words.method(null)], ['a method of old', null]);
  assert.equal(new Set(paymentMethods.map(words.method)).size, paymentMethods.length);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf, exportOf, readView } from './view.ts';

const today = '2026-11-25';

test('reads the filters of its address, and ignores others', () => {
  const view = { about: 'inventory', from: '2026-01-01', to: '2026-01-31', by: 'week', branch: 'b' };
  assert.deepEqual(readView(view), view);
  assert.deepEqual(readView({ by: 'month', more: 1 }), { by: 'month' });
  assert.deepEqual(readView({ about: 'stock', by: 'year' }), {});
  assert.deepEqual(readView({ about: 'sales', by: 'day', branch: 5, from: 'soon' }), {});
});

test('reads the filters of each report, and a period unless days are named', () => {
  const view = {
    ...{ about: 'products', period: 'last_week', compare: 'last_year', search: 'mug', sort: '-margin' },
    ...{ kind: 'void', person: 'p', measure: 'transactions' },
  };
  assert.deepEqual(readView(view), view);
  assert.deepEqual(readView({ period: 'year', from: '2026-01-01' }), { from: '2026-01-01' });
  assert.deepEqual(readView({ period: '30days', sort: 'cost', kind: 'sale', compare: 'x', search: '' }), {});
  assert.deepEqual(readView({ search: 7 }), { search: '7' });
});

test('reads the days of a comparison with other days only', () => {
  const other = { compare_from: '2025-03-01', compare_to: '2025-03-31' };
  assert.deepEqual(readView({ compare: 'days', ...other }), { compare: 'days', ...other });
  assert.deepEqual(readView({ compare: 'days', compare_from: 'soon' }), { compare: 'days' });
  assert.deepEqual(readView({ compare: 'last_year', ...other }), { compare: 'last_year' });
  assert.deepEqual(readView({ compare: 'previous', ...other }), {});
});

test('a report covers the chosen period', () => {
  assert.deepEqual(daysOf({ period: 'yesterday' }, today), { start_date: '2026-11-24', end_date: '2026-11-24' });
});

test('a report covers this month by default, and the month of its only day', () => {
  assert.deepEqual(daysOf({}, today), { start_date: '2026-11-01', end_date: today });
  assert.deepEqual(daysOf({ to: '2026-09-10' }, today), { start_date: '2026-09-01', end_date: '2026-09-10' });
  assert.deepEqual(daysOf({ from: '2026-10-05' }, today), { start_date: '2026-10-05', end_date: today });
  assert.deepEqual(daysOf({ from: today }, today), { start_date: today, end_date: today });
  assert.deepEqual(daysOf({ from: '2026-12-05' }, today), { start_date: '2026-12-05', end_date: '2026-12-05' });
  const march = { start_date: '2026-03-01', end_date: '2026-03-31' };
  assert.deepEqual(daysOf({ from: march.start_date, to: march.end_date }, today), march);
  assert.deepEqual(daysOf({ from: march.end_date, to: march.start_date }, today), march);
});

test('a file has the rows of the shown report', () => {
  const days = { start_date: '2026-03-01', end_date: '2026-03-31' };
  assert.deepEqual(exportOf({}, days), { report_type: 'sales', ...days });
  const view = { by: 'week', branch: 'b', search: 'mug', sort: 'name', kind: 'void', person: 'p' } as const;
  assert.deepEqual(exportOf(view, days), { report_type: 'sales', ...days, branch_id: 'b', group_by: 'week' });
  const products = { report_type: 'sales_by_product', ...days, branch_id: 'b', search: 'mug', sort: 'name' };
  assert.deepEqual(exportOf({ ...view, about: 'products' }, days), products);
  const refunds = { report_type: 'sales_refunds', ...days, branch_id: 'b', kind: 'void', user_id: 'p' };
  assert.deepEqual(exportOf({ ...view, about: 'refunds' }, days), refunds);
  assert.deepEqual(exportOf({ ...view, about: 'inventory' }, days), { report_type: 'inventory', branch_id: 'b' });
});

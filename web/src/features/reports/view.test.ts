import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBefore, daysOf, readView } from './view.ts';

const today = '2026-11-25';

test('reads the filters of its address, and ignores others', () => {
  const view = { about: 'inventory', from: '2026-01-01', to: '2026-01-31', by: 'week', branch: 'b' };
  assert.deepEqual(readView(view), view);
  assert.deepEqual(readView({ by: 'month', more: 1 }), { by: 'month' });
  assert.deepEqual(readView({ about: 'stock', by: 'year' }), {});
  assert.deepEqual(readView({ about: 'sales', by: 'day', branch: 5, from: 'soon' }), {});
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

test('the period before has as many days, and ends the day before', () => {
  assert.deepEqual(daysBefore({ start_date: '2026-03-01', end_date: '2026-03-31' }), {
    start_date: '2026-01-29',
    end_date: '2026-02-28',
  });
  assert.deepEqual(daysBefore({ start_date: today, end_date: today }), {
    start_date: '2026-11-24',
    end_date: '2026-11-24',
  });
});

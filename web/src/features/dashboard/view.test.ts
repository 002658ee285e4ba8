import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf, readView } from './view.ts';

const today = '2026-11-25';

test('shows the chosen period, today by default', () => {
  const days = (period?: 'yesterday' | '7days' | '30days' | 'month') =>
    Object.values(daysOf(period === undefined ? {} : { period }, today)).join(' ');
  assert.equal(days(), `${today} ${today}`);
  assert.equal(days('yesterday'), '2026-11-24 2026-11-24');
  assert.equal(days('7days'), `2026-11-19 ${today}`);
  assert.equal(days('30days'), `2026-10-27 ${today}`);
  assert.equal(days('month'), `2026-11-01 ${today}`);
});

test('two days take the place of a period', () => {
  const range = { from: '2026-01-02', to: '2026-01-05' };
  assert.deepEqual(readView({ ...range, period: 'month', branch: 'b' }), { ...range, branch: 'b' });
  assert.deepEqual(daysOf(range, today), { start_date: '2026-01-02', end_date: '2026-01-05' });
  assert.deepEqual(readView({ from: '2026-01-02', period: 'month' }), { period: 'month' });
  assert.deepEqual(readView({ to: '2026-01-02', period: '30days' }), { period: '30days' });
  assert.deepEqual(readView({ period: 'decade', branch: 7 }), {});
});

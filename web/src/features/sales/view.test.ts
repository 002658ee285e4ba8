import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryOf, readView, saleStatuses } from './view.ts';

test('reads the filters of its address, and ignores others', () => {
  const view = { search: '261125', status: 'refunded', from: '2026-01-01', to: '2026-01-31', branch: 'b' };
  assert.deepEqual(readView(view), view);
  const statuses = ['completed', 'pending', 'partially_refunded', 'refunded', 'voided'];
  for (const status of statuses) assert.deepEqual(readView({ status }), { status });
  assert.deepEqual(saleStatuses, statuses);
  // The router parses digits as a number.
  assert.deepEqual(readView({ search: 261_125 }), { search: '261125' });
  assert.deepEqual(readView({ search: '', status: 'lost', branch: 3, from: '2026-02-30' }), {});
});

test('asks the service by its own names', () => {
  assert.deepEqual(queryOf({ search: 'x', status: 'pending', from: '2026-01-01', to: '2026-01-31', branch: 'b' }), {
    search: 'x',
    status: 'pending',
    start_date: '2026-01-01',
    end_date: '2026-01-31',
    branch_id: 'b',
  });
});

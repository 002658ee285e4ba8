import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryOf, readView } from './view.ts';

test('reads the filters of its address, and ignores others', () => {
  for (const status of ['open', 'counting', 'closed']) assert.deepEqual(readView({ status }), { status });
  const view = { register: 'r', branch: 'b', status: 'open' };
  assert.deepEqual(readView(view), view);
  assert.deepEqual(readView({ ...view, about: 'closures' }), { about: 'closures', register: 'r', branch: 'b' });
  assert.deepEqual(readView({ about: 'shifts', register: 1, branch: 2, status: 'lost' }), {});
});

test('asks the service by its own names', () => {
  assert.deepEqual(queryOf({ about: 'closures', register: 'r', branch: 'b' }), { register_id: 'r', branch_id: 'b' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownSearch } from './known-search.ts';

test('a page gets nothing of its address that it does not know', () => {
  const read = knownSearch(({ sort }): { sort?: string } => (sort === 'name' ? { sort } : {}));
  // As the router does.
  const merged = (search: Record<string, unknown>) => ({ ...search, ...read(search) });
  assert.deepEqual(merged({ sort: 'name', page: 3 }), { sort: 'name', page: undefined });
  assert.deepEqual(merged({ sort: 'bogus' }), { sort: undefined });
});

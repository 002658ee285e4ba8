import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusBefore } from './bulk-rules.ts';

test('sets a status back if all products were changed, and nothing else of them', () => {
  const ids = ['a', 'b'];
  assert.equal(statusBefore({ ids, changes: { status: 'inactive' } }, 2), 'active');
  assert.equal(statusBefore({ ids, changes: { status: 'active' } }, 2), 'inactive');
  assert.equal(statusBefore({ ids, changes: { status: 'inactive' } }, 1), undefined);
  assert.equal(statusBefore({ ids, changes: {} }, 2), undefined);
  const others: { status: 'active'; price: number } = { status: 'active', price: 2 };
  assert.equal(statusBefore({ ids, changes: others }, 2), undefined);
});

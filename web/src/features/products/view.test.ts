import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readView } from './view.ts';

test('reads the filters of its address, and ignores others', () => {
  const view = { search: 'tea', status: 'inactive', category: 'c', sort: '-min_stock' };
  assert.deepEqual(readView(view), view);
  // The router parses a barcode as a number.
  assert.deepEqual(readView({ search: 4_006_381_333_931, status: 'active', sort: 'name' }), {
    search: '4006381333931',
    status: 'active',
    sort: 'name',
  });
  const sorts = 'name sku barcode category price cost stock min_stock created_at updated_at'.split(' ');
  for (const sort of sorts.flatMap((name) => [name, `-${name}`])) assert.deepEqual(readView({ sort }), { sort });
  assert.deepEqual(readView({ search: '', status: 'deleted', category: '', sort: 'margin' }), {});
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productFieldsOf, productSortOf, sortFields, viewOf } from './rules.ts';

test('a parameter that only one view has selects the view', () => {
  assert.equal(viewOf({}), 'levels');
  for (const field of ['page', 'limit', 'search', 'category', 'status', 'sort_by', 'sort_order'])
    assert.equal(viewOf({ [field]: 'x' }), 'records', field);
  for (const field of ['product_id', 'with_variants', 'warehouse_id', 'branch_id', 'low_stock']) {
    assert.equal(viewOf({ [field]: 'x' }), 'levels', field);
    assert.equal(viewOf({ page: 1, [field]: 'x' }), 'levels', field);
  }
  assert.equal(viewOf({ page: 1, low_stock: false }), 'levels');
  // Present, but empty.
  assert.equal(viewOf({ search: undefined }), 'records');
  assert.equal(viewOf({ search: undefined, product_id: undefined }), 'records');
  assert.equal(viewOf({ product_id: undefined }), 'levels');
  assert.equal(viewOf({ view: 'levels', search: 'tea' }), 'levels');
  assert.equal(viewOf({ view: 'records', product_id: 'p' }), 'records');
});

test('maps the sort order of records to that of products', () => {
  assert.equal(productSortOf(undefined, undefined), undefined);
  assert.equal(productSortOf('price', undefined), 'price');
  assert.equal(productSortOf('price', 'desc'), '-price');
  assert.equal(productSortOf('minStock', 'asc'), 'min_stock');
  assert.equal(productSortOf('updated_at', 'desc'), '-updated_at');
  assert.equal(productSortOf(undefined, 'asc'), 'created_at');
  assert.ok(sortFields.every((field) => productSortOf(field, 'asc') === productSortOf(field, undefined)));
});

test('returns the given fields of a record, and no others', () => {
  const input = { name: 'Tea', minStock: null, cost: 1, parent_id: 'x', track_stock: false };
  assert.deepEqual(productFieldsOf(input), { name: 'Tea', min_stock: null });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstChoice, formFields, isComplete, leftByUndo } from './import-rules.ts';

const columns = {
  source: 'square' as const,
  mapping: { name: 'Item Name', price: 'Price' },
  stock_columns: [{ heading: 'Current Quantity Main', location: 'Main', warehouse_id: null }],
};

test('one location goes into the only warehouse', () => {
  const choice = firstChoice(columns, [{ id: 'w1' }]);
  assert.equal(isComplete(columns, choice), true);
  assert.deepEqual(formFields(columns, choice), {
    mapping: '{"name":"Item Name","price":"Price"}',
    stock_columns: '{"Current Quantity Main":"w1"}',
  });
});

test('a shop with several warehouses chooses, and may leave a location out', () => {
  const choice = firstChoice(columns, [{ id: 'w1' }, { id: 'w2' }]);
  assert.equal(isComplete(columns, choice), false);
  assert.equal(formFields(columns, choice).stock_columns, '{}');
});

test('an unknown file is previewed only after a person has chosen', () => {
  const unknown = { ...columns, source: 'unknown' as const, stock_columns: [] };
  assert.equal(isComplete(unknown, firstChoice(unknown, [])), false);
});

test('a file with our own headings is sent as it is', () => {
  const own = { source: 'tillhouse' as const, mapping: { sku: 'sku' }, stock_columns: [] };
  assert.deepEqual(formFields(own, firstChoice(own, [{ id: 'w1' }])), {});
  assert.deepEqual(formFields(own, { ...firstChoice(own, []), warehouse_id: 'w2' }), { warehouse_id: 'w2' });
});

test('an undo tells how much it leaves as it is, and how much of that it does not list', () => {
  const of = (kept: number, failed: number, listed: number) =>
    leftByUndo({ kept, failed, entries: Array.from({ length: listed }) });
  assert.deepEqual(of(0, 0, 0), { all: 0, unlisted: 0 });
  assert.deepEqual(of(3, 2, 5), { all: 5, unlisted: 0 });
  assert.deepEqual(of(99, 4, 100), { all: 103, unlisted: 3 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenOf, otherOf } from './warehouse-rules.ts';

const warehouses = ['attic', 'main', 'shed'].map((id) => ({ id, is_default: id === 'main' }));

test('a chosen warehouse stays chosen as long as it exists; else it is the default one', () => {
  assert.equal(chosenOf(warehouses, 'shed'), 'shed');
  assert.equal(chosenOf(warehouses, 'sold'), 'main');
  assert.equal(chosenOf(warehouses, undefined), 'main');
  assert.equal(chosenOf([{ id: 'attic', is_default: false }], undefined), 'attic');
  assert.equal(chosenOf([], 'shed'), '');
});

test('products go to another warehouse, unless a person chose the same', () => {
  assert.equal(otherOf(warehouses, 'attic', undefined), 'main');
  assert.equal(otherOf(warehouses, 'main', 'sold'), 'attic');
  assert.equal(otherOf(warehouses, 'main', 'shed'), 'shed');
  assert.equal(otherOf(warehouses, 'main', 'main'), 'main');
  assert.equal(otherOf([], 'main', undefined), '');
});

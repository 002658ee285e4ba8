import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, isAudited } from './rules.ts';

const shown = { id: 'a', name: 'Tea', price: 3, images: ['x'], updated_at: 'then' };

test('of a change the fields that differ are kept', () => {
  const after = { ...shown, price: 4, images: ['x', 'y'], updated_at: 'now' };
  assert.deepEqual(changeOf('product.updated', after, shown), {
    before: { price: 3, images: ['x'] },
    after: { price: 4, images: ['x', 'y'] },
  });
  assert.deepEqual(changeOf('product.updated', { ...after, unit: 'kg' }, after), { before: { unit: null }, after: { unit: 'kg' } });
});

test('what came is kept as it is, what went as it was', () => {
  assert.deepEqual(changeOf('product.created', shown), { before: null, after: shown });
  assert.deepEqual(changeOf('product.deleted', shown), { before: shown, after: null });
});

test('what has a ledger of its own is not kept twice', () => {
  for (const type of ['sale.completed', 'stock.moved', 'stock.low', 'points.changed']) assert.ok(!isAudited(type), type);
  for (const type of ['sale.refunded', 'sale.voided', 'product.updated', 'staff.created', 'export.ready']) assert.ok(isAudited(type), type);
});

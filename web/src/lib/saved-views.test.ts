import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameView, parseViews, type SavedViews, withoutView, withView } from './saved-views.ts';

const refunded = { name: 'Refunded', view: { status: 'refunded' } };

test('reads what was stored, and leaves out what is no view', () => {
  assert.deepEqual(parseViews(JSON.stringify({ sales: [refunded] })), { sales: [refunded] });
  for (const text of [undefined, '', 'x', 'null', '[]', '3']) assert.deepEqual(parseViews(text), {}, text ?? 'nothing');
  const mixed = JSON.stringify({ sales: [refunded, null, { name: 3, view: {} }, { name: 'x', view: [] }], stock: 'x' });
  assert.deepEqual(parseViews(mixed), { sales: [refunded], stock: [] });
});

test('adds a view in place of one with the same name, and keeps the latest dozen', () => {
  const parked = { name: 'Parked', view: { status: 'pending' } };
  const views = withView(withView({}, 'sales', refunded), 'sales', parked);
  assert.deepEqual(views, { sales: [refunded, parked] });
  const changed = { name: 'Refunded', view: { status: 'partially_refunded' } };
  assert.deepEqual(withView(views, 'sales', changed), { sales: [parked, changed] });
  let many: SavedViews = views;
  for (let n = 0; n < 20; n += 1) many = withView(many, 'sales', { name: `View ${n}`, view: {} });
  assert.equal(many.sales?.length, 12);
  assert.equal(many.sales?.at(-1)?.name, 'View 19');
});

test('removes a view of one list only', () => {
  const views = withView(withView({}, 'sales', refunded), 'stock', refunded);
  assert.deepEqual(withoutView(views, 'sales', 'Refunded'), { sales: [], stock: [refunded] });
  assert.deepEqual(withoutView({}, 'sales', 'Refunded'), { sales: [] });
});

test('compares filters in any order', () => {
  assert.equal(isSameView({ a: 1, b: 'x' }, { b: 'x', a: 1 }), true);
  assert.equal(isSameView({ a: 1, b: undefined }, { a: 1 }), true);
  assert.equal(isSameView({ a: 1 }, { a: '1' }), false);
  assert.equal(isSameView({}, { a: 1 }), false);
});

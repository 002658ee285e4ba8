import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Goods, type Line, quantity_at_most } from './cart.ts';
import { changeLine, clampQuantity, last, mayChangePrices, merge, oneLess, stateOf } from './line-rules.ts';

const goods = (id: string | null): Goods => ({ id, sku: 'S', name: 'Goods', price: 4, tax_rate: null });
const line = (key: string, id: string | null, fields: Partial<Line> = {}): Line => ({
  key,
  code: key,
  quantity: 1,
  price: null,
  discount: 0,
  state: { kind: 'ready', goods: goods(id) },
  ...fields,
});
const keysOf = (lines: readonly Line[]) => lines.map(({ key, quantity }) => `${key}:${quantity}`).join(' ');

test('a quantity is whole, at least one, and at most the limit', () => {
  assert.deepEqual([-1, 0, 1, 1.9, 7, quantity_at_most].map(clampQuantity), [1, 1, 1, 1, 7, quantity_at_most]);
  assert.equal(clampQuantity(1_000_001), 1_000_000);
});

test('an added product joins its line, which moves to the end', () => {
  const lines = [line('1', 'a', { quantity: 2 }), line('2', 'b'), line('3', 'a', { quantity: 3 })];
  assert.equal(keysOf(merge(lines, lines[2] as Line)), '2:1 1:5');
  const dearer = line('2', 'a', { state: { kind: 'ready', goods: { ...goods('a'), price: 5 } } });
  assert.deepEqual(merge([line('1', 'a'), dearer], dearer)[0]?.state, dearer.state);
  const most = [line('1', 'a', { quantity: quantity_at_most }), line('2', 'a')];
  assert.equal(keysOf(merge(most, most[1] as Line)), `1:${quantity_at_most}`);
});

test('lines with their own price, discount or name stay separate', () => {
  const added = line('2', 'a');
  for (const fields of [{ price: 4 }, { discount: 1 }, { discount: { percent: 5 } }]) {
    assert.equal(keysOf(merge([line('1', 'a', fields), added], added)), '1:1 2:1');
    const changed = { ...added, ...fields };
    assert.equal(keysOf(merge([line('1', 'a'), changed], changed)), '1:1 2:1');
  }
  const custom = line('2', null);
  assert.equal(keysOf(merge([line('1', null), custom], custom)), '1:1 2:1');
  const looking = line('1', 'a', { state: { kind: 'looking' } });
  assert.equal(keysOf(merge([looking, added], added)), '1:1 2:1');
});

test('changes and moves one line', () => {
  const lines = [line('1', 'a'), line('2', 'b')];
  assert.equal(keysOf(changeLine(lines, '2', { quantity: 9 })), '1:1 2:9');
  assert.equal(keysOf(last(lines, { ...(lines[0] as Line), quantity: 5 })), '2:1 1:5');
});

test('one product is ready, several are to be chosen from', () => {
  assert.deepEqual(stateOf([]), { kind: 'unknown' });
  assert.deepEqual(stateOf([goods('a')]), { kind: 'ready', goods: goods('a') });
  assert.deepEqual(stateOf([goods('a'), goods('b')]), { kind: 'choose', among: [goods('a'), goods('b')] });
});

test('one less of a single item removes the line', () => {
  assert.deepEqual(oneLess({ key: '1', quantity: 2 }), { type: 'quantityChanged', key: '1', quantity: 1 });
  assert.deepEqual(oneLess({ key: '1', quantity: 1 }), { type: 'removed', key: '1' });
});

test('a role changes prices alone, or with an approval where the shop has a rule for it', () => {
  const rules = { price_override_roles: ['manager'], approval_rules: [{ action: 'discount' }] };
  assert.deepEqual([mayChangePrices('manager', rules), mayChangePrices('cashier', rules)], [true, false]);
  assert.equal(mayChangePrices('cashier', { ...rules, approval_rules: [{ action: 'price_override' }] }), true);
});

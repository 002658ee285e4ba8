import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyCart, type Goods, type Line, type LineState } from './cart.ts';
import { parkedContentOf } from './parked-rules.ts';
import { goodsToCheck, heldBy, shortagesOf } from './stock-rules.ts';

const goods = (id: string | null, sku = String(id)): Goods => ({ id, sku, name: 'Thing', price: 4, tax_rate: null });
const line = (key: string, quantity: number, state: LineState): Line => ({
  key,
  code: key,
  quantity,
  price: null,
  discount: 0,
  state,
});
const ready = (key: string, quantity: number, id: string | null): Line =>
  line(key, quantity, { kind: 'ready', goods: goods(id) });

test('says how many of a product there are, at the last of its lines', () => {
  const lines = [ready('1', 2, 'mug'), ready('2', 3, 'tea'), ready('3', 1, 'mug'), ready('4', 9, null)];
  const shortages = (stock: [string, number][]) => [...shortagesOf({ lines }, new Map(stock))];
  assert.deepEqual(
    shortages([
      ['mug', 2],
      ['tea', 3],
    ]),
    [['3', 2]],
  );
  assert.deepEqual(
    shortages([
      ['mug', 3],
      ['tea', -1],
    ]),
    [['2', 0]],
  );
  assert.deepEqual(shortages([]), []);
});

test('checks each product once, also those to choose from, and no custom item', () => {
  const lines = [
    ready('1', 1, 'mug'),
    ready('2', 1, 'mug'),
    ready('3', 1, null),
    line('4', 1, { kind: 'choose', among: [goods('tea'), goods('none', '')] }),
    line('5', 1, { kind: 'looking' }),
  ];
  assert.deepEqual(goodsToCheck({ lines }), [
    { id: 'mug', sku: 'mug' },
    { id: 'tea', sku: 'tea' },
  ]);
});

test('counts what a parked sale holds itself', () => {
  const cart = { ...emptyCart, lines: [ready('1', 2, 'mug'), ready('2', 3, 'mug'), ready('3', 1, null)] };
  const parked_content = parkedContentOf(cart, 24, { tax_rate: 0 });
  assert.deepEqual([...heldBy({ ...cart, parked_content })], [['mug', 5]]);
  assert.deepEqual([...heldBy(cart)], []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyCart } from './cart.ts';
import { enteredOf, onlyOne, parkedBodyOf, saleDiscount } from './parked-rules.ts';

type Item = Parameters<typeof enteredOf>[0];
const item = (fields: Partial<Item> = {}) =>
  ({
    sku: 'TEA',
    name: 'Tea',
    quantity: 3,
    product_id: 'tea',
    price: 4,
    price_overridden: false,
    line_discount: 0,
    discount_percent: null,
    ...fields,
  }) as Item;

test('restores quantity, own price and discount of a line', () => {
  assert.deepEqual(enteredOf(item()), { code: 'TEA', quantity: 3, price: null, discount: 0 });
  assert.equal(enteredOf(item({ sku: null })).code, 'Tea');
  assert.equal(enteredOf(item({ price_overridden: true })).price, 4);
  assert.equal(enteredOf(item({ price_overridden: true, product_id: null })).price, null);
  assert.equal(enteredOf(item({ line_discount: 1.5 })).discount, 1.5);
  assert.deepEqual(enteredOf(item({ line_discount: 1.2, discount_percent: 10 })).discount, { percent: 10 });
});

test('a SKU that means no product, or several, is unknown', () => {
  const goods = { id: 'tea', sku: 'TEA', name: 'Tea', price: 4, tax_rate: null };
  assert.deepEqual([[], [goods], [goods, goods]].map(onlyOne), [
    { kind: 'unknown' },
    { kind: 'ready', goods },
    { kind: 'unknown' },
  ]);
});

test('the discount of the sale is what the lines do not have of it', () => {
  const of = (discount: number, lines: number[], discount_percent: number | null = null) =>
    saleDiscount({ discount, discount_percent, items: lines.map((line_discount) => item({ line_discount })) }, 'EUR');
  assert.equal(of(0.3, [0.1, 0.1]), 0.1);
  assert.equal(of(5, []), 5);
  assert.equal(of(2, [2]), 0);
  assert.deepEqual(of(5, [1], 10), { percent: 10 });
});

test('saves every field, also those that were emptied', () => {
  const none = { items: [], discount: 0, note: null, customer_id: null, label: null };
  assert.deepEqual(parkedBodyOf({ ...emptyCart, label: ' ' }), none);
  const buyer = { id: 'c', name: 'Carla' };
  assert.deepEqual(parkedBodyOf({ ...emptyCart, buyer, discount: 2, note: ' no sugar ', label: ' Table 4 ' }), {
    items: [],
    discount: 2,
    note: 'no sugar',
    customer_id: 'c',
    label: 'Table 4',
  });
});

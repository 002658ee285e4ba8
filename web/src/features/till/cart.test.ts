import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Cart,
  canBePaid,
  contentOf,
  emptyCart,
  isEmpty,
  isLookingUp,
  itemsOf,
  type Line,
  pricesOf,
  readScan,
  totalOf,
} from './cart.ts';

const shop = { currency: 'EUR', tax_mode: 'exclusive', tax_rate: 10 } as const;

function line(price: number, fields: Partial<Line> & { tax_rate?: number | null; id?: string | null } = {}): Line {
  const { tax_rate = null, id = 'p', ...rest } = fields;
  const goods = { id, sku: 'SKU', name: 'Goods', price, tax_rate };
  return { key: '1', code: 'SKU', quantity: 1, price: null, discount: 0, state: { kind: 'ready', goods }, ...rest };
}
const cartOf = (lines: readonly Line[], fields: Partial<Cart> = {}): Cart => ({ ...emptyCart, lines, ...fields });

test('a product has its own tax rate, also none, before that of the shop', () => {
  const taxOf = (tax_rate: number | null) => pricesOf(cartOf([line(100, { tax_rate })]), shop)?.tax;
  assert.deepEqual([taxOf(null), taxOf(20), taxOf(0)], [1_000n, 2_000n, 0n]);
});

test('prices of a line and discounts count, and lines that are not ready do not', () => {
  const total = (...lines: Line[]) => totalOf(cartOf(lines), { ...shop, tax_mode: 'none' });
  assert.equal(total(line(10, { quantity: 3 })), 30);
  assert.equal(total(line(10, { quantity: 3, price: 8 })), 24);
  assert.equal(total(line(10, { quantity: 3, discount: 5 })), 25);
  assert.equal(total(line(10, { quantity: 3, discount: { percent: 10 } })), 27);
  assert.equal(total(line(10), line(5, { state: { kind: 'looking' } })), 10);
  assert.equal(totalOf(cartOf([line(10)], { discount: { percent: 25 } }), shop), 8.25);
  assert.equal(pricesOf(cartOf([line(10, { discount: 10.01 })]), shop), undefined);
});

test('the service gets product or custom item, price, discount, customer and note only if there are some', () => {
  assert.deepEqual(itemsOf(cartOf([line(10)])), [{ product_id: 'p', quantity: 1 }]);
  assert.deepEqual(itemsOf(cartOf([line(10, { price: 0, discount: { percent: 5 } })])), [
    { product_id: 'p', price: 0, quantity: 1, discount: { percent: 5 } },
  ]);
  assert.deepEqual(itemsOf(cartOf([line(10, { id: null, tax_rate: 0 })])), [
    { name: 'Goods', price: 10, tax_rate: 0, quantity: 1 },
  ]);
  assert.deepEqual(itemsOf(cartOf([line(10, { id: null, price: 7 })])), [{ name: 'Goods', price: 7, quantity: 1 }]);
  assert.deepEqual(contentOf(cartOf([], { note: ' ' })), { items: [] });
  const buyer = { id: 'c', name: 'Carla' };
  assert.deepEqual(contentOf(cartOf([], { buyer, note: ' no sugar ', discount: 1 })), {
    items: [],
    customer_id: 'c',
    note: 'no sugar',
    discount: 1,
  });
});

test('a cart is empty if it holds nothing that the cashier entered', () => {
  assert.ok(isEmpty(emptyCart) && isEmpty({ ...emptyCart, note: ' ', label: ' ', discount: { percent: 0 } }));
  const entered: Partial<Cart>[] = [
    { lines: [line(1)] },
    { parked_id: 's' },
    { buyer: { id: 'c', name: 'Carla' } },
    { discount: 1 },
    { discount: { percent: 1 } },
    { note: 'x' },
    { label: 'x' },
  ];
  for (const fields of entered) assert.ok(!isEmpty({ ...emptyCart, ...fields }), JSON.stringify(fields));
});

test('reads a quantity before a code', () => {
  assert.deepEqual(readScan(' 3*COF-250 '), { quantity: 3, code: 'COF-250' });
  assert.deepEqual(readScan('12 x TEA'), { quantity: 12, code: 'TEA' });
  assert.deepEqual(readScan('999999×A'), { quantity: 999_999, code: 'A' });
  assert.deepEqual(readScan(' TEA '), { quantity: 1, code: 'TEA' });
  for (const plain of ['0*TEA', '1000000*TEA', '3*', 'x*3', '4006381333931'])
    assert.deepEqual(readScan(plain), { quantity: 1, code: plain });
});

test('a sale can be paid once it has lines and all of them are ready', () => {
  const looking = line(5, { state: { kind: 'looking' } });
  assert.deepEqual(
    [[], [line(5)], [line(5), looking], [looking]].map((lines) => canBePaid(cartOf(lines))),
    [false, true, false, false],
  );
  assert.equal(totalOf(cartOf([line(10, { discount: 10.01 })]), shop), 0);
});

test('reads only a valid quantity before the code', () => {
  assert.deepEqual(readScan(' 3*COF-250 '), { quantity: 3, code: 'COF-250' });
  assert.deepEqual(readScan('12 x 4006381333931'), { quantity: 12, code: '4006381333931' });
  for (const code of ['0*COF', '1234567*COF', 'x2', '3*']) assert.deepEqual(readScan(code), { quantity: 1, code });
});

test('a failed lookup is over', () => {
  const isLooking = (kind: 'looking' | 'failed' | 'unknown') =>
    isLookingUp(cartOf([line(1), line(1, { state: { kind } })]));
  assert.deepEqual([isLooking('looking'), isLooking('failed'), isLooking('unknown')], [true, false, false]);
});

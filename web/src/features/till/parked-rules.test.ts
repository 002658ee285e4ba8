import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cart, emptyCart, isReady, type Line, type ReadyLine } from './cart.ts';
import {
  cartOf,
  enteredOf,
  isUnchanged,
  type Parked,
  parkedBodyOf,
  parkedGoodsOf,
  saleDiscount,
  soldToday,
  storedContentOf,
} from './parked-rules.ts';
import { emptyTill, nextTill, type TillEvent } from './till-state.ts';

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

test('a product that is not sold any more is unknown', () => {
  const goods = { id: 'tea', sku: 'TEA', name: 'Tea', price: 4, tax_rate: null };
  assert.deepEqual([[], [goods]].map(soldToday), [{ kind: 'unknown' }, { kind: 'ready', goods }]);
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

const euro = { currency: 'EUR', tax_mode: 'inclusive', tax_rate: 19 } as const;
const parked = {
  id: 'parked',
  discount: 3,
  discount_percent: null,
  customer_id: 'c',
  note: 'no sugar',
  label: 'Table 4',
  branch_id: 'b',
  total_amount: 34,
  items: [
    item({ line_no: 1, list_price: 4, tax_rate: 19, line_discount: 1.2, discount_percent: 10 }),
    item({ line_no: 2, product_id: 'mug', price: 7, list_price: 9, price_overridden: true, tax_rate: 7 }),
    item({ line_no: 3, product_id: null, sku: null, price: 2, list_price: 2, tax_rate: 0 }),
  ],
} as Parked;
const linesOf = (sale: Parked) =>
  sale.items.map((one): Line => {
    const goods = parkedGoodsOf(one);
    // The tea has the rate of the shop.
    const tax_rate = goods.id === 'tea' ? null : goods.tax_rate;
    return { key: String(one.line_no), ...enteredOf(one), state: { kind: 'ready', goods: { ...goods, tax_rate } } };
  });
const opened: Cart = {
  ...cartOf(parked, linesOf(parked), 'EUR'),
  parked_content: storedContentOf(parked, euro),
};

test('a parked sale is unchanged as it was opened, however it is paid', () => {
  assert.ok(isUnchanged(opened, 34, euro));
  const paying = { parts: [], method: 'cash', received: 50 } as const;
  const renamed = { id: 'c', name: 'Carla' };
  assert.ok(isUnchanged({ ...opened, paying, buyer: renamed, note: 'no sugar ' }, 34, euro));
});

test('what a change of a parked sale saves is a change, and so is another price, tax rate or total', () => {
  const [tea, ...others] = opened.lines.filter(isReady) as [ReadyLine, ...ReadyLine[]];
  const withTea = (part: Partial<Line>): Cart => ({ ...opened, lines: [{ ...tea, ...part }, ...others] });
  const withGoods = (part: object) => withTea({ state: { kind: 'ready', goods: { ...tea.state.goods, ...part } } });
  const changes: Cart[] = [
    withTea({ quantity: 4 }),
    withTea({ price: 3.5 }),
    withTea({ discount: { percent: 11 } }),
    withGoods({ price: 4.1 }),
    withGoods({ tax_rate: 7 }),
    withGoods({ id: 'other' }),
    { ...opened, lines: others },
    { ...opened, lines: [...others, tea] },
    { ...opened, discount: 0 },
    { ...opened, buyer: null },
    { ...opened, note: '' },
    { ...opened, label: 'Table 5' },
  ];
  for (const [at, cart] of changes.entries()) assert.equal(isUnchanged(cart, 34, euro), false, String(at));
  assert.equal(isUnchanged(opened, 35, euro), false);
  assert.equal(isUnchanged(opened, 34, { ...euro, tax_rate: 20 }), false);
  // The till of an earlier version did not keep the content.
  const { parked_content: _, ...unknown } = opened;
  assert.equal(isUnchanged(unknown, 34, euro), false);
});

test('a parked sale that was saved is unchanged if its payment is rejected', () => {
  const more: Cart = { ...opened, lines: opened.lines.slice(1) };
  const saved = { ...parked, total_amount: 24, items: parked.items.slice(1) };
  const call = { path: { id: 'parked' }, body: {} };
  const rejected = [
    { type: 'opened', cart: more },
    { type: 'sent', request: null },
    {
      type: 'requested',
      request: { name: 'completeTransaction', call },
      parked_content: storedContentOf({ ...saved, discount: 1.8 }, euro),
    },
    { type: 'rejected', pricesChanged: false, sale_id: 'parked' },
  ] satisfies TillEvent[];
  const { cart } = rejected.reduce(nextTill, emptyTill);
  assert.deepEqual(cart.lines, more.lines);
  assert.ok(isUnchanged(cart, 24, euro));
});

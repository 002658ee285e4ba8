import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../core/ids.ts';
import {
  figuresOf,
  linesOf,
  readAmount,
  readDiscount,
  readId,
  readItems,
  readQuantity,
  readRefund,
  saleSummary,
  valueOfUnits,
} from './summary-rules.ts';

const tea = newId();
const products = [{ id: tea, name: 'Tea', price: 1_000n }];
const item = (fields: object = {}) => ({ product_id: tea, quantity: 1, ...fields });
const read = (...items: object[]) => readItems(items, 'USD');
function figures(items: object[], discount = 0n) {
  const lines = linesOf(read(...items) ?? [], products);
  return lines && figuresOf(lines, discount);
}

test('reads what a request may contain, and nothing else', () => {
  const cases: [read: (value: unknown) => unknown, right: [value: unknown, read: unknown][], wrong: unknown[]][] = [
    [
      (value) => readAmount(value, 'USD'),
      [
        [0, 0n],
        [2.5, 250n],
      ],
      [-0.01, 1.005, '5', null],
    ],
    [
      (value) => readDiscount(value, 'USD'),
      [
        [undefined, 0n],
        [null, 0n],
        [2.5, 250n],
        [{ percent: 0 }, { percent_ppm: 0 }],
        [{ percent: 12.5 }, { percent_ppm: 125_000 }],
        [{ percent: 100 }, { percent_ppm: 1_000_000 }],
      ],
      [-1, 'all', {}, [], { percent: '5' }, { percent: -1 }, { percent: 100.0001 }, { percent: 0.00001 }],
    ],
    [
      readQuantity,
      [
        [0, 0],
        [3, 3],
      ],
      [-1, 1.5, '1', null],
    ],
    [readId, [[tea.toUpperCase(), tea]], ['x', 5, null]],
  ];
  for (const [reads, right, wrong] of cases) {
    for (const [value, expected] of right) assert.deepEqual(reads(value), expected, JSON.stringify(value));
    for (const value of wrong) assert.equal(reads(value), undefined, JSON.stringify(value));
  }
});

test('reads up to 1,000 items, each a product or a custom item with name and price', () => {
  const custom = { name: 'Repair', quantity: 2, price: 5 };
  assert.deepEqual(read(item({ discount: 1, price: 0 }), custom), [
    { product_id: tea, name: '', quantity: 1, price: 0n, discount: 100n },
    { product_id: null, name: 'Repair', quantity: 2, price: 500n, discount: 0n },
  ]);
  assert.equal(read(...Array(1_000).fill(item()))?.length, 1_000);
  for (const items of [
    [],
    Array(1_001).fill(item()),
    [item({ product_id: 'x' })],
    [item({ quantity: 0.5 })],
    [item({ price: 1.005 })],
    [item({ discount: -1 })],
    [{ ...custom, name: undefined }],
    [{ ...custom, price: undefined }],
    ['tea'],
  ])
    assert.equal(readItems(items, 'USD'), undefined, JSON.stringify(items.slice(0, 1)));
  assert.equal(readItems({ 0: item() }, 'USD'), undefined);
});

test('a sale may be free, and no less', () => {
  assert.deepEqual(figures([item({ discount: 10 })]), { discount: 1_000n, price_change: 0n, total: 0n, changed: [] });
  assert.equal(figures([item({ discount: 2 })], 800n)?.total, 0n);
  assert.equal(figures([item({ discount: 2 })], 801n), undefined);
  assert.equal(figures([item({ discount: 10.01 })]), undefined);
  assert.equal(figures([item(), item({ product_id: newId() })]), undefined);
});

test('counts prices above and below the catalogue’s, for each unit', () => {
  const { price_change, total, changed } =
    figures([item({ price: 9, quantity: 3 }), item({ price: 12 }), item()]) ?? {};
  assert.deepEqual([price_change, total, changed?.length], [500n, 4_900n, 2]);
});

test('names three changed lines in full, and counts the others', () => {
  const summary = (count: number) => {
    const sale = figures(Array(count).fill(item({ price: 9 })));
    return sale && saleSummary(sale, 'a sale', 'USD');
  };
  const line = '1 × Tea at 9 instead of 10';
  assert.equal(summary(1), `Prices changed by 1 on a sale of 9: ${line}`);
  assert.equal(summary(3), `Prices changed by 3 on a sale of 27: ${line}, ${line}, ${line}`);
  assert.equal(summary(4), `Prices changed by 4 on a sale of 36: ${line}, ${line}, ${line}, 1 more`);
  const named = (name: string) =>
    saleSummary(
      { discount: 0n, price_change: 1n, total: 1n, changed: [{ name, quantity: 1, price: 1n, list_price: 2n }] },
      'a sale',
      'JPY',
    );
  assert.match(named('x'.repeat(60)), / × x{60} at /);
  assert.match(named('x'.repeat(61)), / × x{60}… at /);
  assert.equal(
    saleSummary({ discount: 1n, price_change: 0n, total: 8n, changed: [] }, 'A-1', 'JPY'),
    'Discount of 1 on A-1 of 8',
  );
});

test('reads a refund of an amount, of items, of both, or of everything', () => {
  const items = [
    { product_id: tea, quantity: 2 },
    { line_no: 1, quantity: 1 },
  ];
  const wanted = [
    { product_id: tea, line_no: undefined, quantity: 2 },
    { product_id: undefined, line_no: 1, quantity: 1 },
  ];
  assert.deepEqual(readRefund({}, 'USD'), { amount: null, items: null });
  assert.deepEqual(readRefund({ amount: 0, items: null }, 'USD'), { amount: 0n, items: null });
  assert.deepEqual(readRefund({ amount: 1.5, items }, 'USD'), { amount: 150n, items: wanted });
  assert.equal(readRefund({ amount: -1 }, 'USD'), undefined);
  assert.equal(readRefund({ items: [{ product_id: tea }] }, 'USD'), undefined);
});

test('returned units are worth their share of the line, at most what is left of it', () => {
  const line = { product_id: tea, quantity: 3, total: 100n, refunded_quantity: 1, refunded_amount: 33n };
  const lines = [
    { ...line, line_no: 1 },
    { ...line, line_no: 2, refunded_quantity: 0, refunded_amount: 0n },
  ];
  const worth = (...items: { product_id?: string; line_no?: number; quantity: number }[]) =>
    valueOfUnits(
      lines,
      items.map(({ product_id, line_no, quantity }) => ({ product_id, line_no, quantity })),
    );
  assert.equal(worth({ line_no: 1, quantity: 1 }), 34n);
  assert.equal(worth({ line_no: 1, quantity: 2 }), 67n);
  assert.equal(worth({ line_no: 1, quantity: 3 }), undefined);
  assert.equal(worth({ product_id: tea, quantity: 3 }), 100n, 'the first line first');
  assert.equal(worth({ product_id: tea, quantity: 5 }), 167n);
  assert.equal(worth({ product_id: tea, quantity: 6 }), undefined);
  assert.equal(worth({ line_no: 1, quantity: 1 }, { line_no: 1, quantity: 1 }), 67n);
  assert.equal(worth({ line_no: 1, quantity: 2 }, { line_no: 1, quantity: 1 }), undefined);
  assert.equal(worth({ product_id: newId(), quantity: 1 }), undefined);
  const agreed = (refunded_amount: bigint) =>
    valueOfUnits([{ ...line, line_no: 1, refunded_amount }], [{ product_id: tea, line_no: undefined, quantity: 1 }]);
  assert.deepEqual([agreed(1n), agreed(90n), agreed(100n)], [34n, 10n, 0n]);
});

test('the discount of a sale is that of its lines and its own', () => {
  const found = figures([item({ quantity: 3, discount: 2 }), item({ discount: 1 })], 500n);
  assert.deepEqual([found?.discount, found?.total], [800n, 3_200n]);
});

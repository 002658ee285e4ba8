import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields, fieldsFrom, isLow, productFrom, variantFrom } from './product-fields.ts';
import type { Product } from './use-change-product.ts';

const texts = {
  name: 'Tea',
  sku: 'TEA',
  description: 'Green',
  category: ' Drinks ',
  barcode: ' 401 ',
  unit: ' box ',
  price: '4.5',
  cost: '2',
  stock: '7',
  min_stock: '3',
  tax_rate: '10',
  track_stock: 'on',
};
const empty = Object.fromEntries(Object.keys(texts).map((name) => [name, '']));

test('reads the fields of a product, and an empty field as none', () => {
  const { stock: _, ...fields } = texts;
  assert.deepEqual(fieldsFrom(fields), {
    name: 'Tea',
    sku: 'TEA',
    description: 'Green',
    category: 'Drinks',
    barcode: '401',
    unit: 'box',
    price: 4.5,
    cost: 2,
    min_stock: 3,
    tax_rate: 10,
    track_stock: true,
  });
  const none = { category: null, barcode: null, unit: null, price: 0, min_stock: null, tax_rate: null };
  const words = { name: '', sku: '', description: '' };
  assert.deepEqual(fieldsFrom(empty), { ...words, ...none, cost: 0, track_stock: true });
  // A user who may not see costs has no such field, and a switch that is off sends nothing.
  assert.deepEqual(fieldsFrom({}), { ...words, ...none, track_stock: false });
});

test('sends only the fields that were changed', () => {
  const before = { ...fieldsFrom(texts), id: 'tea' } as Product;
  assert.deepEqual(changedFields(fieldsFrom(texts), before), {});
  assert.deepEqual(changedFields(fieldsFrom({ ...texts, price: '5', unit: '' }), before), { price: 5, unit: null });
});

test('a new product or variant has only the fields that were entered', () => {
  const [plain, numbers] = [
    { name: 'Tea', sku: 'TEA', price: 4.5 },
    { cost: 2, stock: 7 },
  ];
  assert.deepEqual(productFrom(texts, true), {
    ...plain,
    ...numbers,
    min_stock: 3,
    category: 'Drinks',
    barcode: '401',
  });
  assert.deepEqual(variantFrom(texts, true), { ...plain, ...numbers, barcode: '401' });
  for (const read of [productFrom, variantFrom]) {
    assert.deepEqual(read({ ...empty, stock: '0' }, undefined), { name: '', sku: '', price: 0, stock: 0 });
    assert.deepEqual(read({}, false), { name: '', sku: '', price: 0, track_stock: false });
  }
});

test('a product is low at its reorder point', () => {
  const low = [2, 3, 4].map((stock) => isLow({ stock, min_stock: 3 }));
  assert.deepEqual([...low, isLow({ stock: 0, min_stock: null })], [true, true, false, false]);
});

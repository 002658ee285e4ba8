import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueRow } from './catalogue-row.ts';
import { goodsWithVariants, onlyGoods, valuesOf } from './code-match.ts';

const shirt: CatalogueRow = {
  id: 'shirt',
  sku: 'SH',
  name: 'Shirt',
  price: 20,
  tax_rate: 7,
  parent_id: null,
  is_active: true,
};
const red: CatalogueRow = {
  id: 'red',
  sku: 'SH-R',
  name: 'Red',
  price: 21,
  tax_rate: null,
  parent_id: 'shirt',
  is_active: true,
};

test('matches a barcode with other leading zeros, and a SKU in upper or lower case', () => {
  assert.deepEqual(valuesOf(' 012345678905 '), {
    barcodes: ['012345678905', '0012345678905', '00012345678905'],
    skus: ['012345678905'],
    ids: [],
    variants_of: [],
  });
  assert.deepEqual(valuesOf('Cof-250').skus, ['Cof-250', 'COF-250', 'cof-250']);
  assert.deepEqual(valuesOf('Cof-250').barcodes, ['Cof-250']);
});

test('names a variant with its product, and uses the product’s tax rate if the variant has none', () => {
  assert.deepEqual(onlyGoods([shirt], []), { id: 'shirt', sku: 'SH', name: 'Shirt', price: 20, tax_rate: 7 });
  assert.deepEqual(onlyGoods([red], [shirt]), { id: 'red', sku: 'SH-R', name: 'Shirt - Red', price: 21, tax_rate: 7 });
  assert.equal(onlyGoods([{ ...red, tax_rate: 0 }], [shirt])?.tax_rate, 0);
});

test('does not find inactive products', () => {
  assert.equal(onlyGoods([{ ...shirt, is_active: false }], []), undefined);
  assert.equal(onlyGoods([{ ...red, is_active: false }], [shirt]), undefined);
  assert.equal(onlyGoods([red], [{ ...shirt, is_active: false }]), undefined);
  assert.equal(onlyGoods([red], []), undefined, 'its product is gone');
});

test('leaves a code of several products to the service, unless only one of them is active', () => {
  const other = { ...shirt, id: 'other', sku: 'sh' };
  assert.equal(onlyGoods([shirt, other], []), undefined);
  assert.equal(onlyGoods([shirt, { ...other, is_active: false }], [])?.id, 'shirt');
  assert.equal(onlyGoods([shirt, shirt], [])?.id, 'shirt', 'found by its barcode and by its SKU');
  assert.equal(onlyGoods([], []), undefined);
});

test('offers a product with its active variants, unless it is not sold', () => {
  const namesOf = (...rows: CatalogueRow[]) => goodsWithVariants('shirt', rows)?.map(({ name }) => name);
  const blue = { ...red, id: 'blue', sku: 'SH-B', name: 'Blue' };
  assert.deepEqual(namesOf(shirt, red, { ...blue, is_active: false }), ['Shirt', 'Shirt - Red']);
  assert.deepEqual(namesOf(red, blue, shirt), ['Shirt', 'Shirt - Red', 'Shirt - Blue']);
  assert.equal(namesOf({ ...shirt, is_active: false }, red), undefined);
  assert.equal(namesOf(red), undefined);
});

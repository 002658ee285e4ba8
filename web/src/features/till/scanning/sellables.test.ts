import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goodsFound, sellablesOf, sellableWith } from './sellables.ts';

const goods = (id: string, tax_rate: number | null = null) => ({ id, sku: id, name: `Name ${id}`, price: 4, tax_rate });

test('offers a product and its active variants, which have its tax rate unless they have their own', () => {
  const product = {
    ...goods('set', 10),
    variants: [
      { ...goods('small'), status: 'active' },
      { ...goods('old'), status: 'inactive' },
      { ...goods('free', 0), status: 'active' },
    ],
  };
  assert.deepEqual(sellablesOf(product as never), [
    goods('set', 10),
    { ...goods('small', 10), name: 'Name set - Name small' },
    { ...goods('free', 0), name: 'Name set - Name free' },
  ]);
});

test('a code means one product, or any of the candidates', () => {
  const candidates = [{ ...goods('a'), available: 1 }, goods('b')];
  const found = (sellable: object | null) => goodsFound({ sellable, candidates } as never);
  assert.deepEqual(found(null), [goods('a'), goods('b')]);
  assert.deepEqual(found({ ...goods('c'), available: 1 }), [goods('c')]);
});

test('sells the product or variant with an id, while both are active', () => {
  const product = { ...goods('set', 10), status: 'active', variants: [{ ...goods('small'), status: 'active' }] };
  const names = (id: string, part: object = {}) =>
    sellableWith(id, { ...product, ...part } as never).map(({ name }) => name);
  assert.deepEqual([names('set'), names('small'), names('other')], [['Name set'], ['Name set - Name small'], []]);
  assert.deepEqual(names('small', { status: 'inactive' }), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLine, differenceOf, productsFound, readyLines, without, withQuantity } from './line-rules.ts';

const mug = { id: 'm', name: 'Mug', sku: 'MUG' };
const tea = { id: 't', name: 'Tea', sku: 'TEA' };

test('a product that is scanned again adds to its line, and moves it to the top', () => {
  const lines = addLine(addLine(addLine([], mug, 2), tea, 1), mug, 3);
  assert.deepEqual(
    lines.map(({ product_id, quantity }) => [product_id, quantity]),
    [
      ['m', 5],
      ['t', 1],
    ],
  );
  assert.equal(addLine(withQuantity(lines, 'm', undefined), mug, 4)[0]?.quantity, 4);
  assert.equal(addLine(withQuantity(lines, 'm', 999_999), mug, 4)[0]?.quantity, 1_000_000);
});

test('only lines with a quantity are sent, and what was sent leaves the list', () => {
  const lines = withQuantity(addLine(addLine([], mug, 2), tea, 1), 'm', undefined);
  assert.deepEqual(readyLines(lines, 1), [{ product_id: 't', name: 'Tea', sku: 'TEA', quantity: 1 }]);
  assert.deepEqual(readyLines(withQuantity(lines, 't', 0), 1), []);
  assert.equal(readyLines(withQuantity(lines, 't', 0), 0).length, 1, 'a count may find nothing');
  assert.deepEqual(
    without(lines, new Set(['t'])).map(({ name }) => name),
    ['Mug'],
  );
});

test('a code means one product, several, none, or one whose stock is not tracked', () => {
  const tracked = { ...mug, track_stock: true };
  const service = { ...tea, track_stock: false };
  assert.deepEqual(productsFound({ sellable: tracked, candidates: [] }), { products: [tracked] });
  assert.deepEqual(productsFound({ sellable: null, candidates: [tracked, service] }), { products: [tracked] });
  assert.deepEqual(productsFound({ sellable: service, candidates: [] }), { products: [], untracked: 'Tea' });
  assert.deepEqual(productsFound({ sellable: null, candidates: [] }), { products: [] });
});

test('a count says by how much it differs from what was expected, with the sign', () => {
  const format = (number: number) => `${number} pieces`;
  assert.equal(differenceOf(5, 7, format), '-2 pieces');
  assert.equal(differenceOf(7, 5, format), '+2 pieces');
  assert.equal(differenceOf(0, -3, format), '+3 pieces');
  assert.equal(differenceOf(5, 5, format), undefined);
  assert.equal(differenceOf(undefined, 5, format), undefined);
});

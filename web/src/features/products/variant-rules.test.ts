import assert from 'node:assert/strict';
import { test } from 'node:test';
import { combinationsOf, hasNoStock, matrixOf, readOption, shownRow, variantsOf } from './variant-rules.ts';

const product = { sku: 'TEE', variants: [] };
const sizeAndColour = [readOption('Size: S, M, L'), readOption('Colour: red, blue')];

test('reads an option with its name, or only its values', () => {
  assert.deepEqual(readOption('Size: S, M ; L,'), { name: 'Size', values: ['S', 'M', 'L'] });
  assert.deepEqual(readOption('red, Red , blue'), { name: '', values: ['red', 'blue'] });
  assert.deepEqual(readOption(' Size : S, s'), { name: 'Size', values: ['S'] });
  assert.deepEqual(readOption(''), { name: '', values: [] });
});

test('combines all values, in the order in which they are typed', () => {
  const { rows, count } = combinationsOf({ ...product, options: sizeAndColour });
  assert.equal(count, 6);
  assert.deepEqual(
    rows.map(({ name, sku }) => [name, sku]),
    [
      ['S / red', 'TEE-S-RED'],
      ['S / blue', 'TEE-S-BLUE'],
      ['M / red', 'TEE-M-RED'],
      ['M / blue', 'TEE-M-BLUE'],
      ['L / red', 'TEE-L-RED'],
      ['L / blue', 'TEE-L-BLUE'],
    ],
  );
  assert.deepEqual(combinationsOf({ ...product, options: [readOption('S'), readOption('')] }).rows.length, 1);
  assert.deepEqual(combinationsOf({ ...product, options: [readOption('')] }), { rows: [], count: 0, existing: 0 });
});

test('leaves out the variants that the product has, and gives no SKU twice', () => {
  const variants = [{ name: 's / RED', sku: 'Tee-s-blue' }];
  const { rows, existing } = combinationsOf({ ...product, options: sizeAndColour, variants });
  assert.equal(existing, 1);
  assert.deepEqual([rows[0]?.name, rows[0]?.sku], ['S / blue', 'TEE-S-BLUE-2']);
  const alike = combinationsOf({ ...product, options: [readOption('S+, S-, S*')] });
  assert.deepEqual(
    alike.rows.map(({ sku }) => sku),
    ['TEE-S', 'TEE-S-2', 'TEE-S-3'],
  );
});

test('counts too many combinations without listing them', () => {
  const numbersTo = (length: number) => readOption(Array.from({ length }, (_, at) => at).join(','));
  const rowsOf = (...lengths: number[]) => combinationsOf({ ...product, options: lengths.map(numbersTo) }).rows.length;
  assert.deepEqual([rowsOf(25, 10), rowsOf(251)], [250, 0]);
  const numbers = numbersTo(100);
  assert.deepEqual(combinationsOf({ ...product, options: [numbers, numbers, numbers] }), {
    rows: [],
    count: 1_000_000,
    existing: 0,
  });
});

test('takes price and cost of the product where nothing is typed', () => {
  const { rows } = combinationsOf({ ...product, options: [readOption('S, M, L')] });
  const edits = { S: { price: 12, stock: 3 }, M: { isLeftOut: true }, L: { sku: 'X', cost: undefined } };
  const defaults = { price: 10, cost: 4 };
  assert.deepEqual(variantsOf(rows, edits, { ...defaults, isTracked: true }), [
    { name: 'S', sku: 'TEE-S', price: 12, cost: 4, stock: 3 },
    { name: 'L', sku: 'X', price: 10, stock: 0 },
  ]);
  assert.deepEqual(variantsOf(rows, { M: { isLeftOut: true } }, { ...defaults, isTracked: false })[1], {
    name: 'L',
    sku: 'TEE-L',
    price: 10,
    cost: 4,
    track_stock: false,
  });
  assert.equal(rows[0] && shownRow(rows[0], { price: undefined }, defaults).price, undefined);
  assert.deepEqual([hasNoStock(rows, edits), hasNoStock(rows, {})], [false, true]);
  assert.equal(hasNoStock(rows, { S: { stock: 3, isLeftOut: true } }), true);
});

test('a matrix counts created variants once, and wants the rows that are not left out', () => {
  const options = [readOption('S, M, L')];
  const variants = [
    { name: 's', sku: 'TEE-1' },
    { name: 'XL', sku: 'TEE-2' },
  ];
  const created = ['S', 'xl', 'M'].map((name) => ({ name, sku: '' }));
  const { rows, wanted, limit, isTooMany } = matrixOf({ options, sku: 'TEE', variants, created, edits: {} });
  assert.deepEqual([rows.map(({ name }) => name), wanted.length, limit, isTooMany], [['L'], 1, 247, false]);
  const edits = { L: { isLeftOut: true } };
  assert.deepEqual(matrixOf({ options, sku: 'TEE', variants, created, edits }).wanted, []);
});

test('a product may have 250 variants together with those of the matrix', () => {
  const valuesTo = (length: number) => [readOption(Array.from({ length }, (_, at) => at).join(','))];
  const variantsTo = (length: number) => Array.from({ length }, (_, at) => ({ name: `V${at}`, sku: '' }));
  const isTooMany = (values: number, variants: number, edits = {}) => {
    const input = { options: valuesTo(values), sku: 'TEE', variants: variantsTo(variants), created: [], edits };
    const matrix = matrixOf(input);
    return [matrix.isTooMany, matrix.limit];
  };
  assert.deepEqual(
    [isTooMany(250, 0), isTooMany(251, 0)],
    [
      [false, 250],
      [true, 250],
    ],
  );
  assert.deepEqual(
    [isTooMany(50, 200), isTooMany(51, 200)],
    [
      [false, 50],
      [true, 50],
    ],
  );
  assert.deepEqual(
    [isTooMany(51, 200, { 0: { isLeftOut: true } }), isTooMany(0, 251)],
    [
      [false, 50],
      [false, 0],
    ],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMapped } from '../../../../../test/mapped-files.ts';
import { plainNumber } from './number-rules.ts';

const mapping = JSON.stringify({ sku: 'Code', name: 'Item', price: 'Price', cost: 'Cost', stock: 'Qty' });

/** The prices, costs and quantities of rows, or their errors. */
async function read(rows: string[], { separator = ',', currency = 'EUR' } = {}) {
  const lines = rows.map((row, at) => [`S${at}`, 'Item', row].join(separator));
  const csv = [['Code', 'Item', 'Price', 'Cost', 'Qty'].join(separator), ...lines].join('\n');
  const { products, errors } = await readMapped(Buffer.from(csv), { mapping }, currency);
  return [...products.map(({ price, cost, stock }) => [price, cost, stock]), ...errors];
}

test('never reads a number that begins with a zero as thousands', async () => {
  assert.deepEqual(await read(['0.500,0.250,0.000', '"0,500","0,250","0,000"']), [
    [0.5, 0.25, 0],
    [0.5, 0.25, 0],
  ]);
});

test('reads three digits behind a sign as the other numbers of the column and of the file say', async () => {
  assert.deepEqual(
    await read(['12.000,0.750,20.000', '8.500,1.250,3']),
    [
      [12, 0.75, 20],
      [8.5, 1.25, 3],
    ],
    'by the column of costs',
  );
  assert.deepEqual(await read(['"1.250","0,75","1.250"', '"12,50",,4']), [
    [1_250, 0.75, 1_250],
    [12.5, undefined, 4],
  ]);
  assert.deepEqual(await read(['"1,250",0.5,"1,250"']), [[1_250, 0.5, 1_250]]);
  assert.deepEqual(await read(['1.250;0,5;1.250', '1,250;2;3'], { separator: ';' }), [
    [1_250, 0.5, 1_250],
    [1.25, 2, 3],
  ]);
});

test('rejects an amount that can be read as two numbers, and reads a quantity', async () => {
  const reason = 'can be read as two numbers: write it without a separator of thousands';
  assert.deepEqual(await read(['1.250,,20.000', '"1,250",,"20,000"']), [
    [1_250, undefined, 20_000],
    `2 Price: ${reason}`,
  ]);
  assert.deepEqual(await read(['1.250\t\t', '1,250\t\t'], { separator: '\t' }), [
    `2 Price: ${reason}`,
    `3 Price: ${reason}`,
  ]);
  assert.deepEqual(await read(['4.50,,', '"4,50",,', '1.250,,']), [
    [4.5, undefined, undefined],
    [4.5, undefined, undefined],
    `4 Price: ${reason}`,
  ]);
});

test('an amount of a currency without cents has thousands, and one with three decimals has decimals', async () => {
  for (const currency of ['IDR', 'JPY'])
    assert.deepEqual(await read(['Rp 12.000,,20.000', '"8,500",,'], { currency }), [
      [12_000, undefined, 20],
      [8_500, undefined, undefined],
    ]);
  assert.deepEqual(await read(['1.250,,', '"1,250",,'], { currency: 'KWD' }), [
    [1.25, undefined, undefined],
    [1.25, undefined, undefined],
  ]);
});

test('reads amounts as spreadsheets show them, and leaves what is not a number', () => {
  const style = { sign: undefined, separator: ',' };
  const written = ['1,234.50', '1.234,50', '$4.50', '4,50 €', '7', ' 8 ', '1,2,3', 'Variable', '1,250.500'];
  assert.deepEqual(
    written.map((cell) => plainNumber(cell, { currency: 'EUR' }, style)),
    ['1234.50', '1234.50', '4.50', '4.50', '7', '8', '1,2,3', 'Variable', '1250.500'],
  );
  assert.deepEqual(
    ['8,875', '8.875', 7.7].map((cell) => plainNumber(cell, 'percentage', style)),
    ['8.875', '8.875', 7.7],
  );
});

test('keeps the commas of texts in a file with semicolons', async () => {
  const csv = 'sku;name;price;unit;barcode\n12,5;0,5;4,50;1,5;1,2\n';
  const { products } = await readMapped(Buffer.from(csv), {});
  assert.deepEqual(products, [{ sku: '12,5', name: '0,5', price: 4.5, unit: '1,5', barcode: '1,2' }]);
});

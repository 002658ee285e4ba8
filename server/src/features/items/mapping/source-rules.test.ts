import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readCsv } from '../../../platform/files/read-csv.ts';
import { isFilled } from '../../../platform/files/read-rows.ts';
import { headingsOf } from './mapping-rules.ts';
import { detectSource, locationColumns, suggestMapping, taxPercentOf } from './source-rules.ts';

async function headings(file: string): Promise<string[]> {
  const content = readFileSync(new URL(`../../../../../test/rival-files/${file}`, import.meta.url));
  for await (const row of readCsv(content)) if (isFilled(row)) return headingsOf(row.cells);
  return [];
}

test('recognises the files of other programs by their headings', async () => {
  assert.equal(detectSource(await headings('square-items.csv')), 'square');
  assert.equal(detectSource(await headings('shopify-products.csv')), 'shopify');
  assert.equal(detectSource(await headings('loyverse-items.csv')), 'loyverse');
  assert.equal(detectSource(['Min Stock', 'SKU', 'Name']), 'tillhouse');
  assert.equal(detectSource(['Artikel', 'Preis']), 'unknown');
  assert.equal(detectSource(['Handle', 'Title']), 'unknown');
});

test('maps a Square file, with the stock of each location', async () => {
  const names = await headings('square-items.csv');
  assert.deepEqual(suggestMapping(names, 'square'), {
    sku: 'SKU',
    handle: 'Item Name',
    name: 'Item Name',
    variant: ['Variation Name'],
    price: 'Price',
    cost: 'Default Unit Cost',
    minStock: 'Stock Alert Count Main Street',
    category: 'Category',
    barcode: 'GTIN',
    description: 'Description',
  });
  assert.deepEqual(locationColumns(names, 'square'), [
    { heading: 'Current Quantity Main Street', location: 'Main Street' },
    { heading: 'Current Quantity Harbour', location: 'Harbour' },
  ]);
});

test('maps the options of Shopify and Loyverse files', async () => {
  const shopify = suggestMapping(await headings('shopify-products.csv'), 'shopify');
  assert.deepEqual(shopify.variant, ['Option1 Value', 'Option2 Value', 'Option3 Value']);
  assert.deepEqual([shopify.category, shopify.stock, shopify.status], ['Type', 'Variant Inventory Qty', 'Status']);
  const names = await headings('loyverse-items.csv');
  const loyverse = suggestMapping(names, 'loyverse');
  assert.deepEqual([loyverse.price, loyverse.minStock], ['Default price', 'Low stock [Kedai Pusat]']);
  assert.deepEqual(
    locationColumns(names, 'loyverse').map(({ location }) => location),
    ['Kedai Pusat', 'Pasar'],
  );
});

test('guesses the columns of an unknown file, in English, German and Indonesian', () => {
  const guess = (...names: string[]) => suggestMapping(names, 'unknown');
  assert.deepEqual(guess('Item Code', 'Product Name', 'Retail Price', 'Qty', 'EAN', 'Colour'), {
    sku: 'Item Code',
    name: 'Product Name',
    price: 'Retail Price',
    stock: 'Qty',
    barcode: 'EAN',
  });
  assert.deepEqual(guess('Artikel-Nr', 'Bezeichnung', 'VK', 'EK'), {
    sku: 'Artikel-Nr',
    name: 'Bezeichnung',
    price: 'VK',
    cost: 'EK',
  });
  assert.deepEqual(guess('Kode Barang', 'Nama Barang', 'Harga Jual', 'Stok'), {
    sku: 'Kode Barang',
    name: 'Nama Barang',
    price: 'Harga Jual',
    stock: 'Stok',
  });
});

test('reads the rate of a tax column', () => {
  assert.equal(taxPercentOf('Tax - Sales tax (8.5%)'), 8.5);
  assert.equal(taxPercentOf('Tax - "PPN" (11%)'), 11);
  assert.equal(taxPercentOf('Tax'), undefined);
});

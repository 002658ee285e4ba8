import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readMapped as read } from '../../../../../test/mapped-files.ts';
import type { AppError } from '../../../core/errors.ts';
import { skuOf, textOfHtml } from './mapped-row-rules.ts';
import { type MappingChoice, readMapping } from './mapping-rules.ts';

const main = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';

const fileOf = (name: string) => readFileSync(new URL(`../../../../../test/rival-files/${name}`, import.meta.url));

test('reads a Square file: variations, missing SKUs, taxes and the stock of two locations', async () => {
  const stock_columns = JSON.stringify({ 'Current Quantity Main Street': main, 'Current Quantity Harbour': other });
  const { bySku, errors } = await read(fileOf('square-items.csv'), { stock_columns });
  assert.deepEqual(bySku['COF-HB-250'], {
    sku: 'COF-HB-250',
    name: 'Corner blend, 250 g',
    price: 12.5,
    cost: 6.1,
    stocks: [
      { warehouse_id: main, quantity: 24, field: 'Current Quantity Main Street' },
      { warehouse_id: other, quantity: 8, field: 'Current Quantity Harbour' },
    ],
    min_stock: 6,
    category: 'Coffee',
    barcode: '4006381333931',
    description: 'Roasted on Tuesdays',
    tax_rate: 8.5,
    variant_name: 'Regular',
  });
  assert.deepEqual(
    [bySku['tote-bag']?.name, bySku['tote-bag']?.category, bySku['tote-bag']?.track_stock],
    ['Tote bag', 'Merchandise', false],
  );
  assert.deepEqual(
    ['TOTE-NAT', 'TOTE-BLK', 'tote-bag-navy', 'FC-R', 'FC-L'].map((sku) => {
      const { name, price, parent_sku, category } = bySku[sku] ?? {};
      return [name, price, parent_sku, category];
    }),
    [
      ['Natural', 18, 'tote-bag', undefined],
      ['Black', 18, 'tote-bag', undefined],
      ['Navy', 19, 'tote-bag', undefined],
      ['Regular', 3, 'filter-coffee', undefined],
      ['Large', 3.8, 'filter-coffee', undefined],
    ],
  );
  assert.deepEqual([bySku['local-honey']?.price, bySku['local-honey']?.tax_rate, bySku.CREME?.price], [9.9, 0, 1104.5]);
  assert.deepEqual(errors, [
    '10 Price: is variable; a product needs a price',
    '13 Current Quantity Harbour: must be at least 0',
  ]);
});

test('reads a Shopify file: titles filled down, options, pictures without a product, HTML', async () => {
  const { products, bySku, errors } = await read(fileOf('shopify-products.csv'), {});
  assert.equal(products.length, 10);
  const { description, name, price } = bySku['linen-shirt'] ?? {};
  assert.deepEqual([name, price], ['Linen shirt', 69]);
  assert.equal(description, 'Washed linen, made in Portugal.\nCut wide\nWash at 30° & dry flat');
  assert.deepEqual(
    ['LS-S-W', 'LS-L-W', 'LS-M-S'].map((sku) => [bySku[sku]?.name, bySku[sku]?.stock, bySku[sku]?.status]),
    [
      ['S / White', 4, 'active'],
      ['L / White', 0, 'active'],
      ['M / Sand', 2, 'active'],
    ],
  );
  assert.equal(bySku['00123']?.name, 'Enamel mug');
  assert.deepEqual([bySku.WRAP?.track_stock, bySku.WRAP?.stock, bySku.WRAP?.tax_rate], [false, undefined, 0]);
  assert.deepEqual([bySku['beeswax-candle']?.stock, bySku['POSTER-OLD']?.status], [15, 'inactive']);
  assert.deepEqual(errors, ['12 Variant Inventory Qty: must be at least 0']);
});

test('reads a Loyverse file: options, stores, untracked stock, bundles', async () => {
  const stock_columns = JSON.stringify({ 'In stock [Kedai Pusat]': main, 'In stock [Pasar]': null });
  const { bySku, errors } = await read(fileOf('loyverse-items.csv'), { stock_columns }, 'IDR');
  assert.deepEqual(bySku['10003'], {
    sku: '10003',
    name: 'M',
    parent_sku: 'kaos',
    price: 95_000,
    cost: 40_000,
    stocks: [{ warehouse_id: main, quantity: 20, field: 'In stock [Kedai Pusat]' }],
    min_stock: 3,
    barcode: '',
    tax_rate: 11,
    track_stock: true,
  });
  assert.deepEqual([bySku.kaos?.name, bySku['kaos-xl']?.name], ['Kaos Nusantara', 'XL']);
  assert.deepEqual([bySku['10000']?.track_stock, bySku['10000']?.stocks], [false, undefined]);
  assert.deepEqual(errors, [
    '10 SKU of included item: is a part of a bundle, which is not imported',
    '11 Default price: is variable; a product needs a price',
  ]);
});

test('a file with the stock of several locations needs a choice for them', async () => {
  await assert.rejects(read(fileOf('loyverse-items.csv'), {}), ({ details }: AppError) => {
    assert.equal(details[0]?.field, 'stock_columns');
    return true;
  });
});

test('reads an unknown file by the mapping that a person chose, also with spaces around its texts', async () => {
  const mapping = JSON.stringify({ name: 'Artikel', variant: ['Farbe'], price: 'Preis', stock: 'Menge', cost: '' });
  for (const rows of [
    'Tasse;rot;4,50;3\nTasse;blau;4,50;\nTeller;;7,00;2\n',
    'Tasse ; rot ; 4,50;3\n Tasse;blau ;4,50 ; \nTeller; ;7,00; 2\n',
  ]) {
    const { products } = await read(Buffer.from(`Artikel;Farbe;Preis;Menge\n${rows}`), { mapping, warehouse_id: main });
    assert.deepEqual(
      products.map(({ sku, name, price, parent_sku, stocks }) => [sku, name, price, parent_sku, stocks?.[0]?.quantity]),
      [
        ['tasse', 'Tasse', 4.5, undefined, undefined],
        ['tasse-rot', 'rot', 4.5, 'tasse', 3],
        ['tasse-blau', 'blau', 4.5, 'tasse', undefined],
        ['teller', 'Teller', 7, undefined, 2],
      ],
    );
  }
});

test('reads the status of a product, also with spaces around it', async () => {
  const written = ['active', ' Draft ', 'ARCHIVED', ' unlisted', 'Inactive ', '', ' ', 'ACTIVE'];
  const csv = ['Name,Price,State', ...written.map((state, at) => `Item ${at},1,${state}`)].join('\n');
  const mapping = JSON.stringify({ name: 'Name', price: 'Price', status: 'State' });
  const { products, errors } = await read(Buffer.from(csv), { mapping });
  assert.deepEqual(errors, []);
  const [inactive, none] = ['inactive', undefined];
  assert.deepEqual(
    products.map(({ status }) => status),
    ['active', inactive, inactive, inactive, inactive, none, none, 'active'],
  );
});

test('names each wrong field of a mapping', () => {
  const detailsOf = (json: string) => {
    try {
      readMapping(json, ['A', 'B']);
    } catch (error) {
      return (error as AppError).details.map(({ field, message }) => `${field} ${message}`);
    }
    return [];
  };
  assert.deepEqual(detailsOf('{"sku":"A","name":"B","price":null}'), []);
  assert.deepEqual(detailsOf('{"sku":"C","colour":"A","price":["A","B"],"stock":7}'), [
    'mapping.sku names a column that the file does not have',
    'mapping.colour is not a field that is imported',
    'mapping.price names too many columns',
    'mapping.stock names a column that the file does not have',
  ]);
  assert.deepEqual(detailsOf('{"price":"A"}'), ['mapping.sku is required, or a name from which it is made']);
  assert.deepEqual(detailsOf('[]'), ['mapping must be a JSON object']);
  assert.deepEqual(detailsOf('{'), ['mapping must be JSON']);
});

test('makes the same SKU each time, at most a hundred characters long', () => {
  assert.equal(skuOf('Café crème “Zoë”', 'L / 40 cl'), 'café-crème-zoë-l-40-cl');
  assert.equal(skuOf('a'.repeat(98), 'S'), `${'a'.repeat(98)}-s`);
  const long = skuOf('a'.repeat(300), 'S');
  assert.equal(long.length, 100);
  assert.notEqual(long, skuOf('a'.repeat(300), 'M'));
});

test('reads descriptions that other programs write in HTML', () => {
  assert.equal(textOfHtml('<<<a>b&amp;lt;<br/>c&#39;s &deg;&unknown;'), "<<b&lt;\nc's °&unknown;");
  assert.equal(textOfHtml('<p> Washed </p> <p> </p>\n  linen '), 'Washed\nlinen');
});

test('reads a column that says whether a product is archived', async () => {
  const written = ['', 'N', 'no', 'False', '0', 'y', 'Yes', 'TRUE', '1'];
  const csv = ['Name,Price,Archived', ...written.map((state, at) => `Item ${at},1,${state}`)].join('\n');
  const mapping = JSON.stringify({ name: 'Name', price: 'Price', status: 'Archived' });
  const { products } = await read(Buffer.from(csv), { mapping });
  assert.deepEqual(
    products.map(({ status }) => status),
    ['active', 'active', 'active', 'active', 'active', 'inactive', 'inactive', 'inactive', 'inactive'],
  );
});

test('rejects a variant with a long name, and one with the SKU of its product', async () => {
  const mapping = JSON.stringify({ sku: 'Code', name: 'Name', variant: ['Size'], price: 'Price' });
  const csv = ['Code,Name,Size,Price', `S1,Mug,${'s'.repeat(301)},1`, `S2,Mug,${'s'.repeat(300)},1`, 'mug,Mug,XL,1'];
  const { products, errors } = await read(Buffer.from(csv.join('\n')), { mapping });
  assert.deepEqual(
    products.map(({ sku, name, parent_sku }) => [sku, name?.length, parent_sku]),
    [
      ['mug', 3, undefined],
      ['S2', 300, 'mug'],
    ],
  );
  assert.deepEqual(errors, [
    '2 variant: must have at most 300 characters',
    '4 Code: is also that of the product of this variant',
  ]);
});

test('the stock of two columns is not that of one warehouse', async () => {
  const file = fileOf('loyverse-items.csv');
  const faultsOf = async (choice: MappingChoice) =>
    read(file, choice, 'IDR').then(
      () => [],
      (error: AppError) => error.details.map(({ field, message }) => `${field} ${message}`),
    );
  const [first, second] = ['In stock [Kedai Pusat]', 'In stock [Pasar]'];
  const choose = (columns: Record<string, unknown>) => ({ stock_columns: JSON.stringify(columns) });
  assert.deepEqual(await faultsOf(choose({ [first]: main, [second]: other })), []);
  assert.deepEqual(await faultsOf(choose({ [first]: main, [second]: main })), [
    `stock_columns.${second} is for the same warehouse as another column`,
  ]);
  assert.deepEqual(await faultsOf(choose({ [first]: 7, Cellar: main })), [
    `stock_columns.${first} must be the id of a warehouse`,
    'stock_columns.Cellar names a column that the file does not have',
  ]);
});

test('makes a SKU where that of the file has only spaces', async () => {
  const mapping = JSON.stringify({ sku: 'Code', name: 'Name', price: 'Price' });
  const { products } = await read(Buffer.from('Code,Name,Price\n  ,Green tea,1\n T-1 ,Black tea,1'), { mapping });
  assert.deepEqual(
    products.map(({ sku }) => sku),
    ['green-tea', 'T-1'],
  );
});

test('a variant called regular is one of several wherever it stands, and alone it is the product', async () => {
  const mapping = JSON.stringify({ name: 'Name', variant: ['Size'], price: 'Price' });
  const { products } = await read(
    Buffer.from('Name,Size,Price\nCoffee,Large,3\nCoffee,Regular,2\nTea,Regular,1\nCocoa,Regular,2\nCocoa,Large,4'),
    { mapping },
  );
  assert.deepEqual(
    products.map(({ name, parent_sku }) => [name, parent_sku]),
    [
      ['Coffee', undefined],
      ['Large', 'coffee'],
      ['Regular', 'coffee'],
      ['Tea', undefined],
      ['Cocoa', undefined],
      ['Regular', 'cocoa'],
      ['Large', 'cocoa'],
    ],
  );
});

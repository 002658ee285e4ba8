import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySku, load, upload } from '../../../../test/files.ts';
import { readMapped } from '../../../../test/mapped-files.ts';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { rowsOfChunk } from './read-import.ts';

const app = await createTestApp();

const mapping = JSON.stringify({ sku: 'SKU', name: 'Name', variant: ['Size'], price: 'Price' });
const messages = (errors: { row: number; message: string }[]) => errors.map(({ row, message }) => `${row} ${message}`);

test('a SKU that is in two rows is an error of the second row, however far apart they are', async () => {
  const shop = await aShop(app);
  const between = Array.from({ length: rowsOfChunk }, (_, at) => `S${at},N,1,1`);
  const csv = ['sku,name,price,stock', 'A,First,1,5', ...between, ' A ,Second,1,7', 'S0,Third,1,1'].join('\n');
  const errors = ['253 sku: is also in row 2', '254 sku: is also in row 3'];
  const checked = await upload(shop, 'import/validate', csv);
  assert.deepEqual(
    checked.body.errors,
    errors.map((error) => `row ${error.replace(' ', ': ')}`),
  );
  const { body } = await load(shop, csv);
  assert.deepEqual([body.success, messages(body.errors)], [251, errors]);
  const { data } = (await shop.owner.get('/products?search=First')).body;
  assert.deepEqual([data[0].sku, data[0].stock], ['A', 5]);
});

test('products whose names differ only by signs get SKUs of their own, the same each time', async () => {
  const names = ['C', 'C++', 'C#', 'Tea green', 'Tea/green', 'कि', 'का', '☕', '★', 'c'];
  const csv = ['Name,Price', ...names.map((name) => `${name},1`)].join('\n');
  const read = async (file: string) =>
    readMapped(Buffer.from(file), { mapping: JSON.stringify({ name: 'Name', price: 'Price' }) });
  const { products } = await read(csv);
  const skus = products.map(({ sku }) => sku);
  assert.equal(new Set(skus).size, names.length - 1, skus.join(' '));
  assert.equal(skus.at(-1), skus[0], 'a name in two rows');
  assert.deepEqual((await read(csv)).products, products);
  const alone = await read('Name,Price\nC++,1');
  assert.equal(alone.products[0]?.sku, skus[1], 'also without the other products');
});

test('a product and a variant whose names are the same words get two SKUs', async () => {
  const { products } = await readMapped(Buffer.from('SKU,Name,Size,Price\n,Mug,red,2\n,Mug,blue,2\n,Mug red,,3'), {
    mapping,
  });
  assert.equal(new Set(products.map(({ sku }) => sku)).size, 4);
});

test('a second variation does not rename the product that was imported with one', async () => {
  const shop = await aShop(app);
  const send = (rows: string[]) => load(shop, ['SKU,Name,Size,Price', ...rows].join('\n'), { fields: { mapping } });
  await send(['C1,Coffee,Regular,2']);
  const { body } = await send(['C1,Coffee,Regular,3', 'C2,Coffee,Large,4']);
  assert.deepEqual(messages(body.errors), ['2 SKU: is that of a product, which cannot become a variant']);
  const { C1 } = await bySku(shop);
  assert.deepEqual([C1.name, C1.price], ['Coffee', 2]);
});

test('a variant that is the only one now keeps its name, and stays a variant of its product', async () => {
  const shop = await aShop(app);
  const send = (rows: string[]) => load(shop, ['SKU,Name,Size,Price', ...rows].join('\n'), { fields: { mapping } });
  await send(['C1,Coffee,Regular,2', 'C2,Coffee,Large,3', 'T1,Tea,Small,2']);
  assert.deepEqual((await send(['C1,Coffee,Regular,4'])).body, { success: 1, failed: 0, errors: [] });
  const { coffee } = await bySku(shop);
  const { data } = (await shop.owner.get(`/products/${coffee.id}`)).body;
  assert.deepEqual(
    (data.variants ?? data.product_variants).map(({ sku, name, price }: Record<string, unknown>) => [sku, name, price]),
    [
      ['C1', 'Regular', 4],
      ['C2', 'Large', 3],
    ],
  );
  const moved = await send(['C2,Tea,Large,3', 'T2,Tea,Big,3']);
  assert.deepEqual(messages(moved.body.errors), ['2 SKU: is that of a variant of another product']);
});

test('a SKU is not that of a product and of the product that variants share', async () => {
  const rows = ['mug,Cup,,1', ',Mug,red,2', ',Mug,blue,2', 'bowl-1,Bowl,red,2', 'bowl-2,Bowl,blue,2', 'bowl,Dish,,1'];
  const shop = await aShop(app);
  const { body } = await load(shop, ['SKU,Name,Size,Price', ...rows].join('\n'), { fields: { mapping } });
  assert.deepEqual(messages(body.errors).slice(0, 1), ['3 SKU: of its product is also in row 2']);
  assert.deepEqual(messages(body.errors).slice(-1), ['7 SKU: is also in row 5']);
  assert.equal((await bySku(shop)).mug.name, 'Cup');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySku, load, upload, workbook } from '../../../../test/files.ts';
import { readMapped } from '../../../../test/mapped-files.ts';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();

const reason = 'was shortened by a spreadsheet: format its column as text';

test('rejects a barcode or SKU whose digits a spreadsheet has lost, and reads the number of a workbook', async () => {
  const csv = 'sku;name;price;barcode\nA;A;1;4.00638E+12\nB;B;1;4,00638E+12\n4E+12;C;1;\n1e5;D;1;4006381333931';
  const { products, errors } = await readMapped(Buffer.from(csv), {});
  assert.deepEqual(errors, [`2 barcode: ${reason}`, `3 barcode: ${reason}`, `4 sku: ${reason}`]);
  assert.deepEqual(
    products.map(({ sku }) => sku),
    ['1e5'],
  );
  const mapping = JSON.stringify({ sku: 'Code', name: 'Name', price: 'Price', barcode: 'EAN' });
  const mapped = await readMapped(Buffer.from('Code,Name,Price,EAN\nA,A,1,4.00638E+12'), { mapping });
  assert.deepEqual(mapped.errors, [`2 EAN: ${reason}`]);
  const shop = await aShop(app);
  await load(
    shop,
    await workbook([
      ['sku', 'name', 'price', 'barcode'],
      ['A', 'A', 1, 4006381333931],
    ]),
  );
  assert.equal((await bySku(shop)).A.barcode, '4006381333931');
});

test('names the field of the form that has an unknown warehouse', async () => {
  const shop = await aShop(app);
  const mapping = '{"sku":"sku"}';
  for (const path of ['import', 'import/validate'])
    for (const [field, fields] of [
      ['warehouse_id', { warehouse_id: newId() }],
      ['warehouse_id', { warehouse_id: newId(), mapping: '{"sku":"sku","stock":"stock"}' }],
      ['stock_columns.stock', { mapping, stock_columns: JSON.stringify({ stock: newId() }) }],
    ] as const) {
      const { status, body } = await upload(shop, path, 'sku,stock\nA,1', { fields });
      assert.deepEqual([status, body.error.details], [422, [{ field, message: 'is not a warehouse of yours' }]]);
    }
});

test('imports the file that Excel is told the separator of', async () => {
  const shop = await aShop(app);
  assert.deepEqual((await load(shop, 'sep=;\r\nsku;name;price\r\nA;Tea, green;1,5\r\n;;2')).body, {
    success: 1,
    failed: 1,
    errors: [{ row: 4, message: 'sku: is required' }],
  });
  assert.equal((await bySku(shop)).A.price, 1.5);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySku, digestTables, download, load, upload, workbook } from '../../../../test/files.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);

test('reads CSV with any separator and headers in any order and spelling, with or without a byte order mark', async () => {
  const dialects: [string, string][] = [
    ['D1', '\uFEFFSKU,Name,price,min_stock,stock,what\r\nD1,"Tea, green",2.50,3,7,ever\r\n'],
    ['D2', 'price;name;sku;minStock;Stock\n2,50;Tea, green;D2;3;7\n'],
    ['D3', 'Min Stock\tstock\tPRICE\tname\tsku\r3\t7\t2.5\tTea, green\tD3'],
  ];
  for (const [sku, csv] of dialects) {
    const { status, body } = await load(shop, csv);
    assert.deepEqual([status, body], [200, { success: 1, failed: 0, errors: [] }], sku);
    const { name, price, min_stock, stock } = (await bySku(shop))[sku];
    assert.deepEqual(
      { name, price, min_stock, stock },
      { name: 'Tea, green', price: 2.5, min_stock: 3, stock: 7 },
      sku,
    );
  }
});

test('rounds a workbook’s doubles to amounts, and reads a numeric SKU as text', async () => {
  const file = await workbook([
    ['sku', 'name', 'price', 'stock', 'taxRate'],
    [10045, 'Cup', 2.5499999999999998, 3.0000000001, 7.7],
    ['X2', 4711, 0.1 + 0.2, null, null],
  ]);
  assert.deepEqual((await load(shop, file)).body, { success: 2, failed: 0, errors: [] });
  const { 10045: cup, X2: other } = await bySku(shop);
  assert.deepEqual([cup.price, cup.stock, cup.tax_rate], [2.55, 3, 7.7]);
  assert.deepEqual([other.name, other.price, other.stock], ['4711', 0.3, 0]);
});

test('changes the given columns of a known SKU and counts its stock', async () => {
  const product = await aProduct(shop, {
    sku: 'UP',
    name: 'Old',
    price: 4,
    cost: 2,
    stock: 10,
    category: 'Kept',
    barcode: 'B-UP',
  });
  assert.deepEqual((await load(shop, 'sku,name,stock\nUP,New,4\nNEWER,A,1')).body.failed, 1);
  for (const stock of [5, 6]) assert.deepEqual((await load(shop, `sku,stock\nUP,${stock}`)).body.success, 1);
  const now = (await bySku(shop)).UP;
  assert.deepEqual(
    [now.name, now.price, now.cost, now.stock, now.category, now.barcode],
    ['New', 4, 2, 6, 'Kept', 'B-UP'],
  );
  const movements = (await shop.owner.get(`/inventory/movements?product_id=${product.id}`)).body.data;
  assert.deepEqual(
    movements.map(({ type, quantity }: { type: string; quantity: number }) => `${type} ${quantity}`).sort(),
    ['import -6', 'import 1', 'import 1', 'initial 10'],
  );
  await load(shop, 'sku,category,barcode,name,stock\nUP,,,,');
  const cleared = (await bySku(shop)).UP;
  assert.deepEqual([cleared.category, cleared.barcode, cleared.name, cleared.stock], [null, null, 'New', 6]);
});

test('imports valid rows, and reports invalid ones with row number and column', async () => {
  await aProduct(shop, { sku: 'TAKEN', barcode: 'B-1' });
  const csv = [
    'sku,name,price,stock,minStock,status,barcode,taxRate',
    'R2,Good,1,1,,active,,',
    ',No sku,1,1,,,,',
    'R4,,1,1,,,,',
    '"R5","Two\nlines",1.005,1,,,,',
    'R6,Bad,abc,1.5,-1,gone,,101',
    '',
    'R8,Taken,1,1,,,B-1,',
    'R9,Negative,1,-1,,,,',
    'R10,Good too,1,2,,INACTIVE,B-10,7.5',
  ].join('\n');
  const { status, body } = await load(shop, csv);
  assert.deepEqual([status, body.success, body.failed], [200, 2, 6]);
  assert.deepEqual(
    body.errors.map(({ row, message }: { row: number; message: string }) => `${row} ${message}`),
    [
      '3 sku: is required',
      '4 name: is required for a new product',
      '5 price: has more decimals than the currency',
      '6 price: must be a number; stock: must be a whole number; minStock: must be at least 0; taxRate: must be at most 100; status: must be one of active, inactive',
      '8 barcode: This barcode is already in use',
      '9 stock: must be at least 0',
    ],
  );
  const found = await bySku(shop);
  assert.deepEqual(
    [found.R2.stock, found.R10.status, found.R10.tax_rate, found.R4, found.R8],
    [1, 'inactive', 7.5, undefined, undefined],
  );
});

test('a dry run returns the result of an import, and changes nothing', async () => {
  const known = await aProduct(shop, { sku: 'KNOWN', stock: 3 });
  const before = await digestTables(shop);
  const csv = 'sku,name,price,stock,category\nKNOWN,Renamed,5,9,Fresh\nUNKNOWN,N,2,4,Fresh\nBAD,,1,1,';
  const { status, body } = await upload(shop, 'import/validate', csv);
  assert.deepEqual(
    [status, body.success, body.valid, body.errors],
    [200, true, false, ['row 4: name: is required for a new product']],
  );
  const shown = body.preview.map(({ sku, name, price, stock, category }: Record<string, unknown>) => [
    sku,
    name,
    price,
    stock,
    category,
  ]);
  assert.deepEqual(shown, [
    ['KNOWN', 'Renamed', 5, 9, 'Fresh'],
    ['UNKNOWN', 'N', 2, 4, 'Fresh'],
  ]);
  assert.equal(body.preview[0].id, known.id);
  assert.deepEqual(await digestTables(shop), before);
  const good = await upload(shop, 'import/validate', 'sku,stock\nKNOWN,1');
  assert.deepEqual([good.body.valid, good.body.errors], [true, []]);
});

test('lists a hundred errors, and counts the others', async () => {
  const csv = ['sku,name,price', ...Array.from({ length: 700 }, (_, at) => `BAD${at},Bad,none`)].join('\n');
  const last = { row: 102, message: 'has an error, too: 600 more rows are not listed' };
  const validated = await upload(shop, 'import/validate', csv);
  assert.equal(validated.body.errors.length, 101);
  assert.equal(validated.body.errors.at(-1), `row ${last.row}: ${last.message}`);
  const { body } = await load(shop, csv);
  assert.deepEqual([body.success, body.failed, body.errors.length], [0, 700, 101]);
  assert.deepEqual([body.errors[0], body.errors.at(-1)], [{ row: 2, message: 'price: must be a number' }, last]);
});

test('rejects a file of blank lines immediately', async () => {
  const blank = Buffer.concat([Buffer.from('sku,name\n'), Buffer.alloc(9 * 1024 * 1024, '\n')]);
  for (const path of ['import', 'import/validate']) {
    const { status, body } = await upload(shop, path, blank);
    assert.deepEqual([status, body.error?.details], [422, [{ field: 'file', message: 'has more than 50000 rows' }]]);
  }
});

test('imports thousands of rows; an invalid row does not affect the others', async () => {
  const big = await aShop(app);
  const rows = Array.from(
    { length: 2_000 },
    (_, at) => `S${at},Product ${at},${at === 777 ? 'x' : at / 100},${at % 50},C${at % 7}`,
  );
  const csv = ['sku,name,price,stock,category', ...rows].join('\n');
  const validated = await upload(big, 'import/validate', csv);
  assert.deepEqual([validated.body.errors, validated.body.preview.length], [['row 779: price: must be a number'], 20]);
  const { body } = await load(big, csv);
  assert.deepEqual(body, { success: 1_999, failed: 1, errors: [{ row: 779, message: 'price: must be a number' }] });
  const sheet = await download(big, 'format=xlsx');
  const again = await upload(big, 'import', sheet.rawPayload);
  assert.deepEqual(again.body, { success: 1_999, failed: 0, errors: [] });
  const file = await download(big, 'format=csv&sortBy=sku');
  assert.equal(file.body.trim().split('\r\n').length, 2_000);
  assert.match(file.body, /\nS0,Product 0,0\.00,0\.00,0,/);
});

test('a repeated key imports once, and a key is valid for one file', async () => {
  const product = await aProduct(shop, { sku: 'KEY', stock: 1 });
  const first = await upload(shop, 'import', 'sku,stock\nKEY,5', { key: 'k' });
  await shop.owner.post('/inventory/adjustment', { product_id: product.id, type: 'out', quantity: 2 });
  const again = await upload(shop, 'import', 'sku,stock\nKEY,5', { key: 'k' });
  assert.deepEqual([again.status, again.body, again.headers['idempotent-replayed']], [200, first.body, 'true']);
  assert.equal((await bySku(shop)).KEY.stock, 3);
  const other = await upload(shop, 'import', 'sku,stock\nKEY,6', { key: 'k' });
  assert.deepEqual([other.status, other.body.error.code], [422, 'IDEMPOTENCY_CONFLICT']);
  assert.equal((await bySku(shop)).KEY.stock, 3);
});

test('only roles that may change the catalogue import files, into their own merchant', async () => {
  const clerk = await aStaffMember(shop, 'stock_clerk');
  for (const path of ['import', 'import/validate'])
    assert.equal((await upload(shop, path, 'sku\nA', { caller: clerk })).status, 403);
  const otherShop = await aShop(app);
  await aProduct(shop, { sku: 'OURS', stock: 2 });
  assert.equal((await load(otherShop, 'sku,stock\nOURS,9')).body.errors[0].row, 2);
  assert.deepEqual([(await bySku(shop)).OURS.stock, Object.keys(await bySku(otherShop))], [2, []]);
});

test('the dry run of a long file rejects the rows that its import rejects, wherever they are', async () => {
  const long = await aShop(app);
  await aProduct(long, { sku: 'OLD', name: 'Old', barcode: 'B1' });
  const others = (from: number) => Array.from({ length: 1_500 }, (_, at) => `S${from + at},Other,1,`);
  const csv = [
    'sku,name,price,barcode',
    'OLD,Old,1,B2',
    'NEW,New,1,B3',
    ...others(0),
    ...others(1_500),
    'FREED,Takes the first barcode,1,B1',
    'LATER,Takes another one,1,B3',
    'TAKEN,Takes that of a stored product,1,B2',
    'LAST,Takes a free one,1,B4',
  ].join('\n');
  const rejected = [3_005, 3_006].map((row) => `row ${row}: barcode: This barcode is already in use`);
  const { counts, errors } = (await upload(long, 'import/validate', csv)).body;
  const { body } = await load(long, csv);
  assert.deepEqual(
    body.errors.map(({ row, message }: { row: number; message: string }) => `row ${row}: ${message}`),
    rejected,
  );
  assert.deepEqual([body.success, errors], [3_004, rejected]);
  assert.deepEqual(counts, { created: 3_003, changed: 1, unchanged: 0, failed: 2 });
});

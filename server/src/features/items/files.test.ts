import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { Caller } from '../../../../test/caller.ts';
import { openTestHouse } from '../../../../test/house.ts';
import { aColleague, aProduct, aShop, type Shop } from '../../../../test/shop.ts';

const house = await openTestHouse();
const shop = await aShop(house);

/** Sends a form with a file, as a browser does. */
async function upload(caller: Caller, path: string, content: string | Uint8Array, options: { field?: string; key?: string } = {}) {
  const head = `--edge\r\nContent-Disposition: form-data; name="${options.field ?? 'file'}"; filename="x.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const answer = await house.app.inject({
    method: 'POST',
    url: `/api/v1/inventory/${path}`,
    headers: {
      ...caller.headers,
      'content-type': 'multipart/form-data; boundary=edge',
      ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--edge--\r\n')]),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const load = (content: string | Uint8Array, from: Shop = shop) => upload(from.owner, 'import', content);

const download = (caller: Caller, query: string) =>
  house.app.inject({ method: 'GET', url: `/api/v1/inventory/export?${query}`, headers: caller.headers });

// biome-ignore lint/suspicious/noExplicitAny: rows of an answer, read as the tests like.
async function bySku(of: Shop): Promise<Record<string, any>> {
  const { body } = await of.owner.get('/products?limit=100');
  return Object.fromEntries(body.data.map((row: { sku: string }) => [row.sku, row]));
}

async function tablesOf(of: Shop): Promise<unknown> {
  const tables = ['products', 'categories', 'stock_levels', 'stock_movements', 'idempotency_keys'];
  const counted = tables.map(async (table) => {
    const { rows } = await house.admin.query(
      `select md5(string_agg(t::text, '|' order by t::text)) from ${table} t where merchant_id = $1`,
      [of.merchant_id],
    );
    return rows;
  });
  return Promise.all(counted);
}

const workbook = (rows: (string | number | boolean | Date | null)[][]) => writeXlsx({ sheets: [{ name: 'Any', rows }] });

test('CSV comes in with each sign, with a mark or without, its headings in any order and spelling', async () => {
  const dialects: [string, string][] = [
    ['D1', '\uFEFFSKU,Name,price,min_stock,stock,what\r\nD1,"Tea, green",2.50,3,7,ever\r\n'],
    ['D2', 'price;name;sku;minStock;Stock\n2,50;Tea, green;D2;3;7\n'],
    ['D3', 'Min Stock\tstock\tPRICE\tname\tsku\r3\t7\t2.5\tTea, green\tD3'],
  ];
  for (const [sku, csv] of dialects) {
    const { status, body } = await load(csv);
    assert.deepEqual([status, body], [200, { success: 1, failed: 0, errors: [] }], sku);
    const { name, price, min_stock, stock } = (await bySku(shop))[sku];
    assert.deepEqual({ name, price, min_stock, stock }, { name: 'Tea, green', price: 2.5, min_stock: 3, stock: 7 }, sku);
  }
});

test('a workbook’s doubles are the amounts they stand for, and a numeric SKU is text', async () => {
  const file = await workbook([
    ['sku', 'name', 'price', 'stock', 'taxRate'],
    [10045, 'Cup', 2.5499999999999998, 3.0000000001, 7.7],
    ['X2', 4711, 0.1 + 0.2, null, null],
  ]);
  assert.deepEqual((await load(file)).body, { success: 2, failed: 0, errors: [] });
  const { 10045: cup, X2: other } = await bySku(shop);
  assert.deepEqual([cup.price, cup.stock, cup.tax_rate], [2.55, 3, 7.7]);
  assert.deepEqual([other.name, other.price, other.stock], ['4711', 0.3, 0]);
});

test('a known SKU is changed in the columns present, its stock counted; the later row wins', async () => {
  const product = await aProduct(shop, { sku: 'UP', name: 'Old', price: 4, cost: 2, stock: 10, category: 'Kept', barcode: 'B-UP' });
  assert.deepEqual((await load('sku,name,stock\nUP,New,4\nNEWER,A,1')).body.failed, 1);
  assert.deepEqual((await load('sku,stock\nUP,5\nUP,6')).body.success, 2);
  const now = (await bySku(shop)).UP;
  assert.deepEqual([now.name, now.price, now.cost, now.stock, now.category, now.barcode], ['New', 4, 2, 6, 'Kept', 'B-UP']);
  const movements = (await shop.owner.get(`/inventory/movements?product_id=${product.id}`)).body.data;
  assert.deepEqual(movements.map(({ type, quantity }: { type: string; quantity: number }) => `${type} ${quantity}`).sort(), [
    'import -6',
    'import 1',
    'import 1',
    'initial 10',
  ]);
  await load('sku,category,barcode,name,stock\nUP,,,,');
  const cleared = (await bySku(shop)).UP;
  assert.deepEqual([cleared.category, cleared.barcode, cleared.name, cleared.stock], [null, null, 'New', 6]);
});

test('good rows land, bad rows come back with their number and column', async () => {
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
  const { status, body } = await load(csv);
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
  assert.deepEqual([found.R2.stock, found.R10.status, found.R10.tax_rate, found.R4, found.R8], [1, 'inactive', 7.5, undefined, undefined]);
});

const difficult = ['=1+1', "'=2", '+3', '-4', '@x', "'tis", 'a "b", c;\td\ne', '“ž”', '007', '1e5', ' spaced ', 'TRUE', '2026-01-01'];

for (const format of ['csv', 'xlsx']) {
  test(`what an export writes, an import takes unchanged: ${format}`, async () => {
    const from = await aShop(house);
    for (const [at, text] of difficult.entries())
      await aProduct(from, {
        sku: `${text}${at}`,
        name: text,
        description: text,
        unit: at % 2 === 0 ? null : text,
        category: text,
        barcode: `${text}${at}`,
        price: 0.1 + at,
        cost: 0.07,
        stock: at,
        min_stock: at % 2 === 0 ? null : at,
        tax_rate: at % 2 === 0 ? null : 7.125,
        status: at % 2 === 0 ? 'active' : 'inactive',
      });
    const file = await download(from.owner, `format=${format}`);
    assert.equal(file.statusCode, 200, file.body);
    const before = await bySku(from);
    const { body } = await load(file.rawPayload, from);
    assert.deepEqual(body, { success: difficult.length, failed: 0, errors: [] });
    const other = await aShop(house);
    assert.deepEqual((await load(file.rawPayload, other)).body, body);
    for (const after of [await bySku(from), await bySku(other)]) {
      const strip = (rows: typeof before) =>
        Object.values(rows)
          .map(({ id, created_at, updated_at, ...rest }) => rest)
          .sort((a, b) => (a.sku < b.sku ? -1 : 1));
      assert.deepEqual(strip(after), strip(before));
    }
    if (format === 'csv') assert.doesNotMatch(file.body, /(^|[,\n])"?[=@+\t]/);
  });
}

test('an export has the list’s filters and order, a dated name, and costs for those who may see them', async () => {
  const from = await aShop(house);
  for (const [sku, price] of [
    ['A', 3],
    ['B', 1],
    ['C', 2],
  ] as const)
    await aProduct(from, { sku, price, category: sku === 'B' ? 'x' : 'y' });
  const answer = await download(from.owner, 'format=csv&category=Y&sortBy=price&sortOrder=desc');
  assert.match(String(answer.headers['content-disposition']), /^attachment; filename="inventory-\d{4}-\d\d-\d\d\.csv"$/);
  assert.match(String(answer.headers['content-type']), /^text\/csv/);
  const [heading, ...rows] = answer.body.replace('\uFEFF', '').trim().split('\r\n');
  assert.equal(heading, 'sku,name,price,cost,stock,minStock,category,status,barcode,description,unit,taxRate');
  assert.deepEqual(
    rows.map((row) => row[0]),
    ['A', 'C'],
  );
  const cashier = await download(await aColleague(from, 'cashier'), 'format=xlsx&sort_by=sku');
  assert.match(String(cashier.headers['content-type']), /spreadsheetml/);
  const { sheets } = await readXlsx(cashier.rawPayload);
  assert.deepEqual([sheets[0]?.rows[0]?.includes('cost'), sheets[0]?.rows.slice(1).map((row) => row[0])], [false, ['A', 'B', 'C']]);
  const wrong = await from.owner.get('/inventory/export?format=pdf&status=gone&sortBy=cost');
  assert.deepEqual([wrong.status, wrong.body.error.details.length], [422, 3]);
});

test('a rehearsal says what would be, and changes nothing', async () => {
  const known = await aProduct(shop, { sku: 'KNOWN', stock: 3 });
  const before = await tablesOf(shop);
  const csv = 'sku,name,price,stock,category\nKNOWN,Renamed,5,9,Fresh\nUNKNOWN,N,2,4,Fresh\nBAD,,1,1,';
  const { status, body } = await upload(shop.owner, 'import/validate', csv);
  assert.deepEqual([status, body.success, body.valid, body.errors], [200, true, false, ['row 4: name: is required for a new product']]);
  const shown = body.preview.map(({ sku, name, price, stock, category }: Record<string, unknown>) => [sku, name, price, stock, category]);
  assert.deepEqual(shown, [
    ['KNOWN', 'Renamed', 5, 9, 'Fresh'],
    ['UNKNOWN', 'N', 2, 4, 'Fresh'],
  ]);
  assert.equal(body.preview[0].id, known.id);
  assert.deepEqual(await tablesOf(shop), before);
  const good = await upload(shop.owner, 'import/validate', 'sku,stock\nKNOWN,1');
  assert.deepEqual([good.body.valid, good.body.errors], [true, []]);
});

test('thousands of rows come in, and one bad row spoils none of them', async () => {
  const big = await aShop(house);
  const rows = Array.from({ length: 2_000 }, (_, at) => `S${at},Product ${at},${at === 777 ? 'x' : at / 100},${at % 50},C${at % 7}`);
  const csv = ['sku,name,price,stock,category', ...rows, 'S0,Changed,1,1,C1', 'S1999,,,3,'].join('\n');
  const rehearsal = await upload(big.owner, 'import/validate', csv);
  assert.deepEqual([rehearsal.body.errors, rehearsal.body.preview.length], [['row 779: price: must be a number'], 20]);
  const { body } = await load(csv, big);
  assert.deepEqual(body, { success: 2_001, failed: 1, errors: [{ row: 779, message: 'price: must be a number' }] });
  const sheet = await download(big.owner, 'format=xlsx');
  const again = await upload(big.owner, 'import', sheet.rawPayload);
  assert.deepEqual(again.body, { success: 1_999, failed: 0, errors: [] });
  const file = await download(big.owner, 'format=csv&sortBy=sku');
  assert.equal(file.body.trim().split('\r\n').length, 2_000);
  assert.match(file.body, /\nS0,Changed,1\.00,0\.00,1,/);
});

test('sent again with its key it is not done again, and a key is for one file', async () => {
  const product = await aProduct(shop, { sku: 'KEY', stock: 1 });
  const first = await upload(shop.owner, 'import', 'sku,stock\nKEY,5', { key: 'k' });
  await shop.owner.post('/inventory/adjustment', { product_id: product.id, type: 'out', quantity: 2 });
  const again = await upload(shop.owner, 'import', 'sku,stock\nKEY,5', { key: 'k' });
  assert.deepEqual([again.status, again.body, again.headers['idempotent-replayed']], [200, first.body, 'true']);
  assert.equal((await bySku(shop)).KEY.stock, 3);
  const other = await upload(shop.owner, 'import', 'sku,stock\nKEY,6', { key: 'k' });
  assert.deepEqual([other.status, other.body.error.code], [422, 'IDEMPOTENCY_CONFLICT']);
  assert.equal((await bySku(shop)).KEY.stock, 3);
});

test('only who keeps the catalogue may bring files in, and into their own shop only', async () => {
  const clerk = await aColleague(shop, 'stock_clerk');
  for (const path of ['import', 'import/validate']) assert.equal((await upload(clerk, path, 'sku\nA')).status, 403);
  const stranger = await aShop(house);
  await aProduct(shop, { sku: 'OURS', stock: 2 });
  assert.equal((await load('sku,stock\nOURS,9', stranger)).body.errors[0].row, 2);
  assert.deepEqual([(await bySku(shop)).OURS.stock, await bySku(stranger)], [2, {}]);
});

/** A zip by hand, whose parts may say of themselves what is not true. */
function zip(parts: [name: string, content: string | Buffer][], claimed?: number): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claimed ?? Buffer.byteLength(content), 18);
    head.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(at, 10 + 2);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, entry.subarray(2), Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';
const book = (rows: string, prolog = '', claimed?: number) =>
  zip(
    [
      ['[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
      [
        '_rels/.rels',
        `<Relationships xmlns="${packaged}"><Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
      ['xl/workbook.xml', `<workbook xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`],
      [
        'xl/_rels/workbook.xml.rels',
        `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ],
      ['xl/worksheets/sheet1.xml', `${prolog}<worksheet><sheetData>${rows}</sheetData></worksheet>`],
    ],
    claimed,
  );
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const headed = (more: string) => `<row r="1">${cell('A1', 'sku')}${cell('B1', 'name')}${cell('C1', 'price')}</row>${more}`;

test('a workbook made by hand comes in, and is counted where it says', async () => {
  const row = `<row r="9">${cell('A9', 'HAND')}${cell('B9', 'By &amp; hand')}<c r="C9"><v>1.5</v></c></row>`;
  assert.deepEqual((await load(book(headed(row)))).body, { success: 1, failed: 0, errors: [] });
  assert.equal((await bySku(shop)).HAND.name, 'By & hand');
  const bad = `<row r="9">${cell('A9', 'HAND2')}</row>`;
  assert.equal((await load(book(headed(bad)))).body.errors[0].row, 9);
});

test('files that are none are refused, and leave nothing behind', async () => {
  const before = await tablesOf(shop);
  const many = Array.from({ length: 50_001 }, (_, at) => `M${at}`).join('\n');
  const files: Record<string, string | Uint8Array> = {
    empty: '',
    'a mark alone': '\uFEFF',
    'a heading alone': 'sku,name,price\n',
    'no SKU': 'name,price\nTea,1',
    'a prototype for a heading': '__proto__,constructor\n1,2',
    'a column twice': 'sku,SKU\n1,2',
    'an open quotation mark': 'sku,name\nA,"tea',
    'another encoding': Buffer.from('sku,name\nA,tsch\xfcss', 'latin1'),
    'a picture': Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    'too many rows': `sku\n${many}`,
    'a cell of 9 MB': `sku,name\nA,${'x'.repeat(9_000_000)}`,
    'a quoted cell of 9 MB': `sku,name\nA,"${'x'.repeat(9_000_000)}"`,
    'a zip of something else': zip([['a.txt', 'hello']]),
    'half a zip': book(headed('')).subarray(0, 400),
    'only the beginning of a zip': 'PK\x03\x04',
    'a bomb': book(headed(' '.repeat(120_000_000))),
    'a bomb that calls itself small': book(headed(' '.repeat(120_000_000)), '', 10),
    'a cell far away': book(headed(`<row r="2">${cell('XFD2', 'A')}</row>`)),
    'a cell that hides where it is': book(headed(`<row r="2"><c t="n" r='&#88;FD2'><v>1</v></c></row>`)),
    'a cell of 9 MB in a workbook': book(headed(`<row r="2">${cell('A2', 'x'.repeat(9_000_000))}</row>`)),
  };
  for (const [what, content] of Object.entries(files)) {
    for (const path of ['import', 'import/validate']) {
      const { status, body } = await upload(shop.owner, path, content);
      assert.deepEqual(
        [status, body.error?.code, body.error?.details[0]?.field],
        [422, 'VALIDATION_ERROR', 'file'],
        `${what}: ${JSON.stringify(body)}`,
      );
    }
  }
  assert.deepEqual(await tablesOf(shop), before);
});

test('entities of a workbook’s own are not expanded', async () => {
  const prolog = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
  const { status, body } = await load(
    book(headed(`<row r="2">${cell('A2', 'ENT')}${cell('B2', '&b;&f;')}<c r="C2"><v>1</v></c></row>`), prolog),
  );
  const name = (await bySku(shop)).ENT?.name ?? '';
  assert.ok(status === 422 || body.failed === 1 || name === '&b;&f;', `${status} ${JSON.stringify(body)} ${name}`);
});

test('what is too large, or no form, or without a file, says so', async () => {
  const large = await load(`sku\n${'x'.repeat(10 * 1024 * 1024)}`);
  assert.deepEqual([large.status, large.body.error.code, large.body.error.message], [400, 'MALFORMED_REQUEST', 'The file is too large']);
  const misnamed = await upload(shop.owner, 'import', 'sku\nA', { field: 'upload' });
  assert.deepEqual([misnamed.status, misnamed.body.error.details], [422, [{ field: 'file', message: 'is required' }]]);
  for (const body of [undefined, {}, { file: 'x' }]) {
    const answer = await shop.owner.post('/inventory/import', body);
    assert.deepEqual([answer.status, answer.body.error.details[0].field], [422, 'file']);
  }
  const headers = { ...shop.owner.headers, 'content-type': 'multipart/form-data; boundary=edge' };
  for (const payload of ['--edge\r\nnonsense', '--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nsku', 'x']) {
    const answer = await house.app.inject({ method: 'POST', url: '/api/v1/inventory/import', headers, payload });
    assert.ok([400, 422].includes(answer.statusCode), answer.body);
  }
});

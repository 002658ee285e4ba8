import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readXlsx } from 'hucre/xlsx';
import { bySku, download, load } from '../../../../test/files.ts';
import { aProduct, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

/** A report as CSV. */
async function reportOf(shop: Shop, type: string): Promise<Buffer> {
  const { body } = await shop.owner.post('/reports/export', { report_type: type, format: 'csv' });
  return (await app.fastify.inject({ method: 'GET', url: body.data.download_url })).rawPayload;
}

const difficult = [
  '=1+1',
  "'=2",
  '+3',
  '-4',
  '@x',
  "'tis",
  'a "b", c;\td\ne',
  '“ž”',
  '007',
  '1e5',
  ' spaced ',
  'TRUE',
  '2026-01-01',
];

test('an export causes no runtime warning', async (t) => {
  const warnings: string[] = [];
  const addWarning = ({ message }: Error) => warnings.push(message);
  process.on('warning', addWarning);
  t.after(() => process.off('warning', addWarning));
  assert.equal((await download(await aShop(app), 'format=csv')).statusCode, 200);
  await new Promise(setImmediate);
  assert.deepEqual(warnings, []);
});

for (const format of ['csv', 'xlsx']) {
  test(`an import reads an export back unchanged: ${format}`, async () => {
    const source = await aShop(app);
    for (const [at, text] of difficult.entries())
      await aProduct(source, {
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
    const file = await download(source, `format=${format}`);
    assert.equal(file.statusCode, 200, file.body);
    const before = await bySku(source);
    const { body } = await load(source, file.rawPayload);
    assert.deepEqual(body, { success: difficult.length, failed: 0, errors: [] });
    const other = await aShop(app);
    assert.deepEqual((await load(other, file.rawPayload)).body, body);
    for (const after of [await bySku(source), await bySku(other)]) {
      const strip = (rows: typeof before) =>
        Object.values(rows)
          .map(({ id, created_at, updated_at, ...rest }) => rest)
          .sort((a, b) => (a.sku < b.sku ? -1 : 1));
      assert.deepEqual(strip(after), strip(before));
    }
    if (format === 'csv') assert.doesNotMatch(file.body, /(^|[,\n])"?[=@+\t]/);
  });
}

for (const source of ['list', 'report'])
  test(`variants and what is not tracked are the same after an import of the ${source}`, async () => {
    const shop = await aShop(app);
    const { id } = await aProduct(shop, { sku: 'MUG', name: 'Mug', track_stock: false, stock: 0, category: 'Cups' });
    await aProduct(shop, { sku: 'TEA', stock: 4 });
    for (const [sku, stock] of [
      ['MUG-R', 3],
      ['MUG-B', 0],
    ])
      await shop.owner.post(`/products/${id}/variants`, { sku, name: `Colour ${sku}`, price: 2, stock });
    const file =
      source === 'list'
        ? (await download(shop, 'format=csv&sort_by=sku&sort_order=desc')).rawPayload
        : await reportOf(shop, 'products');
    const other = await aShop(app);
    for (const into of [shop, other])
      assert.deepEqual((await load(into, file)).body, { success: 4, failed: 0, errors: [] });
    const shown = async (of: typeof shop) => {
      const { MUG, TEA, ...others } = await bySku(of);
      const { data } = (await of.owner.get(`/products/${MUG.id}`)).body;
      const variants = (data.variants ?? data.product_variants).map((variant: Record<string, unknown>) => [
        variant.sku,
        variant.name,
        variant.stock,
        variant.track_stock,
      ]);
      return [MUG.track_stock, MUG.category, TEA.track_stock, TEA.stock, Object.keys(others), variants];
    };
    assert.deepEqual(await shown(other), await shown(shop));
    assert.deepEqual((await shown(other))[0], false);
  });

test('rejects the report of stock by warehouse, whose stock is not that of all warehouses', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { sku: 'TEA', stock: 4 });
  const { status, body } = await load(shop, await reportOf(shop, 'inventory'));
  assert.deepEqual([status, body.error.details[0].field], [422, 'file']);
  assert.match(body.error.details[0].message, /^has a column warehouse/);
});

test('names what is wrong with the columns of variants', async () => {
  const shop = await aShop(app);
  const csv = 'sku,name,price,parentSku,trackStock\nA,A,1,A,\nB,B,1,,perhaps\nC,C,1,NONE,';
  const { body } = await load(shop, csv);
  assert.deepEqual(
    body.errors.map(({ row, message }: { row: number; message: string }) => `${row} ${message}`),
    [
      '2 parentSku: must be that of another product',
      '3 trackStock: must be one of true, false',
      '4 name: belongs to a product that could not be imported',
    ],
  );
});

test('an export applies the list’s filters and order, has the date in its name, and costs only for permitted roles', async () => {
  const source = await aShop(app);
  for (const [sku, price] of [
    ['A', 3],
    ['B', 1],
    ['C', 2],
  ] as const)
    await aProduct(source, { sku, price, category: sku === 'B' ? 'x' : 'y' });
  const answer = await download(source, 'format=csv&category=Y&sortBy=price&sortOrder=desc');
  assert.match(
    String(answer.headers['content-disposition']),
    /^attachment; filename="inventory-\d{4}-\d\d-\d\d\.csv"$/,
  );
  assert.match(String(answer.headers['content-type']), /^text\/csv/);
  const [heading, ...rows] = answer.body.replace('\uFEFF', '').trim().split('\r\n');
  assert.equal(
    heading,
    'sku,name,price,cost,stock,minStock,category,status,barcode,description,unit,taxRate,parentSku,trackStock',
  );
  assert.deepEqual(
    rows.map((row) => row[0]),
    ['A', 'C'],
  );
  const cashier = await download(source, 'format=xlsx&sort_by=sku', await aStaffMember(source, 'cashier'));
  assert.match(String(cashier.headers['content-type']), /spreadsheetml/);
  const { sheets } = await readXlsx(cashier.rawPayload);
  assert.deepEqual(
    [sheets[0]?.rows[0]?.includes('cost'), sheets[0]?.rows.slice(1).map((row) => row[0])],
    [false, ['A', 'B', 'C']],
  );
  const wrong = await source.owner.get('/inventory/export?format=pdf&status=gone&sortBy=cost');
  assert.deepEqual([wrong.status, wrong.body.error.details.length], [422, 3]);
});

test('an export of more records than are ordered at once has each once, in order', async () => {
  const source = await aShop(app);
  const { id } = await aProduct(source, { sku: 'P-0', name: 'p 000000' });
  const count = 20_010;
  await app.admin.query(
    `insert into products (merchant_id, id, sku, name, price, created_at, updated_at)
     select merchant_id, gen_random_uuid(), 'P-' || n, 'p ' || lpad(((n * 7919) % 1000003)::text, 6, '0'), price, created_at, updated_at
     from products, generate_series(1, $2) as n where id = $1`,
    [id, count],
  );
  for (const query of ['format=csv&sort_by=name', 'format=csv&sort_by=name&sort_order=desc&search=p-']) {
    const { body } = await download(source, query);
    const names = body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[1] ?? '');
    assert.equal(names.length, count + 1, query);
    const ordered = names.toSorted();
    assert.deepEqual(names, query.includes('desc') ? ordered.toReversed() : ordered, query);
    assert.equal(new Set(names).size, names.length);
  }
  // Rows without events would violate an invariant.
  await app.admin.query(
    'delete from products where id <> $1 and merchant_id = (select merchant_id from products where id = $1)',
    [id],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readXlsx } from 'hucre/xlsx';
import { bySku, download, load } from '../../../../test/files.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

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
  assert.equal(heading, 'sku,name,price,cost,stock,minStock,category,status,barcode,description,unit,taxRate');
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

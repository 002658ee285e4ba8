import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bySku, digestTables, load, upload } from '../../../../test/files.ts';
import { aSession, aShop, aWarehouse, type Shop } from '../../../../test/shop.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

const fileOf = (name: string) => readFileSync(new URL(`../../../../test/rival-files/${name}`, import.meta.url));

const levelsOf = async (shop: Shop): Promise<string[]> =>
  (await shop.owner.get('/inventory?view=levels&limit=100')).body.data
    .map((level: Record<string, unknown>) => `${level.sku} ${level.warehouse_name} ${level.stock}`)
    .sort();

test('imports a Square file with the stock of two locations, as its dry run says', async () => {
  const shop = await aShop(app);
  const harbour = await aWarehouse(shop, 'Harbour');
  const file = fileOf('square-items.csv');
  const { status, body: columns } = await upload(shop, 'import/columns', file);
  assert.equal(status, 200, JSON.stringify(columns));
  assert.deepEqual([columns.source, columns.mapping.name], ['square', 'Item Name']);
  assert.deepEqual(columns.columns[1], { heading: 'Item Name', sample: 'Corner blend, 250 g' });
  assert.deepEqual(columns.stock_columns, [
    { heading: 'Current Quantity Main Street', location: 'Main Street', warehouse_id: null },
    { heading: 'Current Quantity Harbour', location: 'Harbour', warehouse_id: harbour },
  ]);
  const fields = {
    mapping: JSON.stringify(columns.mapping),
    stock_columns: JSON.stringify({
      'Current Quantity Main Street': shop.warehouse_id,
      'Current Quantity Harbour': harbour,
    }),
  };
  const before = await digestTables(shop);
  const checked = await upload(shop, 'import/validate', file, { fields });
  assert.deepEqual(await digestTables(shop), before);
  const errors = [
    'row 10: Price: is variable; a product needs a price',
    'row 13: Current Quantity Harbour: must be at least 0',
  ];
  assert.deepEqual(
    [checked.body.source, checked.body.valid, checked.body.errors, checked.body.counts],
    ['square', false, errors, { created: 11, changed: 0, unchanged: 0, failed: 2 }],
  );
  assert.deepEqual(checked.body.totals, {
    products: 6,
    variants: 5,
    stock: [
      { warehouse_id: shop.warehouse_id, units: 61, value_at_cost: 403.4, value_at_price: 991.8 },
      { warehouse_id: harbour, units: 14, value_at_cost: 111.6, value_at_price: 256 },
    ],
  });
  const { body } = await load(shop, file, { fields });
  assert.deepEqual([body.success, body.failed], [9, 2]);
  const products = await bySku(shop);
  const { 'tote-bag': tote } = products;
  const { data: shown } = (await shop.owner.get(`/products/${tote.id}`)).body;
  assert.deepEqual(
    (shown.variants ?? shown.product_variants).map(({ sku, name }: Record<string, string>) => `${sku} ${name}`).sort(),
    ['TOTE-BLK Black', 'TOTE-NAT Natural', 'tote-bag-navy Navy'],
  );
  const main = (await shop.owner.get(`/warehouses`)).body.data.find(
    ({ id }: { id: string }) => id === shop.warehouse_id,
  ).name;
  const levels = await levelsOf(shop);
  for (const level of [`COF-HB-250 ${main} 24`, 'COF-HB-250 Harbour 8', 'TOTE-NAT Harbour 4', `TOTE-BLK ${main} 7`])
    assert.ok(levels.includes(level), `${level} in ${levels.join(', ')}`);
  assert.ok(!levels.some((level) => level.startsWith('tote-bag ')), 'the product of variants has no stock');
  // The same file again counts the same stock and changes nothing.
  const again = await upload(shop, 'import/validate', file, { fields });
  assert.deepEqual(again.body.counts, { created: 0, changed: 0, unchanged: 11, failed: 2 });
  assert.deepEqual((await load(shop, file, { fields })).body.failed, 2);
  assert.deepEqual(await levelsOf(shop), levels);
});

test('imports a Shopify file without a mapping, and into the chosen warehouse', async () => {
  const shop = await aShop(app);
  const store = await aWarehouse(shop, 'Store');
  const file = fileOf('shopify-products.csv');
  const { body: columns } = await upload(shop, 'import/columns', file);
  assert.deepEqual(columns.mapping.variant, ['Option1 Value', 'Option2 Value', 'Option3 Value']);
  const { body } = await load(shop, file, { fields: { warehouse_id: store } });
  assert.deepEqual(body, {
    success: 11,
    failed: 1,
    errors: [{ row: 12, message: 'Variant Inventory Qty: must be at least 0' }],
  });
  const levels = await levelsOf(shop);
  assert.ok(levels.includes('LS-S-W Store 4') && levels.includes('beeswax-candle Store 15'), levels.join(', '));
  const { WRAP, 'POSTER-OLD': poster, 'LS-S-W': shirt } = await bySku(shop);
  assert.deepEqual([WRAP.track_stock, WRAP.tax_rate, poster.status], [false, 0, 'inactive']);
  assert.equal(shirt, undefined, 'a variant is listed with its product');
});

test('imports a Loyverse file; its stores need a choice', async () => {
  const shop = await aShop(app);
  await shop.owner.put('/merchant', { currency: 'IDR' });
  const file = fileOf('loyverse-items.csv');
  const asked = await load(shop, file);
  assert.deepEqual([asked.status, asked.body.error.details[0].field], [422, 'stock_columns']);
  const fields = { stock_columns: JSON.stringify({ 'In stock [Pasar]': shop.warehouse_id }) };
  const { body } = await load(shop, file, { fields });
  assert.deepEqual(
    body.errors.map(({ row }: { row: number }) => row),
    [10, 11],
  );
  const { kaos, 10005: kacang } = await bySku(shop);
  assert.deepEqual([kaos.price, kacang.stock, kacang.category], [95_000, 25, 'Camilan']);
});

test('names each wrong part of a choice, and imports nothing', async () => {
  const shop = await aShop(app);
  const other = await aShop(app);
  const csv = 'Artikel,Preis,Lager\nTasse,4.50,3';
  const mapping = JSON.stringify({ name: 'Artikel', price: 'Preis' });
  const wrong: [Record<string, string>, string][] = [
    [{ mapping: '{"name":"Nome"}' }, 'mapping.name'],
    [{ mapping: '{' }, 'mapping'],
    [{ mapping, stock_columns: '{"Keller":"x"}' }, 'stock_columns.Keller'],
    [{ mapping, stock_columns: '{"Lager":"x"}' }, 'stock_columns.Lager'],
    [{ mapping, stock_columns: JSON.stringify({ Lager: other.warehouse_id }) }, 'stock_columns.Lager'],
    [{ mapping, warehouse_id: 'x' }, 'warehouse_id'],
  ];
  for (const [fields, field] of wrong) {
    for (const path of ['import', 'import/validate']) {
      const { status, body } = await upload(shop, path, csv, { fields });
      assert.deepEqual([status, body.error?.details[0]?.field], [422, field], JSON.stringify(body));
    }
  }
  assert.deepEqual(await bySku(shop), Object.assign(Object.create(null), {}));
  assert.equal((await upload(shop, 'import', csv)).body.error.details[0].field, 'file');
  assert.deepEqual((await load(shop, csv, { fields: { mapping } })).body.success, 1);
});

test('a person limited to branches imports stock into their own warehouses only', async () => {
  const shop = await aShop(app);
  const branch = (await shop.owner.post('/branches', { name: 'Second' })).body.data;
  const { data } = (await shop.owner.get('/warehouses')).body;
  const second = data.find(({ branch_id }: { branch_id: string }) => branch_id === branch.id).id;
  const email = 'limited@example.com';
  const password = 'another long password';
  await addMember(shop.owner, app.anonymous, {
    email,
    password,
    name: 'Lim',
    role: 'manager',
    branch_ids: [branch.id],
  });
  const manager = (await aSession(app, email, password)).with({ 'x-merchant-id': shop.merchant_id });
  const csv = 'Artikel,Preis,Lager\nTasse,4.50,3';
  const into = (warehouse: string) => ({
    caller: manager,
    fields: { mapping: '{"name":"Artikel","price":"Preis","stock":"Lager"}', warehouse_id: warehouse },
  });
  assert.equal((await load(shop, csv, into(shop.warehouse_id))).status, 403);
  assert.equal((await load(shop, csv, into(second))).body.success, 1);
});

test('the same key with another mapping is another request', async () => {
  const shop = await aShop(app);
  const csv = 'Artikel,Preis,VK\nTasse,4.50,5';
  const sent = (price: string) =>
    load(shop, csv, { key: 'mapped', fields: { mapping: JSON.stringify({ name: 'Artikel', price }) } });
  assert.equal((await sent('Preis')).status, 200);
  assert.equal((await sent('Preis')).headers['idempotent-replayed'], 'true');
  assert.equal((await sent('VK')).body.error.code, 'IDEMPOTENCY_CONFLICT');
});

test('a mapped file of 50,000 rows, wrong in each, gives a bounded answer', async () => {
  const shop = await aShop(app);
  const csv = ['Artikel,Preis', ...Array.from({ length: 50_000 }, (_, at) => `Tasse ${at},teuer`)].join('\n');
  const { status, body } = await upload(shop, 'import/validate', csv, {
    fields: { mapping: '{"name":"Artikel","price":"Preis"}' },
  });
  assert.deepEqual([status, body.valid, body.errors.length, body.counts.failed], [200, false, 101, 50_000]);
  assert.equal(body.errors[0], 'row 2: Preis: must be a number');
});

test('a variant of a product that could not be imported is rejected, too', async () => {
  const shop = await aShop(app);
  await load(shop, 'sku,name,price\nmug,Mug,1');
  const mug = (await bySku(shop)).mug.id;
  await shop.owner.post(`/products/${mug}/variants`, { sku: 'cup', name: 'Cup', price: 1 });
  const mapping = JSON.stringify({ name: 'n', variant: ['v'], price: 'p' });
  const { body } = await load(shop, 'n,v,p\nCup,red,2\nCup,blue,2\nBowl,red,1', { fields: { mapping } });
  assert.deepEqual(body.errors, [
    { row: 2, message: 'sku: of the product is that of a variant' },
    { row: 3, message: 'sku: of the product is that of a variant' },
  ]);
  assert.equal(body.success, 1);
  const unpriced = (await load(shop, 'n,v,p\nPlate,red,\nPlate,blue,2', { fields: { mapping } })).body;
  assert.deepEqual(
    [unpriced.success, unpriced.errors],
    [
      0,
      [
        { row: 2, message: 'p: is required for a new product' },
        { row: 3, message: 'n: belongs to a product that could not be imported' },
      ],
    ],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySku, load, upload } from '../../../../test/files.ts';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { languages } from '../../core/language.ts';

const app = await createTestApp();

/** A report as a file. */
async function reportOf(shop: Shop, report_type: string, options: object): Promise<Buffer> {
  const { body } = await shop.owner.post('/reports/export', { report_type, format: 'csv', ...options });
  return (await app.fastify.inject({ method: 'GET', url: body.data.download_url })).rawPayload;
}

/** All products with their variants, without ids and times. */
async function catalogueOf(shop: Shop) {
  const listed = Object.values(await bySku(shop));
  const all = await Promise.all(listed.map(async ({ id }) => (await shop.owner.get(`/products/${id}`)).body.data));
  return all
    .map(({ sku, name, price, cost, stock, min_stock, category, status, variants, ...rest }) => ({
      ...{ sku, name, price, cost, stock, min_stock, category, status },
      ...{ barcode: rest.barcode, description: rest.description, unit: rest.unit, tax_rate: rest.tax_rate },
      track_stock: rest.track_stock,
      variants: variants.map((one: Record<string, unknown>) => [one.sku, one.name, one.price, one.cost, one.stock]),
    }))
    .sort((a, b) => (a.sku < b.sku ? -1 : 1));
}

const source = await aShop(app);
const { id } = await aProduct(source, {
  sku: 'MUG',
  name: 'Mug',
  price: 8.5,
  cost: 3.25,
  track_stock: false,
  stock: 0,
});
for (const [sku, name, price] of [
  ['MUG-R', 'Red', 9],
  ['MUG-B', 'Blue', 9.25],
])
  await source.owner.post(`/products/${id}/variants`, { sku, name, price, cost: 4, stock: 7 });
await aProduct(source, {
  ...{ sku: 'TEA', name: 'Green tea', price: 1_234.5, cost: 600, stock: 1_200, min_stock: 5, tax_rate: 7.125 },
  ...{ category: 'Tea', barcode: '4006381333931', description: 'Loose', unit: 'pack', status: 'inactive' },
});

for (const format of ['csv', 'xlsx'])
  for (const language of [undefined, ...languages])
    test(`an import reads the report of products unchanged: ${format}, ${language ?? 'without a language'}`, async () => {
      const file = await reportOf(source, 'products', { format, language });
      const other = await aShop(app);
      const before = await catalogueOf(source);
      for (const into of [other, source]) {
        assert.deepEqual((await load(into, file)).body, { success: 4, failed: 0, errors: [] });
        assert.deepEqual(await catalogueOf(into), before);
      }
    });

test('rejects the report of stock by warehouse in each language', async () => {
  for (const language of languages) {
    const { status, body } = await load(source, await reportOf(source, 'inventory', { language }));
    assert.deepEqual([status, body.error.details[0].field], [422, 'file'], language);
    assert.match(body.error.details[0].message, /^has a column (Warehouse|Gudang|Lager), as the report of stock has/);
  }
});

test('an import reads the report of customers in each language', async () => {
  const shop = await aShop(app);
  const customer = { name: 'Ayu', email: 'ayu@example.com', phone: '+628123456789', address: 'Jalan 1' };
  await shop.owner.post('/customers', customer);
  for (const language of [undefined, ...languages]) {
    const other = await aShop(app);
    const file = await reportOf(shop, 'customers', { language });
    assert.equal((await upload(other, 'import', file, { base: 'customers' })).body.success, 1, String(language));
    const [{ name, email, phone, address }] = (await other.owner.get('/customers')).body.data;
    assert.deepEqual({ name, email, phone, address }, customer);
  }
});

test('reads the words of one language only where they mean the columns of the whole file', async () => {
  const shop = await aShop(app);
  const imported = async (csv: string) => {
    const { body } = await load(shop, csv);
    const { A } = await bySku(shop);
    return [body.success, A?.name, A?.price, A?.stock];
  };
  assert.deepEqual(await imported('SKU;Name;Preis;Bestand\nA;Tasse;1.234,50;3'), [1, 'Tasse', 1_234.5, 3]);
  assert.deepEqual(await imported('sku,nama,harga,stok\nA,Gelas,2.5,4'), [1, 'Gelas', 2.5, 4]);
  // What stands beside our own headings stays another column.
  assert.deepEqual(await imported('sku,name,price,Preis,Stok\nA,Cup,3,99,99'), [1, 'Cup', 3, 4]);
  const twice = await load(shop, 'SKU,Preis,preis\nA,1,2');
  assert.equal(twice.body.error.details[0].message, 'has two columns Preis');
  const wrong = await load(shop, 'SKU;Name;Preis\nA;Tasse;vier\nB;Teller;12.000');
  assert.deepEqual(
    wrong.body.errors.map(({ message }: { message: string }) => message),
    ['Preis: must be a number'],
  );
});

test('a file with a SKU and columns that only a person can name is offered for mapping', async () => {
  const sourceOf = async (csv: string) => (await upload(source, 'import/columns', csv)).body.source;
  assert.equal(await sourceOf('sku,name,price,note\nA,A,1,x'), 'tillhouse');
  assert.equal(await sourceOf('SKU;Name;Preis;Bestand\nA;A;1;1'), 'tillhouse');
  assert.equal(await sourceOf('SKU;Artikel;VK;Bestand\nA;A;1;1'), 'unknown');
  assert.equal(await sourceOf('SKU,Nama barang,Harga jual\nA,A,1'), 'unknown');
});

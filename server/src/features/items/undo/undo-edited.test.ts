import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySku, load, upload } from '../../../../../test/files.ts';
import { aProduct, aShop, type Shop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp();

async function undo(shop: Shop, id: string) {
  const preview = await shop.owner.get(`/inventory/imports/${id}/undo`);
  const { status, body, text } = await shop.owner.post(`/inventory/imports/${id}/undo`);
  assert.equal(status, 200, text);
  assert.deepEqual(preview.body.data, body.data, 'the preview says what the undo does');
  const { entries, ...counts } = body.data;
  const reasons = entries.map(({ sku, name, field, reason }: Record<string, string>) =>
    [sku ?? name, field, reason].filter(Boolean).join(' '),
  );
  return { counts, reasons: reasons.sort() };
}

const none = { removed: 0, restored: 0, stock_reversed: 0, kept: 0, failed: 0 };

test('keeps new products whose SKU, pictures or tracking of stock were changed since', async () => {
  const shop = await aShop(app);
  const { id } = await load(shop, 'sku,name,price\nA,A,1\nB,B,1\nC,C,1\nD,D,1');
  const { A, B, C } = await bySku(shop);
  for (const [product, change] of [
    [A, { sku: 'A2' }],
    [B, { images: ['https://example.com/b.png'] }],
    [C, { track_stock: false }],
  ])
    assert.equal((await shop.owner.put(`/products/${product.id}`, change)).status, 200);
  assert.deepEqual(await undo(shop, id), {
    counts: { ...none, removed: 1, kept: 3 },
    reasons: ['A2 was edited since: sku', 'B was edited since: images', 'C was edited since: track_stock'],
  });
  assert.deepEqual(Object.keys(await bySku(shop)).sort(), ['A2', 'B', 'C']);
});

test('removes variants, whose category is that of their product', async () => {
  const shop = await aShop(app);
  const mapping = JSON.stringify({ name: 'n', variant: ['v'], price: 'p', category: 'c' });
  const { id } = await load(shop, 'n,v,p,c\nMug,red,2,Cups\nMug,blue,2,Cups', { fields: { mapping } });
  assert.deepEqual(await undo(shop, id), { counts: { ...none, removed: 3 }, reasons: [] });
});

test('a category that was renamed since, or has several spellings in the file, is no edit', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { sku: 'OLD', category: 'Tea' });
  const { id } = await load(shop, 'sku,name,price,category\nNEW,New,1,Coffee\nMORE,More,1,COFFEE\nOLD,Old,,coffee');
  const categories = (await shop.owner.get('/categories')).body.data as { id: string; name: string }[];
  for (const { id: category_id, name } of categories)
    assert.equal((await shop.owner.put(`/categories/${category_id}`, { name: `${name} & more` })).status, 200);
  assert.deepEqual(await undo(shop, id), { counts: { ...none, removed: 2, restored: 1 }, reasons: [] });
  assert.equal((await bySku(shop)).OLD.category, 'Tea & more');
  const names = (await shop.owner.get('/categories')).body.data.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, ['coffee & more', 'Tea & more'], 'a renamed category stays');
});

test('gives barcodes back that the import moved from product to product', async () => {
  const shop = await aShop(app);
  const skus = Array.from({ length: 120 }, (_, at) => `S${at}`);
  const given = skus.map((sku, at) => `${sku},N,1,B${at}`);
  await load(shop, ['sku,name,price,barcode', ...given].join('\n'));
  // Each product gets the barcode of the one before, which gives it up in an earlier row. The first one gets a new one.
  const moved = skus.map((sku, at) => `${sku},${at === 0 ? 'X' : `B${at - 1}`}`);
  const { id, body } = await load(shop, ['sku,barcode', ...moved].join('\n'));
  assert.deepEqual([body.success, body.errors], [120, []]);
  assert.deepEqual(await undo(shop, id), { counts: { ...none, restored: 120 }, reasons: [] });
  const { rows } = await app.admin.query('select sku, barcode from products where merchant_id = $1', [
    shop.merchant_id,
  ]);
  assert.deepEqual(
    rows.filter(({ sku, barcode }) => barcode !== sku.replace('S', 'B')),
    [],
  );
});

test('keeps new customers whose points were corrected since', async () => {
  const shop = await aShop(app);
  const csv = ['Name,Email,Points balance', 'Ada,ada@example.com,0', 'Bob,bob@example.com,7', 'Eve,eve@example.com,7'];
  const { id } = await upload(shop, 'import', csv.join('\n'), { base: 'customers' });
  const customers = (await shop.owner.get('/customers')).body.data as { id: string; name: string }[];
  for (const { id: customer_id } of customers.filter(({ name }) => name !== 'Eve')) {
    const { status, text } = await shop.owner.post(`/customers/${customer_id}/loyalty/corrections`, {
      points: 5,
      reason: 'A gift',
    });
    assert.ok(status < 300, text);
  }
  assert.deepEqual(await undo(shop, id), {
    counts: { ...none, removed: 1, kept: 2 },
    reasons: ['Ada its points were changed since', 'Bob its points were changed since'],
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySku, load, upload } from '../../../../test/files.ts';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { rowsOfChunk } from './read-import.ts';

const app = await createTestApp();

const sell = async (shop: Shop, product_id: string) => {
  const sale = { items: [{ product_id, quantity: 2 }], payment_method: 'cash' };
  assert.equal((await shop.owner.post('/transactions', sale)).status, 201);
};

/** Sets an import back to the state in which it was interrupted after these rows. */
async function interrupt(shop: Shop, id: string, rows: number) {
  await app.admin.query(
    `update imports set status = 'failed', done = $2, imported = $2 - failed where merchant_id = $3 and id = $1`,
    [id, rows, shop.merchant_id],
  );
  await app.admin.query('delete from idempotency_keys where merchant_id = $1', [shop.merchant_id]);
}

test('an interrupted import continues behind the rows that were imported', async () => {
  const shop = await aShop(app);
  const import_id = newId();
  const rows = Array.from({ length: rowsOfChunk }, (_, at) => `S${at},Name,${at === 7 ? 'x' : 1},10`);
  const csv = ['sku,name,price,stock', ...rows, 'LAST,Last,1,10'].join('\n');
  const first = await load(shop, csv, { import_id });
  const { S0, LAST } = await bySku(shop);
  await sell(shop, S0?.id ?? (await idOf(shop, 'S0')));
  await sell(shop, LAST.id);
  await interrupt(shop, import_id, rowsOfChunk);
  const again = await load(shop, csv, { import_id });
  assert.deepEqual([again.status, again.body], [200, first.body], 'the response is about all rows');
  assert.deepEqual([first.body.success, first.body.errors], [250, [{ row: 9, message: 'price: must be a number' }]]);
  const stockOf = async (sku: string) => (await shop.owner.get(`/products/${await idOf(shop, sku)}`)).body.data.stock;
  assert.deepEqual([await stockOf('S0'), await stockOf('LAST')], [8, 10], 'what was sold since stays sold');
  const { data } = (await shop.owner.get(`/inventory/imports/${import_id}`)).body;
  assert.deepEqual([data.status, data.total, data.done, data.imported], ['done', 251, 251, 250]);
});

const idOf = async (shop: Shop, sku: string): Promise<string> => {
  const { data } = (await shop.owner.get(`/products?search=${sku}&limit=100`)).body;
  return data.find((row: { sku: string }) => row.sku === sku).id;
};

test('an interrupted import of customers makes no customer twice', async () => {
  const shop = await aShop(app);
  const [csv, import_id] = ['Name,Email\nAda,\nBob,\nEve,', newId()];
  const mapping = JSON.stringify({ name: 'Name', email: 'Email' });
  const send = () => upload(shop, 'import', csv, { base: 'customers', import_id, fields: { mapping } });
  await send();
  await interrupt(shop, import_id, 3);
  const { body } = await send();
  assert.deepEqual([body.success, (await shop.owner.get('/customers')).body.meta.total], [3, 3]);
});

test('variants of a product that was imported before the interruption stay its variants', async () => {
  const shop = await aShop(app);
  const import_id = newId();
  const mapping = JSON.stringify({ name: 'n', variant: ['v'], price: 'p', category: 'c' });
  const csv = 'n,v,p,c\nMug,red,2,Cups\nMug,blue,3,';
  await load(shop, csv, { import_id, fields: { mapping } });
  await interrupt(shop, import_id, 1);
  const { body } = await load(shop, csv, { import_id, fields: { mapping } });
  assert.deepEqual(body, { success: 2, failed: 0, errors: [] });
  const { mug } = await bySku(shop);
  assert.deepEqual([mug.name, mug.category, mug.price], ['Mug', 'Cups', 2]);
});

test('an interrupted import continues neither with another file nor with another choice', async () => {
  const shop = await aShop(app);
  const csv = 'code,name,price\nA,A,1\nB,B,2';
  const fields = { mapping: '{"sku":"code","name":"name","price":"price"}' };
  const named = { import_id: newId() };
  for (const options of [named, { key: 'once' }]) {
    const { id } = await load(shop, csv, { ...options, fields });
    await interrupt(shop, id, 1);
    for (const [file, choice] of [
      [`${csv}\nC,C,3`, fields],
      [csv, { mapping: '{"sku":"name","name":"code","price":"price"}' }],
    ] as const) {
      const { status, body } = await load(shop, file, { ...options, fields: choice });
      assert.deepEqual([status, body.error.code], [422, 'IDEMPOTENCY_CONFLICT']);
      assert.equal(body.error.details[0].field, 'key' in options ? 'Idempotency-Key' : 'import_id');
    }
    assert.equal((await load(shop, csv, { ...options, fields })).body.success, 2);
  }
});

test('a key that is used again after a week makes another import, and each can be undone', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { sku: 'A', price: 1 });
  const first = await load(shop, 'sku,name,price\nA,A,2\nB,B,2', { key: 'weekly' });
  app.clock.set(new Date(Date.parse(app.clock.now()) + 8 * 24 * 3_600_000).toISOString());
  await app.admin.query('delete from idempotency_keys where merchant_id = $1', [shop.merchant_id]);
  const second = await load(shop, 'sku,name,price\nA,A,3\nC,C,3', { key: 'weekly' });
  assert.deepEqual([second.status, second.body.success], [200, 2]);
  assert.notEqual(second.id, first.id);
  const undo = async (id: string) => (await shop.owner.post(`/inventory/imports/${id}/undo`)).body.data;
  const { removed, restored } = await undo(second.id);
  const after = await bySku(shop);
  assert.deepEqual([removed, restored, after.A.price, after.B.price, after.C], [1, 1, 2, 2, undefined]);
  assert.equal((await undo(first.id)).removed, 1);
  assert.equal((await bySku(shop)).A.price, 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../../../../test/files.ts';
import { aProduct, aShop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { claimUndo, deleteOldChanges, listCreatedCategories } from './undo-queries.ts';

const app = await createTestApp();
const [before, lost_before, since, now] = [0, 1, 2, 3].map((second) => `2026-03-10T12:00:0${second}.000Z`) as [
  string,
  string,
  string,
  string,
];

test('an undo begins once: after its import has ended or was lost, and again if it was lost itself', async () => {
  const shop = await aShop(app);
  const { id } = await load(shop, 'sku,name,price\nA,A,1');
  const { rows } = await app.admin.query('select status, finished_at, seen_at from imports where id = $1', [id]);
  const claimed = async (status: string, seen_at: string, undo_status: string | null, undo_seen_at: string | null) => {
    await app.admin.query(
      `update imports set status = $2, finished_at = case when $2 = 'running' then null else now() end, seen_at = $3,
         undo_status = $4, undo_seen_at = $5 where id = $1`,
      [id, status, seen_at, undo_status, undo_seen_at],
    );
    return claimUndo(app.database.reader(shop.merchant_id), id, { now, lost_before });
  };
  assert.equal(await claimed('done', since, 'possible', null), 1);
  assert.equal(await claimed('failed', since, 'possible', null), 1);
  assert.equal(await claimed('running', since, 'possible', null), 0);
  assert.equal(await claimed('running', lost_before, 'possible', null), 1);
  assert.equal(await claimed('running', before, 'possible', null), 1);
  assert.equal(await claimed('done', before, 'running', since), 0);
  assert.equal(await claimed('done', before, 'running', lost_before), 1);
  assert.equal(await claimed('done', before, 'done', before), 0);
  assert.equal(await claimed('done', before, null, null), 0);
  const [{ status, finished_at, seen_at }] = rows;
  await app.admin.query(
    `update imports set status = $2, finished_at = $3, seen_at = $4, undo_status = 'possible', undo_seen_at = null where id = $1`,
    [id, status, finished_at, seen_at],
  );
});

test('lists the categories that an import created page by page, without those that it found', async () => {
  const shop = await aShop(app);
  await shop.owner.post('/categories', { name: 'By hand' });
  const { id } = await load(shop, 'sku,name,price,category\nA,A,1,Tea\nB,B,1,Coffee\nC,C,1,By hand\nD,D,1,Cake');
  const db = app.database.reader(shop.merchant_id);
  const { rows } = await app.admin.query(
    `select id from categories where merchant_id = $1 and name <> 'By hand' order by id`,
    [shop.merchant_id],
  );
  const [first, second, third] = rows;
  const page = (after: string, limit: number) => listCreatedCategories(db, id, { after, limit });
  const start = '00000000-0000-0000-0000-000000000000';
  assert.deepEqual(await page(start, 2), [first, second]);
  assert.deepEqual(await page(second.id, 2), [third]);
  assert.deepEqual(await page(third.id, 2), []);
});

test('forgets the changes of imports that were last seen before a time', async () => {
  const shop = await aShop(app);
  const { id } = await load(shop, 'sku,name,price\nA,A,1\nB,B,1');
  const db = app.database.reader(shop.merchant_id);
  const { rows } = await app.admin.query('select seen_at from imports where id = $1', [id]);
  const seen_at = (rows[0].seen_at as Date).getTime();
  const changed = async (before_ms: number, limit = 10) =>
    deleteOldChanges(db, new Date(seen_at + before_ms).toISOString(), limit);
  assert.equal(await changed(0), 0);
  assert.equal(await changed(1, 1), 1);
  assert.equal(await changed(1), 1);
  assert.equal(await changed(1), 0);
});

test('stock that moved in the millisecond of the import has moved since', async () => {
  const shop = await aShop(app);
  const { id: product_id } = await aProduct(shop, { sku: 'A', stock: 3 });
  app.clock.freeze(app.clock.now());
  const { id } = await load(shop, 'sku,stock\nA,5');
  const sold = { items: [{ product_id, quantity: 1 }], payment_method: 'cash' };
  assert.equal((await shop.owner.post('/transactions', sold)).status, 201);
  const { entries } = (await shop.owner.get(`/inventory/imports/${id}/undo`)).body.data;
  app.clock.set(app.clock.now());
  assert.deepEqual(
    entries.map(({ field, reason }: Record<string, string>) => `${field} ${reason}`),
    ['stock has moved since'],
  );
});

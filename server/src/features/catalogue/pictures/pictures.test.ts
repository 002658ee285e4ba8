import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { formOf } from '../../../../../test/form.ts';
import { aProduct, aShop, type Shop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { until } from '../../../../../test/until.ts';
import { untilLockWait } from '../../../../../test/waiting.ts';
import { removeUnusedPictures } from './remove-pictures.ts';
import { renamePictures } from './rename-pictures.ts';

let pool: pg.Pool | undefined;
const app = await createTestApp({
  env: { PICTURES_MIB_PER_MERCHANT: '1', MERCHANT_HEAVY_WORKS: '5' },
  onPool(made) {
    pool = made;
  },
});
const shop = await aShop(app);
const { storage } = app.fastify.services;

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture of this size. Bytes after the end of a PNG are ignored. */
const aPicture = (bytes = onePixel.length) =>
  Buffer.concat([onePixel, Buffer.alloc(Math.max(0, bytes - onePixel.length))]);

async function upload(
  product_id: string,
  { from = shop, content = onePixel, headers = {} }: { from?: Shop; content?: Buffer; headers?: object } = {},
) {
  const form = await formOf(content, { name: 'a.png' });
  const url = `/api/v1/products/${product_id}/images`;
  const answer = await app.fastify.inject({
    method: 'POST',
    url,
    ...form,
    headers: { ...from.owner.headers, ...form.headers, ...headers },
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body, headers: answer.headers };
}

const statusOf = async (address: string) => (await app.fastify.inject({ url: new URL(address).pathname })).statusCode;
const imagesOf = async (id: string, from = shop): Promise<string[]> =>
  (await from.owner.get(`/products/${id}`)).body.data.images;
const keysIn = async (merchant_id = shop.merchant_id) =>
  (
    await app.admin.query<{ key: string; state: string }>(
      'select key, state from pictures where merchant_id = $1 order by key',
      [merchant_id],
    )
  ).rows;
const isStored = async (key: string) => {
  const found = await storage.open(key);
  found?.content.destroy();
  return found !== undefined;
};
const untilNotFound = (address: string) => until(async () => (await statusOf(address)) === 404);

test('a picture’s address does not reveal the merchant, and the database stores no address', async () => {
  const product = await aProduct(shop);
  const { body } = await upload(product.id);
  const [address] = body.data.images;
  assert.ok(!address.includes(shop.merchant_id), address);
  assert.match(address, /\/cdn\/images\/[\da-f]{2}\/[\da-f]{32}\.png$/);
  const { rows } = await app.admin.query('select images from products where id = $1', [product.id]);
  assert.deepEqual(rows, [{ images: [new URL(address).pathname.replace('/cdn/', '')] }]);
});

test('shows a picture under the host name that each client uses', async () => {
  const product = await aProduct(shop);
  await upload(product.id);
  const etags = new Set<unknown>();
  for (const host of ['shop.test', '192.168.1.5:3000']) {
    const from = shop.owner.with({ host });
    const prefix = `http://${host}/cdn/images/`;
    const detail = await from.get(`/products/${product.id}`);
    const [address] = detail.body.data.images;
    assert.ok(address.startsWith(prefix), address);
    etags.add(detail.headers.etag);
    const list = await from.get(`/products?sku=${product.sku}`);
    etags.add(list.headers.etag);
    assert.deepEqual(list.body.data[0].images, [address]);
    const event = (await from.get('/events?types=product.updated&limit=1000')).body.data.at(-1);
    assert.deepEqual(event.data.images, [address]);
    const entry = (await from.get(`/audit?subject_id=${product.id}&action=product.updated`)).body.data[0];
    assert.deepEqual([entry.before.images, entry.after.images], [[], [address]]);
    const records = (await from.get('/sync?limit=1000')).body.data as { kind: string; id: string; images?: string[] }[];
    assert.deepEqual(records.find(({ id }) => id === product.id)?.images, [address]);
  }
  assert.equal(etags.size, 4, 'each host name has its own ETag');
});

test('keeps the picture when a client sends back its address', async () => {
  const product = await aProduct(shop);
  const [address] = (await upload(product.id)).body.data.images;
  const images = ['https://example.com/other.png', address];
  const changed = await shop.owner.put(`/products/${product.id}`, { name: 'Renamed', images });
  assert.deepEqual(changed.body.data.images, images);
  const variant = await shop.owner.post(`/products/${product.id}/variants`, {
    sku: 'SENT-BACK',
    name: 'Small',
    price: 1,
    images: [address],
  });
  assert.equal(variant.status, 201, variant.text);
  const { rows } = await app.admin.query(`select images from products where id = any($1) order by created_at`, [
    [product.id, variant.body.data.id],
  ]);
  const key = new URL(address).pathname.replace('/cdn/', '');
  assert.deepEqual(rows, [{ images: [images[0], key] }, { images: [key] }]);
  await removeUnusedPictures(app.database.reader(shop.merchant_id), app.clock.now(), app.database, storage);
  assert.equal(await statusOf(address), 200);
});

test('accepts http addresses only under the service’s own address for files', async () => {
  const from = shop.owner.with({ host: 'shop.test:3000' });
  const product = await aProduct(shop);
  const refused = [
    'http://shop.test:3001/cdn/images/a/b.png',
    'http://shop.test/cdn/images/a/b.png',
    'http://shop.test:3000/images/a/b.png',
    'http://shop.test:3000/cdnx/images/a/b.png',
    'http://shop.test:3000/cdn/../images/a/b.png',
    'http://me@shop.test:3000/cdn/images/a/b.png',
    'http://example.com/cdn/images/a/b.png',
  ];
  const answer = await from.put(`/products/${product.id}`, { images: refused });
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual(
    answer.body.error.details.map(({ field }: { field: string }) => field),
    refused.map((_, index) => `images[${index}]`),
  );
  const accepted = ['http://shop.test:3000/cdn/images/a/b.png', 'https://shop.test/elsewhere.png'];
  assert.deepEqual((await from.put(`/products/${product.id}`, { images: accepted })).body.data.images, accepted);
});

test('removes a picture that no product uses any more; its address returns 404', async () => {
  const [retained, replaced, deleted] = [await aProduct(shop), await aProduct(shop), await aProduct(shop)];
  const [first] = (await upload(retained.id)).body.data.images;
  const [second] = (await upload(replaced.id)).body.data.images;
  const [third] = (await upload(deleted.id)).body.data.images;
  const [, fourth] = (await upload(deleted.id)).body.data.images;
  assert.equal((await shop.owner.put(`/products/${retained.id}`, { images: [first, third] })).status, 200);
  assert.equal((await shop.owner.put(`/products/${replaced.id}`, { images: [] })).status, 200);
  assert.equal((await shop.owner.delete(`/products/${deleted.id}`)).status, 200);
  await Promise.all([second, fourth].map(untilNotFound));
  await until(async () => (await keysIn()).every(({ state }) => state === 'used'));
  assert.deepEqual(await Promise.all([first, third].map(statusOf)), [200, 200]);
  const reused = await shop.owner.put(`/products/${replaced.id}`, { images: [third] });
  assert.equal(reused.status, 200, reused.text);
});

test('a rejected upload leaves no file', async () => {
  const product = await aProduct(shop);
  const { put } = storage;
  let stored = '';
  storage.put = async (name, content) => {
    await put(name, content);
    stored = name;
    await shop.owner.delete(`/products/${product.id}`);
  };
  try {
    assert.equal((await upload(product.id)).status, 404);
  } finally {
    storage.put = put;
  }
  assert.match(stored, /^images\//);
  assert.equal(await isStored(stored), false);
  assert.ok(!(await keysIn()).some(({ key }) => key === stored));
});

test('holds no database connection while a picture is stored', async () => {
  const product = await aProduct(shop);
  const { put } = storage;
  const held: number[] = [];
  storage.put = async (name, content) => {
    await put(name, content);
    held.push((pool?.totalCount ?? 0) - (pool?.idleCount ?? 0));
  };
  try {
    // The background removal of pictures may use a connection at this moment.
    await until(() => pool?.totalCount === pool?.idleCount);
    assert.equal((await upload(product.id)).status, 201);
  } finally {
    storage.put = put;
  }
  assert.deepEqual(held, [0]);
});

test('removes an interrupted upload after a time, but not a running one', async () => {
  const other = await aShop(app);
  const keys = ['images/aa/left.png', 'images/aa/now.png'];
  const before = new Date(Date.parse(app.clock.now()) - 16 * 60 * 1_000).toISOString();
  for (const [index, key] of keys.entries()) {
    await storage.put(
      key,
      (async function* () {
        yield onePixel;
      })(),
    );
    await app.admin.query(`insert into pictures values ($1, $2, 1, 'uploaded', $3)`, [
      other.merchant_id,
      key,
      index === 0 ? before : app.clock.now(),
    ]);
  }
  await removeUnusedPictures(app.database.reader(other.merchant_id), app.clock.now(), app.database, storage);
  assert.deepEqual(await keysIn(other.merchant_id), [{ key: keys[1], state: 'uploaded' }]);
  assert.deepEqual(await Promise.all(keys.map(isStored)), [false, true]);
});

test('rejects pictures beyond a merchant’s quota, and accepts them again when others are removed', async () => {
  const [ownShop, otherShop] = [await aShop(app), await aShop(app)];
  const product = await aProduct(ownShop);
  const content = aPicture(400_000);
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(product.id, { from: ownShop, content })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 422, 422, 422]);
  const refused = answers.find(({ status }) => status === 422);
  assert.deepEqual(
    [refused?.body.error.code, refused?.body.error.message],
    ['INVALID_STATE', 'All pictures together may take 1 MiB: remove some first'],
  );
  const all = { from: otherShop, content: aPicture(1_048_576) };
  assert.equal((await upload((await aProduct(otherShop)).id, all)).status, 201);
  const [first, second] = await imagesOf(product.id, ownShop);
  await ownShop.owner.put(`/products/${product.id}`, { images: [first] });
  await untilNotFound(second ?? '');
  await until(async () => (await keysIn(ownShop.merchant_id)).length === 1);
  assert.equal((await upload(product.id, { from: ownShop, content })).status, 201);
  const left = 1_048_576 - 2 * content.length;
  for (const [size, status] of [
    [left + 1, 422],
    [left, 201],
  ] as const)
    assert.equal((await upload(product.id, { from: ownShop, content: aPicture(size) })).status, status);
});

test('a picture of an earlier version gets an address that does not reveal its merchant', async () => {
  const old = await aShop(app);
  const product = await aProduct(old);
  const key = `images/${old.merchant_id}/0199.png`;
  await storage.put(
    key,
    (async function* () {
      yield onePixel;
    })(),
  );
  await app.admin.query('update products set images = $2 where id = $1', [product.id, [key]]);
  await app.admin.query(`insert into pictures values ($1, $2, 0, 'used', now())`, [old.merchant_id, key]);
  const db = app.database.reader(old.merchant_id);
  assert.equal(await renamePictures(db, app.clock.now(), app.database, storage), 1);
  const [address = ''] = await imagesOf(product.id, old);
  assert.ok(!address.includes(old.merchant_id));
  assert.equal(await statusOf(address), 200);
  await untilNotFound(`http://shop.test/cdn/${key}`);
  assert.equal(await renamePictures(db, app.clock.now(), app.database, storage), 0);
  const rowsNow = async () =>
    (await app.admin.query('select bytes::int, state from pictures where merchant_id = $1', [old.merchant_id])).rows;
  // The file is removed before its row is.
  await until(async () => (await rowsNow()).length === 1);
  assert.deepEqual(await rowsNow(), [{ bytes: onePixel.length, state: 'used' }]);
});

test('removes any number of abandoned uploads, and waits for none that another process is about to remove', async () => {
  const { merchant_id } = await aShop(app);
  await app.admin.query(
    `insert into pictures (merchant_id, key, bytes, state, changed_at)
     select $1, 'images/abandoned-' || n, 1, 'uploaded', $2::timestamptz - interval '16 minutes' from generate_series(1, 102) n`,
    [merchant_id, app.clock.now()],
  );
  const remove = () => removeUnusedPictures({ merchant_id }, app.clock.now(), app.database, storage);
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query(`select from pictures where merchant_id = $1 and key = 'images/abandoned-7' for update`, [
      merchant_id,
    ]);
    assert.equal(await Promise.race([untilLockWait(app.admin), remove()]), 101);
    await holder.query('rollback');
    assert.equal(await remove(), 1);
    assert.deepEqual(await keysIn(merchant_id), []);
  } finally {
    holder.release();
  }
});

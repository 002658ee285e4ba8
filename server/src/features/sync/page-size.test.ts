import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { fitProducts } from './queries.ts';

const app = await createTestApp();

interface SyncRecord {
  kind: string;
  id: string;
}

/** The pages from a cursor to the end, and the cursor after them. */
async function readPages(shop: Awaited<ReturnType<typeof aShop>>, from?: string, limit = 1_000) {
  const pages: SyncRecord[][] = [];
  for (let [cursor, has_more] = [from, true]; ; ) {
    if (!has_more) return { pages, cursor };
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body, status, text } = await shop.owner.get(`/sync?limit=${limit}${query}`);
    assert.equal(status, 200, text);
    pages.push(body.data);
    assert.ok(pages.length < 100, 'it does not end');
    [cursor, has_more] = [body.meta.cursor, body.meta.has_more];
  }
}

const productsOf = (pages: readonly (readonly SyncRecord[])[]) =>
  pages.map((page) => page.filter(({ kind }) => kind === 'product').map(({ id }) => id));

test('a page ends after 1 MiB of products, and the pages together have each record once', async () => {
  const shop = await aShop(app);
  // Each has 70 KB: 16 of them are the first that have more than 1 MiB.
  const description = '€'.repeat(10_000);
  const images = Array.from({ length: 20 }, (_, at) => `https://example.com/${at}`.padEnd(2_000, 'x'));
  const ids: string[] = [];
  for (let count = 0; count < 33; count += 1) ids.push((await aProduct(shop, { description, images })).id);
  const first = await readPages(shop);
  const received = productsOf(first.pages);
  assert.deepEqual(
    received.map(({ length }) => length).filter((length) => length > 0),
    [15, 15, 3],
  );
  assert.deepEqual(received.flat().sort(), ids.toSorted());
  const others = first.pages.flat().filter(({ kind }) => kind !== 'product');
  assert.equal(new Set(others.map(({ kind, id }) => `${kind} ${id}`)).size, others.length);
  assert.equal(others.filter(({ kind }) => kind === 'level').length, 33);
  for (const id of ids) await shop.owner.patch(`/products/${id}`, { price: 11 });
  const later = productsOf((await readPages(shop, first.cursor)).pages);
  assert.ok(Math.max(...later.map(({ length }) => length)) <= 15, later.map(({ length }) => length).join());
  assert.deepEqual([...new Set(later.flat())].sort(), ids.toSorted());
});

test('pages of one record have each record once, in the order of the kinds', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { category: 'Teas' });
  const { pages } = await readPages(shop, undefined, 1);
  const kinds = pages.flat().map(({ kind }) => kind);
  assert.deepEqual(kinds, ['merchant', 'rights', 'branch', 'warehouse', 'category', 'product', 'level']);
});

test('a page has the products that begin within its bytes, and no more of them than were asked for', async () => {
  const shop = await aShop(app);
  // Ten bytes each, with those of no pictures.
  for (let count = 0; count < 4; count += 1) await aProduct(shop, { description: 'x'.repeat(8) });
  const db = app.database.reader(shop.merchant_id);
  const fitting = (bytes: number, limit = 4) =>
    fitProducts(db, { after: '00000000-0000-0000-0000-000000000000', limit, bytes });
  assert.deepEqual([await fitting(10), await fitting(20), await fitting(21), await fitting(31)], [1, 2, 3, 4]);
  assert.deepEqual([await fitting(21, 2), await fitting(100, 9)], [2, 9]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { storeScript, waitForStore, watchLookups } from './stored-catalogue.ts';
import { linesOf, scan } from './till-page.ts';

const { visit, app, url } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const other_shop = await aShop(app, { currency: 'EUR' });
const other_owner = { email: 'owner2@example.com', password: 'correct horse battery' };
/** A role without the event stream. */
const cashier = { email: 'cashier@example.com', password: 'another long password' };
await addMember(shop.owner, app.anonymous, { ...cashier, name: 'Carl Cashier', role: 'cashier' });
const cashier_id: string = (await shop.owner.get('/staff?limit=100')).body.data.find(
  ({ role }: { role: string }) => role === 'cashier',
).id;
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', barcode: '012345678905', price: 8, stock: 1_000 });
const shirt = await aProduct(shop, { name: 'Shirt', sku: 'SHIRT', price: 20, tax_rate: 7, stock: 1_000 });
await shop.owner.post(`/products/${shirt.id}/variants`, { name: 'Red', sku: 'SHIRT-R', price: 21, stock: 5 });

const storeOf = (user_id: string, merchant_id = shop.merchant_id) => `tillhouse.catalogue.${merchant_id}.${user_id}`;

/** Signs another user in with the same browser storage. */
async function signInOtherUser(context: BrowserContext, data: typeof owner): Promise<void> {
  const response = await context.request.post(`${url}/api/v1/auth/browser/login`, { data });
  assert.equal(response.status(), 200, await response.text());
}

test('sells a product by barcode and SKU, and opens a parked sale, without a request for products', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const lookups = watchLookups(page);
  await openSignedIn(owner, '/till');
  await waitForStore(page, storeOf(shop.owner_id));
  // The lookup ignores leading zeros of a barcode and the case of a SKU, as the service does.
  await scan(page, '0012345678905');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await scan(page, '2*shirt-r');
  await linesOf(page).getByText('Shirt - Red', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Charge' }).click();
  await page.getByText('Sold:').waitFor();
  const [{ id }] = (await shop.owner.get('/transactions?limit=1')).body.data;
  const sale = (await shop.owner.get(`/transactions/${id}`)).body.data;
  assert.deepEqual(sale.items.map(({ name }: { name: string }) => name).sort(), ['Mug', 'Shirt - Red']);
  await shop.owner.post('/transactions', {
    items: [{ product_id: mug.id, quantity: 2 }],
    status: 'pending',
    label: 'T9',
  });
  await page.getByRole('button', { name: /T9/ }).click();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.deepEqual(lookups, []);
  isQuiet();
});

test('keeps the catalogue over a reload without a request for changes', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const lookups = watchLookups(page);
  await openSignedIn(owner, '/till');
  await waitForStore(page, storeOf(shop.owner_id));
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const cursors: (string | null)[] = [];
  await page.route('**/api/v1/sync?*', async (route) => {
    cursors.push(new URL(route.request().url()).searchParams.get('cursor'));
    await release;
    await route.continue();
  });
  await page.reload();
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.deepEqual(lookups, []);
  resolve();
  await until(() => cursors.length > 0);
  assert.ok(!cursors.includes(null), 'it continues from its cursor');
  isQuiet();
});

test('updates a price by its event, and does not sell a deleted or inactive product from the cache', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const lookups = watchLookups(page);
  const cup = await aProduct(shop, { name: 'Cup', sku: 'CUP', price: 10, tax_rate: 0 });
  const bowl = await aProduct(shop, { name: 'Bowl', sku: 'BOWL', price: 11 });
  const vase = await aProduct(shop, { name: 'Vase', sku: 'VASE', price: 12 });
  await openSignedIn(owner, '/till');
  const store = storeOf(shop.owner_id);
  await waitForStore(page, store, ({ prices }) => prices.CUP === 10 && prices.BOWL === 11 && prices.VASE === 12);
  await shop.owner.put(`/products/${cup.id}`, { price: 13 });
  await shop.owner.put(`/products/${bowl.id}`, { status: 'inactive' });
  await shop.owner.delete(`/products/${vase.id}`);
  await waitForStore(page, store, ({ prices }) => prices.CUP === 13 && !('BOWL' in prices) && !('VASE' in prices));
  await scan(page, 'CUP');
  await page.getByText('€13.00').first().waitFor();
  assert.deepEqual(lookups, []);
  await scan(page, 'BOWL');
  await until(() => lookups.length >= 1);
  await scan(page, 'VASE');
  await until(() => lookups.length >= 2);
  assert.deepEqual(lookups, ['BOWL', 'VASE']);
  await page.getByText('Some items have no product yet').waitFor();
  isQuiet();
});

test('asks the service instead of the cache after a sale was rejected for its prices', async () => {
  const { page, openSignedIn } = await visit();
  const lookups = watchLookups(page);
  const jug = await aProduct(shop, { name: 'Jug', sku: 'JUG', price: 10, tax_rate: 0, stock: 5 });
  await openSignedIn(cashier, '/till');
  await waitForStore(page, storeOf(cashier_id), ({ prices }) => prices.JUG === 10);
  await page.route('**/api/v1/sync?*', (route) => route.abort());
  await shop.owner.put(`/products/${jug.id}`, { price: 14 });
  await scan(page, 'JUG');
  await page.getByText('€10.00').first().waitFor();
  assert.deepEqual(lookups, []);
  await page.getByRole('button', { name: 'Charge' }).click();
  await page.getByText('€14.00').first().waitFor();
  assert.deepEqual(lookups, ['JUG']);
  await page.getByRole('button', { name: 'Charge' }).click();
  await page.getByText('Sold:').waitFor();
});

test('loads changes at the opening of the till for a user without events', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const lookups = watchLookups(page);
  const plate = await aProduct(shop, { name: 'Plate', sku: 'PLATE', price: 10, tax_rate: 0 });
  await openSignedIn(cashier, '/till');
  await waitForStore(page, storeOf(cashier_id), ({ prices }) => prices.PLATE === 10);
  await shop.owner.put(`/products/${plate.id}`, { price: 15 });
  await page.reload();
  await waitForStore(page, storeOf(cashier_id), ({ prices }) => prices.PLATE === 15);
  await scan(page, 'PLATE');
  await page.getByText('€15.00').first().waitFor();
  assert.deepEqual(lookups, []);
  isQuiet();
});

test('shares one catalogue between two tabs', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  const second = await page.context().newPage();
  await second.goto(`${url}/till`);
  const store = storeOf(shop.owner_id);
  await waitForStore(page, store);
  const tray = await aProduct(shop, { name: 'Tray', sku: 'TRAY', price: 16 });
  await waitForStore(page, store, ({ prices }) => prices.TRAY === 16);
  await shop.owner.put(`/products/${tray.id}`, { price: 17 });
  await waitForStore(second, store, ({ prices }) => prices.TRAY === 17);
  for (const tab of [page, second]) {
    const lookups = watchLookups(tab);
    await scan(tab, 'TRAY');
    await linesOf(tab).getByText('Tray', { exact: true }).waitFor();
    assert.deepEqual(lookups, []);
  }
  isQuiet();
});

test('hides the cached catalogue from other users, at any shop', async () => {
  const { page, openSignedIn } = await visit();
  const lookups = watchLookups(page);
  await openSignedIn(owner, '/till');
  await waitForStore(page, storeOf(shop.owner_id));
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v1/sync?*', async (route) => {
    await release;
    await route.continue();
  });
  await signInOtherUser(page.context(), cashier);
  await page.goto(`${url}/till`);
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.deepEqual(lookups, ['MUG']);
  await signInOtherUser(page.context(), other_owner);
  await page.goto(`${url}/till`);
  await scan(page, 'MUG');
  await until(() => lookups.length >= 2);
  await linesOf(page).getByText('MUG').first().waitFor();
  assert.equal(await linesOf(page).getByText('Mug', { exact: true }).count(), 0);
  resolve();
  await waitForStore(
    page,
    storeOf(other_shop.owner_id, other_shop.merchant_id),
    ({ prices }) => Object.keys(prices).length === 0,
  );
});

test('looks up every code without IndexedDB, and loads no catalogue', async () => {
  const forbidden = `Object.defineProperty(globalThis, 'indexedDB', { get() { throw new DOMException('forbidden', 'SecurityError'); } })`;
  const rejecting = `IDBFactory.prototype.open = () => { throw new DOMException('refused', 'InvalidStateError'); }`;
  const missing = `Object.defineProperty(globalThis, 'indexedDB', { value: undefined })`;
  for (const broken of [forbidden, rejecting, missing]) {
    const { page, openSignedIn, isQuiet } = await visit();
    await page.addInitScript(broken);
    const lookups = watchLookups(page);
    let synced = 0;
    await page.route('**/api/v1/sync*', async (route) => {
      synced += 1;
      await route.continue();
    });
    await openSignedIn(cashier, '/till');
    await scan(page, 'MUG');
    await linesOf(page).getByText('Mug', { exact: true }).waitFor();
    assert.deepEqual([lookups, synced], [['MUG'], 0], broken);
    isQuiet();
  }
});

test('replaces a damaged store', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  const store = storeOf(shop.owner_id);
  await waitForStore(page, store, ({ prices }) => prices.MUG === 8);
  const damageScripts = [
    `async () => { for (const row of await resultOf(products.getAll())) await resultOf(products.put({ ...row, price: 'x' })); }`,
    `async () => { await resultOf(progress.put(7, 'progress')); }`,
  ];
  for (const damage of damageScripts) {
    await page.evaluate(storeScript(store, damage));
    await page.reload();
    await scan(page, 'MUG');
    await linesOf(page).getByText('Mug', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove Mug' }).click();
    await page.reload();
    await waitForStore(page, store, ({ prices }) => prices.MUG === 8);
  }
  isQuiet();
});

test('fills a store again whose cursor the service does not accept', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  const store = storeOf(shop.owner_id);
  await waitForStore(page, store);
  const damage = `async () => {
    const known = await resultOf(progress.get('progress'));
    await resultOf(progress.put({ ...known, cursor: 'unknown', checked_at: 0 }, 'progress'));
    await resultOf(products.clear());
  }`;
  await page.evaluate(storeScript(store, damage));
  await page.reload();
  await waitForStore(page, store, ({ prices }) => prices.MUG === 8);
  isQuiet(/the server responded with a status of 422/);
});

test('keeps a store of a later version', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  const store = storeOf(shop.owner_id);
  await waitForStore(page, store);
  const upgrade = `new Promise((resolve, reject) => {
    const opening = indexedDB.open(${JSON.stringify(store)}, 1000);
    opening.onsuccess = () => { opening.result.close(); resolve(); };
    opening.onerror = () => reject(opening.error);
  })`;
  await page.evaluate(upgrade);
  const lookups = watchLookups(page);
  await page.reload();
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.deepEqual(lookups, ['MUG']);
  const databases = (await page.evaluate('indexedDB.databases()')) as { name: string; version: number }[];
  assert.equal(databases.find(({ name }) => name === store)?.version, 1_000);
  isQuiet();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { hasFocus, press, waitForFocus } from './keyboard.ts';
import { openPage } from './screens/pages.ts';
import { openTcpProxy } from './tcp-proxy.ts';

const office = await openBackOffice();
const { app, url, visit } = office;
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
await aShop(app);

test('shows the mark before any script or style has been loaded', async () => {
  const { page, isQuiet } = await visit();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${url}/sign-in`, { waitUntil: 'commit' });
  const mark = page.getByRole('status', { name: 'Tillhouse' });
  await mark.waitFor();
  const box = await mark.boundingBox();
  assert.ok(box !== null && box.height > 500, 'the mark has the middle of the page');
  release();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await mark.count(), 0);
  isQuiet();
});

test('shows the mark until the session and the shop have been loaded', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const mark = page.getByRole('status', { name: 'Tillhouse' });
  const releases: Record<string, () => void> = {};
  for (const address of ['auth/browser/refresh', 'auth/me']) {
    const { promise, resolve } = Promise.withResolvers<void>();
    releases[address] = resolve;
    await page.route(`**/api/v1/${address}`, async (route) => {
      await promise;
      await route.continue();
    });
  }
  const refreshing = page.waitForRequest('**/auth/browser/refresh');
  await openSignedIn(owner, '/sales');
  await refreshing;
  await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))');
  assert.ok(await mark.isVisible(), 'while the session is resumed');
  const reading = page.waitForRequest('**/auth/me');
  releases['auth/browser/refresh']?.();
  await reading;
  await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))');
  assert.ok(await mark.isVisible(), 'while the shop is read');
  releases['auth/me']?.();
  await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
  assert.equal(await mark.count(), 0);
  isQuiet();
});

test('loads the code of the other pages ahead, so that they open without the line', async () => {
  const { page, openSignedIn } = await visit();
  const last = page.waitForResponse(/\/assets\/settings[\w-]*\.js$/);
  await openSignedIn(owner, '/sales');
  await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
  await (await last).finished();
  await page.route('**/*', (route) => route.abort());
  for (const name of ['Products', 'Till', 'Reports']) {
    // By the keyboard, because the pointer alone loads the code of a link below it.
    await page.getByRole('navigation').getByRole('link', { name }).press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
});

test('can be installed', async () => {
  const manifest = await fetch(`${url}/manifest.webmanifest`);
  assert.match(manifest.headers.get('content-type') ?? '', /^application\/manifest\+json/);
  const { start_url, display, icons } = (await manifest.json()) as {
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  assert.deepEqual([start_url, display], ['/', 'standalone']);
  assert.ok(icons.some(({ purpose }) => purpose === 'maskable'));
  for (const { src, sizes, type } of icons) {
    const icon = await fetch(url + src);
    assert.equal(icon.headers.get('content-type'), type);
    const bytes = Buffer.from(await icon.arrayBuffer());
    // The size is in the first part of a PNG file.
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
  const { page, isQuiet } = await visit();
  await page.goto(`${url}/sign-in`);
  const cdp = await page.context().newCDPSession(page);
  const found = await cdp.send('Page.getAppManifest');
  assert.deepEqual([found.url, found.errors], [`${url}/manifest.webmanifest`, []]);
  isQuiet();
});

test('says that the service cannot be reached, and opens the page when it can', async () => {
  const proxy = await openTcpProxy(url);
  const { page } = await visit({ at: proxy.url, hasWorker: true });
  await page.goto(`${proxy.url}/sign-in`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  proxy.refuse();
  await page.reload();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.getByText('Keine Verbindung').waitFor();
  proxy.restore();
  // The page tries again by itself.
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a change of page moves the focus to its heading', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  assert.equal(await hasFocus(page, heading), false, 'the browser announces the first page');
  await press(page, page.getByRole('link', { name: 'Stock' }));
  await page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor();
  await waitForFocus(page, heading);
  // The till puts the focus into its field.
  await page.getByRole('link', { name: 'Till' }).click();
  await waitForFocus(page, page.getByRole('textbox', { name: 'Barcode, SKU or name' }));
  isQuiet();
});

test('an address with unknown filters asks the service for none of them', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/v1/') && asked.push(request.url()));
  await openSignedIn(owner, '/settings/account');
  for (const [path, read] of [
    ['/products?sort=bogus', 'products'],
    ['/sales?status=bogus&from=bogus', 'transactions'],
    ['/stock?sort=bogus', 'inventory'],
    ['/reports?period=bogus', 'reports/sales'],
  ] as const) {
    // As a link does, without a reload.
    await openPage(page, path);
    await until(() => asked.some((address) => new RegExp(`/api/v1/${read}\\b`).test(address)));
  }
  assert.deepEqual(
    asked.filter((address) => address.includes('bogus')),
    [],
  );
  isQuiet();
});

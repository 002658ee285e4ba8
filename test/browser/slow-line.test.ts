import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { typeAt } from './by-keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
for (let at = 1; at <= 120; at += 1)
  await aProduct(shop, { name: `Thing ${String(at).padStart(3, '0')}`, sku: `T-${at}`, price: at, stock: 9 });

/** A telephone at the edge of a village. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 400, downloadThroughput: 60_000, uploadThroughput: 30_000 };
  await session.send('Network.emulateNetworkConditions', conditions);
}

test('shows placeholders at once on a slow connection, and records a sale once', async () => {
  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn(owner);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await slowDown(page);
  await page.goto(`${url}/products`);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  // In the frame in which somebody has gone on, not in the one in which the answer has come.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/products?*search=*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('row', { name: /Thing 001/ }).waitFor();
  await page.getByRole('searchbox').fill('thing 11');
  await page.waitForURL(/search=/);
  await page.locator('[role=table][aria-busy=true]').waitFor();
  assert.ok(
    await page.getByRole('row', { name: /Thing 001/ }).isVisible(),
    'what was there stays until there is something else',
  );
  held.resolve();
  await page.getByText('10 in total').waitFor();

  await page.getByRole('link', { name: 'Till' }).click();
  await typeAt(page, page.getByRole('textbox', { name: 'Barcode, SKU or name' }), 'T-7');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Items' }).getByText('Thing 007').waitFor();
  await inspect('a till behind a slow line');
  await page.getByLabel('Cash received').fill('7');
  await page.getByRole('button', { name: 'Charge' }).dblclick();
  await page.getByText('Sold:').waitFor();
  const { rows } = await app.admin.query('select count(*)::int as sales from sales');
  assert.deepEqual(rows, [{ sales: 1 }]);
  isQuiet();
});

test('shows that it is offline, keeps the page, and continues by itself', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  await page.getByRole('row', { name: /Thing 001/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByText('No connection').waitFor();
  assert.ok(await page.getByRole('row', { name: /Thing 001/ }).isVisible());
  await page.getByRole('searchbox').fill('thing 055');
  await page.waitForURL(/search=/);
  await page.context().setOffline(false);
  await page.getByText('1 in total').waitFor();
  await page.getByText('No connection').waitFor({ state: 'detached' });
  isQuiet(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
});

test('shows why a page cannot be loaded, and retries', async () => {
  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn(owner);
  await page.route('**/api/v1/customers?*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ success: false, error: { code: 'INTERNAL_ERROR', message: 'Something went wrong' } }),
    }),
  );
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await inspect('a page that could not be had');
  await page.unroute('**/api/v1/customers?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No customers yet.').waitFor();
  isQuiet(/500/);
});

test('shows a changed product status at once, and reverts it after a rejection', async () => {
  const { page, signIn, isQuiet } = await visit();
  await signIn(owner);
  const thing = await aProduct(shop, { name: 'Lantern' });
  await page.goto(`${url}/products/${thing.id}`);
  const refused = Promise.withResolvers<void>();
  await page.route(`**/api/v1/products/${thing.id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await refused.promise;
    const error = { code: 'INVALID_STATE', message: 'Not now' };
    return route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: JSON.stringify({ success: false, error }),
    });
  });
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('button', { name: 'Activate' }).waitFor();
  refused.resolve();
  await page.getByText('Not now').waitFor();
  await page.getByRole('button', { name: 'Deactivate' }).waitFor();
  isQuiet(/422/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { typeInto } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
for (let at = 1; at <= 120; at += 1)
  await aProduct(shop, { name: `Thing ${String(at).padStart(3, '0')}`, sku: `T-${at}`, price: at, stock: 9 });

/** Emulates a slow mobile connection. */
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
  // Hold the response, to see the page between the input and the response.
  const response = Promise.withResolvers<void>();
  await page.route('**/api/v1/products?*search=*', async (route) => {
    await response.promise;
    await route.continue();
  });
  await page.getByRole('row', { name: /Thing 001/ }).waitFor();
  await page.getByRole('searchbox').fill('thing 11');
  await page.waitForURL(/search=/);
  await page.locator('[role=table][aria-busy=true]').waitFor();
  assert.ok(
    await page.getByRole('row', { name: /Thing 001/ }).isVisible(),
    'the old rows stay until the new ones arrive',
  );
  response.resolve();
  await page.getByText('10 in total').waitFor();

  await page.getByRole('link', { name: 'Till' }).click();
  await typeInto(page, page.getByRole('textbox', { name: 'Barcode, SKU or name' }), 'T-7');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Items' }).getByText('Thing 007').waitFor();
  await inspect('the till on a slow connection');
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
      headers: { 'x-request-id': 'request-of-customers' },
      body: JSON.stringify({ success: false, error: { code: 'INTERNAL_ERROR', message: 'Something went wrong' } }),
    }),
  );
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.getByText('(request-of-customers)').waitFor();
  await inspect('a page that cannot be loaded');
  await page.unroute('**/api/v1/customers?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^No customers yet/).waitFor();
  await page.route('**/api/v1/devices?*', (route) => route.abort());
  await page.goto(`${url}/settings/devices`);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/api/v1/devices?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No devices yet.').waitFor();
  isQuiet(/500|ERR_FAILED/);
});

test('shows a changed product status at once, and reverts it after a rejection', async () => {
  const { page, signIn, isQuiet } = await visit();
  await signIn(owner);
  const lantern = await aProduct(shop, { name: 'Lantern' });
  await page.goto(`${url}/products/${lantern.id}`);
  const rejection = Promise.withResolvers<void>();
  await page.route(`**/api/v1/products/${lantern.id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await rejection.promise;
    const error = { code: 'INVALID_STATE', message: 'Not now' };
    return route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: JSON.stringify({ success: false, error }),
    });
  });
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('button', { name: 'Activate' }).waitFor();
  rejection.resolve();
  await page.getByText('Not now').waitFor();
  await page.getByRole('button', { name: 'Deactivate' }).waitFor();
  isQuiet(/422/);
});

for (const action of ['Void', 'Take payment'])
  test(`the dialog “${action}” closes when its request is done, before the page has read the sale again`, async () => {
    const { page, openSignedIn, isQuiet } = await visit();
    const [product] = (await shop.owner.get('/products?search=T-7')).body.data;
    const parked = { items: [{ product_id: product.id, quantity: 1 }], status: 'pending' };
    const { id } = (await shop.owner.post('/transactions', parked)).body.data;
    await openSignedIn(owner, `/sales/${id}`);
    await page.getByRole('button', { name: action }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const reading = Promise.withResolvers<void>();
    await page.route(`**/api/v1/transactions/${id}`, async (route) => {
      await reading.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: action }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: action }).waitFor();
    reading.resolve();
    await page.getByRole('button', { name: action }).waitFor({ state: 'detached' });
    isQuiet();
  });

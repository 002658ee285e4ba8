import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { waitForStore } from './stored-catalogue.ts';
import { openTcpProxy } from './tcp-proxy.ts';
import { chargeButton, holdRequests, lastSaleOf, linesOf, park, scan } from './till-page.ts';

const { visit, app, url } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const cashier = { email: 'cashier@example.com', password: 'another long password' };
await addMember(shop.owner, app.anonymous, { ...cashier, name: 'Cass', role: 'cashier' });
const cashier_id: string = (await shop.owner.get('/staff?limit=100')).body.data.find(
  ({ role }: { role: string }) => role === 'cashier',
).id;
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8, stock: 1_000 });
const shirt = await aProduct(shop, { name: 'Shirt', sku: 'SHIRT', price: 20, stock: 1_000 });
await shop.owner.post(`/products/${shirt.id}/variants`, { name: 'Red', sku: 'SHIRT-R', price: 21, stock: 5 });

const store = `tillhouse.catalogue.${shop.merchant_id}.${cashier_id}`;
const tile = (page: Page, name: RegExp) => page.getByRole('region', { name: 'Products' }).getByRole('button', { name });
const soldItems = async () =>
  (await lastSaleOf(shop)).items
    .map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity])
    .sort();

test('takes tiles and their variants from this device without a connection, each press once', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(cashier, '/till');
  await waitForStore(page, store);
  await tile(page, /Mug/).waitFor();
  await page.context().setOffline(true);
  for (let presses = 0; presses < 3; presses += 1) await tile(page, /Mug/).click();
  await until(async () => (await page.getByLabel('Quantity of Mug').inputValue()) === '3');
  await tile(page, /Shirt/).click();
  await linesOf(page)
    .getByRole('button', { name: /^Shirt - Red · / })
    .click();
  await linesOf(page).getByText('Shirt - Red', { exact: true }).waitFor();
  assert.ok(await chargeButton(page).isEnabled());
  await page.context().setOffline(false);
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(await soldItems(), [
    ['Mug', 3],
    ['Shirt - Red', 1],
  ]);
});

test('keeps each press of a tile that it cannot look up, and goes on meanwhile', async () => {
  const { page, openSignedIn } = await visit();
  await page.route('**/api/v1/sync?*', (route) => route.abort());
  await openSignedIn(cashier, '/till');
  await scan(page, 'SHIRT-R');
  await linesOf(page).getByText('Shirt - Red', { exact: true }).waitFor();
  const release = await holdRequests(page, `**/api/v1/products/${mug.id}`);
  await tile(page, /Mug/).click();
  await tile(page, /Mug/).click();
  await linesOf(page).getByText('2 × Mug').waitFor();
  // A press that waits does not hold the rest of the till.
  await scan(page, 'SHIRT-R');
  await page.getByText('€42.00').first().waitFor();
  await page.context().setOffline(true);
  release();
  await tile(page, /Shirt/).click();
  await page.getByText('Could not look up the code “Shirt”').waitFor();
  await page.context().setOffline(false);
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Quantity of Mug').inputValue(), '2');
  // What failed is looked up again.
  await linesOf(page)
    .getByRole('button', { name: /^Shirt - Red · / })
    .click();
  await until(async () => (await page.getByLabel('Quantity of Shirt - Red').inputValue()) === '3');
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(await soldItems(), [
    ['Mug', 2],
    ['Shirt - Red', 3],
  ]);
});

test('says at once that a parked sale cannot be opened without a connection, and keeps the cart', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(cashier, '/till');
  await waitForStore(page, store);
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await park(page, 'Table 4');
  await scan(page, 'SHIRT-R');
  await linesOf(page).getByText('Shirt - Red', { exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /Table 4/ }).click();
  await page.getByText('The service cannot be reached').waitFor();
  assert.ok(await chargeButton(page).isEnabled());
  await page.context().setOffline(false);
  const release = await holdRequests(page, '**/api/v1/transactions/*');
  await page.getByRole('button', { name: /Table 4/ }).click();
  // The sale that is charged stays the one that was shown.
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  release();
  assert.deepEqual(await soldItems(), [['Shirt - Red', 1]]);
  await page.getByRole('button', { name: /Table 4/ }).click();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
});

test('shows the change until the next sale begins, also after a reload without a connection', async () => {
  const proxy = await openTcpProxy(url);
  const { page, openSignedIn } = await visit({ at: proxy.url, hasWorker: true });
  await openSignedIn(cashier, '/till');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.getByLabel('Cash received').fill('20');
  await chargeButton(page).click();
  await page.getByRole('status').getByText('Change €12.00').waitFor();
  proxy.refuse();
  await page.reload();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.getByRole('heading', { name: /^Change €12\.00 \(/ }).waitFor();
  proxy.restore();
  // The page tries again by itself.
  await page.getByRole('status').getByText('Change €12.00').waitFor();
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.equal(await page.getByText('Change €12.00').count(), 0);
  proxy.refuse();
  await page.reload();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  assert.equal(await page.getByText('Change €12.00').count(), 0);
  proxy.restore();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { choosePin, ownerPassword } from '../pins.ts';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { chargeButton, linesOf, scan } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const owner = { email: 'owner1@example.com', password: ownerPassword };
await choosePin(shop.owner, '7391', ownerPassword);
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8, stock: 1_000 });
for (const [name, pin] of [
  ['Rita', '4821'],
  ['Theo', '5937'],
]) {
  const added = await shop.owner.post('/staff', { name, role: 'cashier', pin });
  assert.equal(added.status, 201, added.text);
}

const pad = (page: Page) => page.getByRole('dialog', { name: 'The till is locked' });
const unlock = async (page: Page, pin: string, name: string) => {
  await pad(page).waitFor();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .waitFor();
};
const lock = (page: Page) => page.getByRole('button', { name: 'Lock' }).click();
const unknown = (page: Page) => page.getByText('We do not know yet if this was saved');

async function openTillOf(pin: string, name: string) {
  const visited = await visit();
  await visited.openSignedIn(owner, '/till');
  await lock(visited.page);
  await unlock(visited.page, pin, name);
  return visited.page;
}

/** Records the sale in the cart, and loses its response. */
async function loseSale(page: Page) {
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.route('**/api/v1/transactions', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await chargeButton(page).click();
  await unknown(page).waitFor();
  await page.unroute('**/api/v1/transactions');
}

const cashiersOfSales = async () => {
  const { rows } = await app.admin.query<{ name: string }>(
    'select u.name from sales s join users u on u.id = s.cashier_id order by s.created_at',
  );
  return rows.map(({ name }) => name);
};

test('a sale whose response was lost with the page is found as the next cashier, and not made twice', async () => {
  const page = await openTillOf('4821', 'Rita');
  await loseSale(page);
  await page.reload();
  await unlock(page, '5937', 'Theo');
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(await cashiersOfSales(), ['Rita']);
  assert.equal(await linesOf(page).getByRole('listitem').count(), 0);
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(await cashiersOfSales(), ['Rita', 'Theo']);
});

test('a till that is locked with a sale of unknown outcome is unlocked by another cashier, who sees it sold', async () => {
  const before = await cashiersOfSales();
  const page = await openTillOf('4821', 'Rita');
  await loseSale(page);
  await lock(page);
  await unlock(page, '5937', 'Theo');
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(await cashiersOfSales(), [...before, 'Rita']);
  await unknown(page).waitFor({ state: 'detached' });
});

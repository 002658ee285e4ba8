import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { choosePin, ownerPassword } from '../pins.ts';
import { aProduct, aShop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { chargeButton, linesOf, scan } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const owner = { email: 'owner1@example.com', password: ownerPassword };
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8, stock: 1_000 });

const pad = (page: Page) => page.getByRole('dialog', { name: 'The till is locked' });
const press = async (page: Page, pin: string) => {
  for (const digit of pin) await pad(page).getByRole('button', { name: digit, exact: true }).click();
  await pad(page).getByRole('button', { name: 'Unlock' }).click();
};
const accountOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) }).first();

const cashiersOfSales = async () =>
  (
    await app.admin.query<{ name: string }>(
      'select u.name from sales s join users u on u.id = s.cashier_id order by s.created_at',
    )
  ).rows.map(({ name }) => name);

test('sets a PIN in the account, and removes it', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/account');
  const form = page.getByRole('form', { name: 'PIN' });
  await page.getByText('You have no PIN.').waitFor();
  await form.getByLabel(/^New PIN/).fill('1234');
  await form.getByLabel(/^Your password/).fill(ownerPassword);
  await form.getByRole('button', { name: 'Set PIN' }).click();
  await form.getByText('is too easy to guess').waitFor();
  await inspect('a PIN that is easy to guess');
  await form.getByLabel(/^New PIN/).fill('7391');
  await form.getByRole('button', { name: 'Set PIN' }).click();
  await page.getByText('PIN set').first().waitFor();
  await page.getByText(/^Set .*\.$/).waitFor();
  await page.getByRole('button', { name: 'Remove PIN' }).click();
  await page.getByText('You have no PIN.').waitFor();
  isQuiet(/422/);
});

test('adds a cashier without an e-mail address, who takes over a locked till with its cart', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/staff');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Rita Till');
  await dialog.getByRole('switch', { name: /^With a PIN/ }).check();
  await dialog.getByLabel(/^PIN/).fill('4821');
  await inspect('the form to add staff with a PIN');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('row', { name: /Rita Till PIN only Cashier/ }).waitFor();
  await page.getByRole('button', { name: 'Add an e-mail address for Rita Till' }).click();
  await dialog.getByLabel('E-mail').fill('rita@example.com');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('Send this link to rita@example.com').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: 'Till' }).click();
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Lock' }).click();
  await dialog.getByRole('heading', { name: 'You have no PIN.' }).waitFor();
  assert.equal(await dialog.getByRole('link', { name: 'Set PIN' }).getAttribute('href'), '/settings/account');
  await page.keyboard.press('Escape');
  await choosePin(shop.owner, '7391', ownerPassword);
  await page.getByRole('button', { name: 'Lock' }).click();
  await pad(page).waitFor();
  assert.equal(await linesOf(page).isVisible(), false, 'the page is hidden');
  await inspect('a locked till');
  await press(page, '5937');
  await pad(page).getByRole('alert').getByText('The PIN is wrong').waitFor();
  await inspect('a locked till after a wrong PIN');

  await page.keyboard.type('48x1');
  await pad(page).getByRole('status', { name: '3 digits entered' }).waitFor();
  assert.equal((await pad(page).textContent())?.includes('481'), false, 'the digits are not shown');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('21');
  await page.keyboard.press('Enter');
  await pad(page).waitFor({ state: 'detached' });
  await accountOf(page, 'Rita Till').waitFor();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.getByLabel('Cash received').fill('10');
  await chargeButton(page).click();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor({ state: 'detached' });
  await until(async () => (await cashiersOfSales()).length > 0);
  assert.deepEqual(await cashiersOfSales(), ['Rita Till']);
  isQuiet(/401/);
});

test('stays locked after a reload, and the next user continues the cart', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await choosePin(shop.owner, '7391', ownerPassword);
  await openSignedIn(owner, '/till');
  await page.getByRole('button', { name: 'Lock' }).click();
  await pad(page).waitFor();
  await press(page, '4821');
  await accountOf(page, 'Rita Till').waitFor();
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.reload();
  await pad(page).waitFor();
  await press(page, '7391');
  await accountOf(page, 'Olivia Owner').waitFor();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Lock' }).click();
  await pad(page).getByRole('button', { name: 'Sign in with a password instead' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  // The till page reads without a token while it closes.
  isQuiet(/401/);
});

test('performs what waits for its undo as the user who chose it, before the next one unlocks', async () => {
  const lamp = await aProduct(shop, { name: 'Lamp', sku: 'LAMP', price: 30, stock: 1 });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owner, '/till');
  await page.getByRole('button', { name: 'Lock' }).click();
  await press(page, '7391');
  await accountOf(page, 'Olivia Owner').waitFor();
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('link', { name: 'Lamp' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await accountOf(page, 'Olivia Owner').click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await press(page, '4821');
  await accountOf(page, 'Rita Till').waitFor();
  assert.equal((await shop.owner.get(`/products/${lamp.id}`)).status, 404);
  assert.equal(await undo.count(), 0, 'the next user cannot undo it');
});

test('locks by itself after 15 minutes without input', async () => {
  const { page, openSignedIn } = await visit();
  await page.clock.install();
  await openSignedIn(owner, '/till');
  await page.getByRole('button', { name: 'Lock' }).click();
  await press(page, '4821');
  await accountOf(page, 'Rita Till').waitFor();
  await page.clock.runFor(14 * 60_000);
  assert.equal(await pad(page).count(), 0);
  await page.clock.runFor(70_000);
  await pad(page).waitFor();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';
import { openPalette, waitForFocus } from './keyboard.ts';

const { app, visit } = await openBackOffice();
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const cashier = { email: 'cass@example.com', password: 'another long password' };
const shop = await aShop(app, { currency: 'EUR' });
const mug = await aProduct(shop, { name: 'Blue mug', sku: 'MUG', price: 9, stock: 5 });
await aProduct(shop, { name: 'Mug printing', sku: 'PRINT', price: 2, track_stock: false, stock: undefined });
await aCustomer(shop, { name: 'Siti Rahma', phone: '+6281234567890' });
const items = [{ product_id: mug.id, quantity: 2 }];
const sale = await shop.owner.post('/transactions', { items, payment_method: 'cash' });
const code: string = sale.body.data.transaction_code;
const voided = await shop.owner.post('/transactions', {
  items: [{ product_id: mug.id, quantity: 1 }],
  payment_method: 'cash',
});
await shop.owner.post(`/transactions/${voided.body.data.id}/void`, { reason: 'Typed twice' });
await addMember(shop.owner, app.anonymous, { ...cashier, name: 'Cass', role: 'cashier' });

const actionsOf = (page: Page) => page.locator('.mantine-Spotlight-action');

/** Types into the palette and chooses the action with this text. */
async function run(page: Page, typed: string, action: string, actions?: number): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(typed);
  await page.locator('.mantine-Spotlight-action[data-selected]').filter({ hasText: action }).waitFor();
  if (actions !== undefined) assert.equal(await actionsOf(page).count(), actions, 'stock of services is not counted');
  await page.keyboard.press('Enter');
}

test('opens customers and sales by a part of what they are called', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/shop');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await run(page, 'siti', 'Siti Rahma');
  await page.getByRole('heading', { level: 1, name: 'Siti Rahma' }).waitFor();
  await run(page, code.slice(-6).toLowerCase(), code);
  await page.getByRole('heading', { level: 1, name: code }).waitFor();
  isQuiet();
});

test('opens the form for what is typed, and sends nothing by itself', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/shop');
  await page.getByRole('heading', { level: 1 }).waitFor();

  await run(page, `refund ${code.slice(-6)}`, `Refund of ${code}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`Refund of ${code}`).waitFor();
  assert.equal(new URL(page.url()).search, '', 'a reload does not ask again');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // On the page that is shown already.
  await run(page, `void ${code}`, `Void ${code}`);
  await dialog.getByRole('button', { name: 'Void' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await run(page, 'add 12 mug', 'Add 12 to Blue mug', 1);
  await dialog.getByText('Main warehouse: 3 now, 15 afterwards.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await run(page, 'adjust mug -2', 'Remove 2 of Blue mug');
  await dialog.getByText('Main warehouse: 3 now, 1 afterwards.').waitFor();
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { stock } = (await shop.owner.get(`/products/${mug.id}`)).body.data;
  assert.equal(stock, 1);

  await openPalette(page);
  const searched = page.waitForResponse(/\/transactions\?.*search=/);
  await page.keyboard.type(`refund ${voided.body.data.transaction_code}`);
  await (await searched).finished();
  await page.getByText('No results.').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.mantine-Spotlight-search').waitFor({ state: 'detached' });
  await run(page, 'invite ann@example.com', 'Invite ann@example.com');
  assert.equal(await dialog.getByLabel('E-mail').inputValue(), 'ann@example.com');
  isQuiet();
});

test('offers only what the person may do', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cashier, '/sales');
  await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
  await run(page, `refund ${code}`, `Refund of ${code}`);
  await page.getByRole('dialog').getByText(`Refund of ${code}`).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const typed of [`void ${code}`, 'add 12 mug', 'invite ann@example.com']) {
    await openPalette(page);
    await page.keyboard.type(typed);
    await page.getByText('No results.').waitFor();
    assert.equal(await actionsOf(page).count(), 0, typed);
    await page.keyboard.press('Escape');
    await page.locator('.mantine-Spotlight-search').waitFor({ state: 'detached' });
  }
  isQuiet();
});

test('opens from a text field, which keeps its text, and not from a dialog', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cashier, '/till');
  const scanField = page.getByLabel('Barcode, SKU or name');
  await waitForFocus(page, scanField);
  await page.keyboard.type('blue');
  await page.keyboard.press('ControlOrMeta+k');
  await waitForFocus(page, page.getByRole('textbox', { name: 'Search or go to…' }));
  await page.keyboard.press('Escape');
  await waitForFocus(page, scanField);
  assert.equal(await scanField.inputValue(), 'blue');

  await page.goto(page.url().replace('/till', '/customers'));
  await page.getByRole('button', { name: 'New customer' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await waitForFocus(page, name);
  await page.keyboard.type('Bo');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('b');
  assert.equal(await name.inputValue(), 'Bob');
  assert.equal(await page.locator('.mantine-Spotlight-search').count(), 0);
  isQuiet();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { aProduct, aShop, aWarehouse } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { hasFocus, openPalette, press, replaceText, tabTo, typeInto } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();

/** Opens a page with Ctrl K and a part of its name. */
async function goTo(page: Page, name: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(name);
  await page.locator('.mantine-Spotlight-action[data-selected]').filter({ hasText: name }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });

test('sets up a shop and sells by keyboard only, then changes language and theme', async () => {
  const { page, isQuiet } = await visit();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Open your shop' }).waitFor();
  await replaceText(page, field(page, 'Shop name'), 'Kim’s Corner');
  await replaceText(page, field(page, 'Your name'), 'Kim');
  await replaceText(page, field(page, 'E-mail'), 'kim@example.com');
  await replaceText(page, page.getByLabel(/^Password/), 'a good long password');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your shop is ready' }).waitFor();

  await press(page, button(page, 'Add your first product'));
  const dialog = page.getByRole('dialog');
  await replaceText(page, dialog.getByLabel('Name'), 'Coffee beans');
  await replaceText(page, dialog.getByLabel('SKU'), 'COF');
  await replaceText(page, dialog.getByLabel('Price'), '8.2');
  await replaceText(page, dialog.getByLabel('Stock'), '12');
  await page.keyboard.press('Enter');
  await page.getByText('First product added').waitFor();
  // Until then the dialog keeps Ctrl K to itself.
  await dialog.waitFor({ state: 'detached' });

  await goTo(page, 'Till');
  await typeInto(page, field(page, 'Barcode, SKU or name'), 'COF');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Items' }).getByText('Coffee beans').waitFor();
  await page.keyboard.press('Enter');
  await typeInto(page, field(page, 'Cash received'), '10');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Change $1.80').waitFor();
  const { rows } = await app.admin.query('select count(*)::int as sales, sum(total)::int as total from sales');
  assert.deepEqual(rows, [{ sales: 1, total: 820 }]);

  await press(page, button(page, 'Dark mode'));
  const account = button(page, 'Account of Kim');
  for (const way of ['Escape', 'a press of its button'] as const) {
    await account.click();
    await page.getByRole('menuitem', { name: 'Compact' }).waitFor();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await account.click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    // The browser tells the page a moment after it has hidden the menu.
    await until(async () => (await account.getAttribute('aria-expanded')) === 'false');
  }
  await press(page, account);
  const indonesian = page.getByRole('menuitem', { name: 'Bahasa Indonesia' });
  await indonesian.waitFor();
  for (let steps = 0; steps < 10 && !(await hasFocus(page, indonesian)); steps += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Kasir' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.dataset.mantineColorScheme'), 'dark');
  await press(page, button(page, 'Akun Kim'));
  await page.getByRole('menuitem', { name: 'Rapat' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Kasir' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.dataset.density'), 'compact');
  await button(page, 'Akun Kim').click();
  await page.getByRole('menu').waitFor();
  const chosen = await page.getByRole('menu').locator('[aria-current]').allInnerTexts();
  assert.deepEqual(chosen, ['Bahasa Indonesia', 'Rapat'], 'what is chosen is marked');
  isQuiet();
});

test('transfers, imports, refunds and reports by keyboard only', async () => {
  const shop = await aShop(app);
  await aWarehouse(shop, 'Store room');
  const tea = await aProduct(shop, { name: 'Green tea', sku: 'TEA', price: 4, stock: 40 });
  const items = [{ product_id: tea.id, quantity: 3 }];
  const sale = (await shop.owner.post('/transactions', { items, payment_method: 'cash' })).body.data;
  const { page, isQuiet } = await visit();
  await page.goto(`${url}/sign-in`);
  await replaceText(page, field(page, 'E-mail'), (await shop.owner.get('/auth/me')).body.data.email);
  await replaceText(page, page.getByLabel(/^Password/), 'correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await goTo(page, 'Stock');
  await press(page, button(page, /Transfer Green tea/).first());
  const transfer = page.getByRole('dialog', { name: 'Transfer Green tea' });
  await replaceText(page, transfer.getByRole('textbox', { name: 'Quantity' }), '15');
  await press(page, button(transfer, 'Transfer'));
  await page.getByRole('row', { name: /Green tea TEA Store room 15/ }).waitFor();

  await press(page, page.getByRole('link', { name: 'Import' }));
  await page.getByRole('heading', { name: 'Import' }).waitFor();
  const choosing = page.waitForEvent('filechooser');
  await press(page, button(page, /CSV|file/i).first());
  const figs = { name: 'figs.csv', mimeType: 'text/csv', buffer: Buffer.from('sku,name,price,stock\nFIG,Figs,3,8\n') };
  await (await choosing).setFiles(figs);
  await page.getByText('All rows are valid. Nothing has changed yet.').waitFor();
  await press(page, page.getByRole('button', { name: 'Import', exact: true }));
  await page.getByText('1 row imported', { exact: true }).waitFor();

  await goTo(page, 'Sales');
  await press(page, page.getByRole('link', { name: sale.transaction_code }));
  await page.getByRole('heading', { name: sale.transaction_code }).waitFor();
  await press(page, button(page, 'Refund'));
  const refund = page.getByRole('dialog');
  await replaceText(page, refund.getByLabel('Quantity of Green tea'), '1');
  await refund.getByRole('region', { name: 'Summary' }).getByText('$4.00').first().waitFor();
  await replaceText(page, refund.getByLabel('Reason'), 'Wrong tea');
  await press(page, button(refund, 'Refund'));
  await page.getByText('$4.00 refunded').waitFor();
  const { body } = await shop.owner.get(`/transactions/${sale.id}`);
  assert.deepEqual([body.data.status, body.data.refunds[0].reason], ['partially_refunded', 'Wrong tea']);
  await refund.waitFor({ state: 'detached' });

  await goTo(page, 'Reports');
  await page
    .getByRole('table', { name: 'Summary' })
    .getByRole('row', { name: /^Total sales \$8\.00/ })
    .waitFor();
  const tab = page.getByRole('tab', { name: 'Summary' });
  await tabTo(page, tab);
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('table', { name: 'By warehouse' }).waitFor();
  isQuiet();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProduct, aShop, aStaffMember } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const emailOf = async (caller: typeof shop.owner) => (await caller.get('/auth/me')).body.data.email as string;
const owner = { email: await emailOf(shop.owner), password: 'correct horse battery' };
const goods = [
  await aProduct(shop, { name: 'Espresso', sku: 'ESP', price: 9, cost: 4, category: 'Coffee', stock: 3 }),
  await aProduct(shop, {
    name: 'Filter coffee',
    sku: 'FIL',
    price: 7,
    cost: 3,
    category: 'Coffee',
    stock: 30,
    barcode: '4006381333931',
  }),
  await aProduct(shop, { name: 'Green tea', sku: 'GRN', price: 4, cost: 1, category: 'Tea', stock: 12 }),
  await aProduct(shop, { name: 'Black tea', sku: 'BLK', price: 5, cost: 2, category: 'Tea', stock: 8 }),
];
const read = async (at: number) => (await shop.owner.get(`/products/${goods[at]?.id}`)).body.data;

const namesOn = (page: Page) => page.getByRole('table').getByRole('link').allTextContents();
const rowNumbersOn = async (page: Page) =>
  Promise.all((await page.getByRole('row').all()).map((row) => row.getAttribute('aria-rowindex')));
const titlesOn = async (page: Page) =>
  (await page.getByRole('columnheader').allTextContents()).map((title) => title.trim());

test('filters and sorts a list by its address, and keeps columns per user', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  await page.getByRole('row', { name: /Espresso/ }).waitFor();
  assert.deepEqual(await namesOn(page), ['Black tea', 'Espresso', 'Filter coffee', 'Green tea']);
  assert.deepEqual(await page.getByRole('table').getAttribute('aria-rowcount'), '5', 'with the row of titles');
  assert.deepEqual(await rowNumbersOn(page), ['1', '2', '3', '4', '5']);
  await page.getByRole('button', { name: 'Price' }).click();
  await page.waitForURL(/sort=price/);
  await page.getByRole('button', { name: 'Price' }).click();
  await page.waitForURL(/sort=-price/);
  assert.equal(await page.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort'), 'descending');
  await page.getByRole('row').nth(1).getByText('Espresso').waitFor();
  assert.deepEqual(await namesOn(page), ['Espresso', 'Filter coffee', 'Black tea', 'Green tea']);
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Tea' }).click();
  await page.waitForURL(/category=Tea/);
  await page.getByText('2 in total').waitFor();
  assert.deepEqual(await namesOn(page), ['Black tea', 'Green tea']);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Barcode' }).click();
  await page.getByRole('checkbox', { name: 'SKU' }).click();
  await inspect('a list and its column chooser');
  await page.keyboard.press('Escape');
  const shown = ['Images', 'Name', 'Barcode', 'Category', 'Price', 'Cost', 'Stock'];
  assert.deepEqual((await titlesOn(page)).slice(1), shown);
  await page.reload();
  await page.getByText('2 in total').waitFor();
  assert.deepEqual((await titlesOn(page)).slice(1), shown);

  await page.goto(`${url}/stock`);
  await page
    .getByRole('button', { name: /^Adjust/ })
    .first()
    .waitFor();
  assert.equal(await page.getByRole('button', { name: /^Transfer/ }).count(), 0, 'the only warehouse');
  isQuiet();
});

test('changes many products by keyboard only, and lists the previous prices', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/products?category=Coffee');
  await page.getByRole('checkbox', { name: 'Select all' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('2 selected').waitFor();
  await inspect('a list with a selection');
  await page.getByRole('button', { name: 'Edit…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit 2 products' });
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('Fill in at least one field.').waitFor();
  await inspect('the form for bulk changes');
  await dialog.getByLabel('Category').focus();
  await page.keyboard.type('Hot drinks');
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Price').focus();
  await page.keyboard.type('8.5');
  await page.keyboard.press('Enter');
  await page.getByText('2 products updated').waitFor();
  assert.equal(await page.getByText('2 selected').count(), 0);
  for (const at of [0, 1]) {
    const { category, price, cost } = await read(at);
    assert.deepEqual([category, price, cost], ['Hot drinks', 8.5, at === 0 ? 4 : 3]);
  }
  await page.goto(`${url}/products/${goods[0]?.id}`);
  await page.getByText('$9.00 → $8.50').waitFor();
  await inspect('a product whose price was changed');
  isQuiet(/422/);
});

test('deactivates some products, and deletes others after a question', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  await page.getByRole('checkbox', { name: 'Select Green tea' }).click();
  await page.getByRole('checkbox', { name: 'Select Black tea' }).click();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('2 products updated').waitFor();
  assert.deepEqual(
    [(await read(2)).status, (await read(3)).status, (await read(0)).status],
    ['inactive', 'inactive', 'active'],
  );
  await page.getByRole('alert').filter({ hasText: 'updated' }).getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await read(2)).status === 'active' && (await read(3)).status === 'active');
  await page.getByRole('checkbox', { name: 'Select Green tea' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 1 product?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('row', { name: /Green tea/ })
    .getByText('Deleting')
    .waitFor();
  const message = page.getByRole('alert').filter({ hasText: '1 product deleted' });
  await message.getByRole('button', { name: 'Close' }).click();
  await page.getByText('3 in total').waitFor();
  assert.equal((await shop.owner.get(`/products/${goods[2]?.id}`)).status, 404);
  isQuiet();
});

test('shows no selection and no costs to users who cannot change the catalogue', async () => {
  const cashier = await aStaffMember(shop, 'cashier');
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn({ email: await emailOf(cashier), password: 'another long password' }, '/products');
  await page.getByRole('row', { name: /Espresso/ }).waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Barcode' }).waitFor();
  assert.equal(await page.getByRole('checkbox', { name: 'Cost' }).count(), 0);
  isQuiet();
});

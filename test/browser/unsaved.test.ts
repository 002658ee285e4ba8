import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 5, stock: 3 });

test('asks before a link or Back discards unsaved input', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  await page.getByRole('link', { name: 'Mug' }).click();
  const form = page.getByRole('form', { name: 'Details' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const confirmation = page.getByRole('dialog', { name: 'Leave without saving?' });
  await form.getByLabel('Name').fill('Big mug');
  await menu.getByRole('link', { name: 'Sales' }).click();
  await confirmation.waitFor();
  await waitForFocus(page, confirmation.getByRole('button', { name: 'Keep editing' }));
  await inspect('the warning of unsaved changes');
  await page.keyboard.press('Enter');
  await confirmation.waitFor({ state: 'detached' });
  await page.evaluate('history.back()');
  await confirmation.waitFor();
  await confirmation.getByRole('button', { name: 'Keep editing' }).click();
  assert.equal(await form.getByLabel('Name').inputValue(), 'Big mug');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Big mug saved').waitFor();
  await menu.getByRole('link', { name: 'Sales' }).click();
  await page.getByRole('heading', { name: 'Sales', level: 1 }).waitFor();
  assert.equal(await confirmation.count(), 0);

  await page.goto(`${url}/settings/shop`);
  await page.getByRole('form', { name: 'Taxes' }).getByLabel('Tax is added to prices').check();
  await menu.getByRole('link', { name: 'Products' }).click();
  await confirmation.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  await menu.getByRole('link', { name: 'Stock' }).click();
  await page.getByRole('heading', { name: 'Stock', level: 1 }).waitFor();
  isQuiet();
});

test('asks before the tab closes with unsaved input only', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(owner, `/products/${mug.id}`);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  const name = page.getByRole('form', { name: 'Details' }).getByLabel('Name');
  await name.click();
  await page.reload();
  await name.click();
  await page.keyboard.type('x');
  await page.reload();
  await name.waitFor();
  assert.deepEqual(dialogs, ['beforeunload']);
});

test('asks before Esc discards input in a dialog, and closes an unchanged one', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  const open = page.getByRole('button', { name: 'New product' });
  const dialog = page.getByRole('dialog');
  await open.click();
  await dialog.getByLabel('Name').waitFor();
  await waitForFocus(page, dialog.getByLabel('Name'));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open.click();
  await dialog.getByLabel('Name').fill('Bowl');
  await page.keyboard.press('Escape');
  await dialog.getByRole('alert').getByText('Your changes are not saved.').waitFor();
  await waitForFocus(page, dialog.getByRole('button', { name: 'Keep editing' }));
  await inspect('a dialog with unsaved text');
  await page.keyboard.press('Enter');
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Bowl');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Now the page has no unsaved changes.
  await page.getByRole('link', { name: 'Sales' }).click();
  await page.getByRole('heading', { name: 'Sales', level: 1 }).waitFor();
  isQuiet();
});

test('restores a removed picture for some seconds, then deletes it', async () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${mug.id}`);
  await page.getByRole('button', { name: 'Add image' }).waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'mug.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  const remove = page.getByRole('button', { name: 'Remove image 1' });
  const images = async () => (await shop.owner.get(`/products/${mug.id}`)).body.data.images.length;
  await remove.click();
  await page.getByText('No images yet.').waitFor();
  await inspect('a removed picture that can be restored');
  await page.getByRole('button', { name: 'Undo' }).click();
  await remove.waitFor();
  assert.equal(await images(), 1);
  await remove.click();
  await page.getByRole('alert').filter({ hasText: 'Image removed' }).getByRole('button', { name: 'Close' }).click();
  await until(async () => (await images()) === 0);
  isQuiet();
});

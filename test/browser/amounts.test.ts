import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { aProduct, aShop, type Shop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const password = 'correct horse battery';

async function createShopIn(currency: string) {
  const shop = await aShop(app, { currency });
  return { shop, owner: { email: (await shop.owner.get('/auth/me')).body.data.email as string, password } };
}

const priceOf = async (shop: Shop, sku: string) => (await shop.owner.get(`/products?sku=${sku}`)).body.data[0]?.price;

/** Inserts the text at once, like a paste from the clipboard. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.focus();
  await page.keyboard.insertText(text);
}

test('saves 12.500 typed in Indonesian as twelve thousand five hundred', async () => {
  const { shop, owner } = await createShopIn('IDR');
  const { page, openSignedIn, inspect, isQuiet } = await visit({ language: 'id-ID' });
  await openSignedIn(owner, '/products');
  await page.getByRole('button', { name: 'Produk baru' }).click();
  const dialog = page.getByRole('dialog');
  const price = dialog.getByRole('textbox', { name: 'Harga', exact: true });
  await dialog.getByLabel('Nama').fill('Kopi');
  await dialog.getByLabel('SKU').fill('KOPI');
  await price.fill('12500');
  await dialog.getByText('= Rp 12.500').waitFor();
  await price.fill('12.500');
  await dialog.getByLabel('SKU').focus();
  assert.equal(await price.inputValue(), '12.500');
  await dialog.getByLabel('Stok').fill('2');
  await inspect('a price in rupiah');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await page.getByRole('row', { name: /Kopi KOPI/ }).waitFor();
  assert.equal(await priceOf(shop, 'KOPI'), 12_500);
  isQuiet();
});

test('rejects an ambiguous amount at the field, announces it and sends nothing', async () => {
  const { shop, owner } = await createShopIn('USD');
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog');
  const price = dialog.getByLabel('Price');
  const save = dialog.getByRole('button', { name: 'Save' });
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/products')) sent += 1;
  });
  await dialog.getByLabel('Name').fill('Mug');
  await dialog.getByLabel('SKU').fill('MUG');
  await paste(page, price, '12.500');
  await save.click();
  await dialog.getByRole('alert').getByText('This can mean 12.50 or 12,500.00. Type the one you mean.').waitFor();
  assert.equal(await price.inputValue(), '12.500');
  assert.equal(await price.getAttribute('aria-invalid'), 'true');
  const descriptions = await price.evaluate((field) => {
    const { document } = globalThis as unknown as {
      document: { getElementById(id: string): { textContent: string } | null };
    };
    const ids =
      (field as unknown as { getAttribute(name: string): string | null }).getAttribute('aria-describedby') ?? '';
    return ids.split(' ').map((id) => document.getElementById(id)?.textContent);
  });
  assert.match(descriptions.join(), /12\.50 or 12,500\.00/);
  await waitForFocus(page, price);
  await inspect('the ambiguous price');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Stock').fill('7.5');
  await save.click();
  assert.equal(sent, 0);

  await price.fill('1,250.00');
  await dialog.getByRole('alert').getByText('Whole numbers only').waitFor();
  const stock = dialog.getByLabel('Stock');
  assert.equal(await stock.getAttribute('inputmode'), 'numeric');
  await stock.fill('7');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) await stock.press(key);
  assert.equal(await stock.inputValue(), '8');
  await save.click();
  await page.getByRole('row', { name: /Mug MUG/ }).waitFor();
  assert.deepEqual([sent, await priceOf(shop, 'MUG')], [1, 1_250]);
  isQuiet();
});

test('shows the parsed amount while it differs from the input, and formats the field on blur', async () => {
  const { shop, owner } = await createShopIn('EUR');
  const { id } = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 12.5 });
  const { page, openSignedIn, inspect, isQuiet } = await visit({ width: 390 });
  await openSignedIn(owner, `/products/${id}`);
  const form = page.getByRole('form', { name: 'Details' });
  const price = form.getByLabel('Price');
  await price.waitFor();
  assert.equal(await price.inputValue(), '12.50');
  assert.equal(await price.getAttribute('inputmode'), 'decimal');
  await paste(page, price, '12,50');
  await form.getByRole('status').getByText('= €12.50').waitFor();
  await paste(page, price, '1.250,5 €');
  await form.getByRole('status').getByText('= €1,250.50').waitFor();
  await inspect('an amount and its parsed value');
  // The click that also takes the focus from the field must work.
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Mug saved').waitFor();
  assert.equal(await price.inputValue(), '1,250.50');
  assert.equal(await priceOf(shop, 'MUG'), 1_250.5);

  await page.goto(`${url}/settings/shop`);
  const taxes = page.getByRole('form', { name: 'Taxes' });
  await taxes.getByLabel('on top of prices').or(taxes.getByRole('radio').last()).first().check();
  const rate = taxes.getByRole('textbox');
  await rate.fill('19 %');
  await rate.blur();
  assert.equal(await rate.inputValue(), '19');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  assert.equal((await shop.owner.get('/merchant')).body.data.tax_rate, 19);
  isQuiet();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', stock: 10 });
await shop.owner.post('/inventory/adjustment', {
  product_id: mug.id,
  quantity: 3,
  type: 'subtraction',
  reason: 'Dropped',
});

test('says why a figure of stock is what it is, by pointer, by keyboard and by a press', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  const figure = page.getByRole('row', { name: /Mug/ }).getByRole('button', { name: '7, show why' });
  const card = page.getByRole('region', { name: 'Last movements' });
  await figure.hover();
  await card.getByText('“Dropped”').waitFor();
  await card.getByText('10 → 7').waitFor();
  await card.getByText('0 → 10').waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });

  await figure.focus();
  await page.keyboard.press('Enter');
  await waitForFocus(page, card);
  await inspect('the card of a figure of stock');
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await waitForFocus(page, figure);

  await figure.click();
  await card.getByRole('link', { name: 'All movements' }).click();
  await page.waitForURL(/\/stock\/movements\?product=/);
  isQuiet();
});

test('shows the movements of one warehouse on the pages of stock and of a product', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${mug.id}`);
  const card = page.getByRole('region', { name: 'Last movements' });
  await page.getByRole('button', { name: '7, show why' }).first().click();
  await card.getByText('10 → 7').waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Stock', exact: true }).click();
  // The page of the product has a figure of the same name until it has left.
  await page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor();
  await page.getByRole('button', { name: '7, show why' }).last().click();
  await card.getByRole('link', { name: 'All movements' }).click();
  await page.waitForURL(/warehouse=/);
  await page.getByRole('heading', { level: 1, name: 'Movements' }).waitFor();
  const rows = page.getByRole('row', { name: /Mug/ });
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), 2);
  isQuiet();
});

test('shows no figure for a product whose stock is not tracked', async () => {
  await aProduct(shop, { name: 'Engraving', sku: 'ENGRAVE', track_stock: false, stock: undefined });
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  const row = page.getByRole('row', { name: /Engraving/ });
  await row.getByText('Stock is not tracked').waitFor();
  assert.doesNotMatch(await row.innerText(), /\b0\b/);
  isQuiet();
});

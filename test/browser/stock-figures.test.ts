import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';

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

test('shows the movements of one warehouse on the pages of stock and of a product', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${mug.id}`);
  const card = page.getByRole('region', { name: 'Last movements' });
  await page.getByRole('button', { name: '7, show why' }).first().click();
  await card.getByText('10 → 7').waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Stock', exact: true }).click();
  await page.getByRole('button', { name: '7, show why' }).last().click();
  await card.getByRole('link', { name: 'All movements' }).click();
  await page.waitForURL(/warehouse=/);
  await page.getByRole('row', { name: /Mug/ }).first().waitFor();
  assert.equal(await page.getByRole('row', { name: /Mug/ }).count(), 2);
  isQuiet();
});

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

test('a message waits for the pointer that is on it, and closes after its time without it', async () => {
  const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG' });
  const { page, openSignedIn } = await visit();
  await page.clock.install();
  await openSignedIn(owner, `/products/${mug.id}`);
  const deactivated = page.getByRole('alert').filter({ hasText: 'Mug is inactive' });
  await page.getByRole('button', { name: 'Deactivate' }).press('Enter');
  await deactivated.hover();
  await page.clock.fastForward(60_000);
  assert.ok(await deactivated.isVisible(), 'the pointer is on it');
  await deactivated.getByRole('button', { name: 'Close' }).click();
  await deactivated.waitFor({ state: 'detached' });
  // The next message would appear below it.
  await page.mouse.move(0, 0);

  const activated = page.getByRole('alert').filter({ hasText: 'Mug is active' });
  await page.getByRole('button', { name: 'Activate' }).press('Enter');
  await activated.waitFor();
  await page.clock.fastForward(60_000);
  await activated.waitFor({ state: 'detached' });
});

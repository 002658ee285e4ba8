import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
await aProduct(shop, { name: 'Coffee beans', cost: 4.44 });

test('creates a key, shows it once, shows its last use and revokes it', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  await openSignedIn(owner, '/settings');
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText('No API keys yet.').waitFor();
  await page.getByRole('button', { name: 'New API key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Online shop');
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('Choose at least one permission.').waitFor();
  await form.getByRole('checkbox', { name: 'See products' }).check();
  await form.getByRole('checkbox', { name: 'See stock' }).check();
  await inspect('the form for an API key');
  await form.getByRole('button', { name: 'Create key' }).dblclick();

  const keyDialog = page.getByRole('dialog', { name: 'API key Online shop' });
  await keyDialog.getByText('it is not shown again').waitFor();
  await waitForFocus(page, keyDialog.getByRole('textbox', { name: 'Key' }));
  const key = await keyDialog.getByRole('textbox', { name: 'Key' }).inputValue();
  await inspect('the new API key');
  await keyDialog.getByRole('button', { name: 'Copy' }).click();
  await keyDialog.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
  await keyDialog.getByRole('button', { name: 'I have saved it' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Online shop' });
  await row.getByText('Never used').waitFor();
  assert.equal(await page.getByText(key).count(), 0);

  const request = (path: string) => fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const products = await request('/products');
  assert.equal(products.status, 200);
  const { data } = (await products.json()) as { data: { name: string; cost?: number }[] };
  assert.deepEqual(
    data.map(({ name, cost }) => [name, cost]),
    [['Coffee beans', undefined]],
  );
  assert.equal((await request('/customers')).status, 403);
  await page.reload();
  await row.getByText('Last used').waitFor();
  await inspect('the API keys');

  await row.getByRole('button', { name: 'Revoke Online shop' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Revoke Online shop' });
  // The response is lost after the key was revoked. The repeated request gets 404.
  let revocations = 0;
  await page.route('**/api/v1/api-keys/*', async (route) => {
    revocations += 1;
    if (revocations > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await confirmation.getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  assert.equal((await request('/products')).status, 401);
  await confirmation.waitFor({ state: 'detached' });

  // Only the first response has the key. If it is lost, the page says so, and the key exists once.
  let creations = 0;
  await page.route('**/api/v1/api-keys', async (route) => {
    creations += 1;
    if (creations > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'New API key' }).click();
  await form.getByRole('textbox', { name: 'Name' }).fill('Bookkeeping');
  await form.getByRole('checkbox', { name: 'See products' }).check();
  await form.getByRole('button', { name: 'Create key' }).click();
  const lostDialog = page.getByRole('dialog', { name: 'API key Bookkeeping' });
  await lostDialog.getByText('The key could not be shown').waitFor();
  assert.equal(await lostDialog.getByRole('button', { name: 'I have saved it' }).count(), 0);
  await lostDialog.locator('button', { hasText: 'Close' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Bookkeeping' }).waitFor();
  const names = ((await shop.owner.get('/api-keys')).body.data as { name: string }[]).map(({ name }) => name);
  assert.deepEqual(names.sort(), ['Bookkeeping', 'Online shop']);
  isQuiet(/404|ERR_CONNECTION_RESET/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBackOffice } from './back-office.ts';

const { visit, url } = await openBackOffice({ env: { REGISTRATION: 'first' } });

test('offers the first registration only, then shows that registration is closed', async () => {
  const { page, isQuiet } = await visit();
  await page.goto(`${url}/sign-in`);
  await page.getByRole('link', { name: 'Open your shop' }).click();
  await page.getByRole('heading', { name: 'Open your shop' }).waitFor();
  assert.equal(await page.getByRole('link', { name: /demo/i }).count(), 0, 'a demo shop would be the first one');
  await page.getByLabel('Shop name').fill('Kopi Kita');
  await page.getByLabel('Your name').fill('Mia');
  await page.getByLabel('E-mail').fill('mia@example.com');
  await page.getByLabel(/^Password/).fill('a good long password');
  await page.getByRole('button', { name: 'Open the shop' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  isQuiet();

  const later = await visit();
  const options = later.page.waitForResponse((response) => response.url().endsWith('/api/v1/auth/options'));
  await later.page.goto(`${url}/sign-in`);
  await options;
  await later.page.getByRole('link', { name: 'Forgot your password?' }).waitFor();
  assert.equal(await later.page.getByText('Open your shop').count(), 0);
  await later.inspect('the sign-in page where registration is closed');
  for (const path of ['/welcome', '/demo']) {
    await later.page.goto(`${url}${path}`);
    await later.page.getByRole('heading', { name: 'Registration is closed' }).waitFor();
  }
  await later.inspect('registration is closed');
  await later.page.getByRole('link', { name: 'Sign in' }).click();
  await later.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  later.isQuiet();
});

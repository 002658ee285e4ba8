import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';

const office = await openBackOffice();
const shop = await aShop(office.app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
/** Browsers create passkeys for host names only, not for IP addresses. */
const url = office.url.replace('127.0.0.1', 'localhost');

test('adds a passkey, signs in without password, renames and removes it', async () => {
  const { page, inspect, isQuiet } = await office.visit();
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel(/^Password/).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.goto(`${url}/settings/account`);
  await page.getByText('No passkeys yet.').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByLabel(/^Your password/).fill('not this');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('is not your password').waitFor();
  await inspect('the form for a passkey');
  await dialog.getByLabel(/^Your password/).fill(owner.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const list = page.getByRole('list', { name: 'Passkeys' });
  await list.getByText('My laptop').waitFor();
  await inspect('an account with a passkey');

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await inspect('a sign-in that offers passkeys');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await page.goto(`${url}/settings/account`);
  await list.getByText(/Last used/).waitFor();
  await page.getByRole('button', { name: 'Rename My laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('The old laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove The old laptop' }).click();
  await waitForFocus(page, page.getByRole('dialog').getByLabel(/^Your password/));
  await page.keyboard.type(owner.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await list.getByText('The old laptop').waitFor({ state: 'detached' });
  assert.deepEqual((await shop.owner.get('/auth/passkeys')).body.data, []);
  isQuiet(/422/);
});

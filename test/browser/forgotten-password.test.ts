import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop, aStaffMember } from '../shop.ts';
import { addMemberWithAccount } from '../staff.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const cashier = await aStaffMember(shop, 'cashier');
const { name, email } = (await cashier.get('/auth/me')).body.data as Record<'name' | 'email', string>;

test('says who can create a link without mail, and signs in with the owner’s link', async () => {
  const { page, inspect } = await visit();
  await page.goto(`${url}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByText('Ask an owner of your shop for a link.').waitFor();
  await inspect('a forgotten password without mail');

  const owner = await visit();
  await owner.page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  await owner.signIn({ email: (await shop.owner.get('/auth/me')).body.data.email, password: 'correct horse battery' });
  await owner.page.goto(`${url}/settings/staff`);
  await owner.page.getByRole('button', { name: `Password reset link for ${name}` }).click();
  const dialog = owner.page.getByRole('dialog', { name: `Password reset link for ${name}` });
  await dialog.getByText('ends all their sessions').waitFor();
  await owner.inspect('the confirmation of a reset link');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByText(/It works once, until .+, and is not shown again/).waitFor();
  await owner.inspect('a reset link');
  const link = await dialog.getByRole('textbox', { name: 'Password reset link' }).inputValue();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await owner.page.evaluate('navigator.clipboard.readText()'), link);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  owner.isQuiet();

  await page.goto(link);
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await inspect('a new password');
  await waitForFocus(page, page.getByLabel(/^New password/));
  await page.keyboard.type('a password that I keep');
  // The response is lost after the password was changed. The repeated request gets the same response.
  let sent = 0;
  await page.route('**/api/v1/auth/password/reset', async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Save password' }).dblclick();
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  assert.equal(sent, 2);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[name=password]').fill('a password that I keep');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).waitFor();
  assert.equal((await cashier.get('/auth/me')).status, 401, 'earlier sessions have ended');

  await page.goto(link);
  await page.getByLabel(/^New password/).fill('another good password');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
});

test('explains why there is no link: the account has another shop or is the owner’s own', async () => {
  const [firstShop, secondShop] = [await aShop(app), await aShop(app)];
  const member = await aStaffMember(firstShop, 'cashier');
  const { name: memberName, email: memberEmail } = (await member.get('/auth/me')).body.data;
  await addMemberWithAccount(secondShop.owner, member, { email: memberEmail, name: memberName, role: 'cashier' });
  const { page, openSignedIn, isQuiet } = await visit();
  const own = (await firstShop.owner.get('/auth/me')).body.data;
  await openSignedIn({ email: own.email, password: 'correct horse battery' }, '/settings/staff');
  await page.getByRole('button', { name: `Password reset link for ${memberName}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByRole('alert').getByText('only mail can reset its password').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.getByRole('button', { name: `Password reset link for ${own.name}` }).count(), 0);
  isQuiet(/422/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { addMember, inviteByLink } from '../staff.ts';
import { openBackOffice } from './back-office.ts';

const { visit, url, app } = await openBackOffice();
const [bakery, antiques] = [await aShop(app), await aShop(app)];
await bakery.owner.put('/merchant', { name: 'Bakery' });
await antiques.owner.put('/merchant', { name: 'Antiques' });
await aProduct(bakery, { name: 'Rye bread' });
await aProduct(antiques, { name: 'Walnut desk' });
const mandy = { email: 'mandy@example.com', password: 'another long password' };
const user_id = await addMember(bakery.owner, app.anonymous, { ...mandy, name: 'Mandy Many', role: 'manager' });

test('joins a second shop with one account and switches between both', async () => {
  const { token } = await inviteByLink(antiques.owner, { email: mandy.email, name: 'M', role: 'manager' });
  const { page, signIn, inspect, isQuiet } = await visit();
  const shop = (name: string) => page.getByRole('banner').getByText(name, { exact: true }).waitFor();
  const account = page.getByRole('button', { name: 'Account of Mandy Many' });
  const goTo = async (name: string) => {
    await account.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await shop(name);
  };

  await page.goto(`${url}/accept-invitation#token=${token}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel(/^Password/).fill(mandy.password);
  await page.getByRole('button', { name: 'Sign in and join' }).click();
  await shop('Antiques');
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByText('Walnut desk').waitFor();
  await page.reload();
  await page.getByText('Walnut desk').waitFor();
  assert.equal(await page.getByText('Rye bread').count(), 0);

  await account.click();
  assert.equal(await page.getByRole('menuitem', { name: 'Antiques' }).getAttribute('aria-current'), 'true');
  await inspect('the menu of the account');
  await page.keyboard.press('Escape');
  await goTo('Bakery');
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByText('Rye bread').waitFor();
  assert.equal(await page.getByText('Walnut desk').count(), 0);

  // A tab keeps its shop when another tab switches. A new tab opens the shop that was used last.
  const secondTab = await page.context().newPage();
  await secondTab.goto(url);
  await secondTab.getByRole('banner').getByText('Bakery').waitFor();
  await secondTab.getByRole('button', { name: 'Account of Mandy Many' }).click();
  await secondTab.getByRole('menuitem', { name: 'Antiques' }).click();
  await secondTab.getByRole('banner').getByText('Antiques').waitFor();
  await page.reload();
  await page.getByText('Rye bread').waitFor();
  await secondTab.close();

  // A user who is removed from one shop sees why, without a click, and can open the other.
  await goTo('Antiques');
  await antiques.owner.delete(`/staff/${user_id}`);
  await page.getByRole('heading', { name: 'You no longer have access' }).waitFor();
  await page.getByRole('button', { name: 'Open Bakery' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Open Antiques' }).count(), 0);
  await inspect('a shop the user has left');
  await page.getByRole('button', { name: 'Open Bakery' }).click();
  await shop('Bakery');
  await account.click();
  await page.getByText('English', { exact: true }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Bakery' }).count(), 0, 'a single shop is not listed');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${url}/sign-in`);

  // The next user starts at their own shop.
  await signIn({ email: 'owner2@example.com', password: 'correct horse battery' });
  await shop('Antiques');
  isQuiet(/403/);
});

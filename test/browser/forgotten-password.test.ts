import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aColleague, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';

const { visit, url, house } = await openBackOffice();
const shop = await aShop(house);
const cashier = await aColleague(shop, 'cashier');
const { id, email } = (await cashier.get('/auth/me')).body.data as { id: string; email: string };

test('without mail the page says whom to ask, and the owner’s link lets the person in again', async () => {
  const { page, inspect } = await visit();
  await page.goto(`${url}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByText('Ask an owner of your shop for a link.').waitFor();
  await inspect('a forgotten password without mail');

  const made = await shop.owner.post(`/staff/${id}/reset-link`, {});
  assert.equal(made.status, 200, made.text);
  const { hash } = new URL(made.body.data.reset_link);
  await page.goto(`${url}/reset-password${hash}`);
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await inspect('a new password');
  await page.getByLabel(/^Choose a password/).fill('a password that I keep');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[name=password]').fill('a password that I keep');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).waitFor();
  assert.equal((await cashier.get('/auth/me')).status, 401, 'sessions from before have ended');

  await page.goto(`${url}/reset-password${hash}`);
  await page.getByLabel(/^Choose a password/).fill('another good password');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
});

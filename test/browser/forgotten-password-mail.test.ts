import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startMail } from '../../server/src/features/mail/start-mail.ts';
import { openMailer } from '../../server/src/platform/mail/mailer.ts';
import { aKey } from '../api-keys.ts';
import { aMailServer, decodeBody } from '../mail-server.ts';
import { aSession, aShop, aStaffMember } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';

const mailbox = await aMailServer();
const env = { SMTP_URL: mailbox.url, MAIL_FROM: 'Tillhouse <till@example.com>', PUBLIC_URL: 'http://shop.example' };
const { visit, url, app } = await openBackOffice({ env });
const secret = 'a secret that only the tests know, 32 and more';
const mailer = openMailer({ smtp_url: mailbox.url, from: env.MAIL_FROM });
const sending = startMail({ ...app, secret, mailer }, { warn: (fields) => console.error(fields) });
after(() => sending.stop());

test('resets a forgotten password by a mailed link, ends other sessions and names the API keys', async () => {
  const shop = await aShop(app);
  const partner = await aStaffMember(shop, 'owner');
  const { email } = (await partner.get('/auth/me')).body.data as { email: string };
  await aKey(shop, { name: 'Web shop' }, partner);
  const elsewhere = await visit();
  await elsewhere.signIn({ email, password: 'another long password' });
  await elsewhere.page.getByRole('link', { name: 'Products' }).waitFor();

  const { page, inspect, isQuiet } = await visit();
  await page.goto(`${url}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The URL changes before the page does, and the previous page has a field of the same name.
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await inspect('the form for a forgotten password');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('status').waitFor();
  await inspect('a forgotten password after the link is sent');
  // The mailbox also receives mails about sign-ins from new devices.
  const links = () =>
    mailbox.received
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => decodeBody(text).match(/http:\/\/shop\.example\/reset-password#token=[\w-]+/) ?? []);
  await until(async () => links().length > 0);
  const link = new URL(links()[0] ?? '');

  // The host name in the link does not resolve here, so open the path at the test server.
  await page.goto(`${url}${link.pathname}${link.hash}`);
  await page.getByLabel(/^New password/).fill('a password that I keep');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await page.getByText(/^Web shop \(/).waitFor();
  await inspect('a changed password');
  assert.equal((await partner.get('/auth/me')).status, 401);
  await elsewhere.page.getByRole('link', { name: 'Products' }).click();
  await elsewhere.page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).waitFor();
  elsewhere.isQuiet(/401/);

  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[name=password]').fill('a password that I keep');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).waitFor();
  await aSession(app, email, 'a password that I keep');
  isQuiet();
});

test('shows the same page for an unknown address, and sends no mail', async () => {
  const mails = async () => (await app.admin.query('select from mails')).rows.length;
  const before = await mails();
  const { page, isQuiet } = await visit();
  await page.goto(`${url}/forgot-password`);
  await page.getByLabel('E-mail').fill('unknown@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('status').waitFor();
  assert.equal(await mails(), before);
  isQuiet();
});

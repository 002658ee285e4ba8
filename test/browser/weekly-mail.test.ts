import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop, aStaffMember } from '../shop.ts';
import { openBackOffice } from './back-office.ts';

const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Tillhouse <till@example.com>' };
const { visit, app } = await openBackOffice({ env });

test('turns the weekly mail on in the chosen language, which is not that of the browser, and off', async () => {
  const shop = await aShop(app);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  const { page, openSignedIn, inspect, isQuiet } = await visit({ language: 'en-GB' });
  await openSignedIn({ email, password: 'correct horse battery' }, '/settings/account');
  await page.getByRole('switch', { name: 'Send me last week each Monday' }).waitFor();
  await page.evaluate(`localStorage.setItem('tillhouse.language', 'de')`);
  await page.reload();
  const german = page.getByRole('switch', { name: 'Mir jeden Montag die letzte Woche senden' });
  await german.press(' ');
  await page.getByText('Sie erhalten den nächsten Bericht am Montag.').waitFor();
  const { rows } = await app.admin.query('select language from weekly_mails where merchant_id = $1', [
    shop.merchant_id,
  ]);
  assert.deepEqual(rows, [{ language: 'de' }]);
  await page.reload();
  assert.equal(await german.isChecked(), true);
  await inspect('the account with the weekly mail');
  await german.press(' ');
  await page.getByText('Sie erhalten keine Wochenberichte mehr.').waitFor();
  assert.equal((await shop.owner.get('/reports/weekly-mail')).body.data.is_on, false);
  isQuiet();
});

test('does not offer the weekly mail to a person who may not read reports', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const { email } = (await cashier.get('/auth/me')).body.data;
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn({ email, password: 'another long password' }, '/settings/account');
  await page.getByLabel(/^New password/).waitFor();
  assert.equal(await page.getByRole('switch', { name: /each Monday/ }).count(), 0);
  isQuiet();
});

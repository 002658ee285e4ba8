import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';

const { visit, app, url } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};

test('a date field has the format of the page’s language, is typed, and says at the field what is wrong', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit({ language: 'en-US' });
  await openSignedIn(owner, '/reports?from=2026-03-02&to=2026-03-08');
  const from = page.getByLabel('From');
  await from.waitFor();
  assert.equal(await from.inputValue(), '03/02/2026');
  await page.evaluate(`localStorage.setItem('tillhouse.language', 'de')`);
  await page.reload();
  const first = page.getByLabel('Von', { exact: true });
  await first.waitFor();
  assert.equal(await first.inputValue(), '02.03.2026');
  await first.fill('9.3.2026');
  await page.getByText('darf nicht nach 08.03.2026 liegen').waitFor();
  await first.fill('30.2.2026');
  await first.press('Tab');
  await page.getByText('muss ein Datum sein wie 31.12.2026').waitFor();
  assert.equal(new URL(page.url()).search, '?from=2026-03-02&to=2026-03-08', 'neither is applied');
  assert.equal(await first.inputValue(), '30.2.2026', 'what was typed stays');
  await inspect('reports with a wrong date');
  await first.fill('1.3.2026');
  await page.waitForURL(`${url}/reports?from=2026-03-01&to=2026-03-08`);
  await first.press('ArrowDown');
  await page.waitForURL(`${url}/reports?from=2026-02-28&to=2026-03-08`);
  assert.equal(await first.inputValue(), '28.02.2026');
  isQuiet();
});

import { test } from 'node:test';
import { aShop } from '../../shop.ts';
import { openBackOffice } from '../back-office.ts';
import { compareScreens } from './compare.ts';
import { openPage, pagesOf } from './pages.ts';
import { now, openScreenShop, owner } from './shop.ts';

const { visit, app } = await openBackOffice();
const pages = pagesOf(await openScreenShop(app));

test('shows an empty shop', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await page.clock.setFixedTime(now);
  const screens = compareScreens('empty');
  await aShop(app, { currency: 'IDR', timezone: 'Asia/Jakarta' });
  await openSignedIn({ ...owner, email: 'owner2@example.com' }, '/');
  for (const [name, path] of pages) {
    if (path.length > 40 || name === 'settings-account') continue;
    await openPage(page, path);
    await screens.check(name, page.getByRole('main'));
  }
  await screens.end();
  isQuiet();
});

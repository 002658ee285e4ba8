import { test } from 'node:test';
import { openBackOffice } from '../back-office.ts';
import { openPage } from '../screens/pages.ts';
import { now, openScreenShop, owner } from '../screens/shop.ts';
import { assertNone, comparePicture } from './compare.ts';

const office = await openBackOffice();
const { products, sales } = await openScreenShop(office.app);

interface Look {
  width: 1440 | 390;
  colorScheme: 'light' | 'dark';
}
const wide: Look = { width: 1440, colorScheme: 'light' };
const wideDark: Look = { width: 1440, colorScheme: 'dark' };
const phone: Look = { width: 390, colorScheme: 'light' };
const phoneDark: Look = { width: 390, colorScheme: 'dark' };

const keyPages: [name: string, path: string, Look][] = [
  ['dashboard', '/?period=30days', wide],
  ['dashboard-phone', '/?period=30days', phoneDark],
  ['till', '/till', wideDark],
  ['till-phone', '/till', phone],
  ['sales', '/sales', wide],
  ['sales-phone', '/sales', phoneDark],
  ['sale', `/sales/${sales.refunded}`, wide],
  ['products', '/products', wide],
  ['product', `/products/${products.coffee}`, wideDark],
  ['stock-phone', '/stock', phone],
  ['reports', '/reports', wide],
  ['settings', '/settings/shop', wide],
];

test('key pages look as they did', async () => {
  const { page, openSignedIn, isQuiet } = await office.visit();
  await page.clock.setFixedTime(now);
  await openSignedIn(owner, '/settings/account');
  const differences: (string | undefined)[] = [];
  for (const [name, path, { width, colorScheme }] of keyPages) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openPage(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    differences.push(await comparePicture(page, name));
  }
  assertNone(differences);
  isQuiet();
});

test('the first page of a new visitor looks as it did', async () => {
  const { page } = await office.visit();
  await page.goto(`${office.url}/sign-in`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  assertNone([await comparePicture(page, 'sign-in')]);
});

/** Waits until the page shows the same for a while: its data has come, and nothing moves. */
async function settled(page: Awaited<ReturnType<typeof office.visit>>['page']): Promise<void> {
  const still = 3;
  let before = '';
  for (let same = 0; same < still; ) {
    const shown = await page.getByRole('main').ariaSnapshot();
    same = shown === before ? same + 1 : 0;
    before = shown;
    await page.waitForTimeout(150);
  }
}

import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

/**
 * `node test/browser/pictures.ts <address> <e-mail> <password>`: takes the pictures of the documentation from a running service, those of the pages as
 * this person of a shop sees them. `npm run demo` makes a shop that has something to show.
 */
const [url = 'http://127.0.0.1:3000', email, password] = process.argv.slice(2);
const folder = new URL('../../docs/pictures/', import.meta.url);
const browser = await openBrowser();

/** Each page of the back office that needs no record of its own. */
const pages: [name: string, path: string][] = [
  ['dashboard', '/?period=30days'],
  ['products', '/products'],
  ['stock', '/stock'],
  ['movements', '/stock/movements'],
  ['import', '/stock/import'],
  ['sales', '/sales'],
  ['till', '/till'],
  ['customers', '/customers'],
  ['reports', '/reports?from=2026-01-01'],
  ['reports-inventory', '/reports?about=inventory'],
  ['settings-shop', '/settings/shop'],
  ['settings-places', '/settings/places'],
  ['settings-staff', '/settings/staff'],
  ['settings-account', '/settings/account'],
  ['settings-audit', '/settings/audit'],
];

const take = (page: Page, name: string) => page.screenshot({ path: new URL(`${name}.png`, folder).pathname });

await mkdir(folder, { recursive: true });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
await page.goto(`${url}/docs`);
await page.getByText('Record a sale, or park it').scrollIntoViewIfNeeded();
await take(page, 'reference');
if (email !== undefined && password !== undefined) {
  await page.goto(`${url}/sign-in`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await take(page, 'sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => address.pathname !== '/sign-in');
  for (const [name, path] of pages) {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // What is drawn last are charts; what goes on for ever is the stream.
    await page.waitForTimeout(1_500);
    await take(page, name);
  }
}
await browser.close();

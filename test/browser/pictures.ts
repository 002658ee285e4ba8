import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

/**
 * `node test/browser/pictures.ts <address> <e-mail> <password>`: takes the pictures of the documentation from a running service, those of the pages as
 * this person of a shop sees them. `npm run demo` makes a shop that has something to show. With `--all <folder>` each page is taken in both widths, light
 * and dark, to be looked at.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'string' } } });
const [url = 'http://127.0.0.1:3000', email, password] = positionals;
const folder = values.all ?? new URL('../../docs/pictures/', import.meta.url).pathname;
const widths = values.all === undefined ? [1280] : [1440, 390];
const schemes = values.all === undefined ? (['light'] as const) : (['light', 'dark'] as const);

const doors: [name: string, path: string][] = [
  ['sign-in', '/sign-in'],
  ['welcome', '/welcome'],
  ['demo', '/demo'],
];

/** Each page behind the door. One that is about a record is got to by the first link of a list that leads to one. */
const pages: [name: string, path: string, link?: string][] = [
  ['dashboard', '/?period=30days'],
  ['till', '/till'],
  ['sales', '/sales'],
  ['sale', '/sales', 'a[href^="/sales/"]'],
  ['customers', '/customers'],
  ['customer', '/customers', '[role=table] a[href^="/customers/"]'],
  ['products', '/products'],
  ['product', '/products', '[role=table] a[href^="/products/"]'],
  ['stock', '/stock'],
  ['movements', '/stock/movements'],
  ['import', '/stock/import'],
  ['reports', '/reports'],
  ['reports-inventory', '/reports?about=inventory'],
  ['settings-shop', '/settings/shop'],
  ['settings-places', '/settings/places'],
  ['settings-staff', '/settings/staff'],
  ['settings-account', '/settings/account'],
  ['settings-devices', '/settings/devices'],
  ['settings-webhooks', '/settings/webhooks'],
  ['settings-webhook', '/settings/webhooks', 'a[href^="/settings/webhooks/"]'],
  ['settings-jobs', '/settings/jobs'],
  ['settings-audit', '/settings/audit'],
];

async function take(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(150);
      await page.screenshot({
        path: join(folder, `${[name, ...(values.all === undefined ? [] : [width, colorScheme])].join('-')}.png`),
      });
    }
  }
}

async function visit(page: Page, [name, path, link]: (typeof pages)[number]): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (link !== undefined) {
    const first = page.locator(link).first();
    const isThere = await first.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
    if (!isThere) return console.log(`${name} is left out: there is none`);
    await first.click();
    await page.waitForURL((address) => address.pathname !== path);
  }
  // What goes on for ever is the stream.
  await page.waitForTimeout(1_200);
  await take(page, name);
}

await mkdir(folder, { recursive: true });
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
if (values.all === undefined) {
  await page.goto(`${url}/docs`);
  await page.getByText('Record a sale, or park it').scrollIntoViewIfNeeded();
  await take(page, 'reference');
}
for (const door of doors) await visit(page, door);
if (email !== undefined && password !== undefined) {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => address.pathname !== '/sign-in');
  for (const one of pages) await visit(page, one);
}
await browser.close();

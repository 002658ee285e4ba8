import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

/**
 * `node test/browser/screenshots.ts <url> <e-mail> <password>`: takes the screenshots that the documentation has
 * again, from a running service, signed in as this user. `npm run demo` creates a shop with data. With `--all <folder>` it takes
 * every page in three widths and both colour schemes, for a review by eye.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'string' } } });
const [url = 'http://127.0.0.1:3000', email, password] = positionals;
const folder = values.all ?? new URL('../../docs/pictures/', import.meta.url).pathname;
const widths = values.all === undefined ? [1280] : [1440, 1024, 390];
const schemes = values.all === undefined ? (['light'] as const) : (['light', 'dark'] as const);

const publicPages: [name: string, path: string][] = [
  ['sign-in', '/sign-in'],
  ['welcome', '/welcome'],
  ['demo', '/demo'],
  ['forgot-password', '/forgot-password'],
  ['reset-password', '/reset-password'],
  ['accept-invitation', '/accept-invitation'],
];

/** The pages that need a session. The page of a record is opened by the first matching link of a list. */
const pages: [name: string, path: string, link?: string][] = [
  ['dashboard', '/?period=30days'],
  ['till', '/till'],
  ['sales', '/sales'],
  ['sale', '/sales', 'a[href^="/sales/"]'],
  ['customers', '/customers'],
  ['customer-import', '/customers/import'],
  ['customer', '/customers', '[role=table] a[href^="/customers/"]'],
  ['products', '/products'],
  ['product', '/products', '[role=table] a[href^="/products/"]'],
  ['stock', '/stock'],
  ['movements', '/stock/movements'],
  ['transfer-list', '/stock/transfer'],
  ['count-list', '/stock/count'],
  ['import', '/stock/import'],
  ['shifts', '/shifts'],
  ['shift', '/shifts', '[role=table] a[href^="/shifts/"]'],
  ['approvals', '/approvals'],
  ['reports', '/reports'],
  ...['categories', 'products', 'staff', 'hours', 'tax', 'discounts', 'refunds', 'inventory'].map(
    (about): [string, string] => [`reports-${about}`, `/reports?about=${about}`],
  ),
  ['settings-shop', '/settings/shop'],
  ['settings-places', '/settings/places'],
  ['settings-registers', '/settings/registers'],
  ['settings-accounting', '/settings/accounting'],
  ['settings-staff', '/settings/staff'],
  ['settings-account', '/settings/account'],
  ['settings-devices', '/settings/devices'],
  ['settings-webhooks', '/settings/webhooks'],
  ['settings-webhook', '/settings/webhooks', 'a[href^="/settings/webhooks/"]'],
  ['settings-api-keys', '/settings/api-keys'],
  ['settings-jobs', '/settings/jobs'],
  ['settings-audit', '/settings/audit'],
];

async function takeScreenshots(page: Page, name: string): Promise<void> {
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

/** The documentation shows some of the pages. */
const isWanted = (name: string) => values.all !== undefined || existsSync(join(folder, `${name}.png`));

async function visit(page: Page, [name, path, link]: (typeof pages)[number]): Promise<void> {
  if (!isWanted(name)) return;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (link !== undefined) {
    const first = page.locator(link).first();
    const exists = await first.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
    if (!exists) return console.log(`${name} is skipped: the shop has no such record`);
    await first.click();
    await page.waitForURL((address) => address.pathname !== path);
  }
  // The event stream never ends, so wait a fixed time instead of waiting for the network.
  await page.waitForTimeout(1_200);
  await takeScreenshots(page, name);
}

await mkdir(folder, { recursive: true });
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
if (values.all === undefined) {
  await page.goto(`${url}/docs`);
  await page.locator('#operations-tag-Transactions').click();
  await page.getByText('Record a sale, or park it').scrollIntoViewIfNeeded();
  await takeScreenshots(page, 'reference');
}
for (const publicPage of publicPages) await visit(page, publicPage);
if (email !== undefined && password !== undefined) {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => address.pathname !== '/sign-in');
  for (const one of pages) await visit(page, one);
}
await browser.close();

import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aShop } from '../../shop.ts';
import { openBackOffice } from '../back-office.ts';
import { compareScreens } from './compare.ts';
import { now, openScreenShop, owner } from './shop.ts';

const { visit, app, url } = await openBackOffice();
const shop = await openScreenShop(app);

const { products, sales } = shop;
/** The pages of the shop, each with the buttons that open a dialog of it. */
const pages: [name: string, path: string, buttons?: string[]][] = [
  ['dashboard', '/?period=30days'],
  ['till', '/till'],
  ['sales', '/sales'],
  ['sale', `/sales/${sales.split}`, ['Refund', 'Void']],
  ['sale-refunded', `/sales/${sales.refunded}`, ['Refund']],
  ['sale-parked', `/sales/${sales.parked}`, ['Void']],
  ['sale-voided', `/sales/${sales.voided}`],
  ['customers', '/customers', ['New customer']],
  ['customer', `/customers/${shop.siti}`, ['Edit', 'Adjust points', 'Erase']],
  ['products', '/products', ['New product']],
  [
    'product',
    `/products/${products.coffee}`,
    ['New variant', 'Adjust Coffee beans in Main warehouse', 'Transfer Coffee beans from Store room', 'Delete'],
  ],
  ['product-with-variants', `/products/${products.shirt}`],
  ['stock', '/stock'],
  ['movements', '/stock/movements'],
  ['import', '/stock/import'],
  ['reports', '/reports?period=30days'],
  ['reports-inventory', '/reports?about=inventory'],
  ['settings-shop', '/settings/shop'],
  [
    'settings-locations',
    '/settings/places',
    ['New branch', 'Edit Harbour', 'New warehouse of Harbour', 'Edit Store room'],
  ],
  ['settings-staff', '/settings/staff', ['Invite', 'Edit Cass Cashier', 'Deactivate Cass Cashier']],
  ['settings-account', '/settings/account', ['Turn on']],
  ['settings-devices', '/settings/devices'],
  ['settings-webhooks', '/settings/webhooks', ['New webhook']],
  [
    'settings-webhook',
    `/settings/webhooks/${shop.webhook}`,
    ['Edit', 'New secret', 'Send again from…', 'Delete', 'Test'],
  ],
  ['settings-api-keys', '/settings/api-keys', ['New API key', 'Revoke Till app']],
  ['settings-jobs', '/settings/jobs', ['Report export']],
  ['settings-audit', '/settings/audit', ['Product updated']],
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

test('shows its owner all of a shop', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await page.clock.setFixedTime(now);
  const screens = compareScreens('owner');
  await openSignedIn(owner, '/');
  await screens.check('menu', page.getByRole('navigation', { name: 'Menu' }));
  for (const [name, path, buttons = []] of pages) {
    await open(page, path);
    await screens.check(name, page.getByRole('main'));
    for (const button of buttons) {
      await page.getByRole('button', { name: button, exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await screens.check(`${name}-${button.toLowerCase().replace(/\W+/g, '-')}`, dialog);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  }
  screens.end();
  isQuiet();
});

test('shows an empty shop', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await page.clock.setFixedTime(now);
  const screens = compareScreens('empty');
  await aShop(app, { currency: 'IDR', timezone: 'Asia/Jakarta' });
  await openSignedIn({ ...owner, email: 'owner2@example.com' }, '/');
  for (const [name, path] of pages) {
    if (path.length > 40 || name === 'settings-account') continue;
    await open(page, path);
    await screens.check(name, page.getByRole('main'));
  }
  screens.end();
  isQuiet();
});

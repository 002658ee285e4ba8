import type { Page } from 'playwright-core';
import type { ScreenShop } from './shop.ts';

/** A page: its name, its address, and the buttons that open a dialog of it. */
export type Screen = [name: string, path: string, buttons?: string[]];

/** The pages of the shop that people with a session see. */
export const pagesOf = ({ products, sales, shifts, closure, siti, webhook }: ScreenShop): Screen[] => [
  ['dashboard', '/?period=30days'],
  ['till', '/till'],
  ['sales', '/sales'],
  ['sale', `/sales/${sales.split}`, ['Refund', 'Void']],
  ['sale-refunded', `/sales/${sales.refunded}`, ['Refund']],
  ['sale-parked', `/sales/${sales.parked}`, ['Void']],
  ['sale-voided', `/sales/${sales.voided}`],
  ['shifts', '/shifts'],
  ['shifts-closures', '/shifts?about=closures'],
  ['shift-open', `/shifts/${shifts.open}`, ['Pay out', 'Open drawer', 'Count the drawer']],
  ['shift-closed', `/shifts/${shifts.closed}`],
  ['closure', `/shifts/closures/${closure}`, ['Count again']],
  ['approvals', '/approvals'],
  ['customers', '/customers', ['New customer']],
  ['customer', `/customers/${siti}`, ['Adjust points', 'Erase']],
  ['products', '/products', ['New product']],
  [
    'product',
    `/products/${products.coffee}`,
    ['New variant', 'Adjust Coffee beans in Main warehouse', 'Transfer Coffee beans from Store room', 'Delete'],
  ],
  ['product-with-variants', `/products/${products.shirt}`],
  ['stock', '/stock'],
  ['movements', '/stock/movements'],
  ['transfer-list', '/stock/transfer'],
  ['count-list', '/stock/count'],
  ['import', '/stock/import'],
  ['reports', '/reports?period=30days'],
  ['reports-inventory', '/reports?about=inventory'],
  ['settings-shop', '/settings/shop'],
  [
    'settings-locations',
    '/settings/places',
    ['New branch', 'Edit Harbour', 'New warehouse of Harbour', 'Edit Store room'],
  ],
  ['settings-registers', '/settings/registers', ['New register', 'Edit Front', 'Journal of Front']],
  ['settings-accounting', '/settings/accounting'],
  ['settings-staff', '/settings/staff', ['Invite', 'Edit Cass Cashier', 'Deactivate Cass Cashier']],
  ['settings-account', '/settings/account', ['Turn on']],
  ['settings-devices', '/settings/devices'],
  ['settings-webhooks', '/settings/webhooks', ['New webhook']],
  ['settings-webhook', `/settings/webhooks/${webhook}`, ['Edit', 'New secret', 'Send again from…', 'Delete', 'Test']],
  ['settings-api-keys', '/settings/api-keys', ['New API key', 'Revoke Till app']],
  ['settings-jobs', '/settings/jobs', ['Report export']],
  ['settings-audit', '/settings/audit', ['Product updated']],
];

/** The tests of the owner's pages share them: each page is in one of the three. */
export type Part = 'sales' | 'settings' | 'stock';

export function partOf([name]: Screen): Part {
  if (name.startsWith('settings')) return 'settings';
  return /^(dashboard|till|sale|shift|closure|approvals|customer)/.test(name) ? 'sales' : 'stock';
}

/**
 * Opens a page as a link does: to load the application again takes most of a second. Goes by an address without a page,
 * which has no menu, so that nothing stays of the page before.
 */
export async function openPage(page: Page, path: string): Promise<void> {
  const go = (to: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(to)})`);
  // A small window hides it.
  const menu = page.locator('nav').first();
  await go('/nowhere');
  await menu.waitFor({ state: 'detached' });
  await closeMessages(page);
  await go(path);
  await menu.waitFor({ state: 'attached' });
}

/** They stay until they are read, also when another page is opened. What one would undo is done when it closes. */
async function closeMessages(page: Page): Promise<void> {
  const messages = page.locator('.mantine-Notification-root');
  for (let left = await messages.count(); left > 0; left = await messages.count()) {
    const first = await messages.first().elementHandle();
    await messages.first().locator('.mantine-Notification-closeButton').dispatchEvent('click');
    await first?.waitForElementState('hidden');
  }
}

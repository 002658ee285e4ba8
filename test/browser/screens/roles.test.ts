import { test } from 'node:test';
import { openBackOffice } from '../back-office.ts';
import { compareWithScreens } from './compare.ts';
import { openPage, pagesOf } from './pages.ts';
import { cashier, clerk, manager, now, openScreenShop, viewer } from './shop.ts';

const { visit, app } = await openBackOffice();
const shop = await openScreenShop(app);

/** The pages that have something that only some roles may see or change. */
const telling = [
  'sale',
  'sale-parked',
  'approvals',
  'shift-open',
  'closure',
  'customers',
  'customer',
  'products',
  'product',
  'stock',
  'settings-shop',
  'settings-locations',
  'settings-registers',
  'settings-staff',
  'settings-webhooks',
  'settings-webhook',
  'settings-api-keys',
  'settings-devices',
];
const pages = pagesOf(shop).filter(([name]) => telling.includes(name));

const people = [
  ['cashier', cashier],
  ['manager', manager],
  ['clerk', clerk],
  ['viewer', viewer],
] as const;

for (const [role, person] of people)
  test(`shows a ${role} what the role may see and change`, async () => {
    const { page, openSignedIn, isQuiet } = await visit();
    await page.clock.setFixedTime(now);
    const screens = compareWithScreens(role, 'owner');
    await openSignedIn(person, '/products');
    await screens.check('menu', page.getByRole('navigation', { name: 'Menu' }));
    for (const [name, path] of pages) {
      await openPage(page, path);
      await screens.check(name, page.getByRole('main'));
    }
    await screens.end();
    // The service rejects what the role may not read, and knows no records of other branches.
    isQuiet(/40[34]/);
  });

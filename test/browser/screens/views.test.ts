import { test } from 'node:test';
import { openBackOffice } from '../back-office.ts';
import { compareScreens } from './compare.ts';
import { openPage, type Screen } from './pages.ts';
import { now, openScreenShop, owner } from './shop.ts';

const { visit, app, url } = await openBackOffice();
const { products, sales, siti, webhook, harbour, store, cass } = await openScreenShop(app);

const nowhere = '00000000-0000-4000-8000-000000000000';

/** Filters, orders and periods in addresses. */
const views: Screen[] = [
  ['dashboard-today', '/'],
  ['dashboard-yesterday', '/?period=yesterday'],
  ['dashboard-7days', '/?period=7days'],
  ['dashboard-month-of-branch', `/?period=month&branch=${harbour}`],
  ['dashboard-days', '/?from=2026-03-11&to=2026-03-12'],
  ['sales-parked', '/sales?status=pending'],
  ['sales-of-branch', `/sales?branch=${harbour}`],
  ['sales-of-days', '/sales?from=2026-03-11&to=2026-03-11'],
  ['sales-refunded', '/sales?status=refunded'],
  ['sales-none', '/sales?search=nothing'],
  ['customers-by-points', '/customers?sort=-points'],
  ['customers-found', '/customers?search=siti'],
  ['customers-none', '/customers?search=nobody'],
  ['products-found', '/products?search=COF'],
  ['products-inactive', '/products?status=inactive'],
  ['products-of-category', '/products?category=Groceries&sort=-price'],
  ['products-none', '/products?search=nothing'],
  ['stock-low', '/stock?low=true'],
  ['stock-of-warehouse', `/stock?warehouse=${store}`],
  ['stock-of-product', `/stock?product=${products.coffee}`],
  ['stock-by-sku', '/stock?sort=-sku'],
  ['movements-sold', '/stock/movements?type=sale'],
  ['movements-of-product', `/stock/movements?product=${products.cheese}`],
  ['movements-of-days', '/stock/movements?from=2026-03-12&to=2026-03-12'],
  ['reports-by-week', '/reports?by=week'],
  ['reports-by-month', '/reports?by=month&from=2026-02-01'],
  ['reports-of-day', '/reports?from=2026-03-12&to=2026-03-12'],
  ['reports-of-branch', `/reports?branch=${harbour}`],
  ['reports-inventory-of-branch', `/reports?about=inventory&branch=${harbour}`],
  ['settings-jobs-failed', '/settings/jobs?state=failed'],
  ['settings-audit-of-sales', '/settings/audit?kind=sales'],
  ['settings-audit-of-person', `/settings/audit?person=${cass}`],
  ['settings-audit-of-days', '/settings/audit?from=2026-03-11&to=2026-03-11'],
  ['settings-webhook-failed', `/settings/webhooks/${webhook}?state=failed`],
  ['settings-webhook-succeeded', `/settings/webhooks/${webhook}?state=succeeded`],
];

test('shows what the filters of an address choose', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await page.clock.setFixedTime(now);
  const screens = compareScreens('views');
  await openSignedIn(owner, '/products');
  for (const [name, path] of views) {
    await openPage(page, path);
    await screens.check(name, page.getByRole('main'));
  }
  await screens.end();
  isQuiet();
});

test('says that a record or page does not exist', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const screens = compareScreens('missing');
  await openSignedIn(owner, '/products');
  for (const path of ['/sales', '/customers', '/products', '/settings/webhooks']) {
    await page.goto(`${url}${path}/${nowhere}`);
    await screens.check(path.slice(1).replace('/', '-'), page.getByRole('main'));
  }
  await page.goto(`${url}/settings/nowhere`);
  await screens.check('page', page.locator('body'));
  await screens.end();
  isQuiet(/404/);
});

test('writes amounts, numbers and times as people in Indonesia do', async () => {
  const { page, openSignedIn, isQuiet } = await visit({ language: 'id-ID' });
  await page.clock.setFixedTime(now);
  const screens = compareScreens('indonesian');
  await openSignedIn(owner, '/?period=7days');
  const pages: Screen[] = [
    ['dashboard', '/?period=7days'],
    ['sale', `/sales/${sales.split}`],
    ['sale-refunded', `/sales/${sales.refunded}`],
    ['customer', `/customers/${siti}`],
    ['product', `/products/${products.coffee}`],
    ['stock', '/stock'],
    ['reports', '/reports?from=2026-03-11&to=2026-03-12'],
    ['settings-shop', '/settings/shop'],
  ];
  for (const [name, path] of pages) {
    await openPage(page, path);
    await screens.check(name, page.getByRole('main'));
  }
  await screens.end();
  isQuiet();
});

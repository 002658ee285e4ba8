import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { aRegister, aShift } from '../registers.ts';
import { aCustomer, aProduct, aShop, type Shop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { until } from '../until.ts';
import { openBackOffice, type Visit } from './back-office.ts';
import { openPalette } from './keyboard.ts';
import { openPage } from './screens/pages.ts';

const { visit, app } = await openBackOffice();
const password = 'another long password';
type Role = 'manager' | 'cashier' | 'stock_clerk' | 'viewer';
const memberOf = async ({ owner }: Shop, role: Role, name: string) => {
  const email = `${role}.${name}@example.com`;
  await addMember(owner, app.anonymous, { email, password, name, role });
  return { email, password };
};

const shop = await aShop(app, { currency: 'EUR' });
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 9, stock: 5, min_stock: 10 });
const siti = await aCustomer(shop, { name: 'Siti Rahma' });
const front = await aRegister(shop, { name: 'Front' });
const closure = await aClosure();
const shift = await aShift(shop, { register_id: front.id });
const paidIn = { type: 'paid_in', amount: 5, reason: 'From the bank' };
assert.equal((await shop.owner.post(`/shifts/${shift.id}/movements`, paidIn)).status, 201);
const sale = await aSale();
const people = {
  manager: await memberOf(shop, 'manager', 'Mia'),
  cashier: await memberOf(shop, 'cashier', 'Cass'),
  stock_clerk: await memberOf(shop, 'stock_clerk', 'Clara'),
  viewer: await memberOf(shop, 'viewer', 'Vic'),
};

async function aSale() {
  const items = [{ product_id: mug.id, quantity: 1 }];
  const sold = await shop.owner.post('/transactions', { items, payment_method: 'cash', register_id: front.id });
  assert.equal(sold.status, 201, sold.text);
  return sold.body.data as { id: string; transaction_code: string };
}

async function aClosure() {
  const { id } = await aShift(shop, { register_id: front.id });
  await aSale();
  const counted = [{ method: 'cash', amount: 109 }];
  assert.equal((await shop.owner.post(`/shifts/${id}/count`, { counted })).status, 200);
  const { body, status, text } = await shop.owner.post(`/shifts/${id}/close`, {});
  assert.equal(status, 200, text);
  return body.data as { id: string };
}

/** Follows the requests of a page. The stream of events stays open. */
function followRequests(page: Page) {
  const running = new Set<Request>();
  const rejected: string[] = [];
  const isFollowed = (request: Request) => /\/api\/(?!.*\/events\/stream)/.test(request.url());
  page.on('request', (request) => isFollowed(request) && running.add(request));
  page.on('requestfailed', (request) => running.delete(request));
  page.on('requestfinished', async (request) => {
    // The page may close before the response is read.
    const status = (await request.response().catch(() => null))?.status() ?? 0;
    if (status >= 400) rejected.push(`${status} ${request.method()} ${new URL(request.url()).pathname}`);
    running.delete(request);
  });
  page.on('response', (response) => {
    if (response.status() === 403 && !isFollowed(response.request())) rejected.push(`403 ${response.url()}`);
  });
  /** Waits until the page has shown what its requests brought, and has sent no others. */
  const settle = async () => {
    const frames =
      'new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(seen, 50))))';
    for (let quiet = 0; quiet < 2; quiet = running.size === 0 ? quiet + 1 : 0) {
      await until(() => running.size === 0);
      await page.evaluate(frames);
    }
  };
  return { rejected, settle };
}

/** Opens all pages to which the menu and the settings lead, and searches for records of every kind. */
async function openAll({ page }: Visit, settle: () => Promise<void>): Promise<string[]> {
  const pathsOf = (name: string) =>
    page
      .getByRole('navigation', { name })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname));
  const opened = await pathsOf('Menu');
  await openPage(page, '/settings/account');
  await page.getByLabel(/^New password/).waitFor();
  opened.push(...(await pathsOf('Settings')));
  for (const path of opened) {
    await openPage(page, path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settle();
  }
  for (const typed of ['mug', 'siti', sale.transaction_code.slice(-6)]) {
    await openPalette(page);
    await page.keyboard.type(typed);
    // The palette waits for the next letter before it searches.
    await page.evaluate('new Promise((passed) => setTimeout(passed, 250))');
    await settle();
    await page.keyboard.press('Escape');
    await page.locator('.mantine-Spotlight-search').waitFor({ state: 'detached' });
  }
  return opened;
}

const records = {
  sale: `/sales/${sale.id}`,
  customer: `/customers/${siti.id}`,
  product: `/products/${mug.id}`,
  shift: `/shifts/${shift.id}`,
  closure: `/shifts/closures/${closure.id}`,
};
/** The records that each of these roles may read. Together they lack most permissions to read. */
const readable = { stock_clerk: ['product'], viewer: ['sale', 'customer', 'product', 'shift', 'closure'] } as const;

for (const role of ['stock_clerk', 'viewer'] as const)
  test(`no page of a ${role} asks for what the service rejects`, async () => {
    const visited = await visit();
    const { page, openSignedIn, isQuiet } = visited;
    const { rejected, settle } = followRequests(page);
    await openSignedIn(people[role], '/products');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const opened = await openAll(visited, settle);
    assert.ok(opened.includes('/stock') && opened.includes('/settings/devices'), `${role} opened ${opened}`);
    for (const record of readable[role]) {
      await openPage(page, records[record]);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settle();
    }
    await openPage(page, '/');
    const start = role === 'viewer' ? 'Dashboard' : 'Products';
    await page.getByRole('heading', { level: 1, name: start }).waitFor();
    await settle();
    assert.deepEqual(rejected, []);
    isQuiet();
  });

test('a viewer changes neither stock nor drawers, and is led away from forms', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(people.viewer, '/');
  const main = page.getByRole('main');
  await main.getByRole('group', { name: 'Low stock' }).getByRole('link', { name: 'Mug' }).waitFor();
  await main.getByRole('link', { name: 'Go to shift' }).waitFor();
  assert.equal(await main.getByRole('button', { name: /^Receive/ }).count(), 0);
  assert.equal(await main.getByRole('link', { name: /^Count/ }).count(), 0);
  await openPage(page, '/shifts');
  await main.getByRole('row', { name: /Front/ }).first().waitFor();
  assert.equal(await main.getByRole('button', { name: 'Open shift' }).count(), 0);
  await openPage(page, records.shift);
  await main.getByText('From the bank').waitFor();
  assert.equal(await main.getByRole('button', { name: /Void|Count|Pay|drawer/ }).count(), 0);
  await openPage(page, '/customers/import');
  await main.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await openPage(page, '/stock/import');
  await main.getByRole('heading', { level: 1, name: 'Stock' }).waitFor();
  await openPage(page, '/till');
  await main.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  isQuiet();
});

test('a manager sees that only the owner sets accounts', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(people.manager, '/settings/accounting');
  await page.getByText('Only the owner can change these settings.').waitFor();
  isQuiet();
  await openPage(page, records.closure);
  await page.getByRole('button', { name: 'For the accountant' }).click();
  await page.getByRole('menuitem', { name: 'DATEV', exact: true }).click();
  await page.getByRole('alert').getByRole('listitem').first().waitFor();
  assert.equal(await page.getByRole('link', { name: 'Go to the accounts' }).count(), 0);
});

test('a link to invite opens nothing for a cashier, who starts with the till', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(people.cashier, '/settings/staff?act=invite&value=ann@example.com');
  await page.getByRole('main').getByRole('alert').waitFor();
  await until(() => new URL(page.url()).search === '');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await openPage(page, '/');
  await page.getByRole('heading', { level: 1, name: 'Till' }).waitFor();
});

test('shows first steps to the owner only, and no link to registers to a cashier', async () => {
  const empty = await aShop(app, { currency: 'EUR' });
  const manager = await visit();
  await manager.openSignedIn(await memberOf(empty, 'manager', 'Mona'), '/');
  const { settle } = followRequests(manager.page);
  await manager.page.getByRole('region', { name: 'Key figures' }).waitFor();
  await settle();
  assert.equal(await manager.page.getByText('Your shop is ready').count(), 0);
  manager.isQuiet();
  const cashier = await visit();
  await cashier.openSignedIn(await memberOf(empty, 'cashier', 'Cora'), '/shifts');
  await cashier.page.getByText('There are no registers yet.').waitFor();
  assert.equal(await cashier.page.getByRole('link', { name: 'New register' }).count(), 0);
  cashier.isQuiet();
});

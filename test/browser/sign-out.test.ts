import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProduct, aShop, aStaffMember } from '../shop.ts';
import { openBackOffice } from './back-office.ts';

const { visit, app, url } = await openBackOffice();
const shop = await aShop(app);
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
await aProduct(shop, { name: 'Coffee beans' });
const { email } = (await (await aStaffMember(shop, 'manager')).get('/auth/me')).body.data;
const manager = { email, password: 'another long password' };

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};

test('ends the reads that still run before it signs out, and reads nothing after it', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/sales');
  await page.getByRole('heading', { name: 'Sales' }).waitFor();
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname.slice('/api/v1'.length)}`);
  });
  // The service is slow to answer, until after the sign-out.
  await page.route(/\/products\?/, () => undefined);
  await Promise.all([page.waitForRequest(/\/products\?/), page.getByRole('link', { name: 'Products' }).click()]);
  const answered = Promise.withResolvers<void>();
  await page.route('**/auth/browser/logout', async (route) => {
    await answered.promise;
    await route.continue();
  });
  const left = page.waitForRequest(/\/auth\/browser\/logout$/);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/products?'));
  await signOut(page);
  await left;
  assert.equal((await ended).failure()?.errorText, 'net::ERR_ABORTED');
  // Coming back to the window, pages read what may be outdated.
  await page.evaluate(
    `dispatchEvent(new Event('visibilitychange')); document.dispatchEvent(new Event('visibilitychange'))`,
  );
  answered.resolve();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.waitForLoadState('networkidle');
  const after = sent.slice(sent.indexOf('POST /auth/browser/logout') + 1);
  assert.deepEqual(
    after.filter((request) => !request.startsWith('GET /auth/options')),
    [],
  );
  isQuiet();
});

test('goes on with the page if the sign-out fails, and says why', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/sales');
  await page.getByRole('heading', { name: 'Sales' }).waitFor();
  await page.route('**/auth/browser/logout', (route) => route.abort());
  const held = Promise.withResolvers<void>();
  let reads = 0;
  await page.route(/\/products\?/, async (route) => {
    reads += 1;
    if (reads === 1) await held.promise;
    else await route.continue();
  });
  await Promise.all([page.waitForRequest(/\/products\?/), page.getByRole('link', { name: 'Products' }).click()]);
  await signOut(page);
  await page.getByRole('alert').getByText('cannot be reached').waitFor();
  await page.getByRole('row', { name: /Coffee beans/ }).waitFor();
  held.resolve();
  await page.unroute('**/auth/browser/logout');
  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  isQuiet(/ERR_FAILED/);
});

test('leaves the session of another user alone, who has signed in in another tab', async () => {
  const first = await visit();
  await first.openSignedIn(owner, '/sales');
  await first.page.getByRole('heading', { name: 'Sales' }).waitFor();
  const context = first.page.context();
  const cookie = await context.request.post(`${url}/api/v1/auth/browser/login`, { data: manager });
  assert.equal(cookie.status(), 200);
  const second = await context.newPage();
  await second.goto(`${url}/products`);
  await second.getByRole('row', { name: /Coffee beans/ }).waitFor();
  const account = second.getByRole('button', { name: 'Account of A manager' });
  await account.waitFor();

  const [ended] = await Promise.all([first.page.waitForResponse(/\/auth\/logout$/), signOut(first.page)]);
  assert.equal(ended.status(), 200, 'the session of the tab has ended');
  await first.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await second.reload();
  await account.waitFor();
  await signOut(second);
  await second.getByRole('heading', { name: 'Sign in' }).waitFor();
  const refreshed = await context.request.post(`${url}/api/v1/auth/browser/refresh`);
  assert.equal(refreshed.status(), 401);
});

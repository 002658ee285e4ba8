import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProduct, aSession, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';
import { watchLookups } from './stored-catalogue.ts';
import { chargeButton, linesOf, scan } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8, stock: 1_000 });
await aProduct(shop, { name: 'Green tea', sku: 'TEA', price: 4.5, stock: 1_000 });

let users = 0;
async function createUser(role: 'manager' | 'cashier') {
  const user = { email: `${role}.${++users}@example.com`, password: 'another long password' };
  await addMember(shop.owner, app.anonymous, { ...user, name: `${role} ${users}`, role });
  return user;
}

/** Ends the user's other sessions from another device. */
async function endSessionsOf({ email, password }: { email: string; password: string }): Promise<void> {
  const otherSession = await aSession(app, email, password);
  const sessions: { id: string; is_current: boolean }[] = (await otherSession.get('/auth/sessions')).body.data;
  for (const { id, is_current } of sessions)
    if (!is_current) assert.equal((await otherSession.delete(`/auth/sessions/${id}`)).status, 200);
}

const salesBy = async ({ email }: { email: string }) => {
  const { rows } = await app.admin.query<{ sales: number }>(
    'select count(*)::int as sales from sales s join users u on u.id = s.cashier_id where u.email = $1',
    [email],
  );
  return rows[0]?.sales;
};

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'You have been signed out' });

async function fillTill(page: Page): Promise<void> {
  await scan(page, 'MUG');
  await scan(page, 'TEA');
  await linesOf(page).getByText('Green tea').waitFor();
  await page.getByLabel('Cash received').fill('20');
}

// A manager's page learns from the event stream that the session has ended, a cashier's from the next request.
for (const role of ['manager', 'cashier'] as const)
  test(`asks a ${role} for the password when the session ends during payment, and records the sale once`, async () => {
    const user = await createUser(role);
    const { page, openSignedIn, inspect } = await visit();
    await openSignedIn(user, '/till');
    await fillTill(page);
    await endSessionsOf(user);
    if (role === 'cashier') await chargeButton(page).click();
    await signInDialog(page).waitFor();
    assert.equal(await page.getByText('€12.50').first().isVisible(), false);
    await inspect('a till whose session has ended');
    await signInDialog(page)
      .getByLabel(/^Password/)
      .fill(user.password);
    await page.keyboard.press('Enter');
    await signInDialog(page).waitFor({ state: 'detached' });
    await linesOf(page).getByText('Mug', { exact: true }).waitFor();
    await linesOf(page).getByText('Green tea').waitFor();
    assert.equal(await page.getByLabel('Cash received').inputValue(), '20.00');
    assert.equal(await page.getByRole('alert').count(), 0);
    await chargeButton(page).click();
    await page.getByText('Sold:').waitFor();
    await page.getByText('Change €7.50').first().waitFor();
    assert.equal(await salesBy(user), 1);
  });

test('keeps the cart of each user when another one signs in', async () => {
  const [first, second] = [await createUser('cashier'), await createUser('cashier')];
  const { page, openSignedIn, signIn } = await visit();
  await openSignedIn(first, '/till');
  await fillTill(page);
  await endSessionsOf(first);
  await chargeButton(page).click();
  await signInDialog(page).getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // A cashier's first page is the till.
  await signIn(second);
  await page.getByRole('heading', { name: 'Till' }).waitFor();
  assert.equal(await linesOf(page).getByRole('listitem').count(), 0);
  await scan(page, 'TEA');
  await linesOf(page).getByText('Green tea').waitFor();
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual([await salesBy(first), await salesBy(second)], [0, 1]);

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(first);
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual([await salesBy(first), await salesBy(second)], [1, 1]);
});

test('a second tab leaves the lookups to the tab that scanned, and takes them over when that is closed', async () => {
  const { page: first, openSignedIn, isQuiet } = await visit();
  await openSignedIn(await createUser('cashier'), '/till');
  const second = await first.context().newPage();
  // However slow the machine is, the ten seconds of the first tab pass only when the test says so.
  await second.addInitScript(`{
    const { setTimeout } = globalThis;
    const held = [];
    globalThis.setTimeout = (work, ms, ...given) =>
      ms === 10_000 ? held.push(() => work(...given)) : setTimeout(work, ms, ...given);
    globalThis.passTenSeconds = () => held.splice(0).forEach((work) => work());
  }`);
  await second.goto(first.url());
  await second.getByText('Scan or search to start a sale').waitFor();
  const lookups = watchLookups(second);
  // The second tab would write its own result over what the first one scans meanwhile.
  await first.route('**/api/v1/lookup*', () => undefined);
  await scan(first, 'NOT-IN-THE-CATALOGUE');
  await scan(first, 'MUG');
  await linesOf(second).getByText('Mug', { exact: true }).waitFor();
  assert.deepEqual(lookups, []);
  await first.close();
  await second.evaluate('passTenSeconds()');
  await second.getByText('No product has the code “NOT-IN-THE-CATALOGUE”').waitFor();
  assert.equal(lookups.length, 1);
  await second.getByRole('button', { name: 'Clear cart' }).click();
  isQuiet();
});

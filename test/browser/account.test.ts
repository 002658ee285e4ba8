import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aSession, aShop, aStaffMember } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { openPalette, replaceText } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const changed = { ...owner, password: 'a better horse battery' };
const coffee = await aProduct(shop, { name: 'Coffee beans', price: 8, cost: 4 });
const manager = await aStaffMember(shop, 'manager');

test('signs the browser out when the session is ended elsewhere', async () => {
  const otherVisit = await visit();
  await otherVisit.openSignedIn(owner, '/products');
  await otherVisit.page.getByRole('link', { name: 'Coffee beans' }).waitFor();

  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn(owner);
  await page.getByRole('button', { name: 'Account of Olivia Owner' }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  const sessions = page.getByRole('list', { name: 'Where you are signed in' });
  await sessions.getByText('This device').waitFor();
  await inspect('an account screen');
  const others = sessions.getByRole('button', { name: /Sign out Chrome · Linux/ });
  const before = await sessions.getByRole('listitem').count();
  // The response is lost after the session has ended. The repeated request gets 404, which counts as success.
  let ends = 0;
  const pressed = Promise.withResolvers<void>();
  await page.route('**/api/v1/auth/sessions/*', async (route) => {
    ends += 1;
    if (ends > 1) return route.continue();
    await pressed.promise;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await others.first().click();
  const loading = page.locator('button[data-loading=true]');
  await others.first().and(loading).waitFor();
  const disabled = sessions.getByRole('button', { disabled: true });
  assert.deepEqual([await sessions.locator(loading).count(), await disabled.count()], [1, before - 1]);
  pressed.resolve();
  await page.getByText('The session has ended').waitFor();
  assert.equal(ends, 2);
  await sessions
    .getByRole('listitem')
    .nth(before - 1)
    .waitFor({ state: 'detached' });
  await otherVisit.page.goto(`${url}/sales`);
  await otherVisit.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  isQuiet(/404|ERR_CONNECTION_RESET/);
});

test('changes the password by keyboard only, and ends other sessions', async () => {
  const otherVisit = await visit();
  await otherVisit.signIn(owner);
  const { page, signIn, inspect, isQuiet } = await visit();
  const { keyboard } = page;
  await signIn(owner);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await openPalette(page);
  await keyboard.type('your acc');
  await page.getByRole('button', { name: /Your account/ }).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  const change = async (current: string, next: string) => {
    await replaceText(page, page.getByLabel(/^Current password/), current);
    await replaceText(page, page.getByLabel(/^New password/), next);
    await keyboard.press('Enter');
  };
  await change('not this one', changed.password);
  await page.getByText('is not your password').waitFor();
  assert.equal(await page.getByRole('main').getByRole('alert').count(), 0);
  await inspect('a wrong password');
  await change(owner.password, changed.password);
  await page.getByText('Password changed').waitFor();
  const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await sessions.nth(1).waitFor({ state: 'detached' });
  assert.equal(await sessions.count(), 1);
  await otherVisit.page.goto(`${url}/sales`);
  await otherVisit.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await otherVisit.signIn(changed);
  isQuiet(/422/);
});

test('shows users, changes and previous values in the audit log, with filters in the link', async () => {
  // The password change ended the earlier session.
  const ownerSession = await aSession(app, changed.email, changed.password);
  const customer = await aCustomer({ ...shop, owner: ownerSession }, { name: 'Siti Rahma' });
  await manager.patch(`/products/${coffee.id}`, { price: 8.9 });
  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn(changed);
  await ownerSession.patch('/merchant', { tax_mode: 'inclusive', tax_rate: 19, cashier_refund_limit: 50 });
  const sale = (
    await manager.post('/transactions', { items: [{ product_id: coffee.id, quantity: 1 }], payment_method: 'cash' })
  ).body.data;
  await manager.post(`/transactions/${sale.id}/void`, { reason: 'Rung up twice' });
  await page.goto(`${url}/settings/audit`);
  await page.getByRole('button', { name: 'Password changed' }).waitFor();
  await page.getByRole('button', { name: 'Staff member added' }).waitFor();
  await page.getByRole('row', { name: /Customer added Olivia Owner .* Siti Rahma/ }).waitFor();
  await inspect('the audit log');

  await page.getByRole('combobox', { name: 'User' }).click();
  await page.getByRole('option', { name: /A manager/ }).click();
  await page
    .getByRole('row', { name: /Product updated A manager .* Coffee beans Price: \$8\.90, was \$8\.00/ })
    .waitFor();
  await page.getByRole('button', { name: 'Password changed' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Product updated' }).click();
  const dialog = page.getByRole('dialog', { name: 'Product updated' });
  await dialog.getByRole('row', { name: 'Price $8.00 $8.90' }).waitFor();
  await inspect('a changed product');
  await dialog.getByRole('link', { name: 'Coffee beans' }).click();
  await page.getByRole('heading', { name: 'Coffee beans' }).waitFor();
  await page.goBack();

  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Voids and refunds' }).click();
  await page.getByRole('button', { name: 'Sale voided' }).click();
  await page.getByRole('dialog').getByRole('row', { name: 'Items 1 × Coffee beans' }).waitFor();
  await inspect('a voided sale in the audit log');
  await page.keyboard.press('Escape');
  const { searchParams } = new URL(page.url());
  assert.deepEqual([searchParams.get('kind'), searchParams.has('person')], ['sales', true]);
  await page.reload();
  await page.getByRole('row', { name: new RegExp(`Sale voided A manager .* ${sale.transaction_code}`) }).waitFor();
  assert.equal(await page.getByRole('row').count(), 2);

  await page.goto(`${url}/settings/audit?kind=shop&person=nobody&from=2026-02-30`);
  await page.getByRole('button', { name: 'Settings updated' }).first().click();
  assert.equal(new URL(page.url()).search, '?kind=shop');
  await page.getByRole('dialog').getByRole('row', { name: 'Taxes No tax Prices include tax' }).waitFor();
  await page.getByRole('dialog').getByRole('row', { name: 'Cashier refund limit – $50.00' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('From').first().fill('2031-01-01');
  await page.getByText('No results').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'Siti Rahma' }).click();
  await page.waitForURL(`${url}/customers/${customer.id}`);
  isQuiet();
});

test('changes the own name at once, and the e-mail address with the password', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  const { email } = (await manager.get('/auth/me')).body.data;
  const password = 'another long password';
  await openSignedIn({ email, password }, '/settings/account');
  const form = page.getByRole('form', { name: 'You' });
  await form.getByLabel('Name').fill('Mara Manager');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Account of Mara Manager' }).waitFor();
  assert.equal(await form.getByLabel('Your password').count(), 0);
  await form.getByLabel('E-mail').fill('mara@example.com');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sales' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Keep' }).click();
  await form.getByLabel('Your password').fill('not this one');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('is not your password').waitFor();
  await inspect('a wrong password for another address');
  await form.getByLabel('Your password').fill(password);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByLabel('Your password').waitFor({ state: 'detached' });
  assert.equal(await form.getByLabel('E-mail').inputValue(), 'mara@example.com');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sales' }).click();
  await page.getByRole('heading', { name: 'Sales', level: 1 }).waitFor();
  isQuiet(/422/);
  const again = await visit();
  await again.signIn({ email: 'mara@example.com', password });
  await again.page.getByRole('button', { name: 'Account of Mara Manager' }).waitFor();
  assert.equal((await manager.put('/auth/me', { name: 'A manager' })).status, 200);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const cashier = { email: 'cass@example.com', password: 'another long password' };
const coffee = await aProduct(shop, { name: 'Coffee beans', sku: 'COF-250', price: 10, cost: 4.44, stock: 40 });
await shop.owner.post('/branches', { name: 'Harbour' });

const staff = async () => (await shop.owner.get('/staff?limit=100')).body.data;

test('invites, limits, promotes, removes and invites again a staff member', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/staff');
  await page.getByRole('row', { name: /See the audit trail Yes No No No No/ }).waitFor();
  await inspect('the staff');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Cass Till');
  await dialog.getByLabel('E-mail').fill(owner.email);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByText('already a member').waitFor();
  await dialog.getByLabel('E-mail').fill(cashier.email);
  await dialog.getByRole('combobox', { name: 'Branches' }).click();
  await page.getByRole('option', { name: 'Harbour' }).click();
  await page.keyboard.press('Escape');
  await inspect('the form to invite staff');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const link = await dialog.getByLabel('Invitation link for Cass Till').inputValue();
  await inspect('the link of an invitation');
  await page.mouse.click(5, 5);
  assert.ok(await dialog.isVisible(), 'a click beside it does not close what is shown once');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Cass Till cass@example.com/ });
  await row.getByRole('cell', { name: 'Harbour', exact: true }).waitFor();

  await row.getByText('Invited', { exact: true }).waitFor();

  const memberVisit = await visit();
  const { page: memberPage } = memberVisit;
  await memberPage.goto(link);
  await memberPage.getByRole('heading', { name: /^Join / }).waitFor();
  await memberVisit.inspect('an invitation');
  await waitForFocus(memberPage, memberPage.getByLabel(/^Choose a password/));
  await memberPage.keyboard.type(cashier.password);
  let acceptances = 0;
  memberPage.on('request', (request) => {
    if (request.url().endsWith('/auth/invitations/accept')) acceptances += 1;
  });
  await memberPage.getByRole('button', { name: 'Join' }).dblclick();
  await memberPage.getByRole('link', { name: 'Settings' }).waitFor();
  assert.equal(acceptances, 1);
  await memberPage.goto(link);
  await memberPage.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
  await memberPage.getByRole('link', { name: 'Sign in' }).waitFor();
  await page.reload();
  await row.getByText('Active', { exact: true }).waitFor();
  await memberPage.goto(`${url}/products/${coffee.id}`);
  await memberPage.getByRole('heading', { name: 'Coffee beans' }).waitFor();
  assert.equal(await memberPage.getByText('4.44').count(), 0);
  await memberPage.getByRole('link', { name: 'Settings' }).click();
  await memberPage.getByText('Only the owner can change these settings.').waitFor();
  await memberVisit.inspect('the shop, for a cashier');
  for (const hidden of ['Staff', 'Audit trail', 'Webhooks', 'Background jobs'])
    assert.equal(await memberPage.getByRole('link', { name: hidden }).count(), 0, hidden);
  await memberPage.getByRole('link', { name: 'Locations' }).click();
  await memberPage.getByRole('heading', { name: 'Harbour' }).waitFor();
  for (const section of ['shop', 'places']) {
    await memberPage.goto(`${url}/settings/${section}`);
    await memberPage.getByRole('heading', { level: 2 }).first().waitFor();
    assert.equal(await memberPage.getByRole('button', { name: /Save|Edit|New/ }).count(), 0);
  }
  await memberPage.goto(`${url}/settings/audit`);
  await memberPage.getByRole('alert').getByText('does not allow this').waitFor();

  await page.getByRole('button', { name: 'Edit Cass Till' }).click();
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Stock clerk' }).click();
  await inspect('the form for a staff member');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByRole('cell', { name: 'Stock clerk', exact: true }).waitFor();
  const clerk = (await staff()).find(({ email }: { email: string }) => email === cashier.email);
  assert.deepEqual([clerk.role, clerk.branch_ids.length], ['stock_clerk', 1]);
  // The page notices the new role when a request is rejected.
  await memberPage.getByRole('link', { name: 'Sales' }).click();
  await memberPage.getByRole('link', { name: 'Till' }).waitFor({ state: 'hidden' });
  await memberPage.getByRole('link', { name: 'Products' }).click();
  await memberPage.getByRole('link', { name: 'Coffee beans' }).click();
  await memberPage.getByText('4.44').first().waitFor();

  await page.getByRole('button', { name: 'Deactivate Cass Till' }).click();
  await inspect('the confirmation before a deactivation');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await row.getByText('Inactive', { exact: true }).waitFor();
  await memberPage.getByRole('link', { name: 'Stock' }).click();
  await memberPage.getByRole('alert').getByText('You no longer have access').waitFor();
  await memberVisit.inspect('a user with ended access');
  const secondVisit = await visit();
  await secondVisit.page.goto(`${url}/sign-in`);
  await secondVisit.page.getByLabel('E-mail').fill(cashier.email);
  await secondVisit.page.getByLabel(/^Password/).fill(cashier.password);
  await secondVisit.page.getByRole('button', { name: 'Sign in' }).click();
  await secondVisit.page.getByRole('alert').getByText('You no longer have access').waitFor();
  assert.equal(await secondVisit.page.getByRole('link').count(), 0);
  await secondVisit.page.getByRole('button', { name: 'Sign out' }).click();
  await secondVisit.page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.getByRole('button', { name: 'Reactivate Cass Till' }).click();
  await row.getByText('Active', { exact: true }).waitFor();
  isQuiet(/422/);
});

test('protects the last owner, and all owners from managers', async () => {
  await addMember(shop.owner, app.anonymous, {
    email: 'mona@example.com',
    password: cashier.password,
    name: 'Mona',
    role: 'manager',
  });
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/staff');
  await page.getByRole('button', { name: 'Deactivate Olivia Owner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This is your own access').waitFor();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await dialog.getByRole('alert').getByText('A shop needs an owner').waitFor();
  await inspect('the last owner cannot be removed');
  const memberVisit = await visit();
  await memberVisit.openSignedIn({ email: 'mona@example.com', password: cashier.password }, '/settings/staff');
  await memberVisit.page.getByRole('button', { name: 'Edit Cass Till' }).waitFor();
  assert.equal(await memberVisit.page.getByRole('button', { name: 'Edit Olivia Owner' }).count(), 0);
  await memberVisit.page.getByRole('button', { name: 'Edit Mona' }).click();
  await memberVisit.page.getByRole('combobox', { name: 'Role' }).click();
  await memberVisit.page.getByRole('option', { name: 'Viewer' }).waitFor();
  assert.equal(await memberVisit.page.getByRole('option', { name: 'Owner' }).count(), 0);
  isQuiet(/422/);
  memberVisit.isQuiet();
});

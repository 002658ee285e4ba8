import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { askFor } from '../approvals.ts';
import { aProduct, aSession, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const password = 'another long password';
const mia = { email: 'mia@example.com', password };
const cass = { email: 'cass@example.com', password };
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8.2, stock: 100 });
await addMember(shop.owner, app.anonymous, { ...mia, name: 'Mia', role: 'manager' });
await addMember(shop.owner, app.anonymous, { ...cass, name: 'Cass', role: 'cashier' });
const manager = await aSession(app, mia.email, mia.password);
const cashier = await aSession(app, cass.email, cass.password);
const items = [{ product_id: mug.id, quantity: 5 }];
const { id, transaction_code } = (await shop.owner.post('/transactions', { items, payment_method: 'cash' })).body.data;

const requestRefund = (requester: typeof cashier, amount: number) =>
  askFor(requester, { action: 'refund', path: `/transactions/${id}/refund`, body: { amount } });
const approvalOf = async (approval_id: string) => (await shop.owner.get(`/approvals/${approval_id}`)).body.data;

/** Counts the tones that a page plays. */
async function countTones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`{
    globalThis.tonesPlayed = 0;
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function count(...times) {
      globalThis.tonesPlayed += 1;
      start.apply(this, times);
    };
  }`);
  return () => page.evaluate('globalThis.tonesPlayed');
}

/** The refund of an amount, among what is requested on the page. */
const requestOn = (page: Page, amount: number) =>
  page.getByRole('listitem', { name: `Refund of ${amount} on ${transaction_code}` });

test('a manager approves and denies, and sees what others have decided meanwhile', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  const [first, second] = [await requestRefund(cashier, 5), await requestRefund(cashier, 3)];
  const own = await requestRefund(manager, 2);
  await openSignedIn(mia, '/approvals');
  // Their own request is not counted, because another person decides it.
  await page.getByRole('link', { name: 'Approvals 2' }).waitFor();
  await requestOn(page, 5)
    .getByText(/^Requested by Cass, /)
    .waitFor();
  await requestOn(page, 5)
    .getByText(/^Expires in (10|9) minutes$/)
    .waitFor();
  await requestOn(page, 2).getByText('Pending', { exact: true }).waitFor();
  assert.equal(await requestOn(page, 2).getByRole('button').count(), 0);
  await inspect('pending approvals');

  await requestOn(page, 5).getByRole('button', { name: 'Approve' }).click();
  await requestOn(page, 5).getByText('Approved by Mia').waitFor();
  assert.equal(await requestOn(page, 5).getByRole('button').count(), 0);
  await page.getByRole('link', { name: 'Approvals 1' }).waitFor();
  await requestOn(page, 3).getByRole('button', { name: 'Deny' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deny' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Exchange it');
  await inspect('the denial of an approval');
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await requestOn(page, 3).getByText('Denied by Mia: Exchange it').waitFor();
  await page.getByRole('link', { name: 'Approvals', exact: true }).waitFor();
  await inspect('decided approvals');
  const states = await Promise.all([first, second, own].map(approvalOf));
  assert.deepEqual(
    states.map(({ state, decided_by_name, reason }) => [state, decided_by_name, reason]),
    [
      ['approved', 'Mia', null],
      ['denied', 'Mia', 'Exchange it'],
      ['pending', null, null],
    ],
  );

  // Another person decides first, and the page does not know yet.
  const third = await requestRefund(cashier, 7);
  await requestOn(page, 7).getByRole('button', { name: 'Approve' }).waitFor();
  const known = Promise.withResolvers<void>();
  await page.route(/\/approvals\?/, async (route) => {
    await known.promise;
    await route.continue();
  });
  assert.equal((await shop.owner.post(`/approvals/${third}/deny`, {})).status, 200);
  await requestOn(page, 7).getByRole('button', { name: 'Approve' }).click();
  await requestOn(page, 7).getByRole('alert').waitFor();
  known.resolve();
  await requestOn(page, 7).getByText('Denied by Olivia Owner').waitFor();
  assert.equal(await requestOn(page, 7).getByRole('alert').count(), 0);
  await page.unroute(/\/approvals\?/);

  const table = page.getByRole('table', { name: 'All approvals' });
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Approved' }).click();
  await page.waitForURL(/state=approved/);
  await table.getByText(`Refund of 3 on ${transaction_code}`).waitFor({ state: 'detached' });
  await table.getByText(`Refund of 5 on ${transaction_code}`).waitFor();
  await page.getByRole('switch', { name: 'Only my requests' }).check({ force: true });
  await page.getByText('No results').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await table.getByText(`Refund of 3 on ${transaction_code}`).waitFor();
  isQuiet(/409|422/);
});

test('a cashier sees only what they requested, without buttons, and that it has expired', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit({ width: 390 });
  await shop.owner.put('/merchant', { approval_minutes: 1 });
  await requestRefund(cashier, 4);
  await requestRefund(manager, 6);
  await openSignedIn(cass, '/approvals');
  await requestOn(page, 4).getByText('Pending', { exact: true }).waitFor();
  assert.equal(await requestOn(page, 6).count(), 0);
  assert.equal(await page.getByRole('table').getByText(`Refund of 6 on ${transaction_code}`).count(), 0);
  for (const name of ['Approve', 'Deny']) assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  await inspect('the approvals of a cashier');
  app.clock.set(new Date(Date.now() + 61_000).toISOString());
  await requestOn(page, 4).getByText('Expired before it was used').waitFor();
  app.clock.set(new Date().toISOString());
  isQuiet();
});

test('an owner says which refunds need an approval, and changes no other rule', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  const others = [
    { action: 'write_off', above_amount: 5, above_percent: null, above_quantity: null, exempt_roles: ['owner'] },
    { action: 'discount', above_amount: null, above_percent: 20, above_quantity: null, exempt_roles: [] },
  ];
  await shop.owner.patch('/merchant', { approval_rules: others });
  await openSignedIn({ email: 'owner1@example.com', password: 'correct horse battery' }, '/settings/shop');
  const form = page.getByRole('form', { name: 'Approvals' });
  const refund = form.getByRole('group', { name: 'Refund', exact: true });
  await refund.getByLabel('Refund', { exact: true }).check({ force: true });
  await refund.getByLabel('Above amount (EUR)').fill('7.50');
  await refund.getByLabel('Cashier', { exact: true }).check();
  await refund.getByLabel('Manager', { exact: true }).uncheck();
  await form.getByLabel('Minutes until an approval expires').fill('15');
  await inspect('the rules for approvals');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  const { approval_rules, approval_minutes } = (await shop.owner.get('/merchant')).body.data;
  const rule = { action: 'refund', above_amount: 7.5, above_percent: null, above_quantity: null };
  assert.deepEqual(approval_rules, [...others, { ...rule, exempt_roles: ['owner', 'cashier'] }]);
  assert.equal(approval_minutes, 15);
  await refund.getByLabel('Refund', { exact: true }).press('Space');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  assert.equal((await saved).status(), 200);
  assert.deepEqual((await shop.owner.get('/merchant')).body.data.approval_rules, others);
  isQuiet();
});

test('the page rings once for each request of another person, unless that is turned off', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const tones = await countTones(page);
  await requestRefund(cashier, 0.1);
  await openSignedIn(mia, '/approvals');
  await requestOn(page, 0.1).waitFor();
  await page.getByRole('heading', { name: 'Approvals', exact: true }).click();
  assert.equal(await tones(), 0);
  await requestRefund(cashier, 0.2);
  await requestOn(page, 0.2).waitFor();
  await until(async () => (await tones()) === 2);
  await requestRefund(manager, 0.3);
  await requestOn(page, 0.3).waitFor();
  const isOn = page.getByRole('switch', { name: 'Play a sound here when a request arrives' });
  await isOn.uncheck();
  await requestRefund(cashier, 0.4);
  await requestOn(page, 0.4).waitFor();
  await page.reload();
  await requestOn(page, 0.4).waitFor();
  assert.equal(await isOn.isChecked(), false);
  await isOn.check();
  await until(async () => (await tones()) === 2);
  isQuiet();
});

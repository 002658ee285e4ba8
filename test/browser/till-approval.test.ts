import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { choosePin } from '../pins.ts';
import { aProduct, aSession, aShop, aStaffMember } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';
import { chargeButton, linesOf, scan } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const cass = { email: 'cass@example.com', password: 'another long password' };
await addMember(shop.owner, app.anonymous, { ...cass, name: 'Cass', role: 'cashier' });
const manager = await aStaffMember(shop, 'manager');
await choosePin(manager, '5937');
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 10, stock: 100 });
const ruled = await shop.owner.put('/merchant', {
  approval_rules: [{ action: 'discount', above_percent: 20 }, { action: 'price_override' }],
});
assert.equal(ruled.status, 200, ruled.text);
const cashier = await aSession(app, cass.email, cass.password);

const asked = (page: Page) => page.getByRole('dialog', { name: 'Approval needed' });
const press = (page: Page, name: string) => asked(page).getByRole('button', { name, exact: true }).click();
const askElsewhere = async (page: Page) => {
  await press(page, 'Approve on another device');
  await asked(page)
    .getByText(/^Waiting for an approval/)
    .waitFor();
};
const approveByPin = async (page: Page) => {
  await asked(page)
    .getByLabel(/^PIN of the person who approves/)
    .fill('5937');
  await press(page, 'Approve');
};
const newest = async () => (await manager.get('/approvals')).body.data[0];
const decide = async (how: 'approve' | 'deny', body: object) => {
  const answer = await manager.post(`/approvals/${(await newest()).id}/${how}`, body);
  assert.equal(answer.status, 200, answer.text);
};
/** Total and status of the sales, the newest first. */
const sales = async () =>
  (await shop.owner.get('/transactions?sort=-created_at')).body.data.map(
    ({ total_amount, status }: Record<string, unknown>) => [total_amount, status],
  );

async function discountMug(page: Page, percent: string): Promise<void> {
  await page.getByRole('button', { name: 'Discount on Mug' }).click();
  await page.getByText('%', { exact: true }).last().click();
  await page.getByRole('textbox', { name: 'Discount on Mug' }).fill(percent);
  await page.keyboard.press('Enter');
}

test('a cashier sells with a discount above the rule, once, after denial, cancelling and a reload', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(cass, '/till');
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await discountMug(page, '30');
  await page.getByLabel('Cash received').fill('20');
  await chargeButton(page).click();
  await asked(page)
    .getByText(/^Discount of 3 on a sale of 7/)
    .waitFor();
  await inspect('a sale that needs an approval');
  assert.deepEqual(await sales(), []);

  // Cancelled: the cart and what was received stay.
  await press(page, 'Cancel');
  await asked(page).waitFor({ state: 'detached' });
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Cash received').inputValue(), '20.00');
  assert.equal(await page.getByRole('alert').count(), 0);

  await chargeButton(page).click();
  await askElsewhere(page);
  await decide('deny', { reason: 'Only for members' });
  await asked(page).getByText('A manager denied this: Only for members').waitFor();
  await page.keyboard.press('Escape');
  await asked(page).waitFor({ state: 'detached' });
  await page.getByRole('alert').getByText('A manager denied this: Only for members').waitFor();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.deepEqual(await sales(), []);

  // A reload asks about the approval that was requested, and for no other.
  await chargeButton(page).click();
  await askElsewhere(page);
  const { id } = await newest();
  await page.reload();
  await asked(page)
    .getByText(/^Discount of 3 on a sale of 7/)
    .waitFor();
  assert.equal((await newest()).id, id);
  assert.deepEqual(await sales(), []);
  await decide('approve', {});
  await page.getByText('Sold:').waitFor();
  await page.getByText('Change €13.00').first().waitFor();
  assert.deepEqual(await sales(), [[7, 'completed']]);
  assert.equal((await newest()).state, 'consumed');
  await page.reload();
  await page.getByRole('heading', { name: 'Till' }).waitFor();
  assert.equal(await linesOf(page).getByRole('listitem').count(), 0);
  assert.deepEqual(await sales(), [[7, 'completed']]);
  isQuiet(/403/);
});

test('an approval that expires returns the sale to the cart', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const before = await sales();
  await openSignedIn(cass, '/till');
  await scan(page, 'MUG');
  await discountMug(page, '50');
  await chargeButton(page).click();
  await askElsewhere(page);
  app.clock.set(new Date(Date.now() + 11 * 60_000).toISOString());
  await asked(page).getByText('This was not approved in time.').waitFor();
  app.clock.set(new Date().toISOString());
  await press(page, 'Cancel');
  await page.getByRole('alert').getByText('This was not approved in time.').waitFor();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.deepEqual(await sales(), before);
  await page.getByRole('button', { name: 'Clear cart' }).click();
  isQuiet(/403/);
});

/** Loses the first request of these that meets the condition: before it reaches the service, or only its response. */
async function loseOnce(page: Page, url: string, { after, method }: { after: boolean; method: string }) {
  let isLost = false;
  await page.route(url, async (route) => {
    const { 'approval-id': approval } = route.request().headers();
    const isMeant = route.request().method() === method && after === (approval !== undefined);
    if (isLost || !isMeant) return route.continue();
    isLost = true;
    if (after) await route.fetch();
    return route.abort('connectionreset');
  });
}

test('a cashier changes a price with the PIN of a manager, also if the first request is lost', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cass, '/till');
  await scan(page, 'MUG');
  await page.getByRole('button', { name: /^Price of Mug/ }).click();
  await page.getByRole('textbox', { name: 'Price for this sale' }).fill('9.50');
  await page.keyboard.press('Enter');
  await loseOnce(page, '**/api/v1/transactions', { after: false, method: 'POST' });
  await chargeButton(page).click();
  await asked(page)
    .getByText(/Mug at 9\.5 instead of 10/)
    .waitFor();
  await approveByPin(page);
  await page.getByText('Sold:').waitFor();
  assert.deepEqual((await sales())[0], [9.5, 'completed']);
  assert.deepEqual([(await newest()).action, (await newest()).state], ['price_override', 'consumed']);
  isQuiet(/403|ERR_CONNECTION_RESET/);
});

test('a parked sale is completed with the approval that its discount needs, also if a response is lost', async () => {
  const items = [{ product_id: (await shop.owner.get('/products?search=MUG')).body.data[0].id, quantity: 2 }];
  const parked = await cashier.post('/transactions', { items, status: 'pending', label: 'Table 4' });
  assert.equal(parked.status, 201, parked.text);
  const { page, openSignedIn, isQuiet } = await visit();
  const before = (await sales()).length;
  await openSignedIn(cass, '/till');
  await page.getByText('Table 4').click();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await discountMug(page, '25');
  await chargeButton(page).click();
  await asked(page)
    .getByText(/^Discount of 5 on /)
    .waitFor();
  // A reload returns to the cart, and nothing is sold or changed.
  await page.reload();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  const stored = async () => (await shop.owner.get(`/transactions/${parked.body.data.id}`)).body.data;
  assert.deepEqual([(await stored()).status, (await stored()).discount], ['pending', 0]);
  await loseOnce(page, '**/api/v1/transactions/*', { after: true, method: 'PUT' });
  await chargeButton(page).click();
  await askElsewhere(page);
  await decide('approve', {});
  await page.getByText('Sold:').waitFor();
  const { status, discount, total_amount } = await stored();
  assert.deepEqual([status, discount, total_amount, (await sales()).length], ['completed', 5, 15, before]);
  isQuiet(/403|ERR_CONNECTION_RESET/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { choosePin } from '../pins.ts';
import { aShift } from '../registers.ts';
import { aProduct, aSession, aShop, aStaffMember } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const cass = { email: 'cass@example.com', password: 'another long password' };
const stan = { email: 'stan@example.com', password: 'another long password' };
await addMember(shop.owner, app.anonymous, { ...cass, name: 'Cass', role: 'cashier' });
await addMember(shop.owner, app.anonymous, { ...stan, name: 'Stan', role: 'stock_clerk' });
const manager = await aStaffMember(shop, 'manager');
await choosePin(manager, '5937');
const cashier = await aSession(app, cass.email, cass.password);
await choosePin(cashier, '4821');
const product = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8, stock: 100 });
const rule = (action: string, above_amount: number) => ({ action, above_amount });
const ruled = await shop.owner.put('/merchant', {
  approval_rules: [
    rule('paid_out', 20),
    rule('refund', 10),
    rule('void', 10),
    { action: 'shift_variance' },
    { action: 'stock_adjustment', above_quantity: 5 },
  ],
});
assert.equal(ruled.status, 200, ruled.text);

const asked = (page: Page) => page.getByRole('dialog', { name: 'Approval needed' });
const press = async (page: Page, name: string) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();
const fill = (page: Page, name: string, text: string) =>
  page.getByRole('dialog').last().getByRole('textbox', { name, exact: true }).fill(text);
const approveByPin = async (page: Page, pin: string) => {
  await asked(page)
    .getByLabel(/^PIN of the person who approves/)
    .fill(pin);
  await press(page, 'Approve');
};
const approvals = async () => (await manager.get('/approvals')).body.data;
const movementsOf = async (id: string) => (await shop.owner.get(`/shifts/${id}/movements`)).body.data;

/** A sale of three mugs. */
async function aSale() {
  const sold = await cashier.post('/transactions', {
    items: [{ product_id: product.id, quantity: 3 }],
    payment_method: 'cash',
  });
  assert.equal(sold.status, 201, sold.text);
  return sold.body.data;
}
const theSale = async (id: string) => (await shop.owner.get(`/transactions/${id}`)).body.data;

test('a cashier pays out above the limit once, with the PIN of a manager', async () => {
  const { id } = await aShift(shop);
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(cass, `/shifts/${id}`);
  await page.getByRole('button', { name: 'Pay out', exact: true }).click();
  await fill(page, 'Amount', '20.01');
  await fill(page, 'Reason', 'Flowers');
  await press(page, 'Pay out');
  await asked(page)
    .getByText(/20\.01/)
    .waitFor();
  await inspect('a cash movement that needs an approval');
  assert.deepEqual(await movementsOf(id), []);

  await approveByPin(page, '7264');
  await asked(page).getByText('The PIN is wrong').waitFor();
  await approveByPin(page, '4821');
  await asked(page).getByText('Another person must decide what you requested').waitFor();
  assert.deepEqual(await movementsOf(id), []);
  // Esc closes this dialog only, and what was typed stays.
  await page.keyboard.press('Escape');
  await asked(page).waitFor({ state: 'detached' });
  const form = page.getByRole('dialog', { name: 'Pay out' });
  assert.equal(await form.getByRole('textbox', { name: 'Reason' }).inputValue(), 'Flowers');
  assert.equal(await form.getByRole('textbox', { name: 'Amount' }).inputValue(), '20.01');
  await press(page, 'Pay out');
  await asked(page).waitFor();
  await approveByPin(page, '5937');
  await form.waitFor({ state: 'detached' });
  await page.getByText('Flowers', { exact: true }).waitFor();
  assert.deepEqual(
    (await movementsOf(id)).map(({ type, amount, reason }: Record<string, unknown>) => [type, amount, reason]),
    [['paid_out', 20.01, 'Flowers']],
  );
  assert.deepEqual(
    (await approvals()).map(({ state }: Record<string, unknown>) => state),
    ['consumed', 'pending'],
  );
  isQuiet(/401|403/);
});

test('a refund waits, shows why it was denied, and is made once when another device approves it', async () => {
  const { id } = await aSale();
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(cass, `/sales/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await press(page, 'Select all items');
  await fill(page, 'Reason', 'Broken');
  await press(page, 'Refund');
  await asked(page)
    .getByText(/Refund of 24/)
    .waitFor();
  await press(page, 'Approve on another device');
  await asked(page)
    .getByText(/^Waiting for an approval/)
    .waitFor();
  await inspect('a refund that waits for an approval');
  const [first] = await approvals();
  const denied = await manager.post(`/approvals/${first.id}/deny`, { reason: 'Without a receipt' });
  assert.equal(denied.status, 200, denied.text);
  await asked(page).getByText('A manager denied this: Without a receipt').waitFor();
  await inspect('a denied approval');
  assert.equal((await theSale(id)).refunded_amount, 0);

  await press(page, 'Ask again');
  await press(page, 'Approve on another device');
  const [second] = await approvals();
  assert.notEqual(second.id, first.id);
  const approved = await manager.post(`/approvals/${second.id}/approve`, {});
  assert.equal(approved.status, 200, approved.text);
  await page.getByText('€24.00 refunded').first().waitFor();
  await asked(page).waitFor({ state: 'detached' });
  const { refunds, refunded_amount } = await theSale(id);
  assert.deepEqual([refunds.length, refunds[0].reason, refunded_amount], [1, 'Broken', 24]);
  isQuiet(/403/);
});

test('a cashier voids a sale with an approval, and not after cancelling', async () => {
  const { id } = await aSale();
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cass, `/sales/${id}`);
  await page.getByRole('button', { name: 'Void', exact: true }).click();
  await fill(page, 'Reason', 'Wrong table');
  await press(page, 'Void');
  await asked(page)
    .getByText(/^Void of/)
    .waitFor();
  await press(page, 'Cancel');
  await asked(page).waitFor({ state: 'detached' });
  assert.equal((await theSale(id)).status, 'completed');
  await press(page, 'Void');
  await asked(page)
    .getByText(/^Void of/)
    .waitFor();
  await approveByPin(page, '5937');
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  assert.equal((await theSale(id)).status, 'voided');
  isQuiet(/403/);
});

test('a shift with a variance is closed with an approval', async () => {
  const { id } = await aShift(shop);
  const counted = await shop.owner.post(`/shifts/${id}/count`, { counted: [{ method: 'cash', amount: 91 }] });
  assert.equal(counted.status, 200, counted.text);
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cass, `/shifts/${id}`);
  await page.getByRole('button', { name: 'Close shift', exact: true }).click();
  await fill(page, 'Note', 'A note is lost');
  await press(page, 'Close shift');
  await asked(page)
    .getByText(/with a variance; counted: cash 91$/)
    .waitFor();
  await approveByPin(page, '5937');
  await page.getByRole('heading', { name: /^Closure/ }).waitFor();
  await page.getByText('A note is lost').waitFor();
  isQuiet(/403/);
});

test('a stock clerk adjusts more than the limit with an approval', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const stockNow = async () => (await shop.owner.get(`/products/${product.id}`)).body.data.stock;
  const before = await stockNow();
  await openSignedIn(stan, '/stock');
  await page
    .getByRole('button', { name: /^Adjust/ })
    .first()
    .click();
  await fill(page, 'Counted quantity', String(before - 6));
  await press(page, 'Adjust');
  await asked(page).getByText(/Mug/).waitFor();
  assert.equal(await stockNow(), before);
  await approveByPin(page, '5937');
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  assert.equal(await stockNow(), before - 6);
  isQuiet(/403/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { linesOf, scan } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'CHF' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
await aProduct(shop, { name: 'Roll', sku: 'ROLL', price: 4.33, stock: 100 });
assert.equal((await shop.owner.put('/merchant', { cash_rounding: 0.05 })).status, 200);
const [branch] = (await shop.owner.get('/branches')).body.data;
const register = (await shop.owner.post('/registers', { name: 'Front', branch_id: branch.id })).body.data;
const opened = await shop.owner.post('/shifts', { register_id: register.id, counted_float: 50 });
assert.equal(opened.status, 201, opened.text);

/** Francs as the page shows them, with a space that does not break. */
const francs = (amount: string) => `CHF\u00a0${amount}`;
const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const scanRoll = async (page: Page) => {
  await scan(page, 'ROLL');
  await linesOf(page).getByText('Roll', { exact: true }).waitFor();
};
const charge = (page: Page, amount: string) => choose(page, `Charge ${francs(amount)}`);
const payPart = async (page: Page, method: string, amount: string) => {
  await choose(page, method);
  await choose(page, 'Split the payment');
  await page.getByLabel('Amount of this payment').fill(amount);
  await choose(page, 'Add this payment');
};
const lastSale = async () => {
  const [{ id }] = (await shop.owner.get('/transactions?limit=1&sort=-created_at')).body.data;
  return (await shop.owner.get(`/transactions/${id}`)).body.data;
};
const paid = async () => {
  const { total_amount, rounding, change, payments } = await lastSale();
  const parts = payments.map(({ method, amount }: { method: string; amount: number }) => `${method} ${amount}`);
  return [total_amount, rounding, change, ...parts];
};
/** The rows of the receipt that is printed. */
const receiptRows = async (page: Page) =>
  (await page.locator('.receipt tfoot tr').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
const openTill = async () => {
  const visited = await visit();
  await visited.openSignedIn(owner, '/till');
  await visited.page.getByRole('combobox', { name: 'Register' }).click();
  await visited.page.getByRole('option', { name: 'Front' }).click();
  await visited.page.getByRole('link', { name: /^Front: open since/ }).waitFor();
  return visited;
};

test('charges the rounded amount in cash, and the exact one by card', async () => {
  const { page, isQuiet } = await openTill();
  await scanRoll(page);
  await page.getByText(`To pay in cash: ${francs('4.35')}`).waitFor();
  await page.getByLabel('Cash received').fill('10');
  await page.getByText(`Change ${francs('5.65')}`).waitFor();
  await charge(page, '4.35');
  await page
    .getByRole('status')
    .getByText(`Change ${francs('5.65')}`)
    .waitFor();
  assert.deepEqual(await paid(), [4.33, 0.02, 5.65, 'cash 4.35']);
  assert.deepEqual(await receiptRows(page), [
    'TotalCHF 4.33',
    'Cash roundingCHF 0.02',
    'CashCHF 10.00',
    'ChangeCHF 5.65',
  ]);

  await scanRoll(page);
  await choose(page, 'Card');
  assert.equal(await page.getByText('To pay in cash').count(), 0);
  await charge(page, '4.33');
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(await paid(), [4.33, 0, 0, 'card 4.33']);
  assert.deepEqual(await receiptRows(page), ['TotalCHF 4.33', 'CardCHF 4.33']);
  isQuiet();
});

test('charges what the cash part of a split payment is rounded to', async () => {
  const { page, inspect, isQuiet } = await openTill();
  await scanRoll(page);
  await payPart(page, 'Card', '2');
  await choose(page, 'Cash');
  await page.getByText(`To pay in cash: ${francs('2.35')}`).waitFor();
  await page.getByLabel('Cash received').fill('5');
  await page.getByText(`Change ${francs('2.65')}`).waitFor();
  await inspect('a split payment with rounded cash');
  await charge(page, '4.35');
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(await paid(), [4.33, 0.02, 2.65, 'card 2', 'cash 2.35']);

  // Cash first, and the rest by card.
  await scanRoll(page);
  await payPart(page, 'Cash', '2.01');
  await choose(page, 'Card');
  await page.getByText(`To pay in cash: ${francs('2.00')}`).waitFor();
  await charge(page, '4.32');
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(await paid(), [4.33, -0.01, 0, 'cash 2', 'card 2.32']);

  // Cash in two parts is rounded once.
  await scanRoll(page);
  await payPart(page, 'Cash', '2.01');
  await page.getByText(`To pay in cash: ${francs('2.34')}`).waitFor();
  await page.getByLabel('Cash received').fill('2.34');
  await charge(page, '4.35');
  await page.getByText('Sold:').waitFor();
  assert.deepEqual((await paid()).slice(0, 3), [4.33, 0.02, 0]);
  isQuiet();
});

test('a refund shows what is paid out in cash, also on the receipt', async () => {
  const { page, inspect, isQuiet } = await openTill();
  await scanRoll(page);
  await charge(page, '4.35');
  await page.getByText('Sold:').waitFor();
  await page.getByRole('status').getByRole('link').click();
  await choose(page, 'Refund');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Select all items' }).click();
  const preview = dialog.getByRole('region', { name: 'Summary' });
  await preview.getByText(francs('4.35')).waitFor();
  await preview.getByText(francs('0.02')).waitFor();
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText(`${francs('4.35')} refunded`).waitFor();
  const refunds = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Refunds', exact: true }) });
  await refunds.getByText(francs('4.35')).waitFor();
  await refunds.getByText(`Cash rounding: ${francs('0.02')}`).waitFor();
  assert.deepEqual((await receiptRows(page)).slice(-2), ['Refunded-CHF 4.33', 'Cash rounding-CHF 0.02']);
  await inspect('a refund of rounded cash');
  isQuiet();
});

test('a shift with rounded cash is counted without a difference, and its closure shows the rounding', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, `/shifts/${opened.body.data.id}`);
  await page.getByRole('heading', { name: 'Shift 1 of Front' }).waitFor();
  await choose(page, 'Count the drawer');
  const dialog = page.getByRole('dialog');
  // 50 float, and 4.35, 2.35, 2.00 and 4.35 of the sales; a further one was paid back.
  for (const [value, count] of [
    ['50.00', '1'],
    ['10.00', '1'],
    ['2.00', '1'],
    ['1.00', '1'],
    ['0.05', '1'],
  ] as const)
    await dialog.getByRole('textbox', { name: francs(value), exact: true }).fill(count);
  await dialog.getByRole('button', { name: 'Save count', exact: true }).click();
  await page.getByText('No difference').first().waitFor();
  await choose(page, 'Close shift');
  await dialog.getByRole('button', { name: 'Close shift', exact: true }).click();
  await page.getByRole('heading', { name: 'Closure 1 of Front' }).waitFor();
  await page.getByText('No difference').first().waitFor();
  const sums = page.getByText('Cash rounding', { exact: true }).locator('xpath=..');
  await sums.getByText(francs('0.05')).waitFor();
  await inspect('a closure with rounded cash');
  const closure_id = page.url().split('/').at(-1);
  const { figures } = (await shop.owner.get(`/closures/${closure_id}`)).body.data;
  assert.deepEqual([figures.sales.amount, figures.refunds.amount, figures.rounding], [25.98, 4.33, 0.05]);
  isQuiet();
});

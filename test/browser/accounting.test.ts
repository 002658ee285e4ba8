import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aShift } from '../registers.ts';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };

/** A closure with a sale at 19 % in cash, and what was paid for windows. */
async function aClosure() {
  await shop.owner.put('/merchant', { tax_mode: 'inclusive', tax_rate: 19 });
  const book = await aProduct(shop, { name: 'Book', sku: 'BOOK', price: 11.9, stock: 10 });
  const shift = await aShift(shop);
  const items = [{ product_id: book.id, quantity: 10 }];
  const sale = { items, payment_method: 'cash', register_id: shift.register_id };
  assert.equal((await shop.owner.post('/transactions', sale)).status, 201);
  const paidOut = { type: 'paid_out', amount: 5, reason: 'Windows' };
  assert.equal((await shop.owner.post(`/shifts/${shift.id}/movements`, paidOut)).status, 201);
  const counted = [{ method: 'cash', amount: 214 }];
  assert.equal((await shop.owner.post(`/shifts/${shift.id}/count`, { counted })).status, 200);
  const { body, status, text } = await shop.owner.post(`/shifts/${shift.id}/close`, {});
  assert.equal(status, 200, text);
  return body.data as { id: string; business_day: string };
}

const closure = await aClosure();
const path = `/shifts/closures/${closure.id}`;

/** Chooses a format of the menu for the accountant. */
async function choose(page: Page, format: 'CSV' | 'DATEV') {
  await page.getByRole('button', { name: 'For the accountant' }).click();
  await page.getByRole('menuitem', { name: format, exact: true }).click();
}

async function download(page: Page, format: 'CSV' | 'DATEV') {
  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, format)]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Sets the accounts of this closure and the numbers for DATEV. */
async function fillAccounts(page: Page) {
  const rowOf = (name: string) => page.getByRole('group', { name, exact: true });
  const cash = page.getByRole('textbox', { name: 'Cash', exact: true });
  await cash.waitFor();
  assert.equal(await cash.getAttribute('placeholder'), 'cash');
  await cash.fill('1600');
  await page.getByRole('button', { name: 'Add revenue account' }).click();
  await rowOf('Revenue account 1').getByRole('textbox', { name: 'Rate', exact: true }).fill('19');
  await rowOf('Revenue account 1').getByRole('textbox', { name: 'Account', exact: true }).fill('8400');
  await page.getByRole('button', { name: 'Add tax account' }).click();
  await rowOf('Tax account 1').getByRole('textbox', { name: 'Rate', exact: true }).fill('19');
  await rowOf('Tax account 1').getByRole('textbox', { name: 'Account', exact: true }).fill('1776');
  await page.getByRole('textbox', { name: 'Paid out', exact: true }).fill('4900');
  await page.getByRole('textbox', { name: 'Over or short', exact: true }).fill('2150');
  await page.getByRole('switch', { name: 'Files for DATEV' }).check({ force: true });
  await page.getByLabel('Consultant number').fill('29098');
  await page.getByLabel('Client number').fill('55003');
  await page.getByRole('combobox', { name: 'First month of the fiscal year' }).click();
  await page.getByRole('option', { name: 'July' }).click();
  await page.getByRole('combobox', { name: 'Length of account numbers' }).click();
  await page.getByRole('option', { name: '5' }).click();
}

/** Opens the closure as a link does. */
async function openClosure(page: Page) {
  await page.evaluate(`history.pushState({}, '', '${path}')`);
  await page.getByRole('heading', { name: /^Closure 1 of/ }).waitFor();
}

test('downloads the postings of a closure as CSV, and for DATEV once the accounts are set', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, path);
  const csv = await download(page, 'CSV');
  assert.equal(csv.name, `postings-${closure.business_day}-1.csv`);
  const served = await shop.owner.get(`/closures/${closure.id}/postings/file?format=csv`);
  assert.equal(csv.bytes.toString(), served.text);
  assert.match(served.text, /,revenue:19,,100\.00,EUR,/);

  await choose(page, 'DATEV');
  const refusal = page.getByRole('alert');
  await refusal.waitFor();
  assert.deepEqual(await refusal.getByRole('listitem').allTextContents(), [
    'DATEV numbers: is not set',
    'Cash: needs an account of up to 8 digits',
    'Revenue at 19 %: needs an account of up to 8 digits',
    'Tax at 19 %: needs an account of up to 8 digits',
    'Paid out: needs an account of up to 8 digits',
  ]);
  await inspect('a closure without accounts for DATEV');

  await refusal.getByRole('link', { name: 'Go to the accounts' }).click();
  await fillAccounts(page);
  await inspect('the accounts');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  await openClosure(page);
  const datev = await download(page, 'DATEV');
  assert.equal(datev.name, `EXTF_Buchungsstapel-${closure.business_day}-1.csv`);
  const text = new TextDecoder('windows-1252').decode(datev.bytes);
  assert.match(text, /^"EXTF";700;.*;29098;55003;\d{4}0701;5;/);
  assert.match(text, /\n100,00;"S";"EUR";;;;1600;8400;/);
  assert.equal(await refusal.getByRole('listitem').count(), 0);
  isQuiet(/422/);
});

test('keeps the accounts, shows errors at their fields, and removes rows', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  const stored = async () => (await shop.owner.get('/accounting/accounts')).body.data;
  const methods = [{ method: 'cash', account: '1600' }];
  const revenue = [{ rate: 19, account: '8400' }];
  const datev = { consultant_number: 29_098, client_number: 55_003, fiscal_year_month: 7, account_length: 5 };
  const accounts = { methods, revenue, over_short: '2150', datev };
  assert.equal((await shop.owner.put('/accounting/accounts', accounts)).status, 200);
  const before = await stored();
  await openSignedIn(owner, '/settings/accounting');
  const rowOf = (name: string) => page.getByRole('group', { name, exact: true });
  await page.getByRole('textbox', { name: 'Cash', exact: true }).fill('a b');
  await page.getByRole('button', { name: 'Add revenue account' }).click();
  await rowOf('Revenue account 2').getByRole('textbox', { name: 'Rate', exact: true }).fill('19');
  await rowOf('Revenue account 2').getByRole('textbox', { name: 'Account', exact: true }).fill('8401');
  await page.getByRole('button', { name: 'Add revenue account' }).click();
  await rowOf('Revenue account 3').getByRole('textbox', { name: 'Rate', exact: true }).fill('7');
  await rowOf('Revenue account 3').getByRole('textbox', { name: 'Account', exact: true }).fill('8300');
  await page.getByLabel('Client number').fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('must be 1 to 20 letters, digits, dots or hyphens').waitFor();
  await page.getByText('must be at least 1', { exact: true }).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.getByRole('textbox', { name: 'Cash', exact: true }).fill('1000');
  await page.getByLabel('Client number').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await rowOf('Revenue account 2').getByText('is given twice').waitFor();
  await inspect('accounts with an error');
  assert.deepEqual(await stored(), before);

  await page.getByRole('button', { name: 'Remove revenue account 1' }).click();
  await rowOf('Revenue account 3').waitFor({ state: 'detached' });
  assert.equal(
    await page.getByText('is given twice').count(),
    0,
    'the third row is the second one now, without its error',
  );
  await page.getByLabel('Over or short').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  const { updated_at: _, ...after } = await stored();
  const { updated_at: __, ...kept } = before;
  assert.deepEqual(after, {
    ...kept,
    methods: [{ method: 'cash', account: '1000' }],
    revenue: [
      { rate: 19, category_id: null, account: '8401' },
      { rate: 7, category_id: null, account: '8300' },
    ],
    over_short: null,
    datev: { ...kept.datev, client_number: 7 },
  });
  isQuiet(/422/);
});

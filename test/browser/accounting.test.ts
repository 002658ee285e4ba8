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

test('downloads the postings of a closure as CSV, and for DATEV once the accounts are set', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, path);
  const csv = await download(page, 'CSV');
  assert.equal(csv.name, `postings-${closure.business_day}-1.csv`);
  const served = await shop.owner.get(`/closures/${closure.id}/postings?format=csv`);
  assert.equal(csv.bytes.toString(), served.text);
  assert.match(served.text, /,revenue:19,,100\.00,EUR,/);

  await choose(page, 'DATEV');
  const refusal = page.getByRole('alert');
  await refusal.waitFor();
  assert.deepEqual(await refusal.getByRole('listitem').allTextContents(), [
    'Numbers of DATEV: is not set',
    'Cash: needs an account of up to 8 digits',
    'Revenue at 19 %: needs an account of up to 8 digits',
    'Tax at 19 %: needs an account of up to 8 digits',
    'Paid out: needs an account of up to 8 digits',
  ]);
  await inspect('a closure without accounts for DATEV');
  isQuiet(/422/);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aShop, aWarehouse } from '../shop.ts';
import { openBackOffice } from './back-office.ts';

/** A person brings the files of another program. */
const { visit, app } = await openBackOffice();
const shop = await aShop(app);
await aWarehouse(shop, 'Harbour');
const main = (await shop.owner.get(`/warehouses/${shop.warehouse_id}`)).body.data.name as string;
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};

const rivalFile = (name: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: readFileSync(new URL(`../rival-files/${name}`, import.meta.url)),
});

/** Drops files on the field for the file, or on another part, as a browser does. Returns whether it would open them. */
const drop = (page: Page, files: readonly { name: string; content: string }[], part = '.import-file') =>
  page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    for (const { name, content } of ${JSON.stringify(files)}) dataTransfer.items.add(new File([content], name));
    const target = document.querySelector(${JSON.stringify(part)});
    const events = ['dragover', 'drop'].map((type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    return events.map((event) => target.dispatchEvent(event)).includes(true);
  })()`);

test('takes a file that is dropped, and one only', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/stock/import');
  await page.getByText('Or drop the file here.').waitFor();
  const [first, second] = [
    { name: 'first.csv', content: 'sku,name,price\nDROP-1,Dropped,3\n' },
    { name: 'second.csv', content: 'sku,name,price\nDROP-2,Dropped,3\n' },
  ];
  assert.equal(await drop(page, [first], 'h1'), false, 'a file that misses the field is not opened');
  await drop(page, [first, second]);
  await page.getByText('Import one file at a time.').waitFor();
  await inspect('an import to which two files were dropped');
  await drop(page, [first]);
  await page.getByText('1 new, 0 changed, 0 unchanged, 0 with errors').waitFor();
  assert.equal(await page.getByText('Import one file at a time.').count(), 0);
  await page.getByRole('row', { name: /DROP-1 Dropped/ }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/inventory/import', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('.import-file button:disabled').first().waitFor();
  assert.equal(await drop(page, [second]), false, 'nor while an import is under way');
  held.resolve();
  await page.getByText('1 row imported', { exact: true }).waitFor();
  isQuiet();
});

test('recognises a Square file, asks for the warehouse of each location, and imports it', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/stock/import');
  await page.locator('input[type=file]').setInputFiles(rivalFile('square-items.csv'));
  await page.getByText('This is an item file of Square.').waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Name', exact: true }).inputValue(), 'Item Name');
  await page.getByText('Example: Corner blend, 250 g').first().waitFor();
  assert.equal(await page.getByLabel('Stock of Harbour goes into').first().inputValue(), 'Harbour');
  await inspect('the columns of a file');
  await page.getByLabel('Stock of Main Street goes into').first().click();
  await page.getByRole('option', { name: main }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('11 new, 0 changed, 0 unchanged, 2 with errors').waitFor();
  await page.getByText('row 10: Price: is variable').waitFor();
  await page.getByRole('row', { name: /COF-HB-250 Corner blend, 250 g Coffee \$12\.50 32/ }).waitFor();
  await page.getByRole('button', { name: 'Import the valid rows' }).click();
  await page.getByText('9 rows imported', { exact: true }).waitFor();
  isQuiet();
});

test('reads an unknown file by the columns that a person chooses, and names a wrong choice', async () => {
  const { page, openSignedIn, isQuiet } = await visit({ width: 390 });
  await openSignedIn(owner, '/stock/import');
  const file = 'Sorte;Ladenpreis;Lager\nTasse;4,50;3\nTeller;x;2\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByText('We do not know this file.').waitFor();
  await page.getByText('New products need a name and a price.').waitFor();
  for (const [field, heading] of [
    ['Name', 'Sorte'],
    ['Price', 'Ladenpreis'],
    ['Stock', 'Lager'],
  ] as const) {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: heading }).click();
  }
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('1 new, 0 changed, 0 unchanged, 1 with errors').waitFor();
  await page.getByText('row 3: Ladenpreis: must be a number').waitFor();
  await page.getByRole('button', { name: 'Import the valid rows' }).click();
  await page.getByText('1 row imported', { exact: true }).waitFor();
  const { data } = (await shop.owner.get('/products?search=Tasse')).body;
  assert.deepEqual([data[0].price, data[0].stock, data[0].sku], [4.5, 3, 'tasse']);
  isQuiet();
});

test('undoes an import after a preview, and names what stays', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/stock/import');
  const file = 'sku,name,price\nUNDO-A,Undone,3\nUNDO-B,Kept,4\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'undo.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('2 rows imported', { exact: true }).waitFor();
  const { data } = (await shop.owner.get('/products?search=UNDO-B')).body;
  await shop.owner.put(`/products/${data[0].id}`, { price: 5 });
  await page.getByRole('button', { name: 'Undo the import of undo.csv' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 new record is removed').waitFor();
  await dialog.getByText('Kept (UNDO-B): was edited since: price').waitFor();
  assert.equal(await dialog.getByText(/^and \d+ more$/).count(), 0, 'everything is listed');
  await inspect('the preview of an undo');
  assert.equal((await shop.owner.get('/products?search=UNDO')).body.meta.total, 2);
  await dialog.getByRole('button', { name: 'Undo the import' }).click();
  await dialog.getByText('The import was undone.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Undone', { exact: true }).waitFor();
  assert.equal((await shop.owner.get('/products?search=UNDO')).body.meta.total, 1);
  isQuiet();
});

test('imports the customers of Square', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/customers');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.locator('input[type=file]').setInputFiles(rivalFile('square-customers.csv'));
  await page.getByText('Columns of the file').waitFor();
  await page.getByLabel('Country code').fill('+1');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('4 new, 0 changed, 0 unchanged, 1 with errors').waitFor();
  await page.getByRole('row', { name: /Grace Hopper grace@example\.com \+14155550178 0/ }).waitFor();
  await inspect('the preview of an import of customers');
  await page.getByRole('button', { name: 'Import the valid rows' }).click();
  await page.getByText('4 rows imported', { exact: true }).waitFor();
  await page.getByText('1 row skipped:').waitFor();
  assert.equal((await shop.owner.get('/customers')).body.meta.total, 4);
  isQuiet();
});

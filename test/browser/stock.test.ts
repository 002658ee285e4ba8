import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, aWarehouse } from '../shop.ts';
import { addMember } from '../staff.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { press, replaceText, typeInto, waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const storeRoom = await aWarehouse(shop, 'Store room');
const main = (await shop.owner.get(`/warehouses/${shop.warehouse_id}`)).body.data.name as string;
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
const coffee = await aProduct(shop, {
  name: 'Coffee beans',
  sku: 'COF',
  price: 8.2,
  cost: 3.1,
  stock: 12,
  min_stock: 5,
});
const tea = await aProduct(shop, { name: 'Green tea', sku: 'TEA', price: 4, cost: 1.5, stock: 40 });

const productOf = async ({ id }: { id: string }) => (await shop.owner.get(`/products/${id}`)).body.data;
const levelsOf = async ({ id }: { id: string }) => {
  const levels = (await shop.owner.get(`/inventory?product_id=${id}`)).body.data as {
    warehouse_id: string;
    stock: number;
  }[];
  return Object.fromEntries(levels.map(({ warehouse_id, stock }) => [warehouse_id, stock]));
};
const latestOf = async ({ id }: { id: string }) =>
  (await shop.owner.get(`/inventory/movements?product_id=${id}`)).body.data[0];

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('finds and edits a product with errors at the fields, adds a variant and a picture, and deactivates it', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  await page.getByRole('link', { name: 'Coffee beans' }).click();
  await page.getByRole('heading', { name: 'Coffee beans' }).waitFor();
  await page.getByText('Initial stock').waitFor();
  await inspect('the page of a product');

  const form = page.getByRole('form', { name: 'Details' });
  await form.getByLabel('SKU').fill('TEA');
  await page.getByRole('button', { name: 'Save' }).click();
  await form.getByText(/is already/i).waitFor();
  assert.equal(await form.getByLabel('SKU').getAttribute('aria-invalid'), 'true');
  await form.getByLabel('SKU').fill('COFFEE');
  await form.getByLabel('Price').fill('9.5');
  await form.getByLabel('Category').fill('Drinks');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Coffee beans saved').waitFor();
  const { sku, price, cost, category } = await productOf(coffee);
  assert.deepEqual([sku, price, cost, category], ['COFFEE', 9.5, 3.1, 'Drinks']);

  await page.getByRole('button', { name: 'New variant' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('1 kg');
  await dialog.getByLabel('SKU').fill('COFFEE-1K');
  await dialog.getByLabel('Price').fill('24');
  await dialog.getByLabel('Stock').fill('0');
  await inspect('the form for a variant');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: '1 kg COFFEE-1K $24.00 0' }).waitFor();

  const picture = { name: 'beans.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') };
  await page.locator('input[type=file]').setInputFiles({ ...picture, buffer: Buffer.from('no picture') });
  await page.getByRole('alert').getByText('must be a PNG, JPEG or WebP image').waitFor();
  await page.locator('input[type=file]').setInputFiles(picture);
  const shown = page.getByRole('img', { name: 'Coffee beans, image 1' });
  await shown.waitFor();
  await shown.scrollIntoViewIfNeeded();
  await until(() => shown.evaluate((picture) => (picture as unknown as { naturalWidth: number }).naturalWidth === 1));

  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('button', { name: 'Activate' }).waitFor();
  // The page shows the new status before the service has stored it.
  await until(async () => (await productOf(coffee)).status === 'inactive');
  const after = await productOf(coffee);
  assert.deepEqual([after.status, after.images.length, after.variants.length], ['inactive', 1, 1]);
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('button', { name: 'Deactivate' }).waitFor();
  await page.getByRole('link', { name: '1 kg' }).click();
  await page.getByRole('link', { name: 'Go to main product' }).waitFor();
  isQuiet(/422/);
});

test('asks before it deletes', async () => {
  const product = await aProduct(shop, { name: 'Old mug' });
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${product.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('You can undo it for a few seconds only').waitFor();
  await inspect('the confirmation before a product is deleted');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await shop.owner.get(`/products/${product.id}`)).status, 200);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alert').filter({ hasText: 'Old mug deleted' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row', { name: /Green tea/ }).waitFor();
  await page.getByRole('row', { name: /Old mug/ }).waitFor({ state: 'detached' });
  assert.equal((await shop.owner.get(`/products/${product.id}`)).status, 404);
  isQuiet();
});

test('adjusts stock by keyboard only, with a preview and the reason in the history', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${coffee.id}`);
  const adjust = page.getByRole('button', { name: `Adjust Coffee beans in ${main}` });
  await press(page, adjust);
  const dialog = page.getByRole('dialog', { name: 'Adjust Coffee beans' });
  await dialog.getByText(`${main} has 12 now.`).waitFor();
  await typeInto(page, dialog.getByLabel('Counted quantity'), '7');
  await dialog.getByText(`${main}: 12 now, 7 afterwards.`).waitFor();
  await inspect('the form that adjusts stock');
  await replaceText(page, dialog.getByLabel('Reason'), 'Five were wet');
  await page.keyboard.press('Enter');
  await page.getByText(`Coffee beans: now 7 in ${main}`).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(page, adjust);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Five were wet' })
    .filter({ hasText: '−5 Counted' })
    .getByText('7 left')
    .waitFor();
  const { type, quantity, reason } = await latestOf(coffee);
  assert.deepEqual([type, quantity, reason], ['adjustment', -5, 'Five were wet']);
  isQuiet();
});

test('transfers stock, at most the available quantity, and shows both levels', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/stock');
  await page.getByRole('row', { name: /Green tea TEA/ }).waitFor();
  await inspect('the levels of stock');
  const firstCells = () => page.getByRole('row').nth(1).textContent();
  for (const [title, first, address] of [
    ['Name', 'Green tea', '?sort=-product_name'],
    ['SKU', 'Coffee beans', '?sort=sku'],
    ['SKU', 'Green tea', '?sort=-sku'],
    ['Name', 'Coffee beans', '?sort=product_name'],
  ] as const) {
    await page.getByRole('columnheader', { name: title }).getByRole('button').click();
    await until(async () => (await firstCells())?.includes(first) === true);
    assert.equal(new URL(page.url()).search, address);
  }
  await page.reload();
  await page
    .getByRole('columnheader', { name: 'Name', exact: true })
    .and(page.locator('[aria-sort="ascending"]'))
    .waitFor();
  await page.getByRole('button', { name: `Transfer Green tea from ${main}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer Green tea' });
  await dialog.getByText(`From ${main}: 40 available.`).waitFor();
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('41');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await dialog.getByText('only 40 available').waitFor();
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('15');
  await dialog.getByText(`${main}: 40 now, 25 afterwards.`).waitFor();
  await dialog.getByText('Store room: 0 now, 15 afterwards.').waitFor();
  await inspect('the form that transfers stock');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await page.getByRole('row', { name: /Green tea TEA Store room 15/ }).waitFor();
  assert.deepEqual(await levelsOf(tea), { [shop.warehouse_id]: 25, [storeRoom]: 15 });

  await page.getByRole('combobox', { name: 'Warehouse' }).click();
  await page.getByRole('option', { name: 'Store room' }).click();
  await page.getByRole('row', { name: /Coffee beans COFFEE/ }).waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, `?warehouse=${storeRoom}&sort=product_name`);
  await page.getByRole('switch', { name: 'Low stock only' }).click();
  await page.getByText('No low stock here.').waitFor();
  isQuiet(/422/);
});

test('filters movements by product, type and day, also from a sale', async () => {
  const sale = { items: [{ product_id: tea.id, quantity: 2 }], payment_method: 'cash' };
  const { transaction_code } = (await shop.owner.post('/transactions', sale)).body.data;
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/stock/movements');
  await page.getByRole('row', { name: /Coffee beans Counted −5 7 .*Five were wet.* Olivia Owner/ }).waitFor();
  await page.getByRole('combobox', { name: 'Product' }).fill('tea');
  await page.getByRole('option', { name: 'Green tea' }).click();
  await page
    .getByRole('row', { name: /Coffee beans/ })
    .first()
    .waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Green tea Transfer out −15 25/ }).waitFor();
  await inspect('the movements');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Sold' }).click();
  await page.getByRole('row', { name: /Transfer out/ }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: `Sale ${transaction_code}` }).waitFor();
  await page.getByLabel('From').fill('2030-01-01');
  await page.getByText('No results.').waitFor();
  assert.equal(new URL(page.url()).search, `?product=${tea.id}&type=sale&from=2030-01-01`);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('row', { name: /Green tea Transfer out −15 25/ }).waitFor();
  assert.equal(new URL(page.url()).search, '');
  assert.equal(await page.getByLabel('From').inputValue(), '');
  await page.getByRole('link', { name: `Sale ${transaction_code}` }).click();
  await page.getByRole('row', { name: new RegExp(transaction_code) }).waitFor();
  isQuiet();
});

test('previews a file before the import, names wrong rows, and imports an export', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/stock');
  await page.getByRole('link', { name: 'Import' }).click();
  const file = page.locator('input[type=file]');
  const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await file.setInputFiles(csv('wrong.csv', 'sku,name,price,stock\nFIG,Figs,3,8\nDATE,Dates,cheap,1\n'));
  await page.getByText('1 row has an error and would be skipped').waitFor();
  await page.getByText(/row 3/i).waitFor();
  await page.getByRole('row', { name: /FIG Figs/ }).waitFor();
  const more = page.getByText(/^and \d+ more$/);
  assert.equal(await more.count(), 0, 'every error is shown');
  await inspect('the preview of an import');
  const wrongRows = Array.from({ length: 200 }, (_, at) => `D${at},Date ${at},cheap,1`);
  await file.setInputFiles(csv('many.csv', `sku,name,price,stock\n${wrongRows.join('\n')}\n`));
  await page.getByText('200 rows have errors and would be skipped').waitFor();
  await more.waitFor();
  await file.setInputFiles(csv('wrong.csv', 'sku,name,price,stock\nFIG,Figs,3,8\nDATE,Dates,cheap,1\n'));
  await page.getByRole('row', { name: /FIG Figs/ }).waitFor();
  const countOf = async (search: string) => (await shop.owner.get(`/products?search=${search}`)).body.meta.total;
  assert.equal(await countOf('FIG'), 0);
  await page.getByRole('button', { name: 'Import the valid rows' }).click();
  await page.getByText('1 row imported', { exact: true }).waitFor();
  await page.getByText('1 row skipped:').waitFor();
  await page.getByText('1 of 2 rows imported, 1 skipped').waitFor();
  await page.getByText('Why rows were skipped').click();
  await inspect('the outcome of an import');
  assert.deepEqual([await countOf('FIG'), await countOf('DATE')], [1, 0]);

  await file.setInputFiles(csv('right.csv', 'sku,name,price,stock\nDATE,Dates,5,20\nFIG,Figs,3,9\n'));
  await page.getByText('All rows are valid. Nothing has changed yet.').waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('2 rows imported', { exact: true }).waitFor();
  await page.getByText('2 of 2 rows imported, 0 skipped').waitFor();
  assert.equal(await page.getByText(/rows? skipped:/).count(), 0);
  assert.equal(await page.getByText('Why rows were skipped').count(), 1, 'of the first import only');
  const figs = (await shop.owner.get('/products?search=FIG')).body.data[0];
  const { type, quantity, balance } = await latestOf(figs);
  assert.deepEqual([type, quantity, balance], ['import', 1, 9]);

  await page.goto(`${url}/stock`);
  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /^inventory-\d{4}-\d{2}-\d{2}\.csv$/);
  await page.goto(`${url}/stock/import`);
  await file.setInputFiles(await download.path());
  await page.getByText('All rows are valid.').waitFor();
  await file.setInputFiles(csv('empty.csv', ''));
  await page.getByText('All rows are valid.').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: 'Import', exact: true }).count(), 0);
  isQuiet(/422/);
});

test('shows a cashier stock without costs or changes', async () => {
  const person = { email: 'cas@example.com', password: 'another long password' };
  await addMember(shop.owner, app.anonymous, { ...person, name: 'Cas', role: 'cashier' });
  const { page, openSignedIn, inspect, isQuiet } = await visit({ width: 390 });
  await openSignedIn(person, `/products/${tea.id}`);
  await page.getByText('Transfer out').waitFor();
  await page.getByRole('row', { name: /Price \$4\.00/ }).waitFor();
  assert.equal(await page.getByText(/cost|1\.50/i).count(), 0);
  for (const name of [/Save/, /Delete/, /Deactivate/, /Adjust/, /Transfer/, /New variant/, /Add image/])
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name));
  await inspect('the page of a product, for a cashier');
  await page.goto(`${url}/stock/import`);
  await page.getByRole('heading', { name: 'Stock', exact: true }).waitFor();
  await page
    .getByRole('row', { name: /Green tea/ })
    .first()
    .waitFor();
  assert.equal(await page.getByRole('button', { name: /Adjust|Transfer/ }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Import' }).count(), 0);
  isQuiet();
});

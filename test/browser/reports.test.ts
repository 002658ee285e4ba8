import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { failStorage, replaceStorage, startExports } from '../exports.ts';
import { readPdf } from '../pdf.ts';
import { aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';

const { app, visit, url } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR', timezone: 'Asia/Jakarta' });
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
const coffee = await aProduct(shop, { name: 'Coffee', sku: 'COF', price: 8.2, cost: 4.1, stock: 56, min_stock: 48 });
const exports = await startExports(app);
after(() => exports.stop());
const day_ms = 86_400_000;

const dayOf = (ms: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jakarta' }).format(ms);

async function sell(quantity: number, method: string, ago_ms = 0): Promise<void> {
  const occurred_at = new Date(Date.now() - ago_ms).toISOString();
  const answer = await shop.owner.post('/transactions', {
    items: [{ product_id: coffee.id, quantity }],
    payment_method: method,
    occurred_at,
  });
  assert.equal(answer.status, 201, answer.text);
}

async function addStaff(role: string): Promise<{ email: string; password: string }> {
  const person = { email: `${role}@shop.example`, password: 'the first password', name: `A ${role}` };
  await addMember(shop.owner, app.anonymous, { ...person, role });
  return person;
}

test('compares today with the same weekday by this time, and shows a new sale by itself', async () => {
  // A sale a week before is compared, another one a minute later in the day is not.
  await sell(1, 'cash', 7 * day_ms + 61_000);
  await sell(5, 'cash', 7 * day_ms - 30_000);
  await sell(1, 'card', day_ms);
  await sell(2, 'cash');
  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn(owner);
  await page.getByText('€16.40').first().waitFor();
  await page.getByText('+100%').first().waitFor();
  const weekday = (ago_ms: number) =>
    new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'Asia/Jakarta' }).format(Date.now() - ago_ms);
  await page.getByText(`vs last ${weekday(0)} by this time`).waitFor();
  await page.getByText('Previous: €8.20').first().waitFor();
  await page.getByText(`Yesterday, ${weekday(day_ms)}: €8.20. 1 product is low.`).waitFor();
  await page.getByRole('link', { name: '1 product to reorder' }).waitFor();
  await page.getByText('Live').waitFor();
  await inspect('the dashboard');
  await sell(1, 'card');
  await page.getByText('€24.60').first().waitFor();
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Yesterday').click();
  await page.getByText('€8.20').first().waitFor();
  assert.equal(new URL(page.url()).search, '?period=yesterday');
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Custom').click();
  const [yesterday = '', today = ''] = [day_ms, 0].map((ago) => dayOf(Date.now() - ago));
  assert.equal(new URL(page.url()).search, `?from=${yesterday}&to=${yesterday}`);
  await page.getByLabel('To', { exact: true }).fill(today);
  await page.getByText('€32.80').first().waitFor();
  await inspect('the dashboard for custom days');
  await page.goto(`${url}/?from=${yesterday}&to=${yesterday}`);
  await page.getByText('€8.20').first().waitFor();
  isQuiet();
});

test('receives stock and lists what is open from the dashboard, on a phone too', async () => {
  const empty = await aProduct(shop, { name: 'Green tea', sku: 'TEA', stock: 0, min_stock: 5 });
  const parked = { items: [{ product_id: coffee.id, quantity: 1 }], payment_method: 'cash', status: 'pending' };
  const { id } = (await shop.owner.post('/transactions', parked)).body.data;
  const { page, signIn, inspect, isQuiet } = await visit({ width: 390 });
  await signIn(owner);
  await page.getByRole('link', { name: '1 parked sale' }).waitFor();
  const buttons = page.getByRole('button', { name: /^Receive / });
  await buttons.nth(1).waitFor();
  // The one without stock is the most urgent.
  assert.deepEqual(await Promise.all([0, 1].map((index) => buttons.nth(index).getAttribute('aria-label'))), [
    'Receive Green tea in Main warehouse',
    'Receive Coffee in Main warehouse',
  ]);
  await inspect('a dashboard with open items and low stock');
  await page.getByRole('button', { name: 'Receive Green tea in Main warehouse' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Quantity received').fill('12');
  await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
  await page.getByRole('button', { name: 'Receive Green tea in Main warehouse' }).waitFor({ state: 'detached' });
  await until(() => page.evaluate<boolean>('document.activeElement !== document.body'));
  const levels = (await shop.owner.get(`/inventory?product_id=${empty.id}`)).body.data;
  assert.equal(levels[0].stock, 12);
  await page.getByRole('link', { name: '1 parked sale' }).click();
  await page.waitForURL((address) => address.search === '?status=pending');
  assert.equal((await shop.owner.post(`/transactions/${id}/void`, { reason: 'Not wanted' })).status, 200);
  assert.equal((await shop.owner.delete(`/products/${empty.id}`)).status, 200);
  isQuiet();
});

test('shows a day’s report with matching totals, a link and a file', async () => {
  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn(owner);
  await page.getByRole('link', { name: 'Reports' }).click();
  const today = dayOf(Date.now());
  await page.getByLabel('From').fill(today);
  const summary = page.getByRole('table', { name: 'Summary' });
  await summary.getByRole('row', { name: /^Total sales €24.60 €8.20 \+200%$/ }).waitFor();
  await summary.getByRole('row', { name: /^Gross profit €12.30 €4.10/ }).waitFor();
  await page
    .getByRole('table', { name: 'Payment methods' })
    .getByRole('row', { name: /Cash 1 €16.40/ })
    .waitFor();
  await inspect('the report of sales');
  const link = page.url();
  await page.getByRole('tab', { name: 'Inventory' }).click();
  await page
    .getByRole('table', { name: 'By warehouse' })
    .getByRole('row', { name: /Total 46 €188.60 €377.20/ })
    .waitFor();
  await inspect('the report of the inventory');
  await page.goto(link);
  await summary.getByRole('row', { name: /^Total sales €24.60/ }).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await page.getByText(/^Ready: 1 row\./).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download/ }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^sales-.*\.csv$/);
  isQuiet();
});

test('divides the sales by product, category, cashier, hour and more, and a link shows the same again', async () => {
  const sold = await shop.owner.post('/transactions', {
    items: [{ product_id: coffee.id, quantity: 1 }],
    payment_method: 'card',
    discount: 1.2,
  });
  const refund = await shop.owner.post(`/transactions/${sold.body.data.id}/refund`, { amount: 2, reason: 'Cold' });
  assert.equal(refund.status, 201, refund.text);
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/reports?period=today');
  const open = async (name: string) => {
    await page.getByRole('tab', { name }).click();
    return page.getByRole('table', { name });
  };
  const products = await open('Products');
  await products.getByRole('row', { name: /^Coffee COF 4 €32.80 €1.20 €0.00 €31.60 / }).waitFor();
  await products.getByRole('row', { name: /^Custom items and refunds without items 0 .* -€2.00 / }).waitFor();
  await page.getByRole('searchbox').fill('cof');
  await products.getByRole('row', { name: /^Custom items/ }).waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '?period=today&about=products&search=cof');
  await inspect('the report by product');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'PDF' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download: Sales by product · PDF/ }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^sales-by-product-.*\.pdf$/);
  const { pages } = readPdf(await readFile(await file.path()));
  const lines = pages.flatMap((one) => one.lines).join('\n');
  assert.match(lines, /Coffee +COF +4 +32\.80/);
  assert.doesNotMatch(lines, /Custom items/, 'as the page, whose search leaves them out');
  const categories = await open('Categories');
  await categories.getByRole('row', { name: /^No category 4 €32.80 / }).waitFor();
  await inspect('the report by category');
  const hours = await open('Hours');
  await hours.getByRole('columnheader').first().waitFor();
  await page.getByText('Transactions').click();
  await hours.getByRole('cell', { name: '3', exact: true }).waitFor();
  await inspect('the report by hour');
  const link = page.url();
  const taxes = await open('Tax');
  await taxes.getByRole('row', { name: /^0% €31.60 €0.00 €31.60 / }).waitFor();
  await taxes.getByRole('row', { name: /^Refunds without items -€2.00/ }).waitFor();
  await inspect('the report of tax');
  const discounts = await open('Discounts');
  await discounts.getByRole('row', { name: /^Olivia Owner €1.20 €0.00 €1.20 €32.80 1 3$/ }).waitFor();
  await inspect('the report of discounts');
  await (await open('Staff')).getByRole('link', { name: 'Olivia Owner' }).click();
  const refunds = page.getByRole('table', { name: 'Refunds and voids' });
  await refunds.getByRole('row', { name: /Refund .* Olivia Owner Cold Card €2.00$/ }).waitFor();
  await page
    .getByRole('table', { name: 'Reasons' })
    .getByRole('row', { name: /^Cold 1 €2.00$/ })
    .waitFor();
  await inspect('the report of refunds');
  await page.goto(link);
  await hours.getByRole('cell', { name: '3', exact: true }).waitFor();
  isQuiet();
});

test('compares with last year or nothing, and asks for fewer days where a report has too many', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/reports?period=today&compare=last_year');
  const summary = page.getByRole('table', { name: 'Summary' });
  await summary.getByRole('columnheader', { name: 'Same period last year' }).waitFor();
  await summary.getByRole('row', { name: /^Refunds €2.00 €0.00$/ }).waitFor();
  await page.goto(`${url}/reports?period=today&compare=none`);
  await summary.getByRole('row', { name: /^Refunds €2.00$/ }).waitFor();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Other days' }).click();
  const first = page.getByRole('textbox', { name: 'Compare from' });
  await first.fill('01/01/2024');
  await first.press('Enter');
  await summary.getByRole('columnheader', { name: /^Jan 1, 2024 – / }).waitFor();
  await page.reload();
  await summary.getByRole('columnheader', { name: /^Jan 1, 2024 – / }).waitFor();
  await page.goto(`${url}/reports?about=tax&from=2024-01-01&to=2026-01-01`);
  await page.getByText('Choose at most 366 days for this report.').waitFor();
  isQuiet();
});

test('continues an export over a reload, cancels it, and shows why it failed', async () => {
  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn(owner);
  const gate = Promise.withResolvers<void>();
  const { put } = app.fastify.services.storage;
  let restoreStorage = replaceStorage(app, async (name, content) => {
    await put(name, content);
    await gate.promise;
  });
  await page.goto(`${url}/reports?about=inventory`);
  const exportAs = async (format: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: format }).click();
  };
  await exportAs('Excel');
  await page.getByText('1 of about 1 rows written').waitFor();
  await page.reload();
  await page.getByText('1 of about 1 rows written').waitFor();
  await inspect('the reports while an export runs');
  gate.resolve();
  await page.getByRole('link', { name: 'Download: Inventory · XLSX' }).waitFor();
  restoreStorage();
  const blocked = Promise.withResolvers<void>();
  restoreStorage = replaceStorage(app, () => blocked.promise);
  await exportAs('CSV');
  await page.getByText(/Waiting to start|rows written/).waitFor();
  await page.getByRole('button', { name: 'Cancel: Inventory · CSV' }).click();
  await page.getByText(/Waiting to start|rows written/).waitFor({ state: 'detached' });
  blocked.resolve();
  restoreStorage();
  restoreStorage = failStorage(app);
  await exportAs('CSV');
  await page.getByText('Failed: Files cannot be kept or read right now, try again later').waitFor();
  restoreStorage();
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await page.getByText(/^Failed/).waitFor({ state: 'detached' });
  isQuiet();
});

test('opens the start page of each role, and shows a cashier no cost', async () => {
  const cashier = await visit();
  await cashier.signIn(await addStaff('cashier'));
  await cashier.page.getByRole('heading', { name: 'Till', exact: true }).waitFor();
  assert.equal(await cashier.page.getByRole('link', { name: 'Reports' }).count(), 0);
  await cashier.page.goto(`${url}/products`);
  await cashier.page.getByRole('row', { name: /Coffee/ }).waitFor();
  assert.equal(await cashier.page.getByRole('columnheader', { name: 'Cost' }).count(), 0);
  assert.equal(await cashier.page.getByText('4.10').count(), 0);
  assert.equal(await cashier.page.getByRole('button', { name: 'New product' }).count(), 0);
  cashier.isQuiet();
  const clerk = await visit();
  await clerk.signIn(await addStaff('stock_clerk'));
  await clerk.page.getByRole('heading', { name: 'Products' }).waitFor();
  await clerk.page.goto(`${url}/stock/movements`);
  await clerk.page
    .getByText(/^Sale \d/)
    .first()
    .waitFor();
  assert.equal(await clerk.page.getByRole('link', { name: /^Sale \d/ }).count(), 0);
  await clerk.page.goto(`${url}/till`);
  await clerk.page.getByRole('heading', { name: 'Products' }).waitFor();
  clerk.isQuiet();
});

test('renders only the visible rows of a long list, and filters it by a search', async () => {
  const file = `sku,name,price\n${Array.from({ length: 1_500 }, (_, index) => `L-${index},Thing ${String(index).padStart(4, '0')},1`).join('\n')}\n`;
  const imported = await app.fastify.inject({
    method: 'POST',
    url: '/api/v1/inventory/import',
    headers: { ...shop.owner.headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\nContent-Disposition: form-data; name="file"; filename="f.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n--b--\r\n`,
  });
  assert.ok(imported.statusCode < 300, imported.body);
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/browser/refresh')) refreshes += 1;
  });
  await openSignedIn(owner, '/products');
  await page.getByText('1,501 in total').waitFor();
  const list = page.getByRole('table', { name: 'Products' });
  await list.focus();
  await page.keyboard.press('End');
  await page.getByRole('row', { name: /Thing 1499/ }).waitFor();
  assert.ok((await list.getByRole('row').count()) < 60, 'only visible rows are rendered');
  await page.getByRole('searchbox').fill('thing 07');
  await page.getByText('100 in total').waitFor();
  await page.getByRole('row', { name: /Thing 0700/ }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('search'), 'thing 07');
  assert.equal(refreshes, 1, 'the new access token is used for all requests');
  await inspect('a long, filtered list');
  isQuiet();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app);
const { owner } = shop;
const owned = { email: (await owner.get('/auth/me')).body.data.email, password: 'correct horse battery' };
for (let n = 10; n < 60; n += 1)
  await aProduct(shop, { name: `Product ${n}`, sku: `SKU-${n}`, category: `Kind ${n % 2}` });

const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
const focusedRow = (page: Page): Promise<string> =>
  page.evaluate(
    `document.activeElement.matches('.list-row') ? document.activeElement.querySelector('a').textContent : ''`,
  );
const scrolled = (page: Page): Promise<number> => page.evaluate('scrollY');

test('moves over rows, opens and selects them by keys, and goes on there after coming back', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owned, '/products');
  await rowOf(page, /Product 10/).waitFor();
  for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key);
  assert.equal(await focusedRow(page), 'Product 11');
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Bulk actions' }).getByText('1 selected').waitFor();
  await page.keyboard.press('x');
  for (let times = 0; times < 30; times += 1) await page.keyboard.press('j');
  await until(async () => (await focusedRow(page)) === 'Product 41');
  await until(async () => (await scrolled(page)) > 0);
  const position = await scrolled(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Product 41' }).waitFor();
  await page.goBack();
  await until(async () => (await scrolled(page)) === position);
  await rowOf(page, /Product 41/).waitFor();
  await page.keyboard.press('j');
  assert.equal(await focusedRow(page), 'Product 41');

  await page.keyboard.press('/');
  await page.keyboard.type('jxk');
  await page.getByText('No results').waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'jxk', 'keys in a field are text');
  await page.getByRole('button', { name: 'Show all' }).click();
  await rowOf(page, /Product 10/).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await help.getByRole('row', { name: 'j ↓ Next row' }).waitFor();
  await page.keyboard.press('j');
  assert.equal(await focusedRow(page), '', 'a dialog has its own keys');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await inspect('the list of products');
  isQuiet();
});

test('counts keys that come before their row is rendered, and opens no other row', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owned, '/products');
  await rowOf(page, /Product 10/).waitFor();
  await page.keyboard.press('j');
  // All keys in one task: nothing is rendered between them.
  const press = (key: string, times: number) =>
    page.evaluate(
      `for (let n = 0; n < ${times}; n += 1)
        window.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true }))`,
    );
  await press('j', 35);
  await press('x', 1);
  await until(async () => (await focusedRow(page)) === 'Product 45');
  await press('k', 30);
  await until(async () => (await focusedRow(page)) === 'Product 15');
  assert.equal(
    await rowOf(page, /Product/)
      .and(page.locator('.chosen'))
      .count(),
    0,
    'no other row is selected',
  );
  isQuiet();
});

test('opens a record by a click anywhere in its row, in another tab with Ctrl or the middle button', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owned, '/products');
  // The filter of categories comes later, and may move the rows.
  await page.getByPlaceholder('Category').waitFor();
  const cell = rowOf(page, /Product 12/).getByRole('cell', { name: 'SKU-12' });
  for (const options of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    const opened = page.context().waitForEvent('page');
    await cell.click(options);
    const other = await opened;
    await other.waitForURL(/\/products\/./);
    await other.close();
  }
  assert.equal(new URL(page.url()).pathname, '/products');
  await page.getByRole('checkbox', { name: 'Select Product 12' }).check();
  assert.equal(new URL(page.url()).pathname, '/products', 'a control does what it says');
  await cell.click();
  await page.getByRole('heading', { level: 1, name: 'Product 12' }).waitFor();
  isQuiet();
});

test('shows filters as chips, and keeps them as a view of this user', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owned, '/products?category=Kind 1&search=3');
  const bar = page.getByRole('region', { name: 'Filters and views' });
  await bar.getByRole('button', { name: '“3”: remove filter' }).click();
  await bar.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('Name of the view').fill(' Odd ones ');
  await page.keyboard.press('Enter');
  const saved = bar.getByRole('button', { name: 'Odd ones', exact: true });
  await saved.waitFor();
  await inspect('filters and a view of products');
  await bar.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('50 in total').waitFor();
  await page.reload();
  await saved.click();
  await page.getByText('25 in total').waitFor();
  assert.equal(new URL(page.url()).search, '?category=Kind+1');
  assert.equal(await saved.getAttribute('aria-pressed'), 'true');
  await bar.getByRole('button', { name: 'Remove the view Odd ones' }).click();
  await saved.waitFor({ state: 'detached' });
  isQuiet();
});

test('shows two lines a row on a phone, and the customer of a sale, which the search finds', async () => {
  const { id } = await aCustomer(shop, { name: 'Lou Andersen' });
  const product = await aProduct(shop, { name: 'Tea', sku: 'TEA', price: 12.5, stock: 9 });
  const items = [{ product_id: product.id, quantity: 1 }];
  for (const customer_id of [id, null])
    assert.equal((await owner.post('/transactions', { items, payment_method: 'cash', customer_id })).status, 201);
  const { page, openSignedIn, inspect, isQuiet } = await visit({ width: 390 });
  await openSignedIn(owned, '/sales');
  await page.getByText('2 in total').waitFor();
  await page.getByRole('searchbox', { name: 'Sale code or customer' }).fill('lou a');
  await page.getByText('1 in total').waitFor();
  const cells = rowOf(page, /Lou Andersen/).getByRole('cell');
  const top = async (text: string | RegExp) => (await cells.filter({ hasText: text }).boundingBox())?.y ?? Number.NaN;
  const [code, amount, customer] = [await top(/^\d{6}-/), await top('$12.50'), await top('Lou Andersen')];
  assert.equal(code, amount);
  assert.ok(customer > code);
  await inspect('sales on a phone');
  await rowOf(page, /Lou Andersen/).click({ position: { x: 200, y: 40 } });
  await page.waitForURL(/\/sales\/./);
  isQuiet();
});

test('a list without rows offers what adds the first one, to those who may', async () => {
  const empty = await aShop(app);
  const { email } = (await empty.owner.get('/auth/me')).body.data;
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn({ email, password: 'correct horse battery' }, '/products');
  await page.getByRole('button', { name: 'Add your first product' }).click();
  await page.getByRole('dialog', { name: 'New product' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Import a product list' }).waitFor();
  await inspect('a list without products');
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('button', { name: 'Add your first customer' }).click();
  await page.getByRole('dialog', { name: 'New customer' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await page.getByRole('link', { name: 'Make your first sale' }).click();
  await page.getByRole('heading', { level: 1, name: 'Till' }).waitFor();
  isQuiet();

  const person = { email: 'v@example.com', password: 'another long password', name: 'Vic', role: 'viewer' as const };
  await addMember(empty.owner, app.anonymous, person);
  const other = await visit();
  await other.openSignedIn(person, '/sales');
  await other.page.getByText(/^No sales yet/).waitFor();
  assert.equal(await other.page.getByRole('link', { name: 'Make your first sale' }).count(), 0);
  other.isQuiet();
});

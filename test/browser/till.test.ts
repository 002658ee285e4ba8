import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';
import { chargeButton, holdRequests, lastSaleOf, linesOf, park, scan, scanField } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
/** A user can have ten event streams. The last tests need a second user. */
const manager = { email: 'manager@example.com', password: 'another long password' };
await addMember(shop.owner, app.anonymous, { ...manager, name: 'Mia Manager', role: 'manager' });
await shop.owner.put('/merchant', { tax_mode: 'exclusive', tax_rate: 19, point_value: 0.1, loyalty_rate: 1 });
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', barcode: '4006381333931', price: 8.2, stock: 1_000 });
await aProduct(shop, { name: 'Green tea', sku: 'TEA', price: 4.5, tax_rate: 7, stock: 1_000, category: 'Drinks' });
await aProduct(shop, { name: 'Green mug', sku: 'GMUG', price: 9, stock: 1_000 });
const anna = await aCustomer(shop, { name: 'Anna Lind' });

const lastSale = () => lastSaleOf(shop);
const itemsOf = (sale: { items: { name: string; quantity: number }[] }) =>
  sale.items.map(({ name, quantity }) => `${quantity} ${name}`).sort();

test('adds a line before its product is known, and payment waits for it', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  // Without the catalogue every code is looked up.
  await holdRequests(page, '**/api/v1/sync?*');
  await openSignedIn(owner, '/till');
  const release = await holdRequests(page, '**/api/v1/lookup?*');
  await scan(page, 'MUG');
  await scan(page, 'TEA');
  await scan(page, 'MUG');
  await linesOf(page).getByText('looking up…').first().waitFor();
  assert.equal(await linesOf(page).getByRole('listitem').count(), 2);
  await page.getByText('Some items are still being looked up').waitFor();
  assert.ok(await chargeButton(page).isDisabled());
  release();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await linesOf(page).getByText('Green tea').waitFor();
  // 16.40 + 19 % tax and 4.50 + 7 % tax.
  await page.getByText('€24.34').first().waitFor();
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  const sale = await lastSale();
  assert.deepEqual([sale.total_amount, itemsOf(sale)], [24.34, ['1 Green tea', '2 Mug']]);
  isQuiet();
});

test('adds scans during a payment to the next sale', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  const release = await holdRequests(page, '**/api/v1/transactions');
  await chargeButton(page).click();
  await page.getByText('Recording the sale').waitFor();
  await scan(page, 'TEA');
  await linesOf(page).getByText('Green tea').waitFor();
  assert.ok(await chargeButton(page).isDisabled());
  release();
  await page.getByText('Recording the sale').waitFor({ state: 'detached' });
  assert.deepEqual(itemsOf(await lastSale()), ['1 Mug']);
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(itemsOf(await lastSale()), ['1 Green tea']);
  isQuiet();
});

test('selects the customer by Enter in its field, and sells nothing', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  const before = await lastSale();
  await page.getByRole('combobox', { name: 'Customer' }).fill('ann');
  await page.getByRole('option', { name: /Anna Lind/ }).waitFor();
  await page.keyboard.press('Enter');
  await until(async () => (await page.getByRole('combobox', { name: 'Customer' }).inputValue()) === 'Anna Lind');
  assert.equal((await lastSale()).id, before.id);
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.equal((await lastSale()).customer_id, anna.id);
  isQuiet();
});

test('asks which product inside the line, and adds the next scan as another line', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await scan(page, 'green');
  await page.getByRole('group', { name: 'Choose a product' }).waitFor();
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.ok(await chargeButton(page).isDisabled());
  await page.getByRole('button', { name: /Green tea · TEA/ }).click();
  await waitForFocus(page, scanField(page));
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(itemsOf(await lastSale()), ['1 Green tea', '1 Mug']);
  isQuiet();
});

test('keeps the cart over a reload and other pages, for its user only', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await scan(page, '3*MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.reload();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Products' }).first().click();
  await page.waitForURL('**/products');
  await page.getByRole('link', { name: 'Till' }).click();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Quantity of Mug').inputValue(), '3');
  const stored = (await page.evaluate('JSON.stringify({ ...localStorage })')) as string;
  assert.match(stored, new RegExp(`tillhouse\\.till\\.${shop.merchant_id}\\.${shop.owner_id}`));
  await page.getByRole('button', { name: 'Remove Mug' }).click();
  await page.getByText('Mug removed').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  isQuiet();
});

test('repeats a sale whose response was lost with the page, and records it once', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(owner, '/till');
  await scan(page, 'TEA');
  await linesOf(page).getByText('Green tea').waitFor();
  const before = (await shop.owner.get('/transactions?limit=1')).body.meta.total;
  await page.route('**/api/v1/transactions', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await chargeButton(page).click();
  await page.getByText('We do not know yet if this was saved').waitFor();
  await page.unroute('**/api/v1/transactions');
  await page.reload();
  await page.getByText('Sold:').waitFor();
  assert.equal((await shop.owner.get('/transactions?limit=1')).body.meta.total, before + 1);
  assert.equal(
    await page.evaluate(`Object.keys(localStorage).some((key) => key.startsWith('tillhouse.till.'))`),
    false,
  );
});

test('shows a parked sale as paid when the page was closed before the response', async () => {
  const { page, openSignedIn } = await visit();
  await shop.owner.post('/transactions', {
    items: [{ product_id: mug.id, quantity: 1 }],
    status: 'pending',
    label: 'Table 9',
  });
  await openSignedIn(owner, '/till');
  await page.getByRole('button', { name: /^Table 9/ }).click();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.route('**/complete', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await chargeButton(page).click();
  await page.getByText('We do not know yet if this was saved').waitFor();
  await page.unroute('**/complete');
  await page.reload();
  await page.getByText('Sold:').waitFor();
  assert.equal((await lastSale()).status, 'completed');
});

test('names product and quantity of short stock until the line is changed', async () => {
  const { page, openSignedIn } = await visit();
  await aProduct(shop, { name: 'Last vase', sku: 'VASE', price: 5, stock: 2 });
  await openSignedIn(owner, '/till');
  await scan(page, 'MUG');
  await scan(page, '3*VASE');
  await linesOf(page).getByText('Last vase').waitFor();
  await chargeButton(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Last vase' });
  await alert.getByText(/2 available/).waitFor();
  await page.getByRole('button', { name: 'Remove one Last vase' }).click();
  await alert.waitFor({ state: 'detached' });
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(itemsOf(await lastSale()), ['1 Mug', '2 Last vase']);
});

test('sells by tile with a percentage discount and a split payment', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  const tiles = page.getByRole('region', { name: 'Products' });
  await tiles.getByRole('button', { name: 'Drinks' }).click();
  await tiles.getByRole('button', { name: /Green tea/ }).click();
  await linesOf(page).getByText('Green tea').waitFor();
  await page.getByLabel('Quantity of Green tea').fill('10');
  await page.getByRole('button', { name: 'Discount on the sale' }).click();
  await page.getByText('%', { exact: true }).click();
  await page.getByLabel('Discount on the sale').fill('12.5');
  // 45.00 - 5.63 = 39.37, plus 7 % tax.
  await page.getByText('€42.13').first().waitFor();
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await page.getByRole('button', { name: 'Split the payment' }).click();
  await page.getByLabel('Amount of this payment').fill('20');
  await page.getByRole('button', { name: 'Add this payment' }).click();
  await page.getByRole('button', { name: 'Cash', exact: true }).click();
  await page.getByRole('button', { name: '€50.00' }).click();
  await page.getByText('Change €27.87').waitFor();
  await inspect('a payment in two parts');
  await chargeButton(page).click();
  await page.getByRole('status').getByText('Change €27.87').waitFor();
  const sale = await lastSale();
  assert.deepEqual(
    [sale.total_amount, sale.discount_percent, sale.change, sale.payment_method],
    [42.13, 12.5, 27.87, 'split'],
  );
  isQuiet();
});

test('opens a parked sale by name, changes and pays it', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(manager, '/till');
  await scan(page, '2*MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await park(page, 'Table 4');
  await scan(page, 'TEA');
  await linesOf(page).getByText('Green tea').waitFor();
  await page.getByRole('button', { name: /Table 4/ }).click();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.getByText('1 more sale waiting').waitFor();
  await inspect('a parked sale in the till');
  await scan(page, 'GMUG');
  await linesOf(page).getByText('Green mug').waitFor();
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  const sale = await lastSale();
  assert.deepEqual([sale.status, itemsOf(sale)], ['completed', ['1 Green mug', '2 Mug']]);
  // The queued sale is open again.
  await linesOf(page).getByText('Green tea').waitFor();
  isQuiet();
});

test('adds scans during parking to the next sale', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(manager, '/till');
  await page.getByText('Scan or search to start a sale').or(linesOf(page)).first().waitFor();
  const items = [{ product_id: mug.id, quantity: 1 }];
  const parked = (await shop.owner.post('/transactions', { items, status: 'pending', label: 'Table 9' })).body.data;
  await page.reload();
  await page.getByRole('button', { name: /Table 9/ }).click();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  const release = await holdRequests(page, `**/api/v1/transactions/${parked.id}`);
  await chargeButton(page).click();
  await scan(page, 'TEA');
  await linesOf(page).getByText('Green tea').waitFor();
  release();
  const saved = async () => (await shop.owner.get(`/transactions/${parked.id}`)).body.data;
  await until(async () => (await saved()).status === 'completed');
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(itemsOf(await saved()), ['1 Mug']);
  assert.ok(await linesOf(page).getByText('Green tea').isVisible());
  isQuiet();
});

test('counts every scan at speed, on any connection', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(manager, '/till');
  await page.getByText('Scan or search to start a sale').waitFor();
  await page.route('**/api/v1/lookup?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const codes = ['4006381333931', 'TEA', 'GMUG', 'MUG'];
  for (let at = 0; at < 60; at += 1) await scan(page, codes[at % codes.length] ?? '');
  await page.getByText('Some items are still being looked up').waitFor({ state: 'detached' });
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(itemsOf(await lastSale()), ['15 Green mug', '15 Green tea', '30 Mug']);
  isQuiet();
});

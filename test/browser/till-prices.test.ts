import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';
import { chargeButton, lastSaleOf, linesOf, scan, scanField } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const manager = { email: 'manager@example.com', password: 'another long password' };
const cashier = { email: 'cashier@example.com', password: 'a third long password' };
await addMember(shop.owner, app.anonymous, { ...manager, name: 'Mia Manager', role: 'manager' });
await addMember(shop.owner, app.anonymous, { ...cashier, name: 'Cass Cashier', role: 'cashier' });
const tax = { tax_mode: 'inclusive', tax_rate: 19 };
await shop.owner.put('/merchant', { ...tax, allow_custom_items: true, price_override_roles: ['owner', 'manager'] });
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8.2, stock: 100 });
await aProduct(shop, { name: 'Bowl', sku: 'BOWL', price: 5, stock: 100 });

const lastSale = () => lastSaleOf(shop);
interface Item {
  sku: string | null;
  name: string;
  quantity: number;
  price: number;
  tax_rate: number;
}
const soldIn = (sale: { items: Item[] }) =>
  sale.items.map(({ sku, name, quantity, price, tax_rate }) => [sku ?? name, quantity, price, tax_rate]).sort();

test('changes a price and sells a custom item; both survive parking', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(manager, '/till');
  await scan(page, '2*MUG');
  const lines = linesOf(page);
  await lines.getByText('Mug', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Price of Mug: €8.20' }).click();
  await page.getByLabel('Price for this sale').fill('7');
  await inspect('a price that is changed');
  await page.keyboard.press('Enter');
  await waitForFocus(page, scanField(page));
  await lines.getByText('€14.00').waitFor();
  // The next scan has the catalogue price.
  await scan(page, 'MUG');
  await page.getByRole('button', { name: 'Charge €22.20' }).waitFor();

  await page.getByRole('button', { name: 'Custom item' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Engraving');
  await dialog.getByLabel('Price').fill('3.50');
  await dialog.getByLabel('Tax rate (%)').fill('7');
  await inspect('a custom item');
  await dialog.getByRole('button', { name: 'Add to the sale' }).click();
  await lines.getByText('Engraving').waitFor();
  await page.getByLabel('Name of the parked sale').fill('Table 4');
  await page.getByRole('button', { name: 'Park', exact: true }).click();
  await page.getByText('Parked:').waitFor();

  await page.getByRole('button', { name: /Table 4/ }).click();
  await lines.getByText('Engraving').waitFor();
  await scan(page, 'BOWL');
  await page.getByRole('button', { name: 'Charge €30.70' }).click();
  await page.getByText('Sold:').waitFor();
  const sale = await lastSale();
  const items = [
    ['BOWL', 1, 5, 19],
    ['Engraving', 1, 3.5, 7],
    ['MUG', 1, 8.2, 19],
    ['MUG', 2, 7, 19],
  ];
  assert.deepEqual([sale.status, soldIn(sale)], ['completed', items]);
  isQuiet();
});

test('shows the price without a button to a role that cannot change prices', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cashier, '/till');
  await scan(page, 'MUG');
  await linesOf(page).getByText('€8.20').first().waitFor();
  assert.equal(await page.getByRole('button', { name: /Price of Mug/ }).count(), 0);
  isQuiet();
});

test('shows changed prices before the payment', async () => {
  const { page, openSignedIn } = await visit();
  const cup = await aProduct(shop, { name: 'Cup', sku: 'CUP', price: 10, tax_rate: 0 });
  await openSignedIn(manager, '/till');
  await scan(page, 'CUP');
  await linesOf(page).getByText('€10.00').first().waitFor();
  await shop.owner.put(`/products/${cup.id}`, { price: 12 });
  await chargeButton(page).click();
  await linesOf(page).getByText('€12.00').first().waitFor();
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.equal((await lastSale()).total_amount, 12);
});

test('keeps the choices for the next payment when the previous sale’s response arrives', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(manager, '/till');
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v1/transactions', async (route) => {
    if (route.request().method() === 'POST') await promise;
    await route.continue();
  });
  await chargeButton(page).click();
  await scan(page, 'BOWL');
  await linesOf(page).getByText('Bowl', { exact: true }).waitFor();
  await page.getByLabel('Cash received').fill('20');
  await page.getByLabel('Name of the parked sale').fill('Blue jacket');
  resolve();
  await page.getByText('Sold:').waitFor();
  assert.equal(await page.getByLabel('Cash received').inputValue(), '20.00');
  assert.equal(await page.getByLabel('Name of the parked sale').inputValue(), 'Blue jacket');
  // The same holds after a reload.
  await page.reload();
  await linesOf(page).getByText('Bowl', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Cash received').inputValue(), '20.00');
  await chargeButton(page).click();
  await page.getByText('Change €15.00').first().waitFor();
  await scanField(page).waitFor();
  assert.equal(await page.getByLabel('Cash received').inputValue(), '');
  isQuiet();
});

test('reads a scanner with the focus anywhere, and its Enter presses no button', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(manager, '/till');
  await scan(page, 'MUG');
  const lines = linesOf(page);
  await lines.getByText('Mug', { exact: true }).waitFor();
  const scanned = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  await page.getByRole('button', { name: 'Add one Mug' }).click();
  await scanned('BOWL');
  await lines.getByText('Bowl', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await scanned('MUG');
  await page.getByRole('button', { name: 'Charge €29.60' }).waitFor();
  assert.equal(await page.getByLabel('Quantity of Mug').inputValue(), '3');
  assert.equal(await page.getByRole('button', { name: 'Card', exact: true }).getAttribute('aria-pressed'), 'true');
  isQuiet();
});

test('treats a code scanned into an amount or note as a scan, and keeps the field', async () => {
  await aProduct(shop, { name: 'Deep bowl', sku: 'BOWL-0042', price: 5, stock: 100 });
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(manager, '/till');
  await scan(page, 'MUG');
  const lines = linesOf(page);
  await lines.getByText('Mug', { exact: true }).waitFor();
  const keyboard = await page.context().newCDPSession(page);
  let at_s = Date.now() / 1_000;
  /** Types as fast as a scanner. The key events carry their own timestamps, because the test machine may be slow. */
  const scanned = async (code: string) => {
    for (const key of [...code, 'Enter']) {
      at_s += 0.005;
      const text = key === 'Enter' ? '\r' : key;
      await keyboard.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key,
        text,
        timestamp: at_s,
        windowsVirtualKeyCode: text.charCodeAt(0),
      });
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp: at_s });
    }
  };
  const received = page.getByLabel('Cash received');
  await received.fill('50');
  await received.focus();
  await scanned('BOWL-0042');
  await lines.getByText('Deep bowl').waitFor();
  assert.equal(await received.inputValue(), '50.00');
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('a gift');
  await page.getByRole('textbox', { name: 'Note' }).focus();
  await scanned('BOWL-0042');
  await page.getByRole('button', { name: 'Charge €18.20' }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Note' }).inputValue(), 'a gift');
  assert.equal(await page.getByText('Sold:').count(), 0);
  isQuiet();
});

test('shows a cashier the new total after the shop has changed its taxes, and what it does not allow any more', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(cashier, '/till');
  await scan(page, 'BOWL');
  await page.getByRole('button', { name: 'Charge €5.00' }).waitFor();
  const change = async (fields: object) => assert.equal((await shop.owner.put('/merchant', fields)).status, 200);
  await change({ tax_mode: 'exclusive', tax_rate: 20 });
  await chargeButton(page).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Charge €6.00' }).waitFor();
  const custom = page.getByRole('button', { name: 'Custom item' });
  await custom.click();
  await page.getByRole('dialog').getByLabel('Name').fill('Engraving');
  await page.getByRole('dialog').getByLabel('Price').fill('3');
  await page.getByRole('button', { name: 'Add to the sale' }).click();
  await page.getByRole('button', { name: 'Charge €9.60' }).waitFor();
  await change({ allow_custom_items: false });
  await chargeButton(page).click();
  await custom.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove Engraving' }).click();
  await page.getByRole('button', { name: 'Charge €6.00' }).click();
  await page.getByText('Sold:').waitFor();
  assert.equal((await lastSale()).total_amount, 6);
});

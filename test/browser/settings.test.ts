import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { press, replaceText, typeInto, waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const coffee = await aProduct(shop, { name: 'Coffee beans', sku: 'COF-250', price: 10, cost: 4.44, stock: 40 });
const siti = await aCustomer(shop, { name: 'Siti Rahma', phone: '+6281234567890' });

const merchant = async () => (await shop.owner.get('/merchant')).body.data;

test('changes taxes and points, which apply at once to till, receipt and customer', async () => {
  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn(owner);
  await page.getByRole('link', { name: 'Settings' }).click();
  const taxes = page.getByRole('form', { name: 'Taxes' });
  await taxes.getByLabel('Tax is added to prices').check();
  await taxes.getByLabel('Tax rate (%)').fill('11');
  await taxes.getByText('At a price of $100.00, the customer pays $111.00, including $11.00 tax.').waitFor();
  await inspect('the settings of the shop');
  // Another user changes a setting meanwhile. Saving must not undo it.
  await shop.owner.patch('/merchant', { cashier_refund_limit: 5 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').first().waitFor();

  const points = page.getByRole('form', { name: 'Points and tiers' });
  await points.getByLabel('Points for $1.00').fill('2');
  await points.getByLabel('Value of a point').fill('0.005');
  await points.getByText('A customer who pays $100.00 earns 200 points, worth $1.00.').waitFor();
  await points.getByLabel('Gold from').fill('1');
  await page.getByRole('button', { name: 'Save' }).click();
  await points.getByText('must be more than silver').waitFor();
  assert.equal(await points.getByRole('alert').count(), 0);
  await inspect('settings with an error');
  await points.getByLabel('Gold from').fill('6000');
  await page.getByRole('button', { name: 'Save' }).click();
  await points.getByText('must be more than silver').waitFor({ state: 'hidden' });
  const about = page.getByRole('form', { name: 'Name, currency, time zone' });
  await about.getByText('Cannot be changed: there are products or sales').waitFor();
  await about.getByLabel('Shop name').fill('Olivia’s Beans');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('banner').getByText('Olivia’s Beans').waitFor();
  const { name, tax_mode, tax_rate, loyalty_rate, point_value, loyalty_tiers, cashier_refund_limit } = await merchant();
  assert.deepEqual([name, tax_mode, tax_rate, cashier_refund_limit], ['Olivia’s Beans', 'exclusive', 11, 5]);
  assert.deepEqual(
    [loyalty_rate, point_value, loyalty_tiers],
    [2, 0.005, { silver: 1000, gold: 6000, platinum: 20000 }],
  );

  await page.getByRole('link', { name: 'Till' }).click();
  await page.getByRole('textbox', { name: 'Barcode, SKU or name' }).fill('COF-250');
  await page.keyboard.press('Enter');
  await page.getByText('$11.10').first().waitFor();
  await page.getByRole('combobox', { name: 'Customer' }).fill('81234');
  await page.getByRole('option', { name: /Siti Rahma/ }).click();
  await page.getByRole('button', { name: 'Charge' }).click();
  await page.getByRole('status').getByText('Sold:').waitFor();
  const [sale] = (await shop.owner.get('/transactions')).body.data;
  assert.deepEqual([sale.total_amount, sale.tax], [11.1, 1.1]);
  await page.goto(`${url}/sales/${sale.id}`);
  const receipt = page.getByRole('region', { name: 'Receipt' }).filter({ hasText: 'Thank you' }).last();
  await receipt.getByText('Olivia’s Beans').waitFor();
  await receipt.getByText('$1.10').waitFor();
  assert.equal((await shop.owner.get(`/customers/${siti.id}`)).body.data.points, 22);
  isQuiet(/422/);
});

test('a second save of settings keeps another user’s change in the same form', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/shop');
  const points = page.getByRole('form', { name: 'Points and tiers' });
  await points.getByLabel('Points for $1.00').fill('3');
  await shop.owner.patch('/merchant', { point_value: 0.02 });
  const save = async () => {
    const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    assert.equal((await answer).status(), 200);
  };
  await save();
  await points.getByLabel('Points for $1.00').fill('4');
  await save();
  const { loyalty_rate, point_value } = await merchant();
  assert.deepEqual([loyalty_rate, point_value], [4, 0.02]);
  isQuiet();
});

test('changes rules of the till and removes a limit, and nothing else', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/shop');
  const rules = page.getByRole('form', { name: 'Till settings' });
  await rules.getByLabel('Continue selling when out of stock').check({ force: true });
  await rules.getByLabel('Sell custom items').check({ force: true });
  await rules.getByLabel('Cashier', { exact: true }).uncheck();
  await rules.getByLabel('Cashier refund limit').fill('');
  await rules.getByLabel('Cashier discount limit').fill('12.5');
  await rules.getByLabel('Cashier backdating limit (days)').fill('3');
  await rules.getByLabel('Cashiers refund only to the original').uncheck({ force: true });
  const before = await merchant();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  const { updated_at: _, ...after } = await merchant();
  const changed = {
    ...{
      allow_negative_stock: true,
      allow_custom_items: true,
      price_override_roles: ['owner', 'manager'],
      cashier_refund_limit: null,
    },
    max_discount_percent: { owner: 100, manager: 100, cashier: 12.5 },
    max_backdate_days: { owner: 90, manager: 90, cashier: 3 },
    refund_to_original_method: false,
  };
  assert.deepEqual({ ...after, updated_at: before.updated_at }, { ...before, ...changed });
  isQuiet();
});

test('sets receipt texts and payment methods, which apply to till and receipt', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/shop');
  const receipts = page.getByRole('form', { name: 'Receipts and payment methods' });
  await receipts.getByLabel('Tax number').fill('DE 123 456 789');
  await receipts.getByLabel('Receipt footer').fill('See you soon');
  for (const method of [
    'Debit card',
    'Credit card',
    'QRIS',
    'E-wallet',
    'Bank transfer',
    'Voucher',
    'Store credit',
    'Other',
    'Points',
  ])
    await receipts.getByLabel(method, { exact: true }).uncheck();
  // A method that is selected again moves to the end.
  await receipts.getByLabel('Cash', { exact: true }).uncheck();
  await receipts.getByLabel('Cash', { exact: true }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  const { tax_number, receipt_footer, address, payment_methods } = await merchant();
  assert.deepEqual(
    [tax_number, receipt_footer, address, payment_methods],
    ['DE 123 456 789', 'See you soon', null, ['card', 'cash']],
  );
  await page.getByRole('link', { name: 'Till' }).click();
  const methods = page.getByRole('group', { name: 'Payment method' });
  await methods.getByRole('button').first().waitFor();
  assert.deepEqual(await methods.getByRole('button').allInnerTexts(), ['Card', 'Cash']);
  const sold = {
    items: [{ product_id: coffee.id, quantity: 3, discount: 5 }],
    payment_method: 'cash',
    amount_tendered: 40,
  };
  const sale = (await shop.owner.post('/transactions', sold)).body.data;
  await page.goto(`${url}/sales/${sale.id}`);
  const receipt = page.getByRole('region', { name: 'Receipt' }).filter({ hasText: 'See you soon' }).last();
  const text = await receipt.innerText();
  // 30.00 - 5.00 = 25.00, plus 11 % tax.
  for (const printed of ['DE 123 456 789', '$30.00', '-$5.00', '11 % tax', '$2.75', '$27.75', '$40.00', '$12.25'])
    assert.ok(text.includes(printed), `${printed} in ${text}`);
  isQuiet();
});

test('creates a branch and a warehouse by keyboard only', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  const { keyboard } = page;
  await openSignedIn(owner, '/settings/places');
  await page.getByRole('heading', { name: 'Main branch' }).waitFor();
  await inspect('the locations list');
  await press(page, page.getByRole('button', { name: 'New branch' }));
  const dialog = page.getByRole('dialog', { name: 'New branch' });
  await dialog.waitFor();
  await typeInto(page, dialog.getByLabel('Name'), 'Harbour');
  await replaceText(page, dialog.getByLabel('Address'), 'Quay 7');
  await replaceText(page, dialog.getByLabel('Phone'), '0'.repeat(33));
  await keyboard.press('Enter');
  await dialog.getByText(/must/).waitFor();
  assert.equal(await dialog.getByRole('alert').count(), 0);
  await inspect('a branch with an invalid phone');
  await replaceText(page, dialog.getByLabel('Phone'), '+49 40 123');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Harbour' }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('button:focus', { hasText: 'New branch' }).waitFor();

  await press(page, page.getByRole('button', { name: 'New warehouse of Harbour' }));
  await typeInto(page, page.getByRole('dialog').getByLabel('Name'), 'Cellar');
  await press(page, page.getByRole('checkbox'), 'Space');
  await inspect('a new warehouse');
  await keyboard.press('Enter');
  await page.getByRole('row', { name: /Cellar Default/ }).waitFor();
  const { rows } = await app.admin.query(
    'select w.name, w.is_default, b.phone from warehouses w join branches b on b.id = w.branch_id where b.name = $1 order by w.name',
    ['Harbour'],
  );
  assert.deepEqual(rows, [
    { name: 'Cellar', is_default: true, phone: '+49 40 123' },
    { name: 'Harbour', is_default: false, phone: '+49 40 123' },
  ]);
  isQuiet(/422/);
});

test('renames a warehouse and makes another one its branch’s default', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/places');
  await page
    .getByRole('table', { name: 'Warehouses of Harbour' })
    .getByRole('button', { name: 'Edit Harbour' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Quayside');
  await dialog.getByLabel('Sales of this branch take stock from here').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Quayside Default/ }).waitFor();
  await page.getByRole('button', { name: 'Edit Quayside' }).click();
  assert.ok(await dialog.getByLabel('Sales of this branch take stock from here').isDisabled());
  isQuiet();
});

test('saves all changed sections by one bar, and discards them', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/shop');
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  const about = page.getByRole('form', { name: 'Name, currency, time zone' });
  const points = page.getByRole('form', { name: 'Points and tiers' });
  const before = await merchant();
  await about.getByLabel('Shop name').waitFor();
  assert.equal(await bar.count(), 0);
  await about.getByLabel('Shop name').fill('Beans');
  await points.getByLabel('Silver from').fill('7');
  await inspect('the bar of unsaved changes');
  await bar.getByRole('button', { name: 'Discard' }).click();
  await bar.waitFor({ state: 'detached' });
  assert.equal(await about.getByLabel('Shop name').inputValue(), before.name);

  // One section is saved, the other is wrong and stays: the focus is in its field.
  await about.getByLabel('Shop name').fill('Beans');
  await points.getByLabel('Gold from').fill('1');
  // As with Caps Lock.
  await about.getByLabel('Shop name').press('ControlOrMeta+S');
  await points.getByText('must be more than silver').waitFor();
  await waitForFocus(page, points.getByLabel('Gold from'));
  assert.match((await points.getByLabel('Gold from').getAttribute('aria-describedby')) ?? '', /error/);
  await page.getByRole('banner').getByText('Beans').waitFor();
  await bar.waitFor();
  await points.getByLabel('Gold from').fill(String(before.loyalty_tiers.gold));
  await bar.getByRole('button', { name: 'Save' }).click();
  await bar.waitFor({ state: 'detached' });
  assert.equal((await merchant()).name, 'Beans');
  isQuiet(/422/);
});

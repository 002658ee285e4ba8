import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';
import { typeInto, waitForFocus } from './keyboard.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app);
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const cashier = { email: 'cashier@example.com', password: 'another long password' };

await shop.owner.put('/merchant', { point_value: 0.1, cashier_refund_limit: 5 });
await addMember(shop.owner, app.anonymous, { ...cashier, name: 'Cass Cashier', role: 'cashier' });
const coffee = await aProduct(shop, {
  name: 'Coffee beans',
  sku: 'COF-250',
  barcode: '4006381333931',
  price: 8.2,
  stock: 40,
});
const tea = await aProduct(shop, { name: 'Green tea', sku: 'TEA-100', price: 4.5, stock: 10 });
const shirt = await aProduct(shop, { name: 'Shirt', sku: 'SHIRT', price: 20 });
await shop.owner.post(`/products/${shirt.id}/variants`, { name: 'Red, M', sku: 'SHIRT-RM', price: 21, stock: 5 });
const siti = await aCustomer(shop, { name: 'Siti Rahma', phone: '+6281234567890' });

const stockOf = async (id: string) => (await shop.owner.get(`/products/${id}`)).body.data.stock;
const salesOf = async (query = '') => (await shop.owner.get(`/transactions?${query}`)).body.data;
const createSale = async (fields: object = {}) => {
  const items = [
    { product_id: coffee.id, quantity: 2 },
    { product_id: tea.id, quantity: 1 },
  ];
  const { status, text, body } = await shop.owner.post('/transactions', { items, payment_method: 'cash', ...fields });
  assert.equal(status, 201, text);
  return body.data;
};

/** A response of the service to a request that it rejects. */
const rejected = {
  status: 422,
  json: { success: false, error: { code: 'INVALID_STATE', message: 'The sale cannot be voided now', details: [] } },
};

test('sells by scanner and keyboard only, and is ready for the next sale', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  const { keyboard } = page;
  await openSignedIn(owner, '/till');
  const field = page.getByRole('textbox', { name: 'Barcode, SKU or name' });
  await field.waitFor();
  await inspect('an empty till');

  const scan = async (code: string) => {
    await typeInto(page, field, code);
    await keyboard.press('Enter');
  };
  const lines = page.getByRole('list', { name: 'Items' });
  await scan('4006381333931');
  await lines.getByText('Coffee beans').waitFor();
  await scan('3*tea-100');
  await lines.getByText('Green tea').waitFor();
  await scan('4006381333931');
  await page.getByText('$29.90').first().waitFor();
  await keyboard.press('+');
  await page.getByText('$38.10').first().waitFor();
  await keyboard.press('-');
  await page.getByText('$29.90').first().waitFor();
  await scan('unknown code');
  await page.getByRole('alert').getByText('No product has the code “unknown code”').waitFor();
  await page.getByText('Some items have no product yet').waitFor();
  // A minus removes the last line.
  await keyboard.press('-');
  await page.getByText('Some items have no product yet').waitFor({ state: 'detached' });

  // Select the first suggestion for a part of the name.
  await typeInto(page, field, 'shir');
  await page.getByRole('option', { name: /Shirt SHIRT/ }).waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('group', { name: 'Choose a product' }).waitFor();
  await inspect('the choice of products');
  await waitForFocus(page, field);
  await page.getByRole('button', { name: /Shirt - Red, M/ }).focus();
  await keyboard.press('Enter');
  await lines.getByText('Shirt - Red, M').waitFor();
  await page.getByText('$50.90').first().waitFor();
  await waitForFocus(page, field);
  await inspect('a till with lines');

  await keyboard.press('Enter');
  await typeInto(page, page.getByLabel('Cash received'), '60');
  await page.getByText('Change $9.10').waitFor();
  await keyboard.press('Enter');
  await page.getByRole('status').getByText('Change $9.10').waitFor();
  await waitForFocus(page, field);
  await inspect('a till after a sale');

  const [sale, ...others] = await salesOf();
  assert.deepEqual([sale.total_amount, sale.item_count, sale.status, others.length], [50.9, 6, 'completed', 0]);
  assert.deepEqual([await stockOf(coffee.id), await stockOf(tea.id)], [38, 7]);
  isQuiet();
});

test('records one sale for repeated presses and a lost response', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(owner, '/till');
  const before = (await salesOf()).length;
  const keys: (string | undefined)[] = [];
  await page.route('**/api/v1/transactions', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    // The sale is recorded, but its response is lost.
    if (keys.length === 1) {
      await route.fetch();
      return route.fulfill({
        status: 500,
        json: { success: false, error: { code: 'INTERNAL_ERROR', message: 'The answer is lost' } },
      });
    }
    return route.continue();
  });
  await page.getByRole('textbox', { name: 'Barcode, SKU or name' }).fill('TEA-100');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').getByText('Green tea').waitFor();
  const chargeButton = page.getByRole('button', { name: 'Charge' });
  await chargeButton.dblclick();
  await page.getByText('We do not know yet if this was saved').waitFor();
  // Scans during the retry belong to the next sale.
  await page.getByRole('textbox', { name: 'Barcode, SKU or name' }).fill('COF-250');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').getByText('Coffee beans').waitFor();
  assert.ok(await chargeButton.isDisabled());
  assert.equal((await salesOf()).length, before + 1);
  // The page retries automatically.
  await page.getByRole('status').getByText('Sold:').waitFor();
  assert.equal((await salesOf()).length, before + 1);
  assert.equal(new Set(keys).size, 1);
  await page.getByRole('listitem').getByText('Coffee beans').waitFor();
});

test('parks a sale with its customer, and pays it later', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(cashier, '/till');
  await page.getByRole('textbox', { name: 'Barcode, SKU or name' }).fill('COF-250');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Discount on Coffee beans' }).click();
  await page.getByRole('textbox', { name: 'Discount on Coffee beans' }).fill('1.2');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Customer' }).fill('81234');
  await page.getByRole('option', { name: /Siti Rahma/ }).click();
  await page.getByLabel('Name of the parked sale').fill('Table 4');
  await page.getByRole('button', { name: 'Park', exact: true }).click();
  await page.getByRole('status').getByText('Parked:').waitFor();
  await page.getByRole('link', { name: 'Parked sales' }).click();
  const [parked] = await salesOf('status=pending');
  await page.getByRole('link', { name: parked.transaction_code }).click();
  await page.getByRole('link', { name: 'Siti Rahma' }).waitFor();
  await page.getByRole('button', { name: 'Take payment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Cash received').fill('10');
  await inspect('the payment of a parked sale');
  await dialog.getByRole('button', { name: 'Take payment' }).click();
  await page.getByText('paid; change $3.00').waitFor();
  const { body } = await shop.owner.get(`/transactions/${parked.id}`);
  assert.deepEqual([body.data.status, body.data.customer_id, body.data.total_amount], ['completed', siti.id, 7]);
  isQuiet();
});

test('refunds one of two lines as its preview shows', async () => {
  const sale = await createSale({ customer_id: siti.id });
  const before = await stockOf(coffee.id);
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/sales?search=no-such-code');
  await page.getByText('No results.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: sale.transaction_code }).waitFor();
  await inspect('the sales');
  await page.getByRole('link', { name: sale.transaction_code }).click();
  await page.getByRole('heading', { name: sale.transaction_code }).waitFor();
  await inspect('a sale');
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog');
  await waitForFocus(page, dialog.getByLabel('Quantity of Coffee beans'));
  await dialog.getByLabel('Quantity of Coffee beans').fill('2');
  const preview = dialog.getByRole('region', { name: 'Summary' });
  await preview.getByText('$16.40').waitFor();
  await preview.getByText('+2 Coffee beans').waitFor();
  await preview.getByText('-16').waitFor();
  await preview.getByText('Partially refunded').waitFor();
  await preview.getByText('$4.50').waitFor();
  await inspect('the refund preview');
  assert.equal(await stockOf(coffee.id), before);
  await dialog.getByLabel('Reason').fill('Stale');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await page.getByText('$16.40 refunded').waitFor();
  await page.getByText('2 returned').waitFor();
  await page.getByText('Stale').waitFor();
  await inspect('a sale that was refunded in part');
  assert.equal(await stockOf(coffee.id), before + 2);
  const { body } = await shop.owner.get(`/transactions/${sale.id}`);
  assert.deepEqual(
    [body.data.status, body.data.refunded_amount, body.data.refunds[0].reason],
    ['partially_refunded', 16.4, 'Stale'],
  );
  isQuiet();
});

test('shows a cashier above the limit why a refund is not allowed, before it is sent', async () => {
  const sale = await createSale();
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cashier, `/sales/${sale.id}`);
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Select all items' }).click();
  await dialog.getByRole('alert').getByText('A cashier may refund up to 5 of a transaction').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Refund' }).isDisabled());
  await dialog.getByLabel('Quantity of Coffee beans').fill('0');
  await dialog.getByRole('region', { name: 'Summary' }).getByText('+1 Green tea').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Refund' }).isEnabled());
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('button', { name: 'Void' }).count(), 0);
  assert.equal((await shop.owner.get(`/transactions/${sale.id}`)).body.data.refunded_amount, 0);
  isQuiet(/403/);
});

test('voids a sale after a question', async () => {
  const before = await stockOf(tea.id);
  const sale = await createSale();
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, `/sales/${sale.id}`);
  await page.getByRole('button', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog', { name: `Void ${sale.transaction_code}?` });
  await page.route(`**/api/v1/transactions/${sale.id}/void`, (route) => route.fulfill(rejected), { times: 1 });
  await dialog.getByRole('button', { name: 'Void' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Void' }).click();
  await dialog.waitFor();
  assert.equal(await dialog.getByRole('alert').count(), 0, 'it says nothing of the attempt before');
  await dialog.getByText('The customer gets $20.90 back').waitFor();
  await inspect('a void confirmation');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await shop.owner.get(`/transactions/${sale.id}`)).body.data.status, 'completed');
  await page.getByRole('button', { name: 'Void' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Rung up twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
  await page.getByText(`${sale.transaction_code} voided`).waitFor();
  await page.getByText('Voided', { exact: true }).first().waitFor();
  assert.equal((await shop.owner.get(`/transactions/${sale.id}`)).body.data.status, 'voided');
  assert.equal(await stockOf(tea.id), before);
  isQuiet(/status of 422/);
});

test('shows included tax below the total, and only stock that a refund returns', async () => {
  await shop.owner.put('/merchant', { tax_mode: 'inclusive', tax_rate: 10 });
  const service = await aProduct(shop, { name: 'Repair', price: 11, track_stock: false, stock: 0 });
  const items = [tea.id, service.id].map((product_id) => ({ product_id, quantity: 1 }));
  const sale = await createSale({ items });
  await shop.owner.put('/merchant', { tax_mode: 'none' });
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, `/sales/${sale.id}`);
  const sums = page.getByRole('table', { name: 'Items' }).locator('tfoot tr');
  await sums.last().waitFor();
  assert.deepEqual(
    (await sums.allInnerTexts()).map((text) => text.split('\t')[0]),
    ['Subtotal', 'Total', 'Tax included'],
  );
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('button', { name: 'Select all items' }).click();
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByText('+1 Green tea').waitFor();
  assert.equal(await summary.getByText('Repair').count(), 0);
  isQuiet();
});

test('prints only the receipt, on the chosen paper', async () => {
  const sale = await createSale({ amount_tendered: 50 });
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, `/sales/${sale.id}`);
  const receipt = page.getByRole('region', { name: 'Receipt' }).filter({ hasText: 'Thank you' }).last();
  await receipt.waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.ok(await receipt.isVisible());
  for (const hidden of ['Void', 'Refund', 'Print receipt', 'Menu'])
    assert.equal(await page.getByRole('button', { name: hidden }).filter({ visible: true }).count(), 0, hidden);
  const printed = String(await page.evaluate('document.body.innerText'));
  assert.match(printed, /Coffee beans[\s\S]*Total\s+\$20\.90[\s\S]*Change\s+\$29\.10/);
  const sizeOf = async () =>
    /\/MediaBox \[0 0 ([\d.]+)/.exec((await page.pdf({ preferCSSPageSize: true })).toString('latin1'))?.[1];
  assert.equal(Math.round(Number(await sizeOf())), Math.round((80 / 25.4) * 72));
  await page.emulateMedia({ media: null });
  await page.getByText('A4', { exact: true }).click();
  assert.equal(Math.round(Number(await sizeOf())), Math.round((210 / 25.4) * 72));
  isQuiet();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app);
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const cashier = { email: 'cashier@example.com', password: 'another long password' };

await shop.owner.put('/merchant', { point_value: 0.1 });
await addMember(shop.owner, app.anonymous, { ...cashier, name: 'Cass Cashier', role: 'cashier' });
const coffee = await aProduct(shop, { name: 'Coffee beans', price: 8.2, stock: 40 });
const siti = await aCustomer(shop, { name: 'Siti Rahma', phone: '+6281234567890' });
const items = [{ product_id: coffee.id, quantity: 2 }];
/** Bought by Siti, and refunded in part. */
const sale = (await shop.owner.post('/transactions', { items, payment_method: 'cash', customer_id: siti.id })).body
  .data;
const refund = { items: [{ product_id: coffee.id, quantity: 1 }] };
assert.equal((await shop.owner.post(`/transactions/${sale.id}/refund`, refund)).status, 201);

test('requests a sale’s customer again after a failure, and does not call it deleted', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  let failures = 0;
  await page.route(`**/api/v1/customers/${siti.id}`, (route) => {
    failures += 1;
    if (failures > 1) return route.continue();
    return route.fulfill({ status: 400, json: { success: false, error: { code: 'BAD_REQUEST', message: 'Not now' } } });
  });
  await openSignedIn(owner, `/sales/${sale.id}`);
  await page.getByRole('link', { name: 'Siti Rahma' }).waitFor();
  assert.ok(failures > 1);
  isQuiet(/400/);
});

test('creates a customer, edits it while another user does, adds points, exports and erases it', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/customers');
  await page.getByRole('link', { name: 'Siti Rahma' }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0, 'a form opens by its button');
  await inspect('the customers');
  await page.getByRole('button', { name: 'New customer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Budi Santoso');
  await dialog.getByLabel('Phone').fill('0812');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/must be/).waitFor();
  await inspect('invalid phone number');
  await dialog.getByLabel('Phone').fill('+62 812-0000-1111');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Budi Santoso saved').waitFor();
  await page.getByRole('link', { name: 'Budi Santoso' }).click();
  await page.getByRole('heading', { name: 'Budi Santoso' }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);

  const details = page.getByRole('form', { name: 'Details' });
  await details.getByLabel('Address').fill('Jalan Merdeka 1');
  await shop.owner.put(`/customers/${id}`, { email: 'budi@example.com' });
  await page.getByRole('button', { name: 'Save' }).click();
  await until(async () => (await details.getByLabel('E-mail').inputValue()) === 'budi@example.com');
  const { body } = await shop.owner.get(`/customers/${id}`);
  const { name, phone, email, address } = body.data;
  assert.deepEqual(
    [name, phone, email, address],
    ['Budi Santoso', '+6281200001111', 'budi@example.com', 'Jalan Merdeka 1'],
  );

  await page.getByRole('button', { name: 'Adjust points' }).click();
  await dialog.getByLabel('Points').fill('25');
  await dialog.getByLabel('Reason').fill('A welcome');
  await inspect('the form that adjusts points');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Adjusted A welcome \+25 25/ }).waitFor();
  await inspect('a customer');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export data' }).click();
  assert.equal((await downloading).suggestedFilename(), `customer-${id}.json`);

  await page.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByText('permanently erases').waitFor();
  await inspect('the confirmation before erasing');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('Customer erased').waitFor();
  await page.getByRole('heading', { name: 'Customers' }).waitFor();
  assert.equal((await shop.owner.get(`/customers/${id}`)).status, 404);
  isQuiet(/422/);
});

test('shows a customer’s purchases and the history of points', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(cashier, `/customers/${siti.id}`);
  await page.getByRole('link', { name: 'Earned' }).first().waitFor();
  await page.getByText('Partially refunded').waitFor();
  await inspect('the customer, for a cashier');
  for (const forbidden of ['Adjust points', 'Export data', 'Erase'])
    assert.equal(await page.getByRole('button', { name: forbidden }).count(), 0);
  isQuiet();
});

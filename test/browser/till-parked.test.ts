import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProduct, aShop, aStaffMember } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';
import { chargeButton, linesOf } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const cass = { email: 'cass@example.com', password: 'another long password' };
await addMember(shop.owner, app.anonymous, { ...cass, name: 'Cass', role: 'cashier' });
const manager = await aStaffMember(shop, 'manager');
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 10, stock: 100 });
const tea = await aProduct(shop, { name: 'Green tea', sku: 'TEA', price: 10, stock: 100 });
const ruled = await shop.owner.put('/merchant', {
  approval_rules: [{ action: 'discount', above_percent: 20 }, { action: 'price_override' }],
  price_override_roles: ['owner', 'manager'],
});
assert.equal(ruled.status, 200, ruled.text);

const item = { product_id: mug.id, quantity: 2 };
const park = async (label: string, items: object[], extra: object = {}): Promise<string> => {
  const answer = await manager.post('/transactions', { items, status: 'pending', label, ...extra });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
};
const stored = async (id: string) => {
  const { status, total_amount, cashier, items } = (await shop.owner.get(`/transactions/${id}`)).body.data;
  return [status, total_amount, cashier.name, items.map(({ name }: { name: string }) => name).join()];
};
const openParked = async (page: Page, label: string, item = 'Mug') => {
  await page.getByRole('button', { name: new RegExp(label) }).click();
  await linesOf(page).getByText(item, { exact: true }).waitFor();
};
/** The methods of the requests that change sales. */
const watchChanges = (page: Page) => {
  const methods: string[] = [];
  page.on('request', (request) => {
    if (/\/transactions\//.test(request.url()) && request.method() !== 'GET') methods.push(request.method());
  });
  return methods;
};
const changedText = 'The sale has changed meanwhile. Check it before you charge it.';

test('a cashier completes what a manager parked above the rules, without an approval', async () => {
  const discount = { percent: 30 };
  const id = await park(
    'Table 1',
    [
      { ...item, price: 9, discount },
      { ...item, product_id: tea.id },
    ],
    { discount: 2 },
  );
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cass, '/till');
  const changes = watchChanges(page);
  await openParked(page, 'Table 1');
  await page.getByLabel('Cash received').fill('40');
  await page.getByRole('button', { name: 'Charge €30.60' }).click();
  await page.getByText('Sold:').waitFor();
  await page.getByText('Change €9.40').first().waitFor();
  assert.deepEqual(await stored(id), ['completed', 30.6, 'Cass', 'Mug,Green tea']);
  assert.deepEqual(changes, ['POST']);
  isQuiet();
});

test('a parked sale that another till changed meanwhile is shown again, and not overwritten', async () => {
  const id = await park('Table 2', [item]);
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cass, '/till');
  const changes = watchChanges(page);
  await openParked(page, 'Table 2');
  // The total stays the same.
  const changed = await manager.put(`/transactions/${id}`, { items: [{ product_id: tea.id, quantity: 2 }] });
  assert.equal(changed.status, 200, changed.text);
  await chargeButton(page).click();
  await page.getByRole('alert').getByText(changedText).waitFor();
  await linesOf(page).getByText('Green tea', { exact: true }).waitFor();
  assert.equal(await linesOf(page).getByRole('listitem').count(), 1);
  assert.deepEqual((await stored(id)).slice(0, 2), ['pending', 20]);
  assert.deepEqual(changes, []);
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.deepEqual(await stored(id), ['completed', 20, 'Cass', 'Green tea']);
  isQuiet();
});

test('a parked sale that changes just before its payment is not charged at another total', async () => {
  const id = await park('Table 3', [item]);
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cass, '/till');
  await openParked(page, 'Table 3');
  await page.route('**/complete', async (route) => {
    const { status } = await manager.put(`/transactions/${id}`, { items: [{ ...item, quantity: 1 }] });
    assert.equal(status, 200);
    await route.continue();
    await page.unroute('**/complete');
  });
  await chargeButton(page).click();
  await page.getByRole('alert').waitFor();
  assert.deepEqual((await stored(id)).slice(0, 2), ['pending', 10]);
  await chargeButton(page).click();
  await page.getByRole('alert').getByText(changedText).waitFor();
  await page.getByRole('button', { name: 'Charge €10.00' }).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(await stored(id), ['completed', 10, 'Cass', 'Mug']);
  isQuiet(/422/);
});

test('a parked sale whose product has another price today is saved at the price that is shown', async () => {
  const cup = await aProduct(shop, { name: 'Cup', sku: 'CUP', price: 10, stock: 100 });
  const id = await park('Table 4', [{ ...item, product_id: cup.id }]);
  const price = (amount: number) => shop.owner.put(`/products/${cup.id}`, { price: amount });
  assert.equal((await price(12)).status, 200);
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cass, '/till');
  const changes = watchChanges(page);
  await openParked(page, 'Table 4', 'Cup');
  await page.getByRole('button', { name: 'Charge €24.00' }).waitFor();
  // The price changes once more: the sale is saved at it, and shown before it is charged.
  assert.equal((await price(13)).status, 200);
  await chargeButton(page).click();
  await page.getByRole('alert').getByText(changedText).waitFor();
  await page.getByRole('button', { name: 'Charge €26.00' }).waitFor();
  assert.deepEqual((await stored(id)).slice(0, 2), ['pending', 26]);
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual(await stored(id), ['completed', 26, 'Cass', 'Cup']);
  assert.deepEqual([changes[0], changes.at(-1)], ['PUT', 'POST']);
  isQuiet();
});

test('a parked sale that another till completed is refused as it was', async () => {
  const id = await park('Table 5', [item]);
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cass, '/till');
  await openParked(page, 'Table 5');
  assert.equal((await manager.post(`/transactions/${id}/complete`, { payment_method: 'card' })).status, 200);
  await chargeButton(page).click();
  await page.getByRole('alert').waitFor();
  assert.deepEqual((await stored(id)).slice(0, 2), ['completed', 20]);
  isQuiet(/409|422/);
});

test('a parked sale opens with its products, whatever their SKUs mean today', async () => {
  const plate = await aProduct(shop, { name: 'Plate', sku: 'PLATE', price: 10, stock: 100 });
  const made = await shop.owner.post(`/products/${plate.id}/variants`, {
    name: 'Blue',
    sku: 'BLUE',
    price: 11,
    stock: 9,
  });
  assert.equal(made.status, 201, made.text);
  const id = await park('Table 6', [
    { ...item, product_id: plate.id },
    { ...item, product_id: made.body.data.id },
  ]);
  for (const [product_id, sku] of [
    [plate.id, 'PLATE-2'],
    [made.body.data.id, 'BLUE-2'],
  ])
    assert.equal((await shop.owner.put(`/products/${product_id}`, { sku })).status, 200);
  await aProduct(shop, { name: 'Bowl', sku: 'PLATE', price: 3, stock: 100 });
  await aProduct(shop, { name: 'Spoon', sku: 'BLUE', price: 3, stock: 100 });
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(cass, '/till');
  await openParked(page, 'Table 6', 'Plate');
  await linesOf(page).getByText('Plate - Blue', { exact: true }).waitFor();
  assert.equal(await linesOf(page).getByRole('listitem').count(), 2);
  await page.getByRole('button', { name: 'Charge €42.00' }).click();
  await page.getByText('Sold:').waitFor();
  assert.deepEqual((await stored(id)).slice(0, 2), ['completed', 42]);
  isQuiet();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { press, waitForFocus } from './keyboard.ts';
import { chargeButton, lastSaleOf, linesOf, scan, scanField } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 10, stock: 1_000 });
const countSales = async () => (await shop.owner.get('/transactions?limit=1')).body.meta.total;

/** The till with one mug in the cart. */
async function openWithMug() {
  const visitor = await visit();
  await visitor.openSignedIn(owner, '/till');
  await scan(visitor.page, 'MUG');
  await linesOf(visitor.page).getByText('Mug', { exact: true }).waitFor();
  return visitor;
}

test('sells and parks nothing while a field rejects its text, and says why at the field', async () => {
  const { page, isQuiet } = await openWithMug();
  const before = await countSales();
  const received = page.getByLabel('Cash received');
  await received.fill('twenty');
  await chargeButton(page).click();
  await page.getByRole('alert').filter({ hasText: 'Not a number' }).waitFor();
  await waitForFocus(page, received);
  await received.fill('20');
  await page.getByRole('button', { name: 'Discount on the sale' }).click();
  const discount = page.getByLabel('Discount on the sale');
  await discount.fill('5x');
  for (const name of ['Charge', 'Park']) {
    await page.getByRole('button', { name }).click();
    await waitForFocus(page, discount);
  }
  await discount.fill('');
  const quantity = page.getByLabel('Quantity of Mug');
  await quantity.fill('0');
  await chargeButton(page).click();
  await waitForFocus(page, quantity);
  assert.equal(await countSales(), before);
  await quantity.fill('2');
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.equal((await lastSaleOf(shop)).total_amount, 20);
  isQuiet();
});

test('keeps the discount of a line open while its text is rejected', async () => {
  const { page, isQuiet } = await openWithMug();
  const before = await countSales();
  await page.getByRole('button', { name: 'Discount on Mug' }).click();
  const discount = page.getByRole('textbox', { name: 'Discount on Mug' });
  await discount.fill('1..5');
  await chargeButton(page).click();
  await waitForFocus(page, discount);
  assert.equal(await countSales(), before);
  await discount.fill('1.50');
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  assert.equal((await lastSaleOf(shop)).total_amount, 8.5);
  isQuiet();
});

test('asks for a part of a split payment that is typed and not added', async () => {
  const { page, isQuiet } = await openWithMug();
  const before = await countSales();
  await page.getByRole('button', { name: 'Split the payment' }).click();
  const part = page.getByLabel('Amount of this payment');
  await part.fill('4');
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await chargeButton(page).click();
  await page.getByText('Add this payment, or cancel it.').waitFor();
  await waitForFocus(page, part);
  assert.equal(await countSales(), before);
  await page.getByRole('button', { name: 'Add this payment' }).click();
  await page.getByRole('button', { name: 'Cash', exact: true }).click();
  await page.getByRole('button', { name: 'Split the payment' }).click();
  await page.getByLabel('Amount of this payment').fill('1');
  await page.getByRole('button', { name: 'Cancel: Split the payment' }).click();
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  const { payments } = await lastSaleOf(shop);
  assert.deepEqual(
    payments.map(({ method, amount }: { method: string; amount: number }) => [method, amount]),
    [
      ['card', 4],
      ['cash', 6],
    ],
  );
  isQuiet();
});

test('keeps the focus by the payment when its parts are removed, and in the till when the cart is cleared', async () => {
  const { page, isQuiet } = await openWithMug();
  for (const [method, amount] of [
    ['Card', '4'],
    ['Cash', '3'],
  ] as const) {
    await page.getByRole('button', { name: method, exact: true }).click();
    await page.getByRole('button', { name: 'Split the payment' }).click();
    await page.getByLabel('Amount of this payment').fill(amount);
    await page.getByRole('button', { name: 'Add this payment' }).click();
  }
  await press(page, page.getByRole('button', { name: 'Remove Card' }));
  await waitForFocus(page, page.getByRole('button', { name: 'Remove Cash' }));
  await page.keyboard.press('Enter');
  await waitForFocus(page, page.getByRole('button', { name: 'Cash', exact: true }));
  await press(page, page.getByRole('button', { name: 'Clear cart' }));
  await waitForFocus(page, scanField(page));
  isQuiet();
});

test('says at the line and at the choice that there is not enough of a product', async () => {
  await aProduct(shop, { name: 'Vase', sku: 'VASE', price: 5, stock: 2 });
  const cup = await aProduct(shop, { name: 'Cup', sku: 'CUP', price: 5, stock: 1 });
  await shop.owner.post(`/products/${cup.id}/variants`, { sku: 'CUP-RED', name: 'Red', price: 5 });
  const { page, isQuiet } = await openWithMug();
  await scan(page, '2*VASE');
  await linesOf(page).getByText('Vase', { exact: true }).waitFor();
  const quantity = page.getByLabel('Quantity of Vase');
  await quantity.fill('3');
  await linesOf(page).getByText('Only 2 in stock').waitFor();
  await quantity.fill('2');
  await linesOf(page).getByText('Only 2 in stock').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Cup/ }).click();
  await page.getByRole('button', { name: /Cup - Red · CUP-RED Out of stock/ }).waitFor();
  assert.equal(await page.getByText('Out of stock').count(), 1);
  isQuiet();
});

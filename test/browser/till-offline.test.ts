import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';
import { chargeButton, linesOf, scan } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const cashier = { email: 'cashier@example.com', password: 'another long password' };
await addMember(shop.owner, app.anonymous, { ...cashier, name: 'Cass', role: 'cashier' });
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8, stock: 1_000 });

test('shows the change until the next sale begins, also without a connection', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(cashier, '/till');
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.getByLabel('Cash received').fill('20');
  await chargeButton(page).click();
  await page.getByText('Change €12.00').waitFor();
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('region', { name: 'Products' }).getByRole('button', { name: /Mug/ }).click();
  await failed;
  assert.ok(await page.getByText('Change €12.00').isVisible());
  await page.context().setOffline(false);
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.equal(await page.getByText('Change €12.00').count(), 0);
});

import { test } from 'node:test';
import { openBackOffice } from '../back-office.ts';
import { linesOf, scan } from '../till-page.ts';
import { compareScreens } from './compare.ts';
import { recordChanges } from './journeys.ts';
import { cashier, now, openScreenShop, owner } from './shop.ts';

const { visit, app } = await openBackOffice();
await openScreenShop(app);

test('shows each state of a sale at the till, and sends what it shows', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await page.clock.setFixedTime(now);
  const screens = compareScreens('till');
  const { changes, forget } = recordChanges(page);
  const cart = page.locator('.till-cart');
  const checkout = page.getByRole('region', { name: 'Payment' });
  const sale = {
    ariaSnapshot: async () => `${changes()}${await cart.ariaSnapshot()}\n${await checkout.ariaSnapshot()}`,
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const fill = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);
  await openSignedIn(owner, '/till');

  await scan(page, '3*COF');
  await scan(page, 'TEA');
  await scan(page, 'SHIRT-RM');
  await scan(page, 'NOPE');
  await linesOf(page).getByText('Shirt - Red, M', { exact: true }).waitFor();
  await screens.check('scanned', sale);

  await press('Remove NOPE');
  await screens.check('removed', sale);
  await press('Add one Green tea');
  await press('Remove one Coffee beans');
  await press('Discount on Coffee beans');
  await page.getByRole('dialog').getByText('%', { exact: true }).first().click();
  await fill('Discount on Coffee beans', '10');
  await screens.check('line-discount', page.getByRole('dialog'));
  await page.keyboard.press('Enter');
  await press('Price of Green tea: $4.50');
  await fill('Price for this sale', '4');
  await page.keyboard.press('Enter');
  await press('Custom item');
  await screens.check('custom-item', page.getByRole('dialog'));
  await fill('Name', 'Repair');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Price' }).fill('7.25');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Tax rate (%)' }).fill('5');
  await press('Add to the sale');
  await page.getByRole('combobox', { name: 'Customer' }).fill('siti');
  await page.getByRole('option', { name: /Siti Rahma/ }).click();
  await press('Note');
  await fill('Note', ' As a gift ');
  await press('Discount on the sale');
  await fill('Discount on the sale', '1.5');
  await screens.check('changed', sale);

  await fill('Discount on the sale', '1000');
  await screens.check('too-much-discount', sale);
  await fill('Discount on the sale', '1.5');

  await press('Card');
  await press('Split the payment');
  await fill('Amount of this payment', '20');
  await press('Add this payment');
  await press('Cash');
  await fill('Cash received', '10');
  await screens.check('cash-missing', sale);
  await fill('Cash received', '60');
  await screens.check('split', sale);
  forget();
  await page.getByRole('button', { name: /^Charge/ }).click();
  await page.getByText('Sold:').waitFor();
  await screens.check('sold', sale);

  await scan(page, 'CHE');
  await linesOf(page).getByText('Cheese', { exact: true }).waitFor();
  await fill('Name of the parked sale', 'Table 7');
  forget();
  await press('Park');
  await page.getByRole('button', { name: /Table 7/ }).waitFor();
  await screens.check('parked', page.getByRole('main'));
  await page.getByRole('button', { name: /Table 4/ }).click();
  await linesOf(page).getByText('Green tea', { exact: true }).waitFor();
  await press('Add one Green tea');
  await screens.check('opened', page.getByRole('main'));
  forget();
  await press('Save');
  await linesOf(page).waitFor({ state: 'detached' });
  await screens.check('saved', sale);
  await screens.end();
  isQuiet();
});

test('shows a cashier the same till without the changes that the role may not make', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await page.clock.setFixedTime(now);
  const screens = compareScreens('till');
  await openSignedIn(cashier, '/till');
  await scan(page, 'COF');
  await linesOf(page).getByText('Coffee beans', { exact: true }).waitFor();
  await screens.check('of-cashier', page.getByRole('main'));
  const cart = page.locator('.till-cart');
  const received = page.getByRole('textbox', { name: 'Cash received' });
  const charge = page.getByRole('button', { name: /^Charge/ });
  await received.fill('8.5');
  await page.getByText('Change $0.00').waitFor();
  await charge.click();
  await page.getByText('Sold:').waitFor();
  await screens.check('sold-exactly', cart);
  await scan(page, 'COF');
  await linesOf(page).getByText('Coffee beans', { exact: true }).waitFor();
  await received.fill('9');
  await charge.click();
  await page.getByText('Sold:').waitFor();
  await screens.check('sold-with-change', cart);
  await screens.end();
  isQuiet();
});

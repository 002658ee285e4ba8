import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { openBackOffice } from './back-office.ts';
import { chargeButton, linesOf, park, scan } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const cass = { email: 'cass@example.com', password: 'another long password' };
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8.2, stock: 100 });
await addMember(shop.owner, app.anonymous, { ...cass, name: 'Cass', role: 'cashier' });
const front = (
  await shop.owner.post('/registers', {
    name: 'Front',
    branch_id: shop.branch_id,
    blind_count: true,
    requires_shift: true,
  })
).body.data;

const sales = async () => (await shop.owner.get('/transactions')).body.data;
const theShift = async () => (await shop.owner.get('/shifts')).body.data[0];

test('a cashier sells, parks and counts blind at the register of the device', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit({ width: 390 });
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  await openSignedIn(cass, '/till');
  await page.getByText('Choose a register to sell here').waitFor();
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  assert.equal(await chargeButton(page).isDisabled(), true);
  await inspect('a till that needs a register');
  await page.getByRole('combobox', { name: 'Register' }).click();
  assert.equal(await page.getByRole('option').count(), 1);
  await page.getByRole('option', { name: 'Front' }).click();
  await press('Open shift');
  await dialog.getByText('Amount', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Cash counted' }).fill('50');
  await dialog.getByRole('button', { name: 'Open shift', exact: true }).click();
  await page.getByRole('link', { name: /^Front: open since/ }).waitFor();

  // A sale, and a parked one that is paid later: both belong to the shift.
  await park(page, 'Table 2');
  await page.getByRole('button', { name: /Table 2/ }).click();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();
  const shift = await theShift();
  assert.deepEqual(
    (await sales()).map(({ register_id, shift_id }: Record<string, string>) => [register_id, shift_id]),
    [[front.id, shift.id]],
  );

  await page.getByRole('link', { name: /^Front: open since/ }).click();
  await page.getByText('This drawer is counted blind').waitFor();
  assert.equal(await page.getByText('Expected', { exact: true }).count(), 0);
  assert.equal(await page.getByText('€58.20').count(), 0);
  await press('Count the drawer');
  await dialog.getByRole('textbox', { name: '€50.00', exact: true }).fill('1');
  await dialog.getByRole('button', { name: 'Save count' }).click();
  await page.getByText('Cash counted: €50.00').waitFor();
  assert.equal(await page.getByText(/short|over$/).count(), 0);
  assert.equal(await page.getByText('€58.20').count(), 0);
  await inspect('a blind count');

  // While the drawer is counted, the register sells nothing, and the cart stays.
  await page.goBack();
  await page.getByRole('link', { name: 'Front: being counted' }).waitFor();
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await chargeButton(page).click();
  await page.getByText('The shift of Front is being counted.').waitFor();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Go to shift' }).click();
  await press('Reopen');
  await page.getByRole('button', { name: 'Count the drawer' }).waitFor();
  await press('Count the drawer');
  await dialog.getByRole('textbox', { name: '€50.00', exact: true }).fill('1');
  await dialog.getByRole('button', { name: 'Save count' }).click();
  await press('Close shift');
  await dialog.getByRole('button', { name: 'Close shift' }).click();
  await page.getByRole('heading', { name: 'Closure 1 of Front' }).waitFor();
  await page.getByText('This drawer is counted blind').waitFor();
  assert.equal(await page.getByText('€58.20').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Count again' }).count(), 0);
  isQuiet(/422/);
});

test('a refund of the device’s branch is paid from its register, whose shift is opened on the way', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  const dialog = page.getByRole('dialog');
  await openSignedIn(owner, '/till');
  await page.getByRole('combobox', { name: 'Register' }).click();
  await page.getByRole('option', { name: 'Front' }).click();
  const [sale] = await sales();
  await page.goto(new URL(`/sales/${sale.id}`, page.url()).href);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByRole('button', { name: 'Select all items' }).click();
  await dialog.getByText('The register Front has no open shift. Open one to sell here.').waitFor();
  await dialog.getByRole('button', { name: 'Open shift' }).click();
  const opening = page.getByRole('dialog', { name: 'Open a shift of Front' });
  await opening.getByRole('textbox', { name: '€20.00', exact: true }).fill('3');
  await opening.getByRole('button', { name: 'Open shift' }).click();
  await opening.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText('€8.20 refunded').waitFor();
  const { expected, id } = await theShift();
  assert.deepEqual(expected, [{ method: 'cash', amount: 51.8 }]);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Count Front' }).click();
  await page.getByRole('heading', { name: 'Shift 2 of Front' }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/shifts/${id}`);
  isQuiet(/422/);
});

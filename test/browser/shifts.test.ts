import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { verifyJournal } from '../../client/verify/verify-journal.ts';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { chargeButton, linesOf, scan } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8.2, stock: 100 });

/** The fields and buttons of the open dialog. */
function dialogOf(page: Page) {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    fill: (name: string, text: string) => dialog.getByRole('textbox', { name, exact: true }).fill(text),
    press: (name: string) => dialog.getByRole('button', { name, exact: true }).click(),
  };
}

const pressOn = (page: Page) => (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const theShift = async (id: string) => (await shop.owner.get(`/shifts/${id}`)).body.data;

test('adds a register, and shows what the service says about its name', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  const press = pressOn(page);
  const { dialog, fill, press: pressInDialog } = dialogOf(page);
  await openSignedIn(owner, '/settings/registers');
  await page.getByText('No registers yet.').waitFor();
  await press('New register');
  await fill('Name', 'Front');
  await fill('Opening float', '100');
  await dialog.getByLabel('Requires an open shift').check();
  await inspect('the form of a register');
  await pressInDialog('Save');
  await page.getByText('Front saved').waitFor();
  await inspect('the registers');
  await press('New register');
  await fill('Name', 'front');
  await pressInDialog('Save');
  await dialog.getByText('This branch has a register of this name').waitFor();
  await fill('Name', 'Bar');
  await dialog.getByLabel('Blind count').check();
  await pressInDialog('Save');
  await page.getByText('Bar saved').waitFor();
  await press('Journal of Bar');
  await dialog.getByText('Not yet. Days are signed after midnight.').waitFor();
  await inspect('the journal of a register');
  const [download] = await Promise.all([page.waitForEvent('download'), pressInDialog('Download journal')]);
  assert.match(download.suggestedFilename(), /^journal-Bar-\d{4}-\d\d-\d\d\.jsonl$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
  const { register_name, fingerprint } = await verifyJournal(lines);
  assert.equal(register_name, 'Bar');
  await dialog.getByText(fingerprint).waitFor();
  await page.keyboard.press('Escape');
  await press('Edit Bar');
  await fill('Name', 'Counter');
  await pressInDialog('Save');
  await page.getByText('Counter saved').waitFor();
  const { data } = (await shop.owner.get('/registers')).body;
  assert.deepEqual(
    data.map(({ name, opening_float, blind_count, requires_shift, status }: Record<string, unknown>) => [
      name,
      opening_float,
      blind_count,
      requires_shift,
      status,
    ]),
    [
      ['Counter', 0, true, false, 'active'],
      ['Front', 100, false, true, 'active'],
    ],
  );
  isQuiet(/409|422/);
});

test('opens a drawer by notes and coins, sells, pays out, counts it twice, closes it and prints the closure', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  const press = pressOn(page);
  const { dialog, fill, press: pressInDialog } = dialogOf(page);

  // The till sells only in an open shift of its register. The shift is opened there, and the cart is not lost.
  await openSignedIn(owner, '/till');
  await page.getByRole('combobox', { name: 'Register' }).click();
  await page.getByRole('option', { name: 'Front' }).click();
  await page.getByText('Front: no open shift').waitFor();
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await chargeButton(page).click();
  await page.getByText('The register Front has no open shift. Open one to sell here.').waitFor();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await inspect('a till without a shift');
  // Beside the error, and beside the state of the register.
  await page.locator('.till-cart').getByRole('button', { name: 'Open shift' }).click();
  await dialog.getByText('Usual float: €100.00').waitFor();
  await fill('€50.00', '1');
  await fill('€20.00', '2');
  await fill('€0.50', '20');
  await dialog.getByText('€100.00', { exact: true }).last().waitFor();
  await inspect('the opening of a shift');
  // What was typed survives a reload.
  await page.reload();
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await press('Open shift');
  assert.equal(await dialog.getByRole('textbox', { name: '€0.50', exact: true }).inputValue(), '20');
  // The dialog closes also while the page has not yet read the shift.
  const reading = Promise.withResolvers<void>();
  await page.route('**/api/v1/shifts?**', async (route) => {
    await reading.promise;
    await route.continue();
  });
  await pressInDialog('Open shift');
  await dialog.waitFor({ state: 'detached' });
  reading.resolve();
  await page.getByRole('link', { name: /^Front: open since/ }).waitFor();
  await chargeButton(page).click();
  await page.getByText('Sold:').waitFor();

  await page.getByRole('link', { name: /^Front: open since/ }).click();
  await page.getByRole('heading', { name: 'Shift 1 of Front' }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  const { figures, expected } = await theShift(id);
  assert.deepEqual(
    [figures.sales, expected[0]],
    [
      { count: 1, amount: 8.2 },
      { method: 'cash', amount: 108.2 },
    ],
  );
  await press('Pay out');
  await fill('Amount', '500');
  await fill('Reason', 'Windows');
  await pressInDialog('Pay out');
  // More than the drawer should hold is asked for.
  await dialog.getByText('The drawer should hold €108.20 only.').waitFor();
  await dialog.getByRole('button', { name: 'Pay out anyway' }).waitFor();
  await fill('Amount', '5');
  await pressInDialog('Pay out');
  await page.getByText('Windows', { exact: true }).waitFor();
  await press('Open drawer');
  await fill('Reason', 'Gave change');
  await pressInDialog('Open drawer');
  await page.getByText('Gave change', { exact: true }).waitFor();
  await press('Pay in');
  await fill('Amount', '7');
  await fill('Reason', 'A mistake');
  await pressInDialog('Pay in');
  await press('Void “A mistake”');
  await fill('Reason', 'Typed twice');
  await pressInDialog('Void');
  await page.getByText('Voided by Olivia Owner: Typed twice').waitFor();
  await inspect('an open shift');

  await press('Count the drawer');
  await fill('€100.00', '1');
  await fill('€0.20', '1');
  await pressInDialog('Save count');
  await page.getByText('€3.00 short').first().waitFor();
  await inspect('a counted shift');
  await press('Count again');
  await dialog.getByText('Amount', { exact: true }).click();
  await fill('Cash counted', '102.70');
  await pressInDialog('Save count');
  await page.getByText('€0.50 short').first().waitFor();
  await press('Close shift');
  await fill('Note', 'A quiet day');
  await pressInDialog('Close shift');
  await page.getByRole('heading', { name: 'Closure 1 of Front' }).waitFor();
  await page.getByText('€0.50 short').waitFor();
  await inspect('a closure');
  await press('Count again');
  await fill('Cash', '103.20');
  await fill('Reason', 'Under the tray');
  await pressInDialog('Save count');
  await page.getByText('Under the tray').waitFor();
  await page.getByText('No difference').waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('navigation', { name: 'Menu' }).isVisible(), false);
  assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false);
  await page.getByRole('heading', { name: 'Closure 1 of Front' }).waitFor();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Go to shift' }).click();
  await page.getByRole('link', { name: 'Closure 1' }).waitFor();
  isQuiet(/422/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { typeInto } from './keyboard.ts';

const { visit, app, url } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
await shop.owner.put('/merchant', { tax_mode: 'inclusive', tax_rate: 7, allow_custom_items: true });
await aProduct(shop, { name: 'Roggenbrot', sku: 'BROT', price: 4.2, stock: 1_500 });

test('sells in German: amounts, dates and receipt are those of the language', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await page.getByLabel('Name of the parked sale').fill('Tisch 4');
  await page.getByRole('button', { name: 'Account of Olivia Owner' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Kasse' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.lang'), 'de');
  const parkedAs = page.getByLabel('Name des geparkten Verkaufs');
  assert.equal(await parkedAs.inputValue(), 'Tisch 4', 'what was typed stays');
  await parkedAs.clear();

  // The focus stays on the button of the menu.
  const field = page.getByRole('textbox', { name: 'Barcode, SKU oder Name' });
  await field.focus();
  await typeInto(page, field, '300*BROT');
  await page.keyboard.press('Enter');
  const lines = page.getByRole('list', { name: 'Artikel' });
  await lines.getByText('Roggenbrot').waitFor();
  await page.getByRole('button', { name: 'Freier Artikel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Tüte');
  await dialog.getByLabel('Preis').fill('1,50');
  await dialog.getByRole('button', { name: 'Zum Verkauf hinzufügen' }).click();
  await lines.getByText('Tüte').waitFor();
  await inspect('a till in German');
  await page.getByRole('button', { name: 'Kassieren 1.261,50 €' }).click();
  await page.getByText('Verkauft:').waitFor();

  const [sale] = (await shop.owner.get('/transactions?limit=1')).body.data;
  assert.equal(sale.total_amount, 1_261.5);
  await page.getByRole('link', { name: sale.transaction_code }).click();
  await page.getByRole('heading', { name: sale.transaction_code }).waitFor();
  const receipt = page.getByRole('region', { name: 'Beleg' });
  await receipt.getByText('Es bediente Sie Olivia Owner').waitFor();
  await receipt.getByText('inkl. 7 % MwSt.').waitFor();
  await receipt.getByText('1,50 €').first().waitFor();
  const { timezone: timeZone } = (await shop.owner.get('/merchant')).body.data;
  const day = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeZone });
  await receipt.getByText(day.format(new Date(sale.occurred_at))).waitFor();
  await inspect('a sale in German');
  isQuiet();
});

test('translates the service’s errors into German', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit({ language: 'de-DE' });
  await openSignedIn(owner, '/products');
  await page.getByRole('button', { name: 'Neuer Artikel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Anderes Brot');
  await dialog.getByLabel('SKU').fill('BROT');
  await dialog.getByRole('textbox', { name: 'Preis', exact: true }).fill('1.250,00');
  await dialog.getByLabel('Bestand', { exact: true }).fill('2');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Diese SKU wird bereits verwendet').waitFor();
  await inspect('the error in German');
  isQuiet(/422/);
});

test('loads the texts of the browser’s language beside the script, and the page again if they are lost', async () => {
  const { page } = await visit({ language: 'de-DE' });
  const asked: string[] = [];
  await page.route(/\/assets\/(index|de|en-audit|id)-[^/]*\.js/, async (route) => {
    const [, file = ''] = /assets\/(\w+)-/.exec(route.request().url()) ?? [];
    asked.push(file);
    // The script comes last, so it cannot be what asked for the texts.
    if (file === 'index') await until(() => asked.includes('de'));
    await (asked.filter((name) => name === 'de').length <= 2 && file === 'de' ? route.abort() : route.continue());
  });
  await page.goto(`${url}/sign-in`);
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  assert.deepEqual([...new Set(asked)].sort(), ['de', 'index'], 'no texts of other languages');
});

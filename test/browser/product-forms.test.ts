import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const password = 'correct horse battery';

async function createNewShop() {
  const shop = await aShop(app, { currency: 'USD' });
  return { shop, owner: { email: (await shop.owner.get('/auth/me')).body.data.email as string, password } };
}

test('finds a currency by typing over the chosen one, and selects it by Enter', async () => {
  const { shop, owner } = await createNewShop();
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await page.goto(`${url}/welcome`);
  const first = page
    .getByRole('combobox', { name: 'Currency' })
    .or(page.getByRole('textbox', { name: 'Currency' }))
    .first();
  await first.click();
  await page.keyboard.type('eur');
  await page.getByRole('option').first().waitFor();
  assert.equal(await page.getByRole('option').first().textContent(), 'EUR – Euro');
  await inspect('the search for a currency');
  await page.keyboard.press('Enter');
  assert.equal(await first.inputValue(), 'EUR – Euro');

  await openSignedIn(owner, '/settings/shop');
  const about = page.getByRole('form', { name: 'Name, currency, time zone' });
  const field = about.getByLabel('Currency').first();
  // Before an option of the open list is marked.
  const isSubmitting = await field.evaluate(async (input) => {
    input.click();
    // The list opens after the event.
    await Promise.resolve();
    const keydown = new Event('keydown', { bubbles: true, cancelable: true });
    return input.dispatchEvent(Object.assign(keydown, { key: 'Enter', code: 'Enter' }));
  });
  assert.equal(isSubmitting, false, 'Enter right after the click');
  await page.keyboard.press('Escape');
  await field.click();
  // Without input the selected currency stays.
  await page.keyboard.press('Enter');
  assert.equal(await field.inputValue(), 'USD – US Dollar');
  await field.click();
  await page.keyboard.type('no such money');
  await page.getByText('No results').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('EUR');
  await page.getByRole('option', { name: 'EUR – Euro' }).waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await field.inputValue(), 'EUR – Euro');
  assert.equal(await page.getByText('Settings saved').count(), 0);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  assert.equal((await shop.owner.get('/merchant')).body.data.currency, 'EUR');
  isQuiet();
});

test('asks about a product without stock, and sells it untracked', async () => {
  const { shop, owner } = await createNewShop();
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  const dialog = page.getByRole('dialog');
  const create = async (name: string, answer: string) => {
    await page.getByRole('button', { name: 'New product' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('SKU').fill(name);
    await dialog.getByLabel('Price').fill('2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(`The stock field is empty. Track stock of ${name}?`).waitFor();
    if (name === 'Haircut') await inspect('the question about tracking stock');
    await waitForFocus(page, dialog.getByRole('button', { name: 'Do not track' }));
    await dialog.getByRole('button', { name: answer }).click();
    await dialog.waitFor({ state: 'detached' });
    return (await shop.owner.get(`/products?sku=${name}`)).body.data[0];
  };
  const haircut = await create('Haircut', 'Do not track');
  assert.equal(haircut.track_stock, false);
  const sold = await shop.owner.post('/transactions', {
    items: [{ product_id: haircut.id, quantity: 1 }],
    payment_method: 'cash',
  });
  assert.equal(sold.status, 201);
  const comb = await create('Comb', 'Track, start at 0');
  assert.deepEqual([comb.track_stock, comb.stock], [true, 0]);
  isQuiet();
});

test('gives a variant its product’s cost and tracking by default', async () => {
  const { shop, owner } = await createNewShop();
  const shirt = await aProduct(shop, { name: 'Shirt', sku: 'SHIRT', price: 20, cost: 7.5 });
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${shirt.id}`);
  await page.getByRole('button', { name: 'New variant' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Large');
  await dialog.getByLabel('SKU').fill('SHIRT-L');
  await dialog.getByLabel('Stock').fill('3');
  assert.deepEqual(
    [await dialog.getByLabel('Price').inputValue(), await dialog.getByLabel('Cost').inputValue()],
    ['20.00', '7.50'],
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Large/ }).waitFor();
  const { variants } = (await shop.owner.get(`/products/${shirt.id}`)).body.data;
  assert.equal((await shop.owner.get(`/products/${variants[0].id}`)).body.data.cost, 7.5);
  isQuiet();
});

test('searches products and stock by text and barcode', async () => {
  const { shop, owner } = await createNewShop();
  await aProduct(shop, { name: 'Mug', sku: 'MUG', barcode: '4006381333931', stock: 5 });
  await aProduct(shop, { name: 'Bowl', sku: 'BOWL', stock: 6 });
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  const searches: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/v1/products') searches.push(searchParams.get('search'));
  });
  await openSignedIn(owner, '/products');
  await page.getByRole('searchbox', { name: 'Name, SKU or barcode' }).fill('4006381333931');
  await until(async () => searches.includes('4006381333931'));

  await page.goto(`${url}/stock`);
  await page.getByRole('row', { name: /Bowl/ }).waitFor();
  await page.getByLabel('Product').first().fill('mug');
  await page.getByRole('option', { name: 'Mug' }).click();
  await page.getByRole('row', { name: /Bowl/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Mug MUG/ }).waitFor();
  await inspect('the stock of one product');
  isQuiet();
});

test('shows the saved product while the page reloads it', async () => {
  const { shop, owner } = await createNewShop();
  const { id } = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 4, stock: 5 });
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${id}`);
  const form = page.getByRole('form', { name: 'Details' });
  await form.getByLabel('Price').fill('5');
  let isSaved = false;
  await page.route(`**/api/v1/products/${id}`, async (route) => {
    if (route.request().method() === 'GET') await until(() => isSaved, 3_000).catch(() => undefined);
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Mug saved').waitFor();
  assert.equal(await form.getByLabel('Price').inputValue(), '5.00');
  isSaved = true;
  isQuiet();
});

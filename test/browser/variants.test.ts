import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { typeInto, waitForFocus } from './keyboard.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'USD' });
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};

test('creates a product with six variants from two options, without the one that is left out', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Trail tee');
  assert.equal(await dialog.getByLabel('SKU').inputValue(), 'TRAIL-TEE');
  await dialog.getByLabel('Price').fill('20');
  await dialog.getByLabel('Cost').fill('8');
  await dialog.getByRole('button', { name: 'Add variants' }).click();
  await typeInto(page, dialog.getByLabel('Option 1'), 'Size: S, M, L');
  await dialog.getByLabel('Option 2').fill('Colour: red, blue');
  await dialog.getByText('6 variants').waitFor();
  await dialog.getByRole('button', { name: 'Add option' }).click();
  await waitForFocus(page, dialog.getByLabel('Option 3'));
  await dialog.getByLabel('Price of S / red').fill('18');
  await dialog.getByLabel('Stock of S / red').fill('4');
  await dialog.getByLabel('SKU of M / red').fill('TT-M');
  await dialog.getByRole('checkbox', { name: 'Add L / blue' }).click();
  await dialog.getByText('5 variants').waitFor();
  await inspect('a new product with its variants');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Trail tee added').waitFor();
  const [{ id }] = (await shop.owner.get('/products?sku=TRAIL-TEE')).body.data;
  const { variants } = (await shop.owner.get(`/products/${id}`)).body.data;
  const shown = variants.map(({ name, sku, price, cost, stock }: Record<string, unknown>) => [
    name,
    sku,
    price,
    cost,
    stock,
  ]);
  assert.deepEqual(shown.sort(), [
    ['L / red', 'TRAIL-TEE-L-RED', 20, 8, 0],
    ['M / blue', 'TRAIL-TEE-M-BLUE', 20, 8, 0],
    ['M / red', 'TT-M', 20, 8, 0],
    ['S / blue', 'TRAIL-TEE-S-BLUE', 20, 8, 0],
    ['S / red', 'TRAIL-TEE-S-RED', 18, 8, 4],
  ]);

  // The next one begins empty.
  await page.getByRole('button', { name: 'New product' }).click();
  await dialog.getByRole('button', { name: 'Add variants' }).click();
  assert.equal(await dialog.getByLabel('Option 1').inputValue(), '');
  await dialog.getByLabel('Option 1').fill('Size: S');
  await dialog.getByLabel('Option 2').fill('Colour: red');
  await dialog.getByText('1 variant', { exact: true }).waitFor();
  assert.equal(await dialog.getByLabel('Stock of S / red').inputValue(), '');
  isQuiet();
});

test('keeps what was typed of a variant whose SKU is taken, and adds the others once', async () => {
  const cap = await aProduct(shop, { name: 'Cap', sku: 'CAP', price: 9 });
  await aProduct(shop, { name: 'Other', sku: 'CAP-BLUE', price: 9 });
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${cap.id}`);
  await page.getByRole('button', { name: 'Add variants' }).click();
  const dialog = page.getByRole('dialog', { name: 'Variants of Cap' });
  await dialog.getByLabel('Option 1').fill(Array.from({ length: 251 }, (_, at) => at).join(','));
  await dialog.getByText('These are 251 variants. This product can have 250 more.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Add variants' }).isDisabled(), true);
  await dialog.getByLabel('Option 1').fill('red, blue, green');
  await dialog.getByLabel('Stock of blue').fill('7');
  await dialog.getByRole('button', { name: 'Add variants' }).click();
  await dialog.getByText('1 variant was not added.').waitFor();
  await waitForFocus(page, dialog.getByLabel('SKU of blue'));
  assert.equal(await dialog.getByLabel('Stock of blue').inputValue(), '7');
  await inspect('a variant whose SKU is taken');
  await dialog.getByLabel('SKU of blue').fill('CAP-B');
  await dialog.getByRole('button', { name: 'Add variants' }).click();
  await page.getByText('1 variant added').waitFor();
  await page.getByRole('row', { name: /blue/ }).waitFor();
  const { variants } = (await shop.owner.get(`/products/${cap.id}`)).body.data;
  assert.deepEqual(variants.map(({ sku }: { sku: string }) => sku).sort(), ['CAP-B', 'CAP-GREEN', 'CAP-RED']);
  isQuiet(/422/);
});

test('sends a variant whose response was lost again, and adds it once', async () => {
  const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 9 });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owner, `/products/${mug.id}`);
  let isLost = false;
  await page.route('**/variants', async (route) => {
    const response = await route.fetch();
    if (isLost) return route.fulfill({ response });
    isLost = true;
    return route.abort();
  });
  await page.getByRole('button', { name: 'Add variants' }).click();
  const dialog = page.getByRole('dialog', { name: 'Variants of Mug' });
  await dialog.getByLabel('Option 1').fill('red, blue');
  await dialog.getByLabel('Stock of blue').fill('7');
  await dialog.getByRole('button', { name: 'Add variants' }).click();
  await page.getByText('2 variants added').waitFor();
  const { variants } = (await shop.owner.get(`/products/${mug.id}`)).body.data;
  assert.deepEqual(variants.map(({ name }: { name: string }) => name).sort(), ['blue', 'red']);
});

test('finds variants by the filter of stock and of movements', async () => {
  const jacket = await aProduct(shop, { name: 'Jacket', sku: 'JACKET' });
  const variant = { sku: 'JACKET-BLUE', name: 'Blue', price: 5, stock: 4 };
  assert.equal((await shop.owner.post(`/products/${jacket.id}/variants`, variant)).status, 201);
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/stock');
  for (const path of ['/stock', '/stock/movements']) {
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('combobox', { name: 'Product' }).fill('jacket-blue');
    await page.getByRole('option', { name: 'Jacket' }).click();
    await page.getByRole('row', { name: /Jacket - Blue/ }).waitFor();
  }
  isQuiet();
});

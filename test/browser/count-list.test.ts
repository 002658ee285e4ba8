import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProduct, aShop, aWarehouse } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { scan, scanField } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app);
const { owner } = shop;
const owned = { email: (await owner.get('/auth/me')).body.data.email, password: 'correct horse battery' };
const store_room = await aWarehouse(shop, 'Store room');

const stockOf = async (product_id: string): Promise<number> =>
  (await owner.get(`/products/${product_id}`)).body.data.stock;
const lastMovementOf = async (product_id: string) =>
  (await owner.get(`/inventory/movements?product_id=${product_id}`)).body.data[0];
const sell = async (product_id: string, quantity: number) => {
  const sale = { items: [{ product_id, quantity }], payment_method: 'cash' };
  assert.equal((await owner.post('/transactions', sale)).status, 201);
};
const quantityOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Quantity of ${name}` });

test('counts thirty products by thirty scans and one press; what is sold meanwhile stays sold', async () => {
  const ids: string[] = [];
  for (let n = 10; n < 40; n += 1) ids.push((await aProduct(shop, { name: `Cup ${n}`, sku: `C${n}`, stock: 9 })).id);
  const [first = '', second = ''] = ids;
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owned, '/stock');
  await page.getByRole('link', { name: 'Count', exact: true }).click();
  await page.getByRole('heading', { name: 'Count stock' }).waitFor();
  for (let n = 10; n < 40; n += 1) {
    await scan(page, `${n === 10 ? 7 : 9}*C${n}`);
    await quantityOf(page, `Cup ${n}`).waitFor();
  }
  await page.getByText('C10 · 9 expected, difference -2').waitFor();
  await page.getByText('C11 · 9 expected').waitFor();
  await sell(first, 3);
  await sell(second, 4);
  await inspect('a list of a count');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Count of November');
  await page.getByRole('button', { name: 'Save the count of 30 products' }).click();
  await page.getByText('30 products counted').waitFor();
  await page.getByText('No products on the list yet.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Reason' }).inputValue(), '', 'it belongs to this count');
  assert.deepEqual([await stockOf(first), await stockOf(second)], [4, 5]);
  const { type, quantity, reason } = await lastMovementOf(first);
  assert.deepEqual([type, quantity, reason], ['adjustment', -2, 'Count of November']);
  assert.equal((await lastMovementOf(second)).type, 'sale', 'a count as expected moves nothing');
  isQuiet();
});

test('a product that was sold between two scans of it is compared with the stock at the last one', async () => {
  const jar = await aProduct(shop, { name: 'Jar', sku: 'JAR', stock: 6 });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owned, '/stock/count');
  await scan(page, '2*JAR');
  await page.getByText('JAR · 6 expected, difference -4').waitFor();
  await sell(jar.id, 1);
  // The event stream says that the stock has changed. The count before stays compared with the stock before.
  await page.waitForResponse((response) => response.url().includes(`product_id=${jar.id}`));
  await page.getByText('JAR · 6 expected, difference -4').waitFor();
  await scan(page, '3*JAR');
  await page.getByText('JAR · 5 expected').waitFor();
  assert.equal(await quantityOf(page, 'Jar').inputValue(), '5');
  await page.getByRole('button', { name: 'Save the count of 1 product' }).click();
  await page.getByText('1 product counted').waitFor();
  assert.equal(await stockOf(jar.id), 5);
});

test('counts nothing as zero, in another warehouse, and keeps what was rejected', async () => {
  const gone = await aProduct(shop, { name: 'Gone', sku: 'GONE', stock: 5 });
  const kept = await aProduct(shop, { name: 'Kept', sku: 'KEPT', stock: 5 });
  const { page, openSignedIn, inspect } = await visit();
  await openSignedIn(owned, '/stock/count');
  await scan(page, 'GONE');
  await page.getByText('GONE · 5 expected, difference -4').waitFor();
  await page.getByRole('combobox', { name: 'Warehouse' }).click();
  await page.getByRole('option', { name: 'Store room' }).click();
  await page.getByText('GONE · 0 expected, difference +1').waitFor();
  await quantityOf(page, 'Gone').fill('3');
  await scanField(page).click();
  await scan(page, '4*KEPT');
  await page.getByText('KEPT · 0 expected, difference +4').waitFor();
  await page.getByRole('button', { name: 'Save the count of 2 products' }).click();
  await page.getByText('2 products counted').waitFor();
  const [level] = (await owner.get(`/inventory?view=levels&product_id=${gone.id}&warehouse_id=${store_room}`)).body
    .data;
  assert.deepEqual([level.stock, await stockOf(gone.id), await stockOf(kept.id)], [3, 8, 9]);
  // Three of them are sold before the count of the others is saved, which would leave fewer than none.
  await scan(page, 'GONE');
  await quantityOf(page, 'Gone').fill('0');
  await page.getByText('GONE · 3 expected, difference -3').waitFor();
  const moved = { product_id: gone.id, from_warehouse: store_room, to_warehouse: shop.warehouse_id, quantity: 2 };
  assert.equal((await owner.post('/inventory/transfer', moved)).status, 200);
  await page.getByRole('button', { name: 'Save the count of 1 product' }).click();
  await page.getByRole('alert').getByText('1 product was not counted').waitFor();
  assert.equal(await quantityOf(page, 'Gone').getAttribute('aria-invalid'), 'true');
  await inspect('a count that was rejected');
});

test('a list cannot be sent while a scan is looked up, which would come too late for it', async () => {
  const cork = await aProduct(shop, { name: 'Cork', sku: 'CORK', stock: 3 });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owned, '/stock/count');
  await scan(page, 'CORK');
  await quantityOf(page, 'Cork').waitFor();
  const send = page.getByRole('button', { name: 'Save the count of 1 product' });
  await page.getByText('CORK · 3 expected, difference -2').waitFor();
  assert.ok(await send.isEnabled());
  const slow = Promise.withResolvers<void>();
  await page.route('**/api/v1/lookup?*', async (route) => {
    await slow.promise;
    await route.continue();
  });
  await scan(page, '2*CORK');
  await page.waitForFunction(`document.querySelector('button[type=submit]').disabled`);
  await scanField(page).press('Enter');
  slow.resolve();
  await page.getByText('CORK · 3 expected', { exact: true }).waitFor();
  await send.click();
  await page.getByText('1 product counted').waitFor();
  assert.equal(await stockOf(cork.id), 3);
});

test('a response that was lost does not count twice', async () => {
  const lamp = await aProduct(shop, { name: 'Lamp', sku: 'LAMP', stock: 9 });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owned, '/stock/count');
  await scan(page, '7*LAMP');
  await page.getByText('LAMP · 9 expected, difference -2').waitFor();
  let lost = 0;
  await page.route('**/api/v1/inventory/adjustment', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Save the count of 1 product' }).click();
  await page.getByText('1 product counted').waitFor();
  assert.deepEqual([lost, await stockOf(lamp.id)], [1, 7]);
});

test('a level that could not be read while counting is read before the count is sent', async () => {
  const bowl = await aProduct(shop, { name: 'Bowl', sku: 'BOWL', stock: 9 });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owned, '/stock/count');
  await page.route(`**/api/v1/inventory?*product_id=${bowl.id}*`, (route) => route.abort());
  await scan(page, '8*BOWL');
  await quantityOf(page, 'Bowl').waitFor();
  await page.getByRole('button', { name: 'Save the count of 1 product' }).click();
  await page.getByRole('alert').getByText('1 product was not counted').waitFor();
  assert.equal(await stockOf(bowl.id), 9);
  await page.unroute(`**/api/v1/inventory?*product_id=${bowl.id}*`);
  await page.getByRole('button', { name: 'Save the count of 1 product' }).click();
  await page.getByText('1 product counted').waitFor();
  assert.equal(await stockOf(bowl.id), 8);
});

test('a list is kept on the device until it is sent, and can be cleared and put back', async () => {
  await aProduct(shop, { name: 'Vase', sku: 'VASE', stock: 9 });
  await aProduct(shop, { name: 'Tray', sku: 'TRAY', stock: 9 });
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owned, '/stock/count');
  await scan(page, '7*VASE');
  await page.getByText('VASE · 9 expected, difference -2').waitFor();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Autumn');
  await page.reload();
  await page.getByText('VASE · 9 expected, difference -2').waitFor();
  assert.equal(await quantityOf(page, 'Vase').inputValue(), '7');
  assert.equal(await page.getByRole('textbox', { name: 'Reason' }).inputValue(), 'Autumn');
  await page.getByRole('link', { name: 'Stock', exact: true }).first().click();
  await page.getByRole('link', { name: 'Transfer', exact: true }).click();
  await page.getByText('No products on the list yet.').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Count', exact: true }).click();
  await scan(page, 'TRAY');
  await quantityOf(page, 'Tray').waitFor();
  const names = page.getByRole('list', { name: 'Products' }).getByRole('textbox');
  assert.equal(await names.first().getAttribute('aria-label'), 'Quantity of Tray', 'the last scan is at the top');
  await page.getByRole('button', { name: 'Clear list' }).click();
  await page.getByText('No products on the list yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('VASE · 9 expected, difference -2').waitFor();
  await page.getByRole('button', { name: 'Save the count of 2 products' }).click();
  await page.getByText('2 products counted').waitFor();
  await page.reload();
  await page.getByText('No products on the list yet.').waitFor();
  isQuiet();
});

for (const [path, address] of [
  ['/stock/count', '**/api/v1/inventory/adjustment'],
  ['/stock/transfer', '**/api/v1/inventory/transfer'],
] as const)
  test(`what ${path} had sent before a reload is sent again with its key, and not twice`, async () => {
    const code = path === '/stock/count' ? 'CROCK' : 'CHEST';
    const sold = await aProduct(shop, { name: code, sku: code, stock: 9 });
    const { page, openSignedIn } = await visit();
    await openSignedIn(owned, path);
    await scan(page, `4*${code}`);
    await page.getByText(new RegExp(`${code} · 9`)).waitFor();
    const carried_out = Promise.withResolvers<void>();
    let isLost = true;
    await page.route(address, async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      return carried_out.resolve();
    });
    await page.getByRole('button', { name: /(the count of|Transfer) 1 product/ }).click();
    await carried_out.promise;
    const after = await stockOf(sold.id);
    isLost = false;
    await page.reload();
    await page.getByText(/1 product (counted|transferred)/).waitFor();
    await page.getByText('No products on the list yet.').waitFor();
    const { meta } = (await owner.get(`/inventory/movements?product_id=${sold.id}`)).body;
    assert.deepEqual([await stockOf(sold.id), meta.total], path === '/stock/count' ? [4, 2] : [9, 3]);
    assert.equal(after, await stockOf(sold.id));
  });

test('a request that a reload repeats, and that is rejected before its key is checked, stays as it was sent', async () => {
  const bin = await aProduct(shop, { name: 'Bin', sku: 'BIN', stock: 9 });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owned, '/stock/count');
  await scan(page, '7*BIN');
  await page.getByText('BIN · 9 expected, difference -2').waitFor();
  const address = '**/api/v1/inventory/adjustment';
  const bodies: unknown[] = [];
  let answer: 'lost' | 'forbidden' | 'real' = 'lost';
  await page.route(address, async (route) => {
    bodies.push([route.request().headers()['idempotency-key'], route.request().postDataJSON()]);
    if (answer === 'real') return route.continue();
    if (answer === 'lost') return void (await route.fetch());
    const error = { code: 'FORBIDDEN', message: 'Your role does not allow this', details: [] };
    return route.fulfill({ status: 403, json: { success: false, error } });
  });
  await page.getByRole('button', { name: 'Save the count of 1 product' }).click();
  while ((await stockOf(bin.id)) === 9) await page.waitForTimeout(20);
  answer = 'forbidden';
  await page.reload();
  await page.getByRole('alert').getByText('1 product was not counted').waitFor();
  assert.ok(await quantityOf(page, 'Bin').isDisabled(), 'it is repeated as it was');
  answer = 'real';
  await page.getByRole('button', { name: 'Save the count of 1 product' }).click();
  await page.getByText('1 product counted').waitFor();
  assert.deepEqual([await stockOf(bin.id), bodies.length], [7, 3]);
  assert.deepEqual([bodies[1], bodies[2]], [bodies[0], bodies[0]]);
});

test('a reload in the middle of a list sends what was done no second time, and nothing that was not sent', async () => {
  const ids: string[] = [];
  for (const code of ['ONE', 'TWO', 'SIX']) ids.push((await aProduct(shop, { name: code, sku: code, stock: 9 })).id);
  const { page, openSignedIn } = await visit();
  await openSignedIn(owned, '/stock/count');
  for (const code of ['ONE', 'TWO', 'SIX']) {
    await scan(page, `7*${code}`);
    await page.getByText(`${code} · 9 expected, difference -2`).waitFor();
  }
  const stocks = async () => [await stockOf(ids[0] ?? ''), await stockOf(ids[1] ?? ''), await stockOf(ids[2] ?? '')];
  // The newest line is sent first: SIX is done, TWO is lost on its way back, ONE waits.
  const lost = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/api/v1/inventory/adjustment', async (route) => {
    sent += 1;
    if (sent !== 2) return route.continue();
    await route.fetch();
    return lost.resolve();
  });
  await page.getByRole('button', { name: 'Save the count of 3 products' }).click();
  await lost.promise;
  assert.deepEqual(await stocks(), [9, 7, 7]);
  await page.reload();
  await page.getByText('1 product counted').waitFor();
  assert.deepEqual([await stocks(), sent], [[9, 7, 7], 3], 'only TWO was repeated');
  assert.equal(await quantityOf(page, 'SIX').count(), 0);
  await page.getByRole('button', { name: 'Save the count of 1 product' }).click();
  await page.getByText('No products on the list yet.').waitFor();
  assert.deepEqual([await stocks(), sent], [[7, 7, 7], 4]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { scan } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app);
const { owner } = shop;
const owned = { email: (await owner.get('/auth/me')).body.data.email, password: 'correct horse battery' };
const [main] = (await owner.get('/warehouses')).body.data;
assert.equal((await owner.post('/warehouses', { name: 'Store room', branch_id: main.branch_id })).status, 201);

const levelsOf = async (product_id: string) =>
  Object.fromEntries(
    (await owner.get(`/inventory?view=levels&product_id=${product_id}`)).body.data.map(
      ({ warehouse_name, stock }: { warehouse_name: string; stock: number }) => [warehouse_name, stock],
    ),
  );

test('transfers ten products by ten scans and one press', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 10; n += 1) ids.push((await aProduct(shop, { name: `Cup ${n}`, sku: `CUP-${n}`, stock: 9 })).id);
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owned, '/stock');
  await page.getByRole('link', { name: 'Transfer', exact: true }).click();
  await page.getByRole('heading', { name: 'Transfer stock' }).waitFor();
  for (let n = 0; n < 10; n += 1) {
    await scan(page, `2*CUP-${n}`);
    await page.getByRole('textbox', { name: `Quantity of Cup ${n}` }).waitFor();
  }
  await scan(page, 'CUP-3');
  await page.getByText('CUP-3 · 9 available').waitFor();
  await inspect('a list of a transfer');
  await page.getByRole('button', { name: 'Transfer 10 products' }).click();
  await page.getByText('10 products transferred').waitFor();
  await page.getByText('No products on the list yet.').waitFor();
  assert.deepEqual(await levelsOf(ids[0] ?? ''), { 'Main warehouse': 7, 'Store room': 2 });
  assert.deepEqual(await levelsOf(ids[3] ?? ''), { 'Main warehouse': 6, 'Store room': 3 });
  isQuiet();
});

test('keeps what was rejected, with the error at its field, and sends it again alone', async () => {
  const few = await aProduct(shop, { name: 'Few', sku: 'FEW', stock: 2 });
  const many = await aProduct(shop, { name: 'Many', sku: 'MANY', stock: 20 });
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owned, '/stock/transfer');
  await scan(page, '3*FEW');
  await scan(page, '3*MANY');
  await page.getByRole('textbox', { name: 'Reason' }).fill('For the counter');
  await page.getByRole('button', { name: 'Transfer 2 products' }).click();
  await page.getByRole('alert').getByText('1 product was not transferred').waitFor();
  const quantity = page.getByRole('textbox', { name: 'Quantity of Few' });
  assert.equal(await quantity.getAttribute('aria-invalid'), 'true');
  await inspect('a transfer that was rejected in part');
  assert.equal(await page.getByText('Many').count(), 0, 'what was done leaves the list');
  await quantity.fill('2');
  await page.getByRole('button', { name: 'Transfer 1 product' }).click();
  await page.getByText('No products on the list yet.').waitFor();
  assert.deepEqual(await levelsOf(few.id), { 'Main warehouse': 0, 'Store room': 2 });
  assert.deepEqual(await levelsOf(many.id), { 'Main warehouse': 17, 'Store room': 3 });
  const movements = (await owner.get(`/inventory/movements?product_id=${many.id}`)).body.data;
  assert.ok(movements.some(({ reason }: { reason: string }) => reason === 'For the counter'));
  isQuiet(/422|409/);
});

test('says what a code means, and rejects the same warehouse twice', async () => {
  await aProduct(shop, { name: 'Red jar', sku: 'JAR-R', stock: 5 });
  await aProduct(shop, { name: 'Blue jar', sku: 'JAR-B', stock: 5 });
  await aProduct(shop, { name: 'Engraving', sku: 'ENGRAVE', track_stock: false, stock: 0 });
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owned, '/stock/transfer');
  await scan(page, 'nothing like it');
  await page.getByText('No product for “nothing like it”').waitFor();
  await scan(page, 'ENGRAVE');
  await page.getByText('The stock of Engraving is not tracked').waitFor();
  await scan(page, '4*jar');
  await page.getByText('Which one is “jar”?').waitFor();
  await page.getByText('No product for “nothing like it”').waitFor();
  await inspect('scans that are not on the list');
  await page.getByRole('button', { name: 'Remove No product for “nothing like it”' }).click();
  assert.equal(await page.getByText('No product for').count(), 0);
  await page.getByRole('button', { name: 'Blue jar · JAR-B' }).click();
  assert.equal(await page.getByText('Which one').count(), 0);
  const quantity = page.getByRole('textbox', { name: 'Quantity of Blue jar' });
  await quantity.waitFor();
  assert.equal(await quantity.inputValue(), '4');
  await page.getByRole('combobox', { name: 'To' }).click();
  await page.getByRole('option', { name: 'Main warehouse' }).click();
  await page.getByText('must be another warehouse').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Transfer 1 product' }).isDisabled());
  isQuiet();
});

test('a response that was lost does not transfer twice', async () => {
  const lamp = await aProduct(shop, { name: 'Lamp', sku: 'LAMP', stock: 9 });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owned, '/stock/transfer');
  await scan(page, '4*LAMP');
  await page.getByRole('textbox', { name: 'Quantity of Lamp' }).waitFor();
  let lost = 0;
  await page.route('**/api/v1/inventory/transfer', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Transfer 1 product' }).click();
  await page.getByText('1 product transferred').waitFor();
  assert.equal(lost, 1);
  assert.deepEqual(await levelsOf(lamp.id), { 'Main warehouse': 5, 'Store room': 4 });
});

test('waits for a product that is still looked up, and keeps a scan that was not answered', async () => {
  const soon = await aProduct(shop, { name: 'Soon', sku: 'SOON', stock: 9 });
  const late = await aProduct(shop, { name: 'Late', sku: 'LATE', stock: 9 });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owned, '/stock/transfer');
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v1/lookup?*LATE*', async (route) => {
    await answer.promise;
    return route.continue();
  });
  await page.route('**/api/v1/lookup?*LOST*', (route) => route.abort());
  await scan(page, 'SOON');
  await page.getByRole('textbox', { name: 'Quantity of Soon' }).waitFor();
  await scan(page, '2*LATE');
  await scan(page, 'LOST');
  await page.getByText(/^LOST: /).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Transfer 1 product' }).isDisabled());
  answer.resolve();
  await page.getByRole('button', { name: 'Transfer 2 products' }).click();
  await page.getByText('2 products transferred').waitFor();
  await page.getByText(/^LOST: /).waitFor();
  for (const [{ id }, moved] of [
    [soon, 1],
    [late, 2],
  ] as const)
    assert.deepEqual(await levelsOf(id), { 'Main warehouse': 9 - moved, 'Store room': moved });
});

test('a page that is left and opened again while it sends transfers each product once', async () => {
  const ids: string[] = [];
  for (const code of ['FIRST', 'NEXT']) ids.push((await aProduct(shop, { name: code, sku: code, stock: 9 })).id);
  const { page, openSignedIn } = await visit();
  await openSignedIn(owned, '/stock/transfer');
  for (const code of ['NEXT', 'FIRST']) {
    await scan(page, `4*${code}`);
    await page.getByRole('textbox', { name: `Quantity of ${code}` }).waitFor();
  }
  const arrived = ids.map(() => Promise.withResolvers<void>());
  const released = ids.map(() => Promise.withResolvers<void>());
  const sent: string[] = [];
  await page.route('**/api/v1/inventory/transfer', async (route) => {
    const at = ids.indexOf(route.request().postDataJSON().product_id);
    sent.push(ids[at] ?? '');
    arrived[at]?.resolve();
    await released[at]?.promise;
    return route.continue();
  });
  await page.getByRole('button', { name: 'Transfer 2 products' }).click();
  await arrived[0]?.promise;
  await page.getByRole('link', { name: 'Stock', exact: true }).first().click();
  await page.getByRole('link', { name: 'Transfer', exact: true }).click();
  await page.getByText('Transferring 1 of 1').waitFor();
  released[0]?.resolve();
  // The page that was left goes on with its list, while the new one offers what is left of it.
  await arrived[1]?.promise;
  await page.getByRole('button', { name: 'Transfer 1 product' }).click();
  await page.getByText('Transferring 1 of 1').waitFor();
  released[1]?.resolve();
  await page.getByText('No products on the list yet.').waitFor();
  assert.deepEqual(sent, ids);
  for (const id of ids) assert.deepEqual(await levelsOf(id), { 'Main warehouse': 5, 'Store room': 4 });
});

test('asks before a scan that is no product yet is lost', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(owned, '/stock/transfer');
  await scan(page, 'nothing like it');
  await page.getByText('No product for “nothing like it”').waitFor();
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Remove No product for “nothing like it”' }).click();
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('heading', { name: 'Products' }).waitFor();
});

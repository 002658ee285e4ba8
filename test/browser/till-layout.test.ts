import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { hasFocus, waitForFocus } from './keyboard.ts';
import { chargeButton, linesOf, scan, scanField } from './till-page.ts';

const { visit, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'IDR' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const long = await aProduct(shop, { name: word, sku: 'LONG', price: 1_250_000, cost: 900_000, stock: 2_000 });
const shirt = await aProduct(shop, { name: 'Shirt', sku: 'SHIRT', price: 75_000 });
await shop.owner.post(`/products/${shirt.id}/variants`, { name: `Blue, ${word}`, sku: 'SHIRT-BLUE', price: 75_000 });
for (let count = 1; count <= 20; count += 1) await aProduct(shop, { name: `Mug ${count}`, sku: `MUG-${count}` });
const { id: sale_id } = (
  await shop.owner.post('/transactions', {
    items: [{ product_id: long.id, quantity: 900 }],
    payment_method: 'cash',
  })
).body.data;

/** Whether the middle of a button is inside the window, and nothing is in front of it. */
async function isInSight(page: Page, button: Locator): Promise<boolean> {
  const box = await button.boundingBox();
  if (box === null) return false;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = await page.evaluate(`document.elementFromPoint(${x}, ${y})?.closest('button')?.textContent`);
  return box.y >= 0 && hit === (await button.textContent());
}

/** A tap with a finger on a product. */
const tap = (page: Page, name: string) =>
  page.evaluate(`[...document.querySelectorAll('.tile')].find((tile) => tile.textContent.startsWith('${name}'))
    .dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))`);

/** The part of the till that has the focus. */
const partWithFocus = `['till-cart', 'till-tiles', 'checkout'].find((part) => document.activeElement?.closest('.' + part))`;

test('shows the button that charges in windows of each size, also after scrolling to the products', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await scan(page, '900*LONG');
  await chargeButton(page).filter({ hasText: '1,125,000,000' }).waitFor();
  for (const [width, height] of [
    [1024, 768],
    [1366, 650],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const place of ['start', 'end']) {
      await page.evaluate(`scrollTo(0, ${place === 'start' ? 0 : 'document.body.scrollHeight'})`);
      assert.ok(await isInSight(page, chargeButton(page)), `at the ${place} of ${width} × ${height}`);
    }
  }
  // A message is above the button.
  await page.evaluate('scrollTo(0, 0)');
  await page.route('**/api/v1/auth/pin', (route) => route.abort());
  await page.getByRole('button', { name: 'Lock' }).click();
  await page.locator('.messages').getByText('Something went wrong').waitFor();
  assert.ok(await isInSight(page, chargeButton(page)), 'below a message');
  isQuiet(/Failed to load/);
});

test('breaks long words and makes large amounts smaller', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await scan(page, '900*LONG');
  await linesOf(page).getByText(word).waitFor();
  await inspect('a till with a long word and a large amount');
  for (const path of [`/sales/${sale_id}`, `/products/${long.id}`, '/?period=7days']) {
    await page.goto(new URL(path, page.url()).href);
    await page.getByText(word).first().waitFor();
    await inspect(path);
    // What is wider than its card overlaps the one beside it.
    const wide = await page.evaluate(`[...document.querySelectorAll('main .mantine-Paper-root')]
      .filter((card) => card.scrollWidth > card.clientWidth + 1).map((card) => card.textContent.slice(0, 60))`);
    assert.deepEqual(wide, [], path);
  }
  isQuiet();
});

test('shows each label of a choice whole on a phone', async () => {
  const { page, openSignedIn, isQuiet } = await visit({ width: 390 });
  await openSignedIn(owner, '/products');
  await page.getByText('Inactive', { exact: true }).waitFor();
  const cut = await page.evaluate(`[...document.querySelectorAll('main label.mantine-SegmentedControl-label')]
    .filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)`);
  assert.deepEqual(cut, []);
  isQuiet();
});

test('stays where it is after a tap on a product, and shows the variants to choose from', async () => {
  const { page, openSignedIn, isQuiet } = await visit({ width: 390 });
  await openSignedIn(owner, '/till');
  const tile = page.getByRole('button', { name: /^Mug 9/ });
  await tile.scrollIntoViewIfNeeded();
  const before = await page.evaluate('scrollTo(0, 150), scrollY');
  assert.ok(Number(before) > 100, `the page is scrolled by ${before}`);
  await page.evaluate('document.activeElement.blur()');
  await tap(page, 'Mug 9');
  await linesOf(page).getByText('Mug 9', { exact: true }).waitFor();
  assert.equal(await hasFocus(page, scanField(page)), false, 'a finger opens no keyboard');
  assert.ok(await isInSight(page, tile), 'the tile is still in the window');
  await tile.click();
  await waitForFocus(page, scanField(page));
  assert.ok(await isInSight(page, tile), 'the tile is still in the window after a click');

  await tap(page, 'Shirt');
  const variant = page.getByRole('button', { name: new RegExp(`${word} · SHIRT-BLUE`) });
  await variant.waitFor();
  assert.ok(await isInSight(page, variant), 'the choice is scrolled into the window');
  await page.getByText('Choose a product').last().waitFor();
  const cut = await page.evaluate(`[...document.querySelectorAll('.choice')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`);
  assert.deepEqual(cut, [], 'names are whole');
  await variant.click();
  await linesOf(page).getByText(`Shirt - Blue, ${word}`).waitFor();
  isQuiet();
});

test('goes by keyboard through the parts of the till in the order in which they are shown', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await scan(page, 'LONG');
  await linesOf(page).getByText(word).waitFor();
  await page.getByRole('button', { name: /^Mug 9/ }).waitFor();
  const partsFromField = async () => {
    await scanField(page).focus();
    const parts: string[] = [];
    for (let steps = 0; steps < 60 && new Set(parts).size < 3; steps += 1) {
      parts.push(String(await page.evaluate(partWithFocus)));
      await page.keyboard.press('Tab');
    }
    return [...new Set(parts)];
  };
  assert.deepEqual(await partsFromField(), ['till-cart', 'checkout', 'till-tiles']);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await partsFromField(), ['till-cart', 'till-tiles', 'checkout']);
  isQuiet();
});

test('gives the focus to what a button opens, and back to the button', async () => {
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await scan(page, 'LONG');
  await linesOf(page).getByText(word).waitFor();
  await page.getByRole('button', { name: 'Discount on the sale' }).click();
  await waitForFocus(page, page.getByLabel('Discount on the sale'));
  await page.getByRole('button', { name: 'Note' }).click();
  await waitForFocus(page, page.getByLabel('Note'));
  const split = page.getByRole('button', { name: 'Split the payment', exact: true });
  const part = page.getByLabel('Amount of this payment');
  await split.click();
  await waitForFocus(page, part);
  await page.getByRole('button', { name: 'Cancel: Split the payment' }).click();
  await waitForFocus(page, split);
  await split.click();
  await part.fill('50000');
  await page.keyboard.press('Enter');
  await waitForFocus(page, split);
  isQuiet();
});

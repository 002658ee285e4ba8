import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { chargeButton, linesOf, scan } from './till-page.ts';

const { visit, app, url } = await openBackOffice();
const shop = await aShop(app, { currency: 'EUR' });
const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8, stock: 1_000, category: 'Cups' });
for (const label of ['Terrace, the long table by the window', 'Table 4', 'Mr. Smith', 'Bar'])
  await shop.owner.post('/transactions', {
    ...{ items: [{ product_id: mug.id, quantity: 1 }], status: 'pending', label },
  });

/** The till on a touch screen of this size, in the language. */
async function openTouched([width, height]: readonly [number, number], locale = 'en-US') {
  const visitor = await visit();
  const context = await visitor.page
    .context()
    .browser()
    ?.newContext({
      ...{ locale, timezoneId: 'UTC', viewport: { width, height }, hasTouch: true, reducedMotion: 'reduce' },
      serviceWorkers: 'block',
    });
  assert.ok(context);
  const answer = await context.request.post(`${url}/api/v1/auth/browser/login`, { data: owner });
  assert.equal(answer.status(), 200);
  const page = await context.newPage();
  await page.addInitScript(`localStorage.setItem('tillhouse.signed-in', 'yes')`);
  await page.goto(`${url}/till`);
  return { page, context };
}

/** Controls that a finger may miss: no square of 44 pixels around their middle is theirs, at each of its edges. */
const missed = `(() => {
  const owner = (element) => element?.closest('button, a, label, input, textarea, [role=radiogroup]');
  return [...document.querySelectorAll('.frame-header :is(button, a), main :is(button, a, input, textarea)')]
    .filter((one) => one.checkVisibility() && !one.disabled && one.closest('.mantine-SegmentedControl-root') === null)
    .flatMap((one) => {
      one.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = one.getBoundingClientRect();
      const [left, top] = [x + width / 2, y + height / 2];
      const points = [[0, -21], [0, 21], [-21, 0], [21, 0]].filter(([right]) => right === 0 || width < 44);
      const hits = points.map(([right, down]) => owner(document.elementFromPoint(left + right, top + down)));
      const isMissed = hits.some((hit) => hit !== one && !(hit?.tagName === 'LABEL' && hit.control === one));
      const name = one.getAttribute('aria-label') ?? one.textContent;
      return isMissed ? [name + ' ' + Math.round(width) + ' x ' + Math.round(height)] : [];
    });
})()`;

for (const [device, size] of Object.entries({ tablet: [1024, 768], phone: [390, 844] } as const))
  test(`a finger does not miss what is in the till on a ${device}`, async () => {
    const { page, context } = await openTouched(size);
    await scan(page, 'MUG');
    await linesOf(page).getByText('Mug', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Split the payment' }).click();
    await page.getByLabel('Amount of this payment').fill('4');
    await page.getByRole('button', { name: 'Add this payment' }).click();
    await page.getByRole('button', { name: 'Split the payment' }).click();
    await page.getByRole('button', { name: 'Bar · €8.00' }).waitFor();
    assert.deepEqual(await page.evaluate(missed), []);
    await context.close();
  });

/** The text of elements that is cut off. */
const cutIn = (page: Page, selector: string) =>
  page.evaluate(`[...document.querySelectorAll('${selector}')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`);

test('shows the field for cash and the buttons to charge on a tablet without scrolling', async () => {
  for (const language of ['en-US', 'id-ID', 'de-DE']) {
    const { page, context } = await openTouched([1024, 768], language);
    await page.locator('input').first().fill('MUG');
    await page.keyboard.press('Enter');
    await page.locator('.till-line').waitFor();
    const received = await page.locator('.checkout .received input').boundingBox();
    const end = await page.locator('.checkout-end').boundingBox();
    assert.ok(received !== null && end !== null);
    assert.ok(received.y + received.height <= end.y, `${language}: ${received.y + received.height} > ${end.y}`);
    assert.deepEqual(await cutIn(page, '.checkout .mantine-Button-label'), [], language);
    await context.close();
  }
});

test('keeps the parked sales above the field in few rows, and says on a phone that it is offline', async () => {
  const { page, context } = await openTouched([390, 844]);
  await page.getByRole('button', { name: 'Bar · €8.00' }).waitFor();
  const box = await page.getByRole('region', { name: 'Parked sales' }).boundingBox();
  assert.ok(box !== null && box.height < 120, `${box?.height} pixels`);
  // The time of the last message would be cut off.
  await page.getByText('Live').waitFor({ state: 'attached' });
  await context.setOffline(true);
  await page.getByText('No connection').waitFor();
  assert.deepEqual(await cutIn(page, '.frame-header .mantine-Badge-label'), []);
  await scan(page, 'MUG');
  assert.ok(await chargeButton(page).isVisible());
  await context.close();
});

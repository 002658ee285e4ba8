import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBackOffice } from './back-office.ts';
import { isLoaded } from './reach.ts';
import { openPage, pagesOf } from './screens/pages.ts';
import { now, openScreenShop, owner } from './screens/shop.ts';

const office = await openBackOffice();
const pages = pagesOf(await openScreenShop(office.app));

/**
 * Parts of a page that scroll sideways, by how much. Lists have a test of their own, and the sections of the settings
 * and the products of the till are strips on a phone.
 */
const scrolling = `[...document.querySelectorAll('main *')]
  .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowX) && !part.matches('.list *, .sections, .tile-grid, .tile-categories'))
  .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
  .map((part) => part.outerHTML.slice(0, 60) + ': ' + (part.scrollWidth - part.clientWidth) + ' px')`;

test('no table scrolls sideways on a phone, a tablet or a small laptop', async () => {
  const { page, openSignedIn, isQuiet } = await office.visit();
  await page.clock.setFixedTime(now);
  await openSignedIn(owner, '/');
  const wide: string[] = [];
  let tables = 0;
  for (const [name, path] of pages) {
    await openPage(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await isLoaded(page);
    tables += await page.locator('main table').count();
    for (const width of [1280, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');
      for (const part of (await page.evaluate(scrolling)) as string[]) wide.push(`${name} at ${width}: ${part}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  assert.deepEqual(wide, []);
  assert.ok(tables > 15, `only ${tables} tables were found`);
  isQuiet();
});

test('a report on a phone has two lines a row, and is a table for screen readers', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await office.visit({ width: 390 });
  await page.clock.setFixedTime(now);
  await openSignedIn(owner, '/reports?about=products&period=thisYear');
  const table = page.getByRole('table', { name: 'Products' });
  const row = table.getByRole('row').nth(1);
  await row.waitFor();
  const boxOf = async (at: number) =>
    (await row.getByRole('cell').nth(at).boundingBox()) ?? assert.fail('it is hidden');
  const [name, total, sku] = [await boxOf(0), await boxOf(4), await boxOf(1)];
  assert.equal(name.y, total.y, 'the name and the total share a line');
  assert.ok(total.x + total.width <= 390);
  assert.ok(sku.y > name.y);
  assert.ok((await table.getByRole('columnheader').count()) > 4);
  await inspect('a report on a phone');
  isQuiet();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBackOffice } from './back-office.ts';
import { isLoaded } from './reach.ts';
import { openPage, pagesOf } from './screens/pages.ts';
import { now, openScreenShop, owner } from './screens/shop.ts';

const office = await openBackOffice();
const pages = pagesOf(await openScreenShop(office.app));
const withAllColumns = ['sales', 'customers', 'products'];

/** By how much each list, and each table that scrolls in itself, is wider than its place. */
const hidden_px = `[...document.querySelectorAll('.list-rows')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`;
const columnsOf = (page: Page) => page.locator('.list').getByRole('columnheader').count();

/** Resizes the window. A list follows its width some frames later, on a busy machine more of them. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  let before = '';
  for (let same = 0; same < 5; ) {
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');
    const now = `${await columnsOf(page)} ${await page.evaluate(hidden_px)}`;
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

test('no list scrolls sideways on a small laptop or a tablet, with the menu beside it', async () => {
  const { page, openSignedIn, isQuiet } = await office.visit();
  await page.clock.setFixedTime(now);
  await openSignedIn(owner, '/');
  const wide: string[] = [];
  let lists = 0;
  for (const [name, path] of pages) {
    await openPage(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await isLoaded(page);
    if ((await page.locator('.list').count()) === 0) continue;
    lists += 1;
    await resize(page, 1600);
    const all = await columnsOf(page);
    for (const width of [1280, 1024]) {
      await resize(page, width);
      const found = (await page.evaluate(hidden_px)) as number[];
      if (found.some((px) => px > 0)) wide.push(`${name} at ${width}: ${found} px`);
      if (width === 1280 && withAllColumns.includes(name))
        assert.equal(await columnsOf(page), all, `${name} shows all of its columns on a small laptop`);
    }
  }
  assert.deepEqual(wide, []);
  assert.ok(lists > 8, `only ${lists} lists were found`);
  isQuiet();
});

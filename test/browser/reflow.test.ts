import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBackOffice } from './back-office.ts';
import { isLoaded, overflowOf, unreachableIn, withWiderText } from './reach.ts';
import { openPage, pagesOf } from './screens/pages.ts';
import { now, openScreenShop, owner } from './screens/shop.ts';

const office = await openBackOffice();
const pages = pagesOf(await openScreenShop(office.app));

/** A window of 1280 by 1024 pixels at 200 % and at 400 %. WCAG 1.4.10 asks for the second one. */
const windows = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
];

/** Runs in the page. The rows that come into sight are rendered within two frames. */
const scrollDownTo = (top: number) => `(async () => {
  scrollTo(0, ${top});
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
})()`;

/** Scrolls until the button is there: a list has only the rows in sight. */
async function pressButton(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first();
  for (let top = 0; top < 4_000 && (await button.count()) === 0; top += 150) {
    await page.evaluate(scrollDownTo(top));
    await isLoaded(page);
  }
  await button.click();
}

for (const size of windows)
  test(`each page fits and each control can be reached in a window of ${size.width} pixels`, async () => {
    const { page, openSignedIn, isQuiet } = await office.visit();
    await page.clock.setFixedTime(now);
    await openSignedIn(owner, '/');
    await page.setViewportSize(size);
    const faults: Record<string, string[]> = {};
    const note = (name: string, found: readonly string[]) => {
      if (found.length > 0) faults[name] = [...(faults[name] ?? []), ...found];
    };
    for (const [name, path, buttons = []] of pages) {
      await openPage(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await isLoaded(page);
      note(name, await overflowOf(page));
      note(name, await unreachableIn(page, 'header, main'));
      await withWiderText(page, async () => note(`${name}, wider text`, await overflowOf(page)));
      for (const button of buttons) {
        await pressButton(page, button);
        await page.getByRole('dialog').waitFor();
        note(`${name}, ${button}`, await overflowOf(page));
        note(`${name}, ${button}`, await unreachableIn(page, '[role=dialog]'));
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
    assert.deepEqual(faults, {});
    isQuiet();
  });

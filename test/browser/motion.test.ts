import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBackOffice } from './back-office.ts';
import { isLoaded } from './reach.ts';
import { openPage, pagesOf } from './screens/pages.ts';
import { now, openScreenShop, owner } from './screens/shop.ts';

const office = await openBackOffice();
const pages = pagesOf(await openScreenShop(office.app));

/** Records each transition and animation that takes time, and each smooth scroll. */
const watchMotion = `(() => {
  window.moved = [];
  const nameOf = (target) => target.tagName + '.' + (target.getAttribute?.('class') ?? '');
  const takesTime = (target) => target.getAnimations({ subtree: true }).some(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().activeDuration > 1);
  for (const type of ['transitionrun', 'animationstart'])
    document.addEventListener(type, ({ target, propertyName, animationName }) => {
      if (takesTime(target)) window.moved.push(nameOf(target) + ' ' + (propertyName ?? animationName));
    }, true);
  for (const where of [window, Element.prototype])
    for (const name of ['scrollTo', 'scrollBy', 'scrollIntoView']) {
      const own = where[name];
      if (own === undefined) continue;
      where[name] = function (...given) {
        if (given[0]?.behavior === 'smooth') window.moved.push(name);
        return own.apply(this, given);
      };
    }
})()`;

async function movedOn(page: Page): Promise<string[]> {
  const isSmooth = await page.evaluate(`getComputedStyle(document.documentElement).scrollBehavior === 'smooth'`);
  const moved = (await page.evaluate('window.moved.splice(0)')) as string[];
  return isSmooth ? [...moved, 'the page scrolls smoothly'] : moved;
}

test('nothing moves for a person who has asked for less motion', async () => {
  // The tests ask for less motion in each of their windows.
  const { page, openSignedIn, isQuiet } = await office.visit();
  await page.clock.setFixedTime(now);
  await page.addInitScript(watchMotion);
  await openSignedIn(owner, '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const moved: Record<string, string[]> = {};
  const note = async (name: string) => {
    const found = await movedOn(page);
    if (found.length > 0) moved[name] = [...new Set([...(moved[name] ?? []), ...found])];
  };
  await page.getByRole('button', { name: 'Account of Olivia Owner' }).click();
  await page.getByRole('menuitem', { name: 'Compact' }).click();
  await page.getByRole('button', { name: 'Dark mode' }).click();
  await note('the menu of the account, density and colours');
  for (const [name, path, buttons = []] of pages) {
    await openPage(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await isLoaded(page);
    await note(name);
    const [button] = buttons;
    if (button === undefined) continue;
    await page.getByRole('button', { name: button, exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await note(`${name}, ${button}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Products' }).waitFor();
  await note('the menu on a phone');
  assert.deepEqual(moved, {});
  isQuiet();
});

test('the watch for motion notices it', async () => {
  const { page } = await office.visit();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(watchMotion);
  await page.goto(`${office.url}/sign-in`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(`document.body.animate([{ opacity: 0 }, { opacity: 1 }], 50)`);
  await page.evaluate(`(async () => {
    const heading = document.querySelector('h1');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('h1 { transition: opacity 400ms; }');
    document.adoptedStyleSheets = [sheet];
    getComputedStyle(heading).opacity;
    sheet.insertRule('h1 { opacity: 0.4; }', 1);
    scrollTo({ top: 1, behavior: 'smooth' });
    for (let frames = 0; frames < 5; frames += 1) await new Promise((seen) => requestAnimationFrame(seen));
  })()`);
  const found = (await movedOn(page)).join('\n');
  assert.match(found, /^H1\..* opacity$/m);
  assert.match(found, /^scrollTo$/m);
});

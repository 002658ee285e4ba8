import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/**
 * The spacing of text that WCAG 1.4.12 lets a person choose. A constructed style sheet needs no nonce.
 */
const widerText = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }');
  document.adoptedStyleSheets = [sheet];
})()`;

export async function withWiderText(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(widerText);
  await work();
  await page.evaluate('document.adoptedStyleSheets = []');
}

/** What is wider than the window, and the labels of buttons that are cut off. */
const tooWide = `(() => {
  const width = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth > width ? [\`the page is \${document.documentElement.scrollWidth} px wide\`] : [];
  const cut = [...document.querySelectorAll('button .mantine-Button-label')]
    .filter((label) => label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.closest('button').clientHeight + 1)
    .map((label) => \`cut: \${label.textContent}\`);
  return [...wide, ...cut];
})()`;

/** The page follows a change of its width within some frames. */
export async function overflowOf(page: Page): Promise<string[]> {
  let found = (await page.evaluate(tooWide)) as string[];
  for (let tries = 0; tries < 20 && found.length > 0; tries += 1) {
    await sleep(50);
    found = (await page.evaluate(tooWide)) as string[];
  }
  return found;
}

/**
 * Gives each control of an element the focus, as Tab does, and returns those that are then outside of the window or
 * behind something else, such as the header. A field without a size of its own is reached by its label.
 */
const unreachable = (selector: string) => `(async () => {
  const frame = () => new Promise((seen) => requestAnimationFrame(seen));
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0 && one.type !== 'hidden';
  const nameOf = (one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent).trim().slice(0, 40);
  const wrong = [];
  for (const root of document.querySelectorAll(${JSON.stringify(selector)}))
    for (const one of root.querySelectorAll(controls)) {
      if (!one.isConnected || !isShown(one)) continue;
      one.focus();
      await frame();
      // A list renders its rows again when their data arrive.
      if (!one.isConnected) continue;
      const own = one.getBoundingClientRect();
      const target = own.width > 4 && getComputedStyle(one).opacity !== '0' ? one : (one.labels?.[0] ?? one.parentElement);
      const { left, right, top, bottom } = target.getBoundingClientRect();
      const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
      const hit = document.elementFromPoint(x, y);
      if (hit === null || !(target.contains(hit) || hit.contains(target) || one.labels?.[0]?.contains(hit)))
        wrong.push(\`\${one.tagName.toLowerCase()} "\${nameOf(one)}" at \${Math.round(left)},\${Math.round(top)} is behind \${hit === null ? 'the edge' : hit.tagName.toLowerCase() + '.' + hit.className}\`);
      else if (left < -1 || right > innerWidth + 1) {
        const box = one.closest('[data-sideways], .list-rows, [role=group][tabindex="0"], [role=tablist], .sections');
        if (box === null) wrong.push(\`\${one.tagName.toLowerCase()} "\${nameOf(one)}" reaches from \${Math.round(left)} to \${Math.round(right)}\`);
      }
    }
  scrollTo(0, 0);
  return wrong;
})()`;

export const unreachableIn = (page: Page, selector: string): Promise<string[]> => page.evaluate(unreachable(selector));

const waiting = `document.querySelector('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root') !== null`;

/** Waits until a page shows its data. What still loads then is not waited for: its place is measured. */
export async function isLoaded(page: Page): Promise<void> {
  for (let tries = 0; tries < 100 && (await page.evaluate(waiting)); tries += 1) await sleep(50);
}

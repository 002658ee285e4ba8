import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterEach, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import type { Post } from '../../server/src/platform/push/push.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { openSharedBrowser } from './browser.ts';
import { startPageCoverage, writePageCoverage } from './page-coverage.ts';

const pages = new URL('../../web/dist', import.meta.url).pathname;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2, at its second level. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const widths = [1440, 390];

const schemes = ['light', 'dark'] as const;
const inspectsAll = process.env.INSPECT === 'all';

/**
 * The colour schemes in which the rules are checked at a width: one scheme at one of the widths, and which ones differs
 * from page to page. These checks take most of the time of an inspection. `INSPECT=all` checks all four combinations.
 */
function schemesAt(what: string, at: number): readonly (typeof schemes)[number][] {
  if (inspectsAll) return schemes;
  return at === Math.floor(what.length / 2) % 2 ? [schemes[(what.length + at) % 2] ?? 'light'] : [];
}

export interface BackOffice {
  app: TestApp;
  url: string;
  /** A new browser context, signed out. `isQuiet` fails if its page has logged errors or warnings. */
  visit(options?: VisitOptions): Promise<Visit>;
}

interface VisitOptions {
  width?: number;
  language?: string;
  /** Lets the pages install their service worker. It hides requests from the test. */
  hasWorker?: boolean;
  /** The address of another service, or another address of this one. */
  at?: string;
}

interface Credentials {
  email: string;
  password: string;
}

export interface Visit {
  page: Page;
  /** Signs in by the form, and waits for the next page. */
  signIn(person: Credentials): Promise<void>;
  /** Signs in without the form, and opens this page: two page loads fewer than `signIn`. */
  openSignedIn(person: Credentials, path: string): Promise<void>;
  /** Checks accessibility, and in both widths labels that are cut off and the width of the page. */
  inspect(what: string): Promise<void>;
  /** Fails if the page has logged an error or warning that does not match `but`. */
  isQuiet(but?: RegExp): void;
}

interface BackOfficeOptions {
  /** Sends push messages. Without it they fail. */
  post?: Post;
  /** Settings of the service. */
  env?: Record<string, string>;
}

/** The built pages over the real service, in the browser that comes with npm. */
export async function openBackOffice(options: BackOfficeOptions = {}): Promise<BackOffice> {
  const app = await createTestApp({
    ...options,
    pages,
    // A test does in seconds what a user does in minutes.
    env: { RATE_LIMIT_PER_MINUTE: '0', ...options.env },
  });
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const browser = await openSharedBrowser();
  const opened: Page[] = [];
  afterEach(async (context) => {
    const ended = context as TestContext;
    for (const page of opened.splice(0)) {
      if (!ended.passed) ended.diagnostic(await shownOn(page));
      await writePageCoverage(page);
      // An open page would send requests at each event of later tests.
      await page.context().close();
    }
  });
  return {
    app,
    url,
    async visit({ width = 1440, language = 'en-US', at = url, hasWorker = false } = {}) {
      const context = await browser.newContext({
        locale: language,
        timezoneId: 'UTC',
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
        serviceWorkers: hasWorker ? 'allow' : 'block',
      });
      const visit = await visitIn(context, at);
      opened.push(visit.page);
      return visit;
    },
  };
}

async function visitIn(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  await startPageCoverage(page);
  const logged: string[] = [];
  page.on('console', (message) => {
    // The test itself refuses service workers.
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (['error', 'warning'].includes(message.type())) logged.push(message.text());
  });
  page.on('pageerror', (error) => logged.push(error.message));
  return {
    page,
    async signIn({ email, password }) {
      await page.goto(`${url}/sign-in`);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel(/^Password/).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL((address) => address.pathname !== '/sign-in');
    },
    async openSignedIn({ email, password }, path) {
      const answer = await context.request.post(`${url}/api/v1/auth/browser/login`, { data: { email, password } });
      assert.equal(answer.status(), 200, await answer.text());
      // Once for each page, so that it stays signed out after it has signed out.
      await page.addInitScript(`if (sessionStorage.getItem('opened') === null) {
        sessionStorage.setItem('opened', 'yes');
        localStorage.setItem('tillhouse.signed-in', 'yes');
      }`);
      await page.goto(url + path);
    },
    async inspect(what) {
      assert.match(await page.title(), /^.+ · Tillhouse$/, `${what} has a title`);
      const before = page.viewportSize();
      for (const [at, width] of widths.entries()) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of schemesAt(what, at)) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await isAccessible(page, `${what}, ${width} pixels, ${colorScheme}`);
        }
        await fitsInWidth(page, `${what} at ${width} pixels`);
      }
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      if (before === null) return;
      await page.setViewportSize(before);
      // Lists render their rows again some frames later, and what had the focus would lose it.
      await fitsInWidth(page, `${what} at its width before`);
    },
    isQuiet(but) {
      assert.deepEqual(
        logged.filter((text) => but === undefined || !but.test(text)),
        [],
      );
    },
  };
}

/** The content of a page when its test failed, by its accessibility tree. */
async function shownOn(page: Page): Promise<string> {
  try {
    return `${page.url()} showed:\n${await page.locator('body').ariaSnapshot({ timeout: 5_000 })}`;
  } catch (error) {
    return `${page.url()} could not be read: ${error}`;
  }
}

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Finishes running animations, and those that they start, because contrast is checked on final colours. Endless ones continue. */
const settled = `(async () => {
  for (let still = 0; still < 2; ) {
    await new Promise((seen) => requestAnimationFrame(seen));
    const moving = document.getAnimations().filter(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
    for (const one of moving) one.finish();
    still = moving.length === 0 ? still + 1 : 0;
  }
})()`;

/** Labels of buttons that are cut off: an amount must be shown whole. */
const cutLabels = `[...document.querySelectorAll('button .mantine-Button-label')]
  .filter((label) => label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.closest('button').clientHeight + 1)
  .map((label) => label.textContent)`;

/** By how much the page is wider than its window. */
const overflow_px = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** The page follows a change of its width within some frames. Before, it may fit by its layout for the old width. */
async function fitsInWidth(page: Page, what: string): Promise<void> {
  await page.evaluate(settled);
  const read = async () => ({ cut: await page.evaluate(cutLabels), overflow_px: await page.evaluate(overflow_px) });
  const fitting = { cut: [], overflow_px: 0 };
  let found = await read();
  for (let tries = 0; tries < 100 && !isDeepStrictEqual(found, fitting); tries += 1) {
    await sleep(50);
    found = await read();
  }
  assert.deepEqual(found, fitting, `${what} has cut labels, or is wider than its window`);
}

async function isAccessible(page: Page, what: string): Promise<void> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  await page.evaluate(settled);
  const options = { resultTypes: ['violations'], runOnly: rules };
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as { violations: Violation[] };
  const violations = found.violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map(({ html, failureSummary }) => `${html}\n    ${failureSummary}`).join('\n  ')}`,
  );
  assert.deepEqual(violations, [], what);
}

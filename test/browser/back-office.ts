import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterEach, type TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { Post } from '../../server/src/platform/push/push.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { openSharedBrowser } from './browser.ts';

const pages = new URL('../../web/dist', import.meta.url).pathname;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2, at its second level. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const widths = [1440, 390];

const schemes = ['light', 'dark'] as const;
const inspectsAll = process.env.INSPECT === 'all';

/**
 * Each page in both schemes, one at each width; which goes with which differs from page to page. A third of a journey's time is spent here.
 * `INSPECT=all` looks at all four.
 */
const coloursOf = (what: string, at: number) => (inspectsAll ? schemes : [schemes[(what.length + at) % 2] ?? 'light']);

/** Contrast takes as long as all other rules together and hardly depends on the width: it is checked at one of the two. */
const checksContrast = (what: string, at: number) => inspectsAll || at === Math.floor(what.length / 2) % 2;

export interface BackOffice {
  app: TestApp;
  url: string;
  /** A window of somebody's own, who is nobody yet. What the page complains of fails the test. */
  visit(options?: VisitOptions): Promise<Visit>;
}

interface VisitOptions {
  width?: number;
  language?: string;
  /** The address of another service than the one of this file, or another way to it. */
  at?: string;
}

interface Credentials {
  email: string;
  password: string;
}

export interface Visit {
  page: Page;
  /** Signs in at the door; who is there afterwards is at the dashboard. */
  signIn(person: Credentials): Promise<void>;
  /** Signs the person in without the form, and opens this page: two page loads fewer than by `signIn`. */
  openSignedIn(person: Credentials, path: string): Promise<void>;
  /** Looks at what is shown in both widths, light and dark: nothing that keeps somebody out, and nothing beside the edge. */
  inspect(what: string): Promise<void>;
  /** Nothing was complained of, but for what is named. */
  isQuiet(but?: RegExp): void;
}

interface BackOfficeOptions {
  /** How push messages leave; without it there is no way out. */
  post?: Post;
  /** Settings of the service. */
  env?: Record<string, string>;
}

/** The pages over the real service, in the browser that comes along. */
export async function openBackOffice(options: BackOfficeOptions = {}): Promise<BackOffice> {
  const app = await createTestApp({
    ...options,
    pages,
    // A journey does in seconds what a person does in minutes.
    env: { RATE_LIMIT_PER_MINUTE: '0', ...options.env },
  });
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const browser = await openSharedBrowser();
  const opened: Page[] = [];
  afterEach(async (context) => {
    const ended = context as TestContext;
    for (const page of opened.splice(0)) {
      if (!ended.passed) ended.diagnostic(await shownOn(page));
      // A page that stays open asks again at every event of the tests after it.
      await page.context().close();
    }
  });
  return {
    app,
    url,
    async visit({ width = 1440, language = 'en-US', at = url } = {}) {
      const context = await browser.newContext({
        locale: language,
        timezoneId: 'UTC',
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      const visit = await visitIn(context, at);
      opened.push(visit.page);
      return visit;
    },
  };
}

async function visitIn(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
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
      const { cookies } = await context.storageState();
      const isSignedIn = { name: 'tillhouse.signed-in', value: 'yes' };
      await context.setStorageState({ cookies, origins: [{ origin: url, localStorage: [isSignedIn] }] });
      await page.goto(url + path);
    },
    async inspect(what) {
      assert.match(await page.title(), /^.+ · Tillhouse$/, `${what} says in the tab what it is`);
      const before = page.viewportSize();
      for (const [at, width] of widths.entries()) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of coloursOf(what, at)) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await isAccessible(page, `${what}, ${width} pixels, ${colorScheme}`, checksContrast(what, at));
        }
        assert.deepEqual(await page.evaluate(cutLabels), [], `${what} cuts what its buttons say at ${width} pixels`);
        const beside = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        assert.equal(beside, 0, `${what} is wider than ${width} pixels`);
      }
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      if (before !== null) await page.setViewportSize(before);
    },
    isQuiet(but) {
      assert.deepEqual(
        complaints.filter((text) => but === undefined || !but.test(text)),
        [],
      );
    },
  };
}

/** What a page showed when its test failed, as a screen reader would tell it. */
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

/** Colours between two are nobody's: what moves is brought to its end, and what that sets in motion, too. What has no end goes on. */
const settled = `(async () => {
  for (let still = 0; still < 2; ) {
    await new Promise((seen) => requestAnimationFrame(seen));
    const moving = document.getAnimations().filter(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
    for (const one of moving) one.finish();
    still = moving.length === 0 ? still + 1 : 0;
  }
})()`;

/** The words of buttons that do not fit: an amount on one must not lose its end. */
const cutLabels = `[...document.querySelectorAll('button .mantine-Button-label')]
  .filter((label) => label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.closest('button').clientHeight + 1)
  .map((label) => label.textContent)`;

async function isAccessible(page: Page, what: string, checksContrast: boolean): Promise<void> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  await page.evaluate(settled);
  const options = {
    resultTypes: ['violations'],
    runOnly: rules,
    rules: { 'color-contrast': { enabled: checksContrast } },
  };
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as { violations: Violation[] };
  const told = found.violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map(({ html, failureSummary }) => `${html}\n    ${failureSummary}`).join('\n  ')}`,
  );
  assert.deepEqual(told, [], what);
}

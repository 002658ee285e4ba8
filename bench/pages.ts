import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/browser/browser.ts';
import { languages } from '../web/src/language/texts.ts';
import { printFigure } from './figures.ts';
import { openService } from './setup/service.ts';
import { password } from './setup/shops.ts';

/**
 * `node bench/pages.ts [--products 100000]` measures the pages in the browser that the tests use: the size of the first
 * load and its first paint on a slow line in each language, the time of a change of page, and the frames of a long list
 * while it is scrolled and searched. Prints each figure and its bound.
 */
const products = Number(process.argv[process.argv.indexOf('--products') + 1]) || 100_000;
const bounds = { first_load_kB: 200, first_paint_ms: 1_000, page_change_ms: 100, frame_ms: 50 };

/** Links of the navigation. Each leads to a page with the same heading. */
const links = ['Products', 'Stock', 'Sales', 'Customers', 'Reports', 'Till', 'Dashboard'] as const;

/** Runs in the page. The time from the click until the frame that paints the heading of the other page. */
const changeOfPage = (name: string) => `(async () => {
  const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent === ${JSON.stringify(name)});
  const frame = () => new Promise(requestAnimationFrame);
  const began = performance.now();
  link.click();
  while (document.querySelector('main h1')?.textContent !== ${JSON.stringify(name)}) await frame();
  await frame();
  return performance.now() - began;
})()`;

/** Runs in the page. Records the length of each frame, and the long tasks, until \`stop\` is called. */
const watchFrames = `(() => {
  const frames = [];
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  let last = performance.now();
  let isOn = true;
  requestAnimationFrame(function next(now) {
    frames.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(next);
  });
  window.stop = () => {
    isOn = false;
    observer.disconnect();
    return { frames: frames.slice(1), tasks };
  };
})()`;

interface Watched {
  frames: number[];
  tasks: number[];
}

async function framesOf(page: Page, work: () => Promise<unknown>): Promise<Watched> {
  await page.evaluate(watchFrames);
  await work();
  return (await page.evaluate('window.stop()')) as Watched;
}

const scroll = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (const step of [60, 600, 6_000, -60, -6_000]) for (let times = 0; times < 60; times += 1) { scrollBy(0, step); await frame(); }
  for (const part of [0.5, 1, 0.25, 0]) { scrollTo(0, document.documentElement.scrollHeight * part); await new Promise((later) => setTimeout(later, 700)); }
})()`;

const median = (figures: readonly number[]) => [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

function printFrames(what: string, { frames, tasks }: Watched): void {
  printFigure(`${what}: longest of ${frames.length} frames`, Math.max(...frames), 'ms', bounds.frame_ms);
  console.log(
    `${''.padEnd(52)} median ${median(frames).toFixed(1)} ms; tasks over 50 ms: ${tasks.map((ms) => Math.round(ms)).join(', ') || 'none'}`,
  );
}

/** Fast 3G, as the developer tools of Chromium simulate it. */
const slow_line = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/** Opens the sign-in without a cache over a slow line. The paint is that of the mark in the HTML. */
async function measureSlowLine(address: string, locale: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow_line);
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const heading_ms = (await page.evaluate('performance.now()')) as number;
  const paint_ms = (await page.evaluate(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity",
  )) as number;
  printFigure(`first paint of the sign-in on fast 3G, ${locale}`, paint_ms, 'ms', bounds.first_paint_ms);
  console.log(`${''.padEnd(52)} its form after ${Math.round(heading_ms)} ms`);
  await page.context().close();
}

const service = await openService();
const browser = await openBrowser();
try {
  const [shop] = await service.openShops(1, products);
  if (shop === undefined) throw new Error('there is no shop');
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const scripts = new Map<string, number>();
  page.on('response', async (answer) => {
    if (answer.request().resourceType() === 'script')
      scripts.set(answer.url(), gzipSync(await answer.body(), { level: 9 }).length / 1_000);
  });
  const loaded = () => [...scripts.values()].reduce((sum, size) => sum + size, 0);
  const open = async () => {
    await page.goto(`${service.testBed.url}/sign-in`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  while ((await fetch(service.testBed.url)).status === 503) await new Promise((later) => setTimeout(later, 500));
  for (const { tag } of Object.values(languages)) await measureSlowLine(`${service.testBed.url}/sign-in`, tag);
  await open();
  printFigure('script of the first page, gzip', loaded(), 'kB', bounds.first_load_kB);
  await page.getByLabel('E-mail').fill(shop.email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.waitForTimeout(1_500);
  printFigure('script until the dashboard, gzip', loaded(), 'kB', bounds.first_load_kB);
  // A person looks at the dashboard, and the code of the other pages is loaded meanwhile.
  await page.waitForTimeout(5_000);

  for (const round of ['first time', 'later'] as const) {
    for (const link of links) {
      const times = [(await page.evaluate(changeOfPage(link))) as number];
      await page.waitForTimeout(800);
      for (let visit = 0; round === 'later' && visit < 4; visit += 1) {
        await page.evaluate(changeOfPage(link === 'Products' ? 'Stock' : 'Products'));
        await page.waitForTimeout(300);
        times.push((await page.evaluate(changeOfPage(link))) as number);
        await page.waitForTimeout(300);
      }
      printFigure(`to ${link}, ${round}`, median(times), 'ms', bounds.page_change_ms);
    }
  }

  await page.goto(`${service.testBed.url}/products`);
  await page.getByText(`${products.toLocaleString('en')} in total`).waitFor();
  printFrames('scrolling', await framesOf(page, () => page.evaluate(scroll)));
  const field = page.getByRole('searchbox');
  printFrames(
    'searching',
    await framesOf(page, async () => {
      for (const word of ['12', '345', 'product 99']) {
        await field.fill('');
        await field.pressSequentially(word, { delay: 120 });
        await page.waitForTimeout(600);
      }
    }),
  );
} finally {
  await browser.close();
  await service.close();
}

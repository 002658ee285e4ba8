import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/browser/browser.ts';
import { countMissed, printFigure } from './figures.ts';
import { openService } from './setup/service.ts';
import { password } from './setup/shops.ts';

/**
 * `node bench/till.ts [--products 100000] [--scans 400]` measures a busy till with a slow connection: a scan every 300 ms,
 * ten scans in a sale. Prints each figure and its bound, and exits with 1 if a line is wrong or a bound is missed.
 */
const option = (name: string, otherwise: number) =>
  Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || otherwise;
const [products, scans] = [option('products', 100_000), option('scans', 400)];
const scan_each_ms = 300;
const scans_a_sale = 10;
if (scans % scans_a_sale !== 0 || scans > 1_000) throw new Error('--scans must be a multiple of ten, 1,000 at most');
const bounds = { frames: 1, longest_ms: 50 };

/** The profile "fast 3G" of browsers: throughput in bytes per second, latency in milliseconds. */
const fast3g = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 150 };

/** Runs in the page. Counts the frames and the time from each Enter in the code field until the lines have changed. */
const watchScans = `(() => {
  window.seen = [];
  const lines = () => [...document.querySelectorAll('.till-cart [role=listitem]')].map((line) => line.textContent + [...line.querySelectorAll('input')].map(({ value }) => value)).join('|');
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Enter' || !target.matches('.till-cart input') || target.value === '') return;
    const [began, before] = [performance.now(), lines()];
    let frames = 0;
    requestAnimationFrame(function next() {
      frames += 1;
      if (lines() === before && frames < 600) return requestAnimationFrame(next);
      window.seen.push({ frames, ms: performance.now() - began });
    });
  }, true);
})()`;

interface ScanFigures {
  frames: number;
  ms: number;
}

interface Sold {
  items: { sku: string; quantity: number }[];
}

const quantile = (figures: readonly number[], part: number) =>
  [...figures].sort((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * part))] ?? 0;

const service = await openService();
const browser = await openBrowser();

async function busyTill(): Promise<void> {
  const [shop] = await service.openShops(1, products);
  if (shop === undefined) throw new Error('there is no shop');
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`${service.testBed.url}/sign-in`);
  await page.getByLabel('E-mail').fill(shop.email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.goto(`${service.testBed.url}/till`);
  const field = page.getByRole('textbox', { name: 'Barcode, SKU or name' });
  await field.waitFor();
  let lookups = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/lookup')) lookups += 1;
  });
  await waitForCatalogue(page);
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', fast3g);
  await page.evaluate(watchScans);

  const codes = Array.from(
    { length: scans },
    (_, at) => `SKU-${String(1 + ((at * 7_919) % products)).padStart(7, '0')}`,
  );
  const began = performance.now();
  for (const [at, code] of codes.entries()) {
    await sleep(Math.max(0, began + at * scan_each_ms - performance.now()));
    await page.keyboard.insertText(code);
    await page.keyboard.press('Enter');
    // Completes the sale with the exact amount in cash: one Enter for the payment, one to confirm it.
    if ((at + 1) % scans_a_sale !== 0) continue;
    await page.getByRole('button', { name: /^Complete €/, disabled: false }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  }
  const took_s = (performance.now() - began) / 1_000;
  await page.getByText('Sold:').waitFor();
  await page.getByText('Scan or search to start a sale').waitFor();

  const sold = await salesOf(shop.token);
  const wanted = Array.from({ length: scans / scans_a_sale }, (_, at) =>
    codes.slice(at * scans_a_sale, (at + 1) * scans_a_sale).sort(),
  );
  const wrong = wanted.filter((codesOfSale, at) => JSON.stringify(codesOfSale) !== JSON.stringify(sold[at]));
  const seen = (await page.evaluate('window.seen')) as ScanFigures[];
  console.log(
    `${scans} scans in ${took_s.toFixed(0)} s behind ${products} products, ${sold.length} sales; ${lookups} codes needed a request to the service`,
  );
  printFigure('scans without a line', scans - seen.length, '', 0);
  printFigure('sales with other lines than were scanned', wrong.length + Math.abs(sold.length - wanted.length), '', 0);
  printFigure('frames until a scan is a line, most', Math.max(...seen.map(({ frames }) => frames)), '', bounds.frames);
  printFigure(
    'from Enter to that frame, 99 of 100',
    quantile(
      seen.map(({ ms }) => ms),
      0.99,
    ),
    'ms',
    bounds.longest_ms,
  );
  await page.context().close();
}

/** Runs in the page. True when the till has received the whole catalogue. */
const isCatalogueThere = `(async () => {
  const resultOf = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const name = (await indexedDB.databases()).map(({ name }) => name).find((name) => name.startsWith('tillhouse.catalogue.'));
  if (name === undefined) return false;
  const database = await resultOf(indexedDB.open(name));
  const progress = await resultOf(database.transaction('progress').objectStore('progress').get('progress'));
  database.close();
  return progress?.is_complete === true;
})()`;

async function waitForCatalogue(page: Page): Promise<void> {
  const began = performance.now();
  while (!(await page.evaluate(isCatalogueThere))) await sleep(1_000);
  console.log(
    `the catalogue of ${products} products was on the device after ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
}

/** The sorted SKUs of each sale, oldest sale first. */
async function salesOf(token: string): Promise<string[][]> {
  const { data } = JSON.parse((await service.get('/transactions?limit=100', token)).text) as { data: { id: string }[] };
  const sales: string[][] = [];
  for (const { id } of data.toReversed()) {
    const sale = JSON.parse((await service.get(`/transactions/${id}`, token)).text) as { data: Sold };
    sales.push(sale.data.items.flatMap(({ sku, quantity }) => Array<string>(quantity).fill(sku)).sort());
  }
  return sales;
}

try {
  while ((await fetch(service.testBed.url)).status === 503) await sleep(500);
  await busyTill();
} finally {
  await browser.close();
  await service.close();
}
process.exitCode = countMissed() > 0 ? 1 : 0;

import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { openBrowser } from '../test/browser/browser.ts';
import { isAt } from '../test/browser/by-keyboard.ts';
import { countMissed, sayFigure } from './figures.ts';
import { openService } from './places/service.ts';
import { password } from './places/shops.ts';

/**
 * `node bench/till.ts [--products 100000] [--scans 400]`: a till in a rush, a scan each 300 ms behind a slow line, sold ten by ten; and a person's way
 * from the first page of an empty service to the first sale, by clicks and by keyboard. Prints each figure beside its bound, and ends with 1 where a
 * line is wrong or a bound is missed.
 */
const option = (name: string, otherwise: number) =>
  Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || otherwise;
const [products, scans] = [option('products', 100_000), option('scans', 400)];
const scan_each_ms = 300;
const scans_a_sale = 10;
if (scans % scans_a_sale !== 0 || scans > 1_000) throw new Error('--scans must be a multiple of ten, 1,000 at most');
const bounds = { frames: 1, longest_ms: 50, first_sale_s: 60 };

/** What browsers call fast 3G: bytes a second, and milliseconds for a request before its first byte. */
const fast3g = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 150 };

/** A person: so long for each key, and before each press. */
const pace = { key_ms: 120, press_ms: 700 };

/** Runs in the page: for each Enter in the field of codes, the frames and the time until the lines have changed. */
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

interface Seen {
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

async function rush(): Promise<void> {
  const [shop] = await service.openShops(1, products);
  if (shop === undefined) throw new Error('there is no shop');
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`${service.stand.url}/sign-in`);
  await page.getByLabel('E-mail').fill(shop.email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.goto(`${service.stand.url}/till`);
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
    // The customer pays with the exact amount in cash: on to the payment, and sold.
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
  const seen = (await page.evaluate('window.seen')) as Seen[];
  console.log(
    `${scans} scans in ${took_s.toFixed(0)} s behind ${products} products, ${sold.length} sales; ${lookups} codes were asked for at the service`,
  );
  sayFigure('scans without a line', scans - seen.length, '', 0);
  sayFigure('sales with other lines than were scanned', wrong.length + Math.abs(sold.length - wanted.length), '', 0);
  sayFigure('frames until a scan is a line, most', Math.max(...seen.map(({ frames }) => frames)), '', bounds.frames);
  sayFigure(
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

/** Runs in the page: whether the catalogue of the till has been read to its end. */
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

/** What each sale has, in the order in which they were made. */
async function salesOf(token: string): Promise<string[][]> {
  const { data } = JSON.parse((await service.get('/transactions?limit=100', token)).text) as { data: { id: string }[] };
  const sales: string[][] = [];
  for (const { id } of data.toReversed()) {
    const sale = JSON.parse((await service.get(`/transactions/${id}`, token)).text) as { data: Sold };
    sales.push(sale.data.items.flatMap(({ sku, quantity }) => Array<string>(quantity).fill(sku)).sort());
  }
  return sales;
}

interface Hand {
  name: string;
  /** Goes there and presses it. */
  press(goal: Locator): Promise<void>;
  write(goal: Locator, text: string): Promise<void>;
}

const handsOf = (page: Page): Hand[] => {
  const type = (text: string) => page.keyboard.type(text, { delay: pace.key_ms });
  const click = async (goal: Locator) => {
    await goal.waitFor();
    await sleep(pace.press_ms);
    await goal.click();
  };
  const walk = async (goal: Locator) => {
    await goal.waitFor();
    while (!(await isAt(page, goal))) {
      await page.keyboard.press('Tab');
      await sleep(pace.key_ms);
    }
  };
  return [
    { name: 'by clicks', press: click, write: (goal, text) => click(goal).then(() => type(text)) },
    {
      name: 'by keyboard',
      press: async (goal) => {
        await walk(goal);
        await sleep(pace.press_ms);
        await page.keyboard.press('Enter');
      },
      write: (goal, text) => walk(goal).then(() => type(text)),
    },
  ];
};

/** From the first page of the service until the first sale is recorded. */
async function firstSale(number: 0 | 1): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const hand = handsOf(page)[number] as Hand;
  const button = (name: string) => page.getByRole('button', { name });
  const began = performance.now();
  await page.goto(`${service.stand.url}/welcome`);
  await hand.write(page.getByLabel('Shop name'), 'Corner shop');
  await hand.write(page.getByLabel('Your name'), 'Mia');
  await hand.write(page.getByLabel('E-mail'), `mia${number}@shop.example`);
  await hand.write(page.getByLabel(/^Password/), 'seven brown cups');
  await hand.press(button('Open the shop'));
  await hand.press(page.getByRole('link', { name: 'Add your first product' }));
  await hand.press(button('New product'));
  const dialog = page.getByRole('dialog');
  await hand.write(dialog.getByLabel('Name'), 'Coffee');
  await hand.write(dialog.getByLabel('SKU'), 'COF');
  await hand.write(dialog.getByLabel('Price'), '8');
  await hand.write(dialog.getByLabel('Stock'), '40');
  await hand.press(dialog.getByRole('button', { name: 'Save' }));
  await page.getByRole('row', { name: /Coffee COF/ }).waitFor();
  await hand.press(page.getByRole('navigation').getByRole('link', { name: 'Till' }));
  await hand.write(page.getByRole('textbox', { name: 'Barcode, SKU or name' }), 'COF');
  await page.keyboard.press('Enter');
  await hand.press(page.getByRole('button', { name: /^Complete .*8/ }));
  await page.getByText('Sold:').waitFor();
  sayFigure(`first page to first sale, ${hand.name}`, (performance.now() - began) / 1_000, 's', bounds.first_sale_s);
  await page.context().close();
}

try {
  while ((await fetch(service.stand.url)).status === 503) await sleep(500);
  await firstSale(0);
  await firstSale(1);
  await rush();
} finally {
  await browser.close();
  await service.close();
}
process.exitCode = countMissed() > 0 ? 1 : 0;

import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/browser/browser.ts';
import { waitForFocus } from '../test/browser/keyboard.ts';
import { chargeButton, linesOf, scanField } from '../test/browser/till-page.ts';
import { countMissed, printFigure } from './figures.ts';
import { type Person, personAt } from './setup/person.ts';
import { openService } from './setup/service.ts';
import { password } from './setup/shops.ts';

/**
 * `node bench/tasks.ts` does frequent tasks of a shop in the pages, at the pace of a person. Prints the presses of each
 * and the seconds, beside the presses or seconds that the best known programs need, and exits with 1 if one needs more.
 */
const service = await openService();
const browser = await openBrowser();

interface Task {
  name: string;
  /** Presses of the best known program. */
  presses_at_most: number;
  scans: number;
  /** The page on which it begins. */
  path: string;
  run(page: Page, person: Person): Promise<void>;
}

/** Products of `openShops`. */
const code = (number: number) => `SKU-${String(number).padStart(7, '0')}`;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const tasks: Task[] = [
  {
    name: 'six variants of two options',
    presses_at_most: 4,
    scans: 0,
    path: '/products',
    async run(page, person) {
      const dialog = page.getByRole('dialog');
      await person.press(button(page, 'New product'));
      await person.write(dialog.getByLabel('Name'), 'Trail tee');
      await person.write(dialog.getByLabel('Price'), '20');
      await person.press(dialog.getByRole('button', { name: 'Add variants' }));
      await person.write(dialog.getByLabel('Option 1'), 'Size: S, M, L');
      await person.write(dialog.getByLabel('Option 2'), 'Colour: red, blue');
      await dialog.getByText('6 variants').waitFor();
      await person.press(dialog.getByRole('button', { name: 'Save' }));
      await person.press(dialog.getByRole('button', { name: 'Do not track' }));
      await page.getByText('Trail tee added').waitFor();
    },
  },
  {
    name: 'sale of three items, cash, by keyboard',
    presses_at_most: 6,
    scans: 3,
    path: '/till',
    async run(page, person) {
      await waitForFocus(page, scanField(page));
      for (const number of [1, 2, 3]) await person.scan(code(number));
      await linesOf(page).getByRole('listitem').nth(2).waitFor();
      await chargeButton(page).and(page.locator(':enabled')).waitFor();
      await person.enter();
      await person.enter();
      await page.getByText('Sold:').waitFor();
    },
  },
  {
    name: 'sale by card',
    presses_at_most: 2,
    scans: 1,
    path: '/till',
    async run(page, person) {
      await waitForFocus(page, scanField(page));
      await person.scan(code(4));
      await person.press(page.getByText('Card', { exact: true }));
      await person.press(chargeButton(page));
      await page.getByText('Sold:').waitFor();
    },
  },
  {
    name: 'park a sale, resume it, change and sell it',
    presses_at_most: 4,
    scans: 2,
    path: '/till',
    async run(page, person) {
      await waitForFocus(page, scanField(page));
      await person.scan(code(5));
      await person.press(button(page, /^Park$/));
      await page.getByText('Parked:').waitFor();
      await person.press(page.getByRole('region', { name: 'Parked sales' }).getByRole('button'));
      await waitForFocus(page, scanField(page));
      await person.scan(code(6));
      await linesOf(page).getByRole('listitem').nth(1).waitFor();
      await person.press(chargeButton(page));
      await page.getByText('Sold:').waitFor();
    },
  },
  {
    name: 'transfer of ten products',
    presses_at_most: 5,
    scans: 10,
    path: '/stock',
    async run(page, person) {
      await person.press(page.getByRole('link', { name: 'Transfer', exact: true }));
      await waitForFocus(page, scanField(page));
      for (let number = 1; number <= 10; number += 1) await person.scan(code(number));
      await person.press(button(page, 'Transfer 10 products'));
      await page.getByText('10 products transferred').waitFor();
    },
  },
  {
    name: 'count of thirty products',
    presses_at_most: 3,
    scans: 30,
    path: '/stock',
    async run(page, person) {
      await person.press(page.getByRole('link', { name: 'Count', exact: true }));
      await waitForFocus(page, scanField(page));
      for (let number = 11; number <= 40; number += 1) await person.scan(`9*${code(number)}`);
      await person.press(button(page, 'Save the count of 30 products'));
      await page.getByText('30 products counted').waitFor();
    },
  },
  {
    name: 'new cashier with a PIN',
    presses_at_most: 5,
    scans: 0,
    path: '/settings/staff',
    async run(page, person) {
      const dialog = page.getByRole('dialog');
      await person.press(button(page, 'Invite'));
      await person.write(dialog.getByLabel('Name'), 'Rita');
      await person.press(dialog.getByRole('switch', { name: /^With a PIN/ }));
      await person.write(dialog.getByLabel(/^PIN/), '4821');
      await person.press(dialog.getByRole('button', { name: 'Add', exact: true }));
      await page.getByRole('row', { name: /Rita PIN only Cashier/ }).waitFor();
    },
  },
];

async function openPage(): Promise<Page> {
  return browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
}

async function measure(task: Task, email: string): Promise<void> {
  const page = await openPage();
  await page.goto(`${service.testBed.url}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await button(page, 'Sign in').click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.goto(service.testBed.url + task.path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const person = personAt(page);
  const began = performance.now();
  await task.run(page, person);
  const took_s = (performance.now() - began) / 1_000;
  printFigure(`${task.name}: presses`, person.presses, '', task.presses_at_most);
  console.log(`${''.padEnd(52)} and ${person.scans} scans, in ${took_s.toFixed(1)} s`);
  if (person.scans !== task.scans) throw new Error(`${task.name} takes ${task.scans} scans`);
  await page.context().close();
}

/** The best known programs need two to three minutes. */
const first_sale_s = 60;

/** From the first page of the service until the first sale is recorded. */
async function firstSale(isByKeyboard: boolean): Promise<void> {
  const page = await openPage();
  const person = personAt(page, isByKeyboard);
  const way = isByKeyboard ? 'by keyboard' : 'by clicks';
  const began = performance.now();
  await page.goto(`${service.testBed.url}/welcome`);
  await person.write(page.getByLabel('Shop name'), 'Corner shop');
  await person.write(page.getByLabel('Your name'), 'Mia');
  await person.write(page.getByLabel('E-mail'), `${way.replace(' ', '-')}@shop.example`);
  await person.write(page.getByLabel(/^Password/), 'seven brown cups');
  await person.press(button(page, 'Open the shop'));
  await person.press(button(page, 'Add your first product'));
  const dialog = page.getByRole('dialog');
  await person.write(dialog.getByLabel('Name'), 'Coffee');
  await person.write(dialog.getByLabel('Price'), '8');
  await person.write(dialog.getByLabel('Stock'), '40');
  await person.press(dialog.getByRole('button', { name: 'Save' }));
  await page.getByText('First product added').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await person.press(page.getByRole('navigation').getByRole('link', { name: 'Till' }));
  await waitForFocus(page, scanField(page));
  await person.scan('COFFEE');
  await person.press(chargeButton(page));
  await page.getByText('Sold:').waitFor();
  printFigure(`first page to first sale, ${way}`, (performance.now() - began) / 1_000, 's', first_sale_s);
  console.log(`${''.padEnd(52)} with ${person.presses} presses`);
  await page.context().close();
}

try {
  while ((await fetch(service.testBed.url)).status === 503) await sleep(500);
  await firstSale(false);
  await firstSale(true);
  const [shop] = await service.openShops(1, 1_000);
  if (shop === undefined) throw new Error('there is no shop');
  const headers = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Store room', branch_id: shop.branch_id });
  const made = await fetch(`${service.testBed.url}/api/v1/warehouses`, { method: 'POST', headers, body });
  if (!made.ok) throw new Error(await made.text());
  for (const task of tasks) await measure(task, shop.email);
} finally {
  await browser.close();
  await service.close();
}
process.exitCode = countMissed() > 0 ? 1 : 0;

import type { Page } from 'playwright-core';
import type { Shop } from '../shop.ts';
import { typeInto } from './keyboard.ts';

/** Elements of the till page. */
export const scanField = (page: Page) => page.getByRole('textbox', { name: 'Barcode, SKU or name' });
export const linesOf = (page: Page) => page.getByRole('list', { name: 'Items' });
export const chargeButton = (page: Page) => page.getByRole('button', { name: 'Charge' });

export async function scan(page: Page, code: string): Promise<void> {
  await typeInto(page, scanField(page), code);
  await page.keyboard.press('Enter');
}

/** Parks the cart under the name. */
export async function park(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the parked sale').fill(name);
  await page.getByRole('button', { name: 'Park', exact: true }).click();
  await page.getByText('Parked:').waitFor();
}

/** Holds requests to matching URLs. @returns a function that releases them */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The newest sale of the shop, with its items. */
export async function lastSaleOf({ owner }: Shop) {
  const [sale] = (await owner.get('/transactions?limit=1')).body.data;
  return (await owner.get(`/transactions/${sale.id}`)).body.data;
}

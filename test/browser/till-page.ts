import type { Page } from 'playwright-core';
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

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';

/** Every element must be reachable with at most this number of Tab presses. */
const steps_at_most = 60;

export const hasFocus = async (page: Page, target: Locator) =>
  (await target.and(page.locator('*:focus')).count()) === 1;

export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < steps_at_most; steps += 1) {
    if (await hasFocus(page, target)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${target} is not reached by keyboard`);
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export async function replaceText(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Waits until the page has moved the focus to the element, for example after a dialog opens or closes. */
export const waitForFocus = (page: Page, target: Locator): Promise<void> => until(() => hasFocus(page, target));

/** Types into the element once the page has moved the focus to it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await waitForFocus(page, target);
  await page.keyboard.type(text);
}

/**
 * Opens the command palette with Ctrl K, and waits for the focus in its field. A key that comes before a new page
 * listens, or while a dialog closes, is lost: then a person presses again.
 */
export async function openPalette(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Search or go to…' });
  for (let presses = 0; presses < 10 && !(await hasFocus(page, field)); presses += 1) {
    await page.keyboard.press('ControlOrMeta+k');
    await field.waitFor({ timeout: 5_000 }).catch(() => undefined);
  }
  await waitForFocus(page, field);
}

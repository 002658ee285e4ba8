import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';

/** Goes on by Tab until it is there, as somebody without a mouse; everything can be reached within so many steps. */
const steps_at_most = 60;

export const isAt = async (page: Page, goal: Locator) => (await goal.and(page.locator('*:focus')).count()) === 1;

export async function walkTo(page: Page, goal: Locator): Promise<void> {
  await goal.waitFor();
  for (let steps = 0; steps < steps_at_most; steps += 1) {
    if (await isAt(page, goal)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${goal} is not reached by keyboard`);
}

export async function press(page: Page, goal: Locator, key = 'Enter'): Promise<void> {
  await walkTo(page, goal);
  await page.keyboard.press(key);
}

export async function write(page: Page, goal: Locator, text: string): Promise<void> {
  await walkTo(page, goal);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** The focus comes there by itself: a window that opens or closes takes a moment. */
export const isLedTo = (page: Page, goal: Locator): Promise<void> => until(() => isAt(page, goal));

/** What is typed goes to where the focus is brought, once it is there. */
export async function typeAt(page: Page, goal: Locator, text: string): Promise<void> {
  await isLedTo(page, goal);
  await page.keyboard.type(text);
}

/** Ctrl K, and the field that it brings takes what is typed. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await isLedTo(page, page.getByPlaceholder('Search or go to…'));
}

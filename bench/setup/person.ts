import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { hasFocus } from '../../test/browser/keyboard.ts';

/** The pace of a person: time for each key, before each press, and between two scans. */
const pace = { key_ms: 120, press_ms: 700, scan_ms: 300 };
/** To a field that is further away, a person clicks. */
const tabs_at_most = 4;

/** Uses a page at the pace of a person, and counts what that takes. */
export interface Person {
  /** Clicks, and presses of Enter outside of scans. */
  presses: number;
  scans: number;
  press(goal: Locator): Promise<void>;
  /** Goes to a field, if it does not have the focus, and types. */
  write(goal: Locator, text: string): Promise<void>;
  /** Types a code where the focus is, as a scanner does. */
  scan(code: string): Promise<void>;
  enter(): Promise<void>;
}

/** @param isByKeyboard reaches everything by Tab, and presses Enter instead of clicking */
export function personAt(page: Page, isByKeyboard = false): Person {
  const walk = async (goal: Locator, steps: number): Promise<boolean> => {
    for (let step = 0; !(await hasFocus(page, goal)); step += 1) {
      if (step === steps) return false;
      await page.keyboard.press('Tab');
      await sleep(pace.key_ms);
    }
    return true;
  };
  const click = async (goal: Locator) => {
    await sleep(pace.press_ms);
    await goal.click();
    person.presses += 1;
  };
  const person: Person = {
    presses: 0,
    scans: 0,
    async press(goal) {
      await goal.waitFor();
      if (!isByKeyboard) return click(goal);
      await walk(goal, Number.POSITIVE_INFINITY);
      await person.enter();
    },
    async write(goal, text) {
      await goal.waitFor();
      if (!(await walk(goal, isByKeyboard ? Number.POSITIVE_INFINITY : tabs_at_most))) await click(goal);
      await page.keyboard.type(text, { delay: pace.key_ms });
    },
    async scan(code) {
      await sleep(pace.scan_ms);
      await page.keyboard.insertText(code);
      await page.keyboard.press('Enter');
      person.scans += 1;
    },
    async enter() {
      await sleep(pace.press_ms);
      await page.keyboard.press('Enter');
      person.presses += 1;
    },
  };
  return person;
}

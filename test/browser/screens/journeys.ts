import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { BackOffice } from '../back-office.ts';
import { compareScreens } from './compare.ts';
import { openPage } from './pages.ts';
import { now, owner } from './shop.ts';

/**
 * A way through a page. What it shows at the end is compared, and the changes that it sent. Each line of `steps` is an
 * action by the name of a button or field, in the dialog in front or else on the page:
 * `open <button>` presses it and waits for its dialog, `press <button>`, `fill <field>: <text>`, `tick <label>`,
 * `check <box>`, `choose <list>: <option>`, `in <form>: <button>`, `file <content>` with `|` between the rows of the file.
 */
export interface Journey {
  name: string;
  path: string;
  steps: string;
  /** The form of the page that is compared, too. */
  form?: string;
}

/** Takes the journeys one after the other: each sees what the ones before it changed. */
export async function compareJourneys(
  { visit }: BackOffice,
  folder: string,
  journeys: readonly Journey[],
): Promise<void> {
  const { page, openSignedIn } = await visit();
  await page.clock.setFixedTime(now);
  const screens = compareScreens(folder);
  const { changes, forget } = recordChanges(page);
  await openSignedIn(owner, '/products');
  for (const { name, path, steps, form } of journeys) {
    await openPage(page, path);
    forget();
    await take(page, steps);
    await screens.check(name, { ariaSnapshot: async () => changes() + (await shownOn(page, form)) });
  }
  await screens.end();
}

async function take(page: Page, steps: string): Promise<void> {
  for (const step of steps.trim().split('\n')) await takeStep(page, step.trim());
}

async function takeStep(page: Page, step: string): Promise<void> {
  const [, action = '', what = ''] = /^(\w+) (.*)$/.exec(step) ?? [];
  const [, field = '', value = ''] = /^(.*?): ?(.*)$/.exec(what) ?? [];
  const dialog = page.getByRole('dialog').last();
  const front = (await dialog.count()) > 0 ? dialog : page.getByRole('main');
  const named = { name: what, exact: true };
  switch (action) {
    case 'open':
      await front.getByRole('button', named).first().click();
      return dialog.waitFor();
    case 'press':
      return front.getByRole('button', named).first().click();
    case 'tick':
      return front.getByText(what, { exact: true }).first().dispatchEvent('click');
    case 'check':
      return front.getByRole('checkbox', named).check();
    case 'fill':
      return front.getByRole('textbox', { name: field, exact: true }).first().fill(value);
    case 'in':
      return front.getByRole('form', { name: field, exact: true }).getByRole('button', { name: value }).click();
    case 'choose':
      await front.getByRole('combobox', { name: field, exact: true }).first().click();
      await page.getByRole('option', { name: value, exact: true }).click();
      // A list of several choices stays open over the buttons.
      return front.getByRole('combobox', { name: field, exact: true }).first().blur();
    case 'file': {
      const buffer = Buffer.from(what.replaceAll('|', '\n'));
      return front.locator('input[type=file]').setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer });
    }
    default:
      assert.fail(`no such step: ${step}`);
  }
}

/** Records the changes that a page sends. @returns a function that returns those since its last call, one a line */
export function recordChanges(page: Page): { changes(): string; forget(): void } {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const path = pathname.replace('/api/v1', '');
    if (request.method() === 'GET' || path === pathname || /^\/auth\/browser|\/(preview|validate)$/.test(path)) return;
    const isFile = request.headers()['content-type']?.startsWith('multipart/') ?? false;
    const body = isFile ? 'a file' : (request.postData() ?? '').replace(/"password":"[^"]*"/g, '"password":…');
    sent.push(`sent: ${request.method()} ${path} ${body}`.trimEnd());
  });
  return {
    changes: () => sent.map((line) => `${line}\n`).join(''),
    forget: () => void sent.splice(0),
  };
}

/** The open dialog, the form and the messages of a page. */
async function shownOn(page: Page, form: string | undefined): Promise<string> {
  const parts = [
    page.getByRole('dialog'),
    ...(form === undefined ? [] : [page.getByRole('form', { name: form, exact: true })]),
    page.locator('.mantine-Notification-root'),
  ];
  const shown = (await Promise.all(parts.map(async (part) => part.all()))).flat();
  return (await Promise.all(shown.map((one) => one.ariaSnapshot({ timeout: 1_000 }).catch(() => '')))).join('\n');
}

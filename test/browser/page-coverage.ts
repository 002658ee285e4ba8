import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The environment variable with the folder in which pages leave what they executed. Without it, nothing is recorded. */
export const pageCoverageVariable = 'TILLHOUSE_PAGE_COVERAGE';

const folder = process.env[pageCoverageVariable];

/** Starts to record which scripts a page executes, across navigations. */
export async function startPageCoverage(page: Page): Promise<void> {
  if (folder !== undefined) await page.coverage.startJSCoverage({ resetOnNavigation: false });
}

/** Writes what a page has executed, in V8's format. */
export async function writePageCoverage(page: Page): Promise<void> {
  if (folder === undefined) return;
  const result = await page.coverage.stopJSCoverage();
  await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify({ result }));
}

import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium as driver } from 'playwright-core';
import { afterAllFiles } from '../runner/of-the-file.ts';

// What stops Chromium from calling home, which on a closed network is slow, and what a container does not allow it.
const args = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** For the start of the browser and what a page is to show: the half minute that is usual is too short beside other programs. */
const patience_ms = 120_000;

/**
 * The browser that came with npm, with the few libraries beside it that a bare machine lacks: the package unpacks those only where it
 * believes to run in the cloud it was made for, so it is told that it does.
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await unpackBrowser();
  const browser = await driver.launch({
    executablePath,
    args,
    env: { ...process.env } as Record<string, string>,
    timeout: patience_ms,
  });
  browser.on('context', (context) => context.setDefaultTimeout(patience_ms));
  return browser;
}

let shared: Promise<Browser> | undefined;

/** One browser for all files of a process, each test with a window of its own. */
export async function openSharedBrowser(): Promise<Browser> {
  if (shared !== undefined && (await shared).isConnected()) return shared;
  const opened = openBrowser();
  shared = opened;
  afterAllFiles(async () => (await opened).close());
  return opened;
}

/** Where the browser is. Unpacked by the first who asks: two at once would find half of it. */
export async function unpackBrowser(): Promise<string> {
  const installed = process.env.CHROMIUM_PATH;
  if (installed !== undefined) return installed;
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  await nameFonts(join(tmpdir(), 'fonts'));
  return path;
}

/** The package looks for its fonts in /tmp, wherever it has unpacked them; and without a font, nothing can be typed into a field. */
async function nameFonts(folder: string): Promise<void> {
  const file = join(folder, 'of-the-tests.conf');
  const fresh = `${file}-${process.pid}`;
  await writeFile(
    fresh,
    `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  );
  await rename(fresh, file);
  process.env.FONTCONFIG_FILE = file;
}

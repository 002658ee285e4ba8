import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium as driver } from 'playwright-core';
import { afterAllFiles } from '../runner/of-the-file.ts';

// Chromium must send no requests of its own, which are slow on a closed network, and use nothing that a container forbids.
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

/** For the start of the browser and for elements to appear. The default of half a minute is too short on a busy machine. */
const timeout_ms = 120_000;

/**
 * Starts the browser that comes with npm. Its package unpacks the libraries that a bare machine lacks only on AWS Lambda,
 * so a variable pretends that it runs there.
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await unpackBrowser();
  const browser = await driver.launch({
    executablePath,
    args,
    env: { ...process.env } as Record<string, string>,
    timeout: timeout_ms,
  });
  browser.on('context', (context) => context.setDefaultTimeout(timeout_ms));
  return browser;
}

let shared: Promise<Browser> | undefined;

/** One browser for all files of a process. Each test has its own context. */
export async function openSharedBrowser(): Promise<Browser> {
  if (shared !== undefined && (await shared).isConnected()) return shared;
  const opened = openBrowser();
  shared = opened;
  afterAllFiles(async () => (await opened).close());
  return opened;
}

/**
 * Unpacks the browser, and returns its path. The test run does so once before the tests: of two processes that unpack at
 * the same time, one would find incomplete files.
 */
export async function unpackBrowser(): Promise<string> {
  const installed = process.env.CHROMIUM_PATH;
  if (installed !== undefined) return installed;
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  await configureFonts(join(tmpdir(), 'fonts'));
  return path;
}

/** The package looks for its fonts in /tmp, wherever it has unpacked them. Without a font no text can be typed. */
async function configureFonts(folder: string): Promise<void> {
  const file = join(folder, 'of-the-tests.conf');
  const fresh = `${file}-${process.pid}`;
  await writeFile(
    fresh,
    `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  );
  await rename(fresh, file);
  process.env.FONTCONFIG_FILE = file;
}

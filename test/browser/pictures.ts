import { mkdir } from 'node:fs/promises';
import { openBrowser } from './browser.ts';

/** `node test/browser/pictures.ts <address>`: takes the pictures of the documentation from a running service. */
const url = process.argv[2] ?? 'http://127.0.0.1:3000';
const folder = new URL('../../docs/pictures/', import.meta.url);
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(`${url}/docs`);
await page.getByText('Record a sale, or park it').scrollIntoViewIfNeeded();
await page.screenshot({ path: new URL('reference.png', folder).pathname });
await browser.close();

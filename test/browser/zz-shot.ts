import { openBrowser } from './browser.ts';
const [out, width, scheme, path, ...rest] = process.argv.slice(2);
const browser = await openBrowser();
const url = 'http://127.0.0.1:3977';
const context = await browser.newContext({ viewport: { width: Number(width), height: 900 }, colorScheme: scheme as 'light', reducedMotion: 'reduce', serviceWorkers: 'block' });
await context.request.post(`${url}/api/v1/auth/browser/login`, { data: { email: 'o@example.com', password: 'correct horse battery' } });
const page = await context.newPage();
await page.addInitScript(`localStorage.setItem('tillhouse.signed-in', 'yes');`);
await page.goto(url + path);
await page.waitForTimeout(2500);
for (const act of rest) { if (act.startsWith('click:')) await page.getByRole('button', { name: act.slice(6) }).first().click(); await page.waitForTimeout(500); }
await page.screenshot({ path: out!, fullPage: true });
await browser.close();

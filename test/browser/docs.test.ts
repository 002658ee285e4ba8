import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestHouse } from '../house.ts';
import { openBrowser } from './browser.ts';

const house = await openTestHouse();
const url = await house.app.listen({ port: 0, host: '127.0.0.1' });
const browser = await openBrowser();
after(() => browser.close());

test('the reference can be read in a browser, and tried', async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${url}/docs`);
  await page.getByRole('heading', { name: /Tillhouse/ }).waitFor();
  await page.getByText('Record a sale, or park it').click();
  await page.getByRole('button', { name: 'Try it out' }).first().waitFor();
  assert.deepEqual(complaints, []);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { openSharedBrowser } from './browser.ts';

const app = await createTestApp();
const shop = await aShop(app);
await aProduct(shop, { name: 'Found by trying' });
await app.anonymous.post('/auth/register', {
  email: 'reader@example.com',
  password: 'a good long password',
  name: 'Reader',
});
const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
const browser = await openSharedBrowser();

// Both tests share one page, because it takes long to load.
const page = await browser.newPage();
after(() => page.close());
const complaints: string[] = [];
page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
page.on('pageerror', (error) => complaints.push(error.message));
await page.goto(`${url}/docs`);
await page.getByRole('heading', { name: /Tillhouse/ }).waitFor();

test('shows permissions, errors and examples in the reference', async () => {
  await page.getByText('Permissions of the roles').click();
  await page.getByRole('cell', { name: 'costs:read' }).waitFor();
  await page.getByText('Errors').click();
  await page.getByRole('cell', { name: 'INSUFFICIENT_STOCK' }).waitFor();
  await page.locator('#operations-tag-Transactions').click();
  await page.getByText('Record a sale, or park it').click();
  await page.getByText('260302-').first().waitFor();
  await page.getByText(/^A sale was paid/).click();
  await page.getByText('sale.completed').first().waitFor();
  assert.deepEqual(complaints, []);
});

test('tries requests from the reference after a sign-in there', async () => {
  await page.locator('#operations-tag-Authentication').click();
  const login = page.locator('#operations-Authentication-login');
  await login.getByText('/api/v1/auth/login').click();
  await login
    .locator('textarea')
    .fill(JSON.stringify({ email: 'reader@example.com', password: 'a good long password' }));
  await login.getByRole('button', { name: 'Execute' }).click();
  await login.locator('.live-responses-table').getByText('200').first().waitFor();
  const me = page.locator('#operations-Authentication-getCurrentUser');
  await me.getByText('/api/v1/auth/me').click();
  await me.getByRole('button', { name: 'Execute' }).click();
  await me.locator('.live-responses-table').getByText('reader@example.com').waitFor();
  assert.deepEqual(complaints, []);
});

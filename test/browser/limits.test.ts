import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Caller } from '../caller.ts';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { chargeButton, linesOf, scan } from './till-page.ts';

const limit = 80;
const { visit, url, app } = await openBackOffice({ env: { RATE_LIMIT_PER_MINUTE: String(limit) } });
const shop = await aShop(app, { currency: 'EUR' });
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8, stock: 1_000 });
const cup = await aProduct(shop, { name: 'Cup', sku: 'CUP', price: 7, stock: 1_000 });
const sales = async () => (await app.admin.query<{ count: number }>('select count(*)::int from sales')).rows[0]?.count;

/** Sends requests from another device of the same user until the rate limit rejects one. */
async function exhaustLimit(caller: Caller, path: string): Promise<void> {
  for (let sent = 0; sent <= limit; sent += 1) if ((await caller.get(path)).status === 429) return;
  assert.fail('no request was rejected');
}

const rateLimitMessage = (page: Page) =>
  page.getByText(/^Too many requests\. Trying again automatically at \d+:\d\d:\d\d [AP]M\.$/).first();

test('shows when a rate-limited user can continue, then continues; records a sale once and keeps input', async () => {
  const { page: till, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await scan(till, 'MUG');
  await linesOf(till).getByText('Mug', { exact: true }).waitFor();
  const product = await till.context().newPage();
  await product.goto(`${url}/products/${cup.id}`);
  const price = product.getByLabel('Price').first();
  await price.fill('9');
  const list = await till.context().newPage();
  await list.goto(`${url}/products`);
  await list.getByRole('row', { name: /Mug/ }).waitFor();
  for (const page of [till, product, list]) assert.equal(await rateLimitMessage(page).count(), 0);

  // The limit for browsing is used up. Sales have a separate limit, so this sale succeeds.
  await exhaustLimit(shop.owner, '/auth/me');
  await chargeButton(till).click();
  await till.getByText('Sold:').waitFor();
  assert.equal(await sales(), 1);

  // Now the limit for sales is used up too.
  await scan(till, 'MUG');
  await till.getByLabel('Cash received').fill('10');
  await exhaustLimit(shop.owner, '/lookup?code=MUG');
  const keys: (string | undefined)[] = [];
  till.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/transactions'))
      keys.push(request.headers()['idempotency-key']);
  });
  const rejection = till.waitForResponse(
    (response) => response.status() === 429 && response.url().endsWith('/transactions'),
  );
  await chargeButton(till).click();
  await rejection;
  await rateLimitMessage(till).waitFor();
  assert.equal(await sales(), 1);

  // The request for a changed price and the requests of a list also wait.
  await exhaustLimit(shop.owner, '/auth/me');
  await product.getByRole('button', { name: 'Save' }).first().click();
  await rateLimitMessage(product).waitFor();
  await list.getByRole('link', { name: 'Customers' }).click();
  await rateLimitMessage(list).waitFor();
  assert.equal(await price.inputValue(), '9.00');
  await inspect('a till at its rate limit');

  // The notification is shown for four seconds only, and may appear before the sale is recorded.
  const isSaved = product
    .getByText(/ saved$/)
    .first()
    .waitFor();
  await Promise.all([isSaved, till.getByText('Sold:').waitFor()]);
  assert.equal(await sales(), 2);
  assert.deepEqual([keys.length >= 2, new Set(keys).size], [true, 1]);
  await rateLimitMessage(till).waitFor({ state: 'detached' });
  await list.getByText('No customers yet').waitFor();
  assert.equal((await shop.owner.get(`/products/${cup.id}`)).body.data.price, 9);
  isQuiet(/429/);
});

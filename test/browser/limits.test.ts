import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Caller } from '../caller.ts';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { complete, linesOf, scan } from './till-page.ts';

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

/** Another device of the same person asks until it is refused. */
async function useUp(caller: Caller, path: string): Promise<void> {
  for (let asked = 0; asked <= limit; asked += 1) if ((await caller.get(path)).status === 429) return;
  assert.fail('it was never refused');
}

const tooMany = (page: Page) =>
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
  for (const page of [till, product, list]) assert.equal(await tooMany(page).count(), 0);

  // Browsing has come to its end: a sale goes through.
  await useUp(shop.owner, '/auth/me');
  await complete(till).click();
  await till.getByText('Sold:').waitFor();
  assert.equal(await sales(), 1);

  // And now selling has.
  await scan(till, 'MUG');
  await till.getByLabel('Cash received').fill('10');
  await useUp(shop.owner, '/lookup?code=MUG');
  const keys: (string | undefined)[] = [];
  till.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/transactions'))
      keys.push(request.headers()['idempotency-key']);
  });
  const refused = till.waitForResponse(
    (response) => response.status() === 429 && response.url().endsWith('/transactions'),
  );
  await complete(till).click();
  await refused;
  await tooMany(till).waitFor();
  assert.equal(await sales(), 1);

  // A changed price and the rows of a list wait, too.
  await useUp(shop.owner, '/auth/me');
  await product.getByRole('button', { name: 'Save' }).first().click();
  await tooMany(product).waitFor();
  await list.getByRole('link', { name: 'Customers' }).click();
  await tooMany(list).waitFor();
  assert.equal(await price.inputValue(), '9.00');
  await inspect('a till that is asked to wait');

  // A notice stays for four seconds only, and may come before the sale does.
  const isSaved = product
    .getByText(/ saved$/)
    .first()
    .waitFor();
  await Promise.all([isSaved, till.getByText('Sold:').waitFor()]);
  assert.equal(await sales(), 2);
  assert.deepEqual([keys.length >= 2, new Set(keys).size], [true, 1]);
  await tooMany(till).waitFor({ state: 'detached' });
  await list.getByText('No customers yet').waitFor();
  assert.equal((await shop.owner.get(`/products/${cup.id}`)).body.data.price, 9);
  isQuiet(/429/);
});

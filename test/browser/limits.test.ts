import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../caller.ts';
import { aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { complete, linesOf, scan } from './till-page.ts';

const limit = 80;
const { visit, url, house } = await openBackOffice({ env: { RATE_LIMIT_PER_MINUTE: String(limit) } });
const shop = await aShop(house, { currency: 'EUR' });
const owner = { email: (await shop.owner.get('/auth/me')).body.data.email as string, password: 'correct horse battery' };
const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8, stock: 1_000 });
const sales = async () => (await house.admin.query<{ count: number }>('select count(*)::int from sales')).rows[0]?.count;

/** Another device of the same person asks until it is refused. */
async function useUp(caller: Caller, path: string): Promise<void> {
  for (let asked = 0; asked <= limit; asked += 1) if ((await caller.get(path)).status === 429) return;
  assert.fail('it was never refused');
}

test('a person who has used up their requests is told when it goes on; it does by itself, a sale is made once, and nothing typed is lost', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/till');
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  const notice = page.getByText(/^Too many requests\. It goes on by itself at \d+:\d\d:\d\d [AP]M\.$/);
  assert.equal(await notice.count(), 0);

  // Browsing has come to its end: a sale goes through.
  await useUp(shop.owner, '/auth/me');
  await complete(page).click();
  await page.getByText('Sold:').waitFor();
  assert.equal(await sales(), 1);

  // And now selling has.
  await scan(page, 'MUG');
  await page.getByLabel('Cash received').fill('10');
  await useUp(shop.owner, '/lookup?code=MUG');
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/transactions')) keys.push(request.headers()['idempotency-key']);
  });
  const refused = page.waitForResponse((response) => response.status() === 429 && response.url().endsWith('/transactions'));
  await complete(page).click();
  await refused;
  await notice.waitFor();
  await inspect('a till that is asked to wait');
  assert.equal(await sales(), 1);
  await page.getByText('Sold:').waitFor({ timeout: 120_000 });
  assert.equal(await sales(), 2);
  assert.deepEqual([keys.length >= 2, new Set(keys).size], [true, 1]);

  await notice.waitFor({ state: 'detached', timeout: 120_000 });
  await page.goto(`${url}/products/${mug.id}`);
  const price = page.getByLabel('Price').first();
  await price.fill('9');
  const beside = await page.context().newPage();
  await beside.goto(`${url}/products`);
  await beside.getByRole('row', { name: /Mug/ }).waitFor();
  await useUp(shop.owner, '/auth/me');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await notice.waitFor();
  assert.equal(await price.inputValue(), '9.00');
  // The rows of a list are refused, and come all the same.
  await beside.getByRole('link', { name: 'Customers' }).click();
  await beside
    .getByText(/^Too many requests\./)
    .first()
    .waitFor();
  await beside.getByText('No customers yet').waitFor({ timeout: 120_000 });
  await page
    .getByText(/is saved/)
    .first()
    .waitFor({ timeout: 120_000 });
  assert.equal((await shop.owner.get(`/products/${mug.id}`)).body.data.price, 9);
  isQuiet(/429/);
});

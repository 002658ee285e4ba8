import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../../demo/service.ts';
import { aUsedPlace } from '../process/place.ts';
import { aProduct, aShop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { chargeButton, linesOf, park, scan } from './till-page.ts';

// The default rate limit: the till must work within it.
const { visit, app } = await openBackOffice({ env: { RATE_LIMIT_PER_MINUTE: '100' } });
const credentials = { email: 'owner1@example.com', password: 'correct horse battery' };
const shop = await aShop(app, { currency: 'EUR' });
await aProduct(shop, { name: 'Mug', sku: 'MUG', price: 8.2, stock: 1_000 });
await aProduct(shop, { name: 'Green tea', sku: 'TEA', price: 4.5, stock: 1_000 });

/** The items of each sale as one text. */
const salesOf = async (): Promise<string[]> => {
  const { data } = (await shop.owner.get('/transactions')).body;
  const sales = await Promise.all(
    data.map(async ({ id }: { id: string }) => (await shop.owner.get(`/transactions/${id}`)).body.data),
  );
  return sales
    .map(({ items }) =>
      items.map((item: { quantity: number; name: string }) => `${item.quantity} ${item.name}`).join(', '),
    )
    .sort();
};

test('does not sell a cart again in a second tab', async () => {
  const { page: first, openSignedIn, isQuiet } = await visit();
  await openSignedIn(credentials, '/till');
  await scan(first, 'MUG');
  await linesOf(first).getByText('Mug', { exact: true }).waitFor();
  const second = await first.context().newPage();
  await second.goto(first.url());
  await linesOf(second).getByText('Mug', { exact: true }).waitFor();
  await scan(second, 'TEA');
  await linesOf(first).getByText('Green tea').waitFor();
  await chargeButton(first).click();
  await first.getByText('Sold:').waitFor();
  await second.getByText('Scan or search to start a sale').waitFor();
  assert.ok(await chargeButton(second).isDisabled());
  assert.deepEqual(await salesOf(), ['1 Mug, 1 Green tea']);

  // The tab that sends a sale is closed before the response. The other tab then finds out the outcome.
  await first.route('**/api/v1/transactions', () => undefined);
  await scan(first, 'MUG');
  await linesOf(first).getByText('Mug', { exact: true }).waitFor();
  await chargeButton(first).click();
  await second.getByText('Recording the sale').waitFor();
  await first.close();
  await second.getByText('Sold:').waitFor();
  assert.deepEqual(await salesOf(), ['1 Mug', '1 Mug, 1 Green tea']);
  isQuiet();
});

test('returns a parked sale to the cart when the tab that saved it was closed', async () => {
  const { page: first, openSignedIn, isQuiet } = await visit();
  await openSignedIn(credentials, '/till');
  await scan(first, 'MUG');
  await linesOf(first).getByText('Mug', { exact: true }).waitFor();
  await park(first, 'Table 2');
  const second = await first.context().newPage();
  await second.goto(first.url());
  await second.getByRole('button', { name: /Table 2/ }).waitFor();
  await first.getByRole('button', { name: /Table 2/ }).click();
  await linesOf(second).getByText('Mug', { exact: true }).waitFor();

  await first.getByLabel('Name of the parked sale').fill('Table 3');
  await first.route('**/api/v1/transactions/*', () => undefined);
  const updateRequest = first.waitForRequest((request) => request.method() === 'PUT' || request.method() === 'PATCH');
  await chargeButton(first).click();
  await updateRequest;
  await linesOf(second).getByText('Mug', { exact: true }).waitFor({ state: 'detached' });
  await first.close();
  await linesOf(second).getByText('Mug', { exact: true }).waitFor();
  const before = await salesOf();
  await chargeButton(second).click();
  await second.getByText('Sold:').waitFor();
  assert.deepEqual(await salesOf(), before);
  assert.deepEqual((await shop.owner.get('/transactions?status=pending')).body.data, []);
  isQuiet();
});

test('sells on a phone in Indonesian with thousands separators and change', async () => {
  const warung = await aShop(app, { currency: 'IDR' });
  await aProduct(warung, { name: 'Kopi susu', sku: 'KOPI', price: 12_500, stock: 100 });
  await aProduct(warung, { name: 'Roti bakar', sku: 'ROTI', price: 18_000, stock: 100 });
  const { page, openSignedIn, inspect, isQuiet } = await visit({ width: 390, language: 'id-ID' });
  await openSignedIn({ email: 'owner2@example.com', password: credentials.password }, '/till');
  const tiles = page.getByRole('region', { name: 'Produk' });
  await tiles.getByRole('button', { name: /Kopi susu/ }).click();
  await tiles.getByRole('button', { name: /Roti bakar/ }).click();
  const lines = page.getByRole('list').filter({ hasText: 'Kopi susu' });
  await lines.getByText('Roti bakar').waitFor();
  await page.getByRole('button', { name: 'Tambah satu Kopi susu' }).click();
  await page
    .getByText(/^Rp\s43\.000$/)
    .first()
    .waitFor();
  await page.getByLabel('Uang diterima').fill('50.000');
  await page
    .getByText(/Rp\s7\.000/)
    .first()
    .waitFor();
  await inspect('a till in Indonesian');
  await page.getByRole('textbox', { name: 'Jumlah Roti bakar' }).fill('9000');
  await page
    .getByText(/Rp\s162\.025\.000/)
    .first()
    .waitFor();
  await inspect('a till with a total of nine digits');
  await page.getByRole('textbox', { name: 'Jumlah Roti bakar' }).fill('1');
  await page
    .getByText(/^Rp\s43\.000$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Bayar/ }).click();
  await page.getByText('Terjual:').waitFor();
  await page
    .getByText(/Rp\s7\.000/)
    .first()
    .waitFor();
  const [sale] = (await warung.owner.get('/transactions')).body.data;
  assert.equal(sale.total_amount, 43_000);
  await tiles.getByRole('button', { name: /Kopi susu/ }).click();
  await page.getByRole('button', { name: /^Bayar/ }).click();
  await until(async () => (await warung.owner.get('/transactions')).body.meta.total === 2);
  isQuiet();
});

test('continues scanning while the service restarts, and records each sale once', async () => {
  const database = await aUsedPlace();
  after(() => database.remove());
  const env = { ...database.env, RATE_LIMIT_PER_MINUTE: '100' };
  let service = await startService(env);
  after(() => service.stop());
  // biome-ignore lint/suspicious/noExplicitAny: the response body has no static type.
  const request = async (path: string, body?: object, token?: string): Promise<any> => {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return ((await response.json()) as { data: object }).data;
  };
  await request('/auth/register', { ...credentials, name: 'Olga', currency: 'EUR' });
  const { access_token } = await request('/auth/login', credentials);
  await request('/products', { name: 'Mug', sku: 'MUG', price: 8.2, stock: 100 }, access_token);

  const { page, openSignedIn } = await visit({ at: service.url });
  await openSignedIn(credentials, '/till');
  await scan(page, 'MUG');
  await linesOf(page).getByText('Mug', { exact: true }).waitFor();
  await service.stop();
  const payment = page.getByRole('region', { name: 'Payment' });
  await scan(page, 'MUG');
  await payment.getByText('€16.40', { exact: true }).waitFor();
  await chargeButton(page).click();
  await page.getByText('We do not know yet if this was saved').waitFor();
  await scan(page, 'MUG');
  await payment.getByText('€8.20', { exact: true }).waitFor();
  service = await startService(env);
  await page.getByText('Sold:').waitFor();
  await payment.getByText('€8.20', { exact: true }).waitFor();
  await chargeButton(page).click();
  const totals = async () =>
    (await request('/transactions', undefined, access_token)).map(
      ({ total_amount }: { total_amount: number }) => total_amount,
    );
  await until(async () => (await totals()).length >= 2);
  assert.deepEqual((await totals()).sort(), [16.4, 8.2]);
  const [level] = await request('/inventory', undefined, access_token);
  assert.equal(level.stock, 97);
});

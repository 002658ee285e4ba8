import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
const coffee = await aProduct(shop, { name: 'Coffee beans', sku: 'COF-1', price: 8.25, cost: 4.44, stock: 50 });
const [{ name: main }] = (await shop.owner.get('/warehouses')).body.data;
await shop.owner.post('/warehouses', {
  name: 'Store room',
  branch_id: (await shop.owner.get('/branches')).body.data[0].id,
});

const unknown = 'We do not know yet if this was saved';

/**
 * Loses the response to the first POST at the path. Further ones are rejected with the status `later` until
 * `connection.isGood`.
 */
async function loseResponse(page: Page, path: string, later: 429 | 500) {
  const sent: { key: string | undefined; body: string | null }[] = [];
  const connection = { isGood: false };
  await page.route(`**/api/v1${path}`, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    sent.push({ key: request.headers()['idempotency-key'], body: request.postData() });
    if (sent.length === 1) {
      await route.fetch();
      return route.abort('connectionreset');
    }
    if (connection.isGood) return route.continue();
    const error = { code: later === 429 ? 'RATE_LIMITED' : 'INTERNAL_ERROR', message: 'Not now', details: [] };
    // Longer than the client waits by itself, so that the page gets the error.
    return route.fulfill({ status: later, headers: { 'retry-after': '600' }, json: { success: false, error } });
  });
  return { sent, connection };
}

interface Case {
  title: string;
  path: string;
  later: 429 | 500;
  /** Opens the form. @returns its dialog */
  open(page: Page): Promise<Locator>;
  fill(dialog: Locator): Promise<void>;
  /** A field that must be disabled while the outcome is unknown. */
  field(dialog: Locator): Locator;
  action: string;
  /** A number that changes when the request was executed. */
  count(): Promise<number>;
}

const dialogIn = (page: Page) => page.getByRole('dialog');

async function createSale(): Promise<string> {
  const response = await shop.owner.post('/transactions', {
    items: [{ product_id: coffee.id, quantity: 4 }],
    payment_method: 'cash',
  });
  assert.equal(response.status, 201, response.text);
  return response.body.data.id;
}

const movements = async (type: string) =>
  (await shop.owner.get(`/inventory/movements?type=${type}&product_id=${coffee.id}`)).body.meta.total as number;

async function createCases(): Promise<Case[]> {
  const sale = await createSale();
  const siti = await aCustomer(shop, { name: 'Siti Rahma' });
  return [
    {
      title: 'a refund',
      path: `/transactions/${sale}/refund`,
      later: 429,
      async open(page) {
        await page.goto(`${url}/sales/${sale}`);
        await page.getByRole('button', { name: 'Refund' }).click();
        return dialogIn(page);
      },
      async fill(dialog) {
        await dialog.getByLabel('Quantity of Coffee beans').fill('1');
        await dialog.getByRole('region', { name: 'Summary' }).getByText('+1 Coffee beans').waitFor();
      },
      field: (dialog) => dialog.getByLabel('Quantity of Coffee beans'),
      action: 'Refund',
      count: async () => (await shop.owner.get(`/transactions/${sale}`)).body.data.refunds.length,
    },
    {
      title: 'a stock adjustment',
      path: '/inventory/adjustment',
      later: 500,
      async open(page) {
        await page.goto(`${url}/products/${coffee.id}`);
        await page.getByRole('button', { name: `Adjust Coffee beans in ${main}` }).click();
        return dialogIn(page);
      },
      async fill(dialog) {
        await dialog.getByText('Stock received').click();
        await dialog.getByLabel('Quantity received').fill('5');
      },
      field: (dialog) => dialog.getByRole('textbox', { name: 'Reason' }),
      action: 'Adjust',
      count: () => movements('addition'),
    },
    {
      title: 'a transfer',
      path: '/inventory/transfer',
      later: 429,
      async open(page) {
        await page.goto(`${url}/products/${coffee.id}`);
        await page.getByRole('button', { name: `Transfer Coffee beans from ${main}` }).click();
        return dialogIn(page);
      },
      fill: (dialog) => dialog.getByRole('textbox', { name: 'Quantity' }).fill('2'),
      field: (dialog) => dialog.getByRole('textbox', { name: 'Quantity' }),
      action: 'Transfer',
      count: async () => {
        const rows = (await shop.owner.get(`/inventory?view=levels&product_id=${coffee.id}`)).body.data;
        return (
          rows.find(({ warehouse_name }: { warehouse_name: string }) => warehouse_name === 'Store room')?.stock ?? 0
        );
      },
    },
    {
      title: 'a correction of points',
      path: `/customers/${siti.id}/loyalty/corrections`,
      later: 500,
      async open(page) {
        await page.goto(`${url}/customers/${siti.id}`);
        await page.getByRole('button', { name: 'Adjust points' }).click();
        return dialogIn(page);
      },
      async fill(dialog) {
        await dialog.getByLabel('Points').fill('40');
        await dialog.getByLabel('Reason').fill('Forgotten card');
      },
      field: (dialog) => dialog.getByLabel('Reason'),
      action: 'Save',
      count: async () => (await shop.owner.get(`/customers/${siti.id}/loyalty`)).body.data.points,
    },
    {
      title: 'a new product',
      path: '/products',
      later: 429,
      async open(page) {
        await page.goto(`${url}/products`);
        await page.getByRole('button', { name: 'New product' }).click();
        return dialogIn(page);
      },
      async fill(dialog) {
        await dialog.getByLabel('Name').fill('Green tea');
        await dialog.getByLabel('SKU').fill('TEA-1');
        await dialog.getByLabel('Price').fill('3');
        await dialog.getByLabel('Stock').fill('2');
      },
      field: (dialog) => dialog.getByLabel('Name'),
      action: 'Save',
      count: async () => (await shop.owner.get('/products?sku=TEA-1')).body.meta.total,
    },
  ];
}

for (const { title, path, later, open, fill, field, action, count } of await createCases())
  test(`${title} with a lost response is recorded once, and locked until the result is known`, async () => {
    const { page, signIn, inspect } = await visit();
    await signIn(owner);
    const { sent, connection } = await loseResponse(page, path, later);
    const before = await count();
    const dialog = await open(page);
    await fill(dialog);
    await dialog.getByRole('button', { name: action }).click();
    await dialog.getByRole('alert').getByText(unknown).waitFor();
    const after = await count();
    assert.notEqual(after, before);
    assert.ok(await field(dialog).isDisabled());
    assert.ok(await dialog.getByRole('button', { name: action, exact: true }).isDisabled());
    await inspect(`${title} of unknown outcome`);

    // After the form is closed, the page shows the unknown outcome and offers to retry.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('alert').getByText(unknown).waitFor();
    const attempts = sent.length;
    const rejection = page.waitForResponse((response) => response.url().endsWith(path) && response.status() === later);
    await page.getByRole('main').getByRole('button', { name: 'Try now' }).click();
    await rejection;
    await page.getByRole('main').getByRole('alert').getByText(unknown).waitFor();
    connection.isGood = true;
    await page.getByRole('main').getByRole('button', { name: 'Try now' }).click();
    await page.getByRole('main').getByRole('alert').getByText(unknown).waitFor({ state: 'detached' });
    assert.ok(sent.length > attempts + 1);
    assert.equal(await count(), after);
    assert.deepEqual([new Set(sent.map(({ key }) => key)).size, new Set(sent.map(({ body }) => body)).size], [1, 1]);
  });

test('sends a corrected form with a new key', async () => {
  const { page, signIn, isQuiet } = await visit();
  await signIn(owner);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/products'))
      keys.push(request.headers()['idempotency-key']);
  });
  await page.goto(`${url}/products`);
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = dialogIn(page);
  await dialog.getByLabel('Name').fill('More coffee');
  await dialog.getByLabel('SKU').fill('COF-1');
  await dialog.getByLabel('Price').fill('3');
  await dialog.getByLabel('Stock').fill('2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/already/).waitFor();
  await dialog.getByLabel('SKU').fill('COF-2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText('More coffee is there')
    .or(page.getByRole('row', { name: /More coffee/ }))
    .first()
    .waitFor();
  assert.deepEqual([keys.length, new Set(keys).size], [2, 2]);
  isQuiet(/422/);
});

test('hides the page when the session ends, asks for the password and keeps input', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${coffee.id}`);
  await page.getByText('Live', { exact: true }).waitFor();
  const price = page.getByLabel('Price').first();
  await price.fill('9.75');
  assert.ok(await price.isVisible());
  await page.getByRole('button', { name: `Adjust Coffee beans in ${main}` }).click();
  await page.getByRole('dialog', { name: 'Adjust Coffee beans' }).getByLabel('Counted quantity').fill('33');

  const sessions: { id: string; user_agent: string | null }[] = (await shop.owner.get('/auth/sessions')).body.data;
  const browserSession = sessions.find(({ user_agent }) => user_agent?.includes('Chrome'));
  assert.ok(browserSession);
  await shop.owner.delete(`/auth/sessions/${browserSession.id}`);
  const signInDialog = page.getByRole('dialog', { name: 'You have been signed out' });
  await signInDialog.waitFor();
  assert.ok(!(await price.isVisible()), 'the prices are hidden');
  assert.equal(await page.getByText('Live', { exact: true }).isVisible(), false);
  await waitForFocus(page, signInDialog.getByLabel(/^Password/));
  await inspect('the page of a session that has ended');
  await page.keyboard.press('Escape');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await signInDialog.getByRole('alert').waitFor();
  await signInDialog.getByLabel(/^Password/).fill(owner.password);
  await page.keyboard.press('Enter');
  await signInDialog.waitFor({ state: 'detached' });

  const form = page.getByRole('dialog', { name: 'Adjust Coffee beans' });
  assert.equal(await form.getByLabel('Counted quantity').inputValue(), '33');
  await form.getByRole('button', { name: 'Adjust' }).click();
  await page.getByText(`Coffee beans: now 33 in ${main}`).waitFor();
  assert.equal(await price.inputValue(), '9.75');
  await page.getByText('Live', { exact: true }).waitFor();
  isQuiet(/401/);
});

test('shows the sign-in page to another user after a session has ended', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(owner, '/products');
  await page.getByRole('link', { name: 'Coffee beans' }).waitFor();
  for (const { id, is_current } of (await shop.owner.get('/auth/sessions')).body.data)
    if (!is_current) await shop.owner.delete(`/auth/sessions/${id}`);
  const signInDialog = page.getByRole('dialog', { name: 'You have been signed out' });
  await signInDialog.getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await page.getByText('Coffee beans').count(), 0);
});

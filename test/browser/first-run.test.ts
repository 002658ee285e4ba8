import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDemos } from '../demo.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';

const { visit, url, app } = await openBackOffice();

test('creates a shop and a first product, and continues at the next visit', async () => {
  const { page, inspect, isQuiet } = await visit();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Open your shop' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await inspect('the sign-in page');
  await page.getByRole('link', { name: 'Open your shop' }).click();
  await page.getByLabel('Shop name').fill('Mia’s Corner');
  await page.getByLabel('Your name').fill('Mia');
  await page.getByLabel('E-mail').fill('mia@example.com');
  await page.getByLabel(/^Password/).fill('a good long password');
  await inspect('a registration form');
  await page.getByRole('button', { name: 'Open the shop' }).click();
  await page.getByRole('heading', { name: 'Your shop is ready' }).waitFor();
  await inspect('an empty dashboard');

  await page.getByRole('button', { name: 'Add your first product' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Coffee beans');
  await dialog.getByLabel('SKU').fill('COF-250');
  await dialog.getByLabel('Price').fill('8.2');
  await dialog.getByLabel('Stock').fill('40');
  await inspect('the form for a product');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('First product added').waitFor();
  await inspect('the dashboard after the first step');
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('row', { name: /Coffee beans COF-250/ }).waitFor();
  await inspect('the catalogue');
  const { rows } = await app.admin.query(
    'select p.name, p.price::int, l.on_hand from products p join stock_levels l on l.product_id = p.id',
  );
  assert.deepEqual(rows, [{ name: 'Coffee beans', price: 820, on_hand: 40 }]);

  await page.reload();
  await page.getByRole('row', { name: /Coffee beans/ }).waitFor();
  isQuiet();
});

test('loads a demo shop by a button, shows how to return, and has data on every page', async (t) => {
  const { page, signIn, inspect, isQuiet } = await visit();
  await page.goto(`${url}/welcome`);
  await page.getByRole('link', { name: 'Load a demo shop' }).click();
  await inspect('the page that loads a demo');
  // A response is lost, then a request. A repeated press continues with the same shop.
  const shops = async () =>
    (await app.admin.query<{ count: number }>('select count(*)::int from merchants')).rows[0]?.count ?? 0;
  const before = await shops();
  for (const path of ['auth/register', 'demo']) {
    await page.route(`**/api/v1/${path}`, async (route) => {
      if (path === 'auth/register') await route.fetch();
      await route.abort();
    });
    // The alert of the first failure is shown until the second request is sent.
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/api/v1/${path}`));
    await page.getByRole('button', { name: 'Load a demo shop' }).click();
    await failed;
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.unroute(`**/api/v1/${path}`);
  }
  await page.getByRole('button', { name: 'Load a demo shop' }).click();
  await page.getByRole('progressbar').waitFor({ state: 'attached' });
  assert.equal(await shops(), before + 1);
  await page.getByRole('progressbar').waitFor({ state: 'attached' });
  await until(
    async () =>
      (await app.admin.query(`update demo_loads set state = 'failed', error = 'for some reason'`)).rowCount === 1,
  );
  await page.getByRole('alert').getByText('Loading failed. Trying again automatically.').waitFor();
  await inspect('a demo shop whose loading failed');
  // A month of sales is enough for this test.
  const jobs = await startDemos(app, 31);
  t.after(() => jobs.stop());
  await page.getByText('The demo shop is ready.').waitFor({ timeout: 120_000 });
  await inspect('a demo shop that is ready');
  const [email = '', password = ''] = (await page.locator('pre').textContent())?.split('\n') ?? [];
  await page.getByRole('button', { name: 'Look around' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Sales' }).click();
  const { rows } = await app.admin.query<{ sales: number }>('select sales from demo_loads');
  const sales = new Intl.NumberFormat('en-US').format(rows[0]?.sales ?? 0);
  await page.getByText(`${sales} in total`).waitFor();
  await menu.getByRole('link', { name: 'Products' }).click();
  await page.getByText('22 in total').waitFor();
  await page.getByRole('button', { name: 'Account of Demo owner' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn({ email, password });
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  isQuiet(/ERR_FAILED|422/);
});

test('hides the session cookie from scripts, and deletes it at sign-out', async () => {
  const { page, signIn, isQuiet } = await visit();
  await signIn({ email: 'mia@example.com', password: 'a good long password' });
  const readable = await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])');
  assert.equal(readable, '["",{"tillhouse.signed-in":"yes"},{}]');
  const [cookie] = await page.context().cookies(`${url}/api/v1/auth/browser`);
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Strict']);
  await page.getByRole('button', { name: 'Account of Mia' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${url}/products`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  isQuiet();
});

test('shows that a password is wrong, and opens the requested address after the right one', async () => {
  const { page, isQuiet } = await visit();
  await page.goto(`${url}/products?search=cof`);
  await page.getByLabel('E-mail').fill('mia@example.com');
  await page.getByLabel(/^Password/).fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('E-mail or password is wrong').waitFor();
  await page.getByLabel(/^Password/).fill('a good long password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('row', { name: /Coffee beans/ }).waitFor();
  assert.equal(new URL(page.url()).search, '?search=cof');
  isQuiet(/401/);
});

test('keeps the chosen language and theme', async () => {
  const { page, signIn, isQuiet } = await visit({ language: 'id-ID' });
  await page.goto(url);
  await page.getByRole('heading', { name: 'Masuk' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await signIn({ email: 'mia@example.com', password: 'a good long password' });
  await page.getByRole('button', { name: 'Dark mode' }).click();
  await page.getByRole('button', { name: 'Account of Mia' }).click();
  await page.getByRole('menuitem', { name: 'Bahasa Indonesia' }).click();
  await page.getByRole('heading', { name: 'Dasbor' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Dasbor' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.lang'), 'id');
  assert.equal(await page.evaluate('document.documentElement.dataset.mantineColorScheme'), 'dark');
  isQuiet();
});

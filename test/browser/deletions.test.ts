import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};

interface Deletion {
  /** The kind of record that is deleted. */
  what: string;
  create(): Promise<{ id: string }>;
  page: string;
  /** `button`: opens the dialog and confirms it. `done`: the message afterwards. `heading`: of the next page. */
  button: string;
  done: string;
  heading: string;
}

const deletions: Deletion[] = [
  {
    what: 'webhook',
    create: async () =>
      (await shop.owner.post('/webhooks', { url: 'https://hooks.example.com/', types: null })).body.data,
    page: '/settings/webhooks',
    button: 'Delete',
    done: 'Webhook deleted',
    heading: 'Webhooks',
  },
  {
    what: 'customer',
    create: () => aCustomer(shop),
    page: '/customers',
    button: 'Erase',
    done: 'Customer erased',
    heading: 'Customers',
  },
];

for (const { what, create, page: list, button, done, heading } of deletions)
  test(`does not request a deleted ${what} again, and shows that it no longer exists`, async () => {
    const { id } = await create();
    const { page, signIn, isQuiet } = await visit();
    await page.clock.install();
    await signIn(owner);
    await page.goto(`${url}${list}/${id}`);
    await page.getByRole('button', { name: button }).click();
    const [deleted, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(
      (address) => address.pathname.includes(id),
      async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        const response = await route.fetch();
        deleted.resolve();
        await answer.promise;
        await route.fulfill({ response });
      },
    );
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await deleted.promise;
    const requested: string[] = [];
    page.on(
      'request',
      (request) => request.method() === 'GET' && request.url().includes(id) && requested.push(request.url()),
    );
    // The page refetches after a timer and when the window gets the focus.
    await page.clock.fastForward(6_000);
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await page.evaluate("fetch('/health/live')");
    answer.resolve();
    await page.getByText(done).waitFor();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    assert.deepEqual(requested, []);
    isQuiet();
    await page.goBack();
    await page.getByText(/not found|no such page/i).waitFor();
  });

test('deletes a product when the time to undo is over, and not after Undo', async () => {
  const { id } = await aProduct(shop, { name: 'Old mug' });
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/products');
  const statusOf = async () => (await shop.owner.get(`/products/${id}`)).status;
  const row = page.getByRole('row', { name: /Old mug/ });
  const message = page.getByRole('alert').filter({ hasText: 'Old mug deleted' });
  const remove = async () => {
    await page.getByRole('link', { name: 'Old mug' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.getByText('Deleting').waitFor();
  };
  await remove();
  await inspect('a list with a product that is being deleted');
  await message.getByRole('button', { name: 'Undo' }).click();
  await row.getByText('Deleting').waitFor({ state: 'detached' });
  assert.equal(await statusOf(), 200);
  await remove();
  await message.getByRole('button', { name: 'Close' }).click();
  await until(async () => (await statusOf()) === 404);
  await row.waitFor({ state: 'detached' });
  isQuiet();
});

test('deletes a product whose time to undo is not over when the user signs out', async () => {
  const { id } = await aProduct(shop, { name: 'Old plate' });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owner, '/products');
  await page.getByRole('link', { name: 'Old plate' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('row', { name: /Old plate/ })
    .getByText('Deleting')
    .waitFor();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal((await shop.owner.get(`/products/${id}`)).status, 404);
});

test('sets the status of a product back by Undo', async () => {
  const { id } = await aProduct(shop, { name: 'Cup' });
  const { page, openSignedIn, isQuiet } = await visit();
  const isStatus = (status: string) =>
    until(async () => (await shop.owner.get(`/products/${id}`)).body.data.status === status);
  await openSignedIn(owner, `/products/${id}`);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await isStatus('inactive');
  await page.getByRole('alert').filter({ hasText: 'Cup is inactive' }).getByRole('button', { name: 'Undo' }).click();
  await isStatus('active');
  await page.getByRole('button', { name: 'Deactivate' }).waitFor();
  isQuiet();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { openBackOffice } from './back-office.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};

interface Deletion {
  /** What is deleted. */
  what: string;
  make(): Promise<{ id: string }>;
  page: string;
  /** Names of the button that asks and of the one that deletes, what is said afterwards, and the heading of the next page. */
  button: string;
  done: string;
  heading: string;
}

const deletions: Deletion[] = [
  {
    what: 'webhook',
    make: async () =>
      (await shop.owner.post('/webhooks', { url: 'https://hooks.example.com/', types: null })).body.data,
    page: '/settings/webhooks',
    button: 'Delete',
    done: 'Webhook deleted',
    heading: 'Webhooks',
  },
  {
    what: 'product',
    make: () => aProduct(shop, { name: 'Old mug' }),
    page: '/products',
    button: 'Delete',
    done: 'Old mug deleted',
    heading: 'Products',
  },
  {
    what: 'customer',
    make: () => aCustomer(shop),
    page: '/customers',
    button: 'Erase',
    done: 'Customer erased',
    heading: 'Customers',
  },
];

for (const { what, make, page: list, button, done, heading } of deletions)
  test(`does not request a deleted ${what} again, and shows that it no longer exists`, async () => {
    const { id } = await make();
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
    // All that sends the requests of a page again: its timers, and the focus of the window.
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

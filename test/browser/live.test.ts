import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { openTcpProxy } from './tcp-proxy.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
const coffee = await aProduct(shop, { name: 'Coffee beans', sku: 'COF', price: 8.2 });

test('notices a dead connection, shows since when, and refreshes when it is back', async () => {
  const proxy = await openTcpProxy(url);
  const { page, openSignedIn, inspect } = await visit({ at: proxy.url });
  await openSignedIn(owner, '/products');
  await page.getByRole('row', { name: /Coffee beans/ }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  // The page shows the time of the last message, not the time when it noticed the dead connection.
  const before = Date.now();
  proxy.cut();
  const badge = page.getByRole('status').filter({ hasText: /updated/ });
  await badge.waitFor({ timeout: 120_000 });
  assert.equal(await page.getByText('Live', { exact: true }).count(), 0);
  const shown = (await badge.textContent()) ?? '';
  const times = [-1, 0, 1].map((minutes) =>
    new Date(before + minutes * 60_000).toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: 'UTC' }),
  );
  assert.ok(
    times.some((time) => shown === `Reconnecting, updated ${time}`),
    `${shown}, at ${times}`,
  );
  await inspect('a list with a dead event stream');
  await shop.owner.put(`/products/${coffee.id}`, { name: 'Coffee, ground' });
  proxy.restore();
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 120_000 });
  await page.getByRole('row', { name: /Coffee, ground/ }).waitFor();
  await shop.owner.put(`/products/${coffee.id}`, { name: 'Coffee beans' });
  await page.getByRole('row', { name: /Coffee beans/ }).waitFor();
});

test('shows the age of its data when the computer wakes', async () => {
  const { page, openSignedIn, isQuiet } = await visit({ language: 'id-ID' });
  await page.clock.install({ time: new Date('2026-03-02T16:12:30Z') });
  await openSignedIn(owner, '/products');
  await page.getByText('Langsung', { exact: true }).waitFor();
  for (const [sleep, updated] of [
    ['02:00:00', 'diperbarui 16.12'],
    ['13:00:00', 'diperbarui 02/03/26, 18.1'],
  ] as const) {
    await page.route('**/api/v1/events/stream*', (route) => route.abort('connectionrefused'));
    // During sleep the timers of the page stand still. Afterwards each runs once.
    await page.clock.fastForward(sleep);
    await page.getByText(`Menyambung ulang, ${updated}`).waitFor();
    assert.equal(await page.getByText('Langsung', { exact: true }).count(), 0);
    await page.unroute('**/api/v1/events/stream*');
    await until(async () => {
      await page.clock.runFor(2_000);
      return (await page.getByText('Langsung', { exact: true }).count()) === 1;
    });
  }
  isQuiet(/ERR_CONNECTION_REFUSED/);
});

test('shows Live only while the stream is open', async () => {
  const { page, openSignedIn } = await visit();
  await openSignedIn(owner, '/products');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.route('**/api/v1/events/stream*', (route) => route.abort('connectionrefused'));
  app.fastify.server.closeAllConnections();
  await page.getByText(/^Reconnecting, updated \d+:\d\d/).waitFor();
  assert.equal(await page.getByText('Live', { exact: true }).count(), 0);
  await page.unroute('**/api/v1/events/stream*');
  await page.getByText('Live', { exact: true }).waitFor();
  // Later events arrive again: the page shows the new name of the category.
  const { id } = (await shop.owner.post('/categories', { name: 'Hot drinks' })).body.data;
  const categories = page.getByPlaceholder('Category');
  await categories.waitFor();
  await shop.owner.put(`/categories/${id}`, { name: 'Beans' });
  await until(async () => {
    await categories.click();
    const isShown = await page.getByRole('option', { name: 'Beans' }).isVisible();
    await page.keyboard.press('Escape');
    return isShown;
  });
});

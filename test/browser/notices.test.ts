import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import type { Page, Worker } from 'playwright-core';
import { deliverMessages } from '../../server/src/features/push/deliver-messages.ts';
import { followNews } from '../../server/src/features/push/follow-news.ts';
import { prepareServiceRole } from '../../server/src/platform/database/migration/service-role.ts';
import type { Order } from '../../server/src/platform/jobs/job.ts';
import { startJobs } from '../../server/src/platform/jobs/start-jobs.ts';
import { decryptPush } from '../decrypt-push.ts';
import { aColleague, aProduct, aShop, type Shop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { press, write } from './by-keyboard.ts';

/** What the push service of the browser's maker was given. */
const sent: Buffer[] = [];
const { visit, url, app } = await openBackOffice({
  post: async ({ body }) => {
    sent.push(Buffer.from(body));
    return { status: 201, body: '' };
  },
});

async function aShopToVisit() {
  const shop = await aShop(app);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  return { shop, owner: { email: email as string, password: 'correct horse battery' } };
}

const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = randomBytes(16);
const subscription = {
  endpoint: 'https://push.example/this-browser',
  keys: { p256dh: browser.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
};

/**
 * The browser of the tests has no screen to show notices on, so it refuses them whatever it is allowed, and no maker whose push service it could subscribe to.
 * These two it is lent; the rest is its own: the permission that a page asks for, the worker, and how a message gets to it.
 */
const lent = `
  Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem('permission') ?? 'denied' });
  const subscription = {
    toJSON: () => (${JSON.stringify(subscription)}),
    unsubscribe: async () => { sessionStorage.removeItem('subscribed'); return true; },
  };
  PushManager.prototype.getSubscription = async () => sessionStorage.getItem('subscribed') === null ? null : subscription;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    sessionStorage.setItem('subscribed', JSON.stringify([userVisibleOnly, applicationServerKey]));
    return subscription;
  };
`;

/** Its person says yes, or in the browser's settings no longer no. */
async function allow(page: Page): Promise<void> {
  await page.evaluate(`sessionStorage.setItem('permission', 'granted')`);
  await page.context().grantPermissions(['notifications'], { origin: url });
}

/** The latest message, as the push service hands it to the browser; what the worker shows of it. */
async function receive(page: Page, worker: Worker): Promise<unknown> {
  const cdp = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((found) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && found(first.registrationId)),
  );
  await cdp.send('ServiceWorker.enable');
  await worker.evaluate(`void (globalThis.shown = new Promise((told) => {
    registration.showNotification = async (title, { body, tag, data }) => told({ title, body, tag, data });
  }))`);
  const data = decryptPush(sent.at(-1) ?? Buffer.alloc(0), { browser, auth });
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId: await registrationId, data });
  return worker.evaluate('shown');
}

/** What a click on a notice does: a page is opened, or the one that is there already comes to the front. */
const click = (worker: Worker, data: unknown): Promise<string> =>
  worker.evaluate(`new Promise((opened) => {
    clients.openWindow = async (address) => opened('opened ' + address);
    WindowClient.prototype.focus = async function () { opened('focused ' + this.url); };
    const notification = { data: ${JSON.stringify(data)}, close: () => undefined };
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }));
  })`) as Promise<string>;

test('this browser is switched on when it is allowed, gets what is pushed, opens the page it is about, and is switched off', async () => {
  const { shop, owner } = await aShopToVisit();
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await page.addInitScript(lent);
  await openSignedIn(owner, '/settings/devices');
  await page.getByText('Notices are blocked').waitFor();
  await page.getByText('No device is registered.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Switch on' }).count(), 0);
  await inspect('notices that are refused');

  await allow(page);
  await page.getByText('Notices do not come here.').waitFor();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('Notices come here').waitFor();
  await page.getByText('Chrome · Linux').waitFor();
  await inspect('the devices');
  const { public_key } = (await shop.owner.get('/push/key')).body.data;
  assert.equal(await page.evaluate(`sessionStorage.getItem('subscribed')`), JSON.stringify([true, public_key]));
  const [device] = (await shop.owner.get('/devices')).body.data;
  assert.deepEqual([device.platform, device.name], ['web', 'Chrome · Linux']);

  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Sent', { exact: true }).waitFor();
  await until(() => page.context().serviceWorkers().length === 1);
  const [worker] = page.context().serviceWorkers();
  assert.ok(worker);
  const test = { title: 'Tillhouse', body: 'This device hears of what happens in your shop.', tag: 'test', data: { type: 'test' } };
  assert.deepEqual(await receive(page, worker), test);
  assert.equal(await click(worker, test.data), `focused ${url}/settings/devices`);

  await page.getByRole('switch', { name: 'Somebody else refunds a sale' }).click();
  await page.getByLabel('From this amount on (USD)').fill('5');
  await page.getByRole('form', { name: 'What you hear of' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your choice is saved').waitFor();
  const sale_id = await aRefund(shop);
  await followNews(app.database, shop.merchant_id, app.clock.now());
  await deliverMessages({ ...app.fastify.services, log: { warn: () => undefined } }, shop.merchant_id);
  const notice = (await receive(page, worker)) as { title: string; data: unknown };
  assert.equal(notice.title, 'Refund of 10 USD');
  assert.equal(await click(worker, notice.data), `opened ${url}/sales/${sale_id}`);
  await page.goto(`${url}/sales/${sale_id}`);
  await page.getByText('Refunded').first().waitFor();

  await page.goto(`${url}/settings/devices`);
  await page.getByText('Notices come here').waitFor();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('No device is registered.').waitFor();
  await page.getByText('Notices do not come here.').waitFor();
  assert.equal(await page.evaluate(`sessionStorage.getItem('subscribed')`), null);
  assert.deepEqual((await shop.owner.get('/devices')).body.data, []);
  isQuiet();
});

async function aRefund(shop: Shop): Promise<string> {
  const product = await aProduct(shop, { name: 'Coffee beans' });
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  const { id } = (await shop.owner.post('/transactions', sale)).body.data;
  const manager = await aColleague(shop, 'manager');
  assert.equal((await manager.post(`/transactions/${id}/refund`)).status, 201);
  return id;
}

test('devices that were registered elsewhere are tried, and forgotten after a question', async () => {
  const { shop, owner } = await aShopToVisit();
  await shop.owner.post('/auth/register-device', { token: 'of-a-phone', platform: 'android', name: 'Counter tablet' });
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/devices');
  await page.getByText('Counter tablet').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The service is not set up for phones').waitFor();
  await inspect('devices that were tried');
  await page.getByRole('button', { name: 'Forget Counter tablet' }).click();
  await page.getByRole('dialog').getByText('It hears of nothing any more').waitFor();
  await inspect('the question before a device is forgotten');
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await page.getByText('Counter tablet is forgotten').waitFor();
  await page.getByText('No device is registered.').waitFor();
  assert.deepEqual((await shop.owner.get('/devices')).body.data, []);
  isQuiet();
});

test('by keyboard alone: what one hears of is chosen, and kept', async () => {
  const { shop, owner } = await aShopToVisit();
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/devices');
  for (const name of ['A product runs low', 'A day is over', 'Somebody else refunds a sale'])
    await press(page, page.getByRole('switch', { name }), 'Space');
  await write(page, page.getByLabel('From this amount on (USD)'), '12.5');
  await page.keyboard.press('Enter');
  await page.getByText('Your choice is saved').waitFor();
  const chosen = { low_stock: true, out_of_stock: false, refund_from: 12.5, exports: false, imports: false, day_closed: true };
  assert.deepEqual((await shop.owner.get('/push/rules')).body.data, chosen);
  await page.reload();
  await page.getByRole('switch', { name: 'A day is over' }).waitFor();
  assert.ok(await page.getByRole('switch', { name: 'A day is over' }).isChecked());
  assert.equal(await page.getByLabel('From this amount on (USD)').inputValue(), '12.50');
  await page.getByRole('switch', { name: 'Somebody else refunds a sale' }).click();
  await page.getByRole('form', { name: 'What you hear of' }).getByRole('button', { name: 'Save' }).click();
  await until(async () => (await shop.owner.get('/push/rules')).body.data.refund_from === null);
  isQuiet();
});

test('the owner sees what runs in the background, as it comes, and why it failed', async () => {
  const { shop, owner } = await aShopToVisit();
  const fail = async ({ merchant_id }: Order) => {
    if (merchant_id !== undefined) throw new Error('The books could not be read');
  };
  const begin = async (_: Order, send: (name: string, order: Order) => Promise<unknown>) => {
    for (const name of ['merchant-upkeep', 'merchant-check']) await send(name, { merchant_id: shop.merchant_id });
  };
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/jobs');
  await page.getByText('Nothing was done yet.').waitFor();
  const quiet = { info: () => undefined, warn: () => undefined };
  const jobs = startJobs(
    await prepareServiceRole(app.connection),
    [
      { name: 'merchant-upkeep', work: async () => undefined },
      { name: 'merchant-check', work: fail },
      { name: 'begin', work: begin },
    ],
    quiet,
  );
  after(() => jobs.stop());
  await jobs.begun;
  await app.admin.query(`insert into pgboss.job (name, data, policy, retry_limit) values ('begin', '{}', 'short', 0)`);
  await page
    .getByRole('row', { name: /Upkeep Done/ })
    .first()
    .waitFor();
  await page.getByRole('row', { name: /Check of the books Will be tried again The books could not be read/ }).waitFor();
  await inspect('the background jobs');
  await page.getByRole('button', { name: 'Check of the books' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check of the books' });
  await dialog.getByText(/^\d of at most 9$/).waitFor();
  await dialog.getByText('The books could not be read').waitFor();
  await inspect('a job');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Will be tried again' }).click();
  await page
    .getByRole('row', { name: /Upkeep/ })
    .first()
    .waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '?state=retry');
  await page.getByRole('row', { name: /Check of the books/ }).waitFor();
  isQuiet();
});

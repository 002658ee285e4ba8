import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import type { Page, Worker } from 'playwright-core';
import { deliverSome } from '../../server/src/features/push/deliver-messages.ts';
import { queueMessages } from '../../server/src/features/push/queue-messages.ts';
import { prepareServiceRole } from '../../server/src/platform/database/migration/service-role.ts';
import type { JobData } from '../../server/src/platform/jobs/job.ts';
import { startJobs } from '../../server/src/platform/jobs/start-jobs.ts';
import { decryptPush } from '../decrypt-push.ts';
import { aProduct, aShop, aStaffMember, type Shop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { press, replaceText } from './keyboard.ts';

/** The messages that the service sent to the push service of the browser vendor. */
const sent: Buffer[] = [];
const { visit, url, app } = await openBackOffice({
  post: async ({ body }) => {
    sent.push(Buffer.from(body));
    return { status: 201, body: '' };
  },
});

async function createShopWithOwner() {
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
 * Replaces two things that the headless browser lacks: the permission for notifications, and the push service of a
 * vendor. The service worker and the delivery of messages to it are the browser's own.
 */
const browserStubs = `
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

/** Grants the permission, as a user does in the browser's prompt or settings. */
async function grantPermission(page: Page): Promise<void> {
  await page.evaluate(`sessionStorage.setItem('permission', 'granted')`);
  await page.context().grantPermissions(['notifications'], { origin: url });
}

/**
 * Delivers the latest message to the worker, as a push service does.
 * @returns the notification that the worker shows
 */
async function deliverMessage(page: Page, worker: Worker): Promise<unknown> {
  const cdp = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((found) =>
    cdp.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [first] }) => first && found(first.registrationId),
    ),
  );
  await cdp.send('ServiceWorker.enable');
  await worker.evaluate(`void (globalThis.shown = new Promise((shown) => {
    registration.showNotification = async (title, { body, tag, data }) => shown({ title, body, tag, data });
  }))`);
  const data = decryptPush(sent.at(-1) ?? Buffer.alloc(0), { browser, auth });
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId: await registrationId, data });
  return worker.evaluate('shown');
}

/** Clicks a notification. @returns whether the worker opened a page or focused an open one, with its URL */
const clickNotification = (worker: Worker, data: unknown): Promise<string> =>
  worker.evaluate(`new Promise((report) => {
    clients.openWindow = async (address) => report('opened ' + address);
    WindowClient.prototype.focus = async function () { report('focused ' + this.url); };
    const notification = { data: ${JSON.stringify(data)}, close: () => undefined };
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }));
  })`) as Promise<string>;

test('turns notifications on, shows one, opens its page and turns them off', async () => {
  const { shop, owner } = await createShopWithOwner();
  const { page, openSignedIn, inspect, isQuiet } = await visit({ hasWorker: true });
  await page.addInitScript(browserStubs);
  await openSignedIn(owner, '/settings/devices');
  await page.getByText('Notifications are blocked').waitFor();
  await page.getByText('No devices yet.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Turn on' }).count(), 0);
  await inspect('denied notifications');

  await grantPermission(page);
  await page.getByText('Notifications are off in this browser.').waitFor();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Notifications are on').waitFor();
  await page.getByText('Chrome · Linux').waitFor();
  await inspect('the devices');
  const { public_key } = (await shop.owner.get('/push/key')).body.data;
  assert.equal(await page.evaluate(`sessionStorage.getItem('subscribed')`), JSON.stringify([true, public_key]));
  const [device] = (await shop.owner.get('/devices')).body.data;
  assert.deepEqual([device.platform, device.name], ['web', 'Chrome · Linux']);

  await page.getByRole('button', { name: 'Send test notification' }).click();
  await page.getByText('Sent', { exact: true }).waitFor();
  await until(() => page.context().serviceWorkers().length === 1);
  const [worker] = page.context().serviceWorkers();
  assert.ok(worker);
  const test = {
    title: 'Tillhouse',
    body: 'This device receives notifications from your shop.',
    tag: 'test',
    data: { type: 'test' },
  };
  assert.deepEqual(await deliverMessage(page, worker), test);
  assert.equal(await clickNotification(worker, test.data), `focused ${url}/settings/devices`);

  await page.getByRole('switch', { name: 'Another person refunds a sale' }).click();
  await page.getByLabel('Smallest refund to report (USD)').fill('5');
  await page.getByRole('form', { name: 'Notify me when' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Notification settings saved').waitFor();
  const sale_id = await createRefund(shop);
  await queueMessages(app.database, shop.merchant_id, app.clock.now());
  const { signal } = new AbortController();
  await deliverSome({ ...app.fastify.services, log: { warn: () => undefined }, signal }, shop.merchant_id);
  const notification = (await deliverMessage(page, worker)) as { title: string; data: unknown };
  assert.equal(notification.title, 'Refund of 10 USD');
  assert.equal(await clickNotification(worker, notification.data), `opened ${url}/sales/${sale_id}`);
  await page.goto(`${url}/sales/${sale_id}`);
  await page.getByText('Refunded').first().waitFor();

  await page.goto(`${url}/settings/devices`);
  await page.getByText('Notifications are on').waitFor();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('No devices yet.').waitFor();
  await page.getByText('Notifications are off in this browser.').waitFor();
  assert.equal(await page.evaluate(`sessionStorage.getItem('subscribed')`), null);
  assert.deepEqual((await shop.owner.get('/devices')).body.data, []);
  isQuiet();
});

async function createRefund(shop: Shop): Promise<string> {
  const product = await aProduct(shop, { name: 'Coffee beans' });
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  const { id } = (await shop.owner.post('/transactions', sale)).body.data;
  const manager = await aStaffMember(shop, 'manager');
  assert.equal((await manager.post(`/transactions/${id}/refund`)).status, 201);
  return id;
}

test('tests devices registered elsewhere, and removes them after a question', async () => {
  const { shop, owner } = await createShopWithOwner();
  await shop.owner.post('/auth/register-device', { token: 'of-a-phone', platform: 'android', name: 'Counter tablet' });
  const { page, openSignedIn, inspect, isQuiet } = await visit({ hasWorker: true });
  await openSignedIn(owner, '/settings/devices');
  await page.getByText('Counter tablet').waitFor();
  await page.getByRole('button', { name: 'Send test notification' }).click();
  await page.getByText('The service is not set up to notify phones').waitFor();
  await inspect('device test results');
  await page.getByRole('button', { name: 'Remove Counter tablet' }).click();
  await page.getByRole('dialog').getByText('It gets no more notifications').waitFor();
  await inspect('the device removal dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Counter tablet removed').waitFor();
  await page.getByText('No devices yet.').waitFor();
  assert.deepEqual((await shop.owner.get('/devices')).body.data, []);
  isQuiet();
});

test('chooses notifications by keyboard only', async () => {
  const { shop, owner } = await createShopWithOwner();
  const { page, openSignedIn, isQuiet } = await visit({ hasWorker: true });
  await openSignedIn(owner, '/settings/devices');
  for (const name of ['A product is low in stock', 'A business day ends', 'Another person refunds a sale'])
    await press(page, page.getByRole('switch', { name }), 'Space');
  await replaceText(page, page.getByLabel('Smallest refund to report (USD)'), '12.5');
  await page.keyboard.press('Enter');
  await page.getByText('Notification settings saved').waitFor();
  const chosen = {
    low_stock: true,
    out_of_stock: false,
    refund_from: 12.5,
    exports: false,
    imports: false,
    day_closed: true,
  };
  assert.deepEqual((await shop.owner.get('/push/rules')).body.data, chosen);
  await page.reload();
  await page.getByRole('switch', { name: 'A business day ends' }).waitFor();
  assert.ok(await page.getByRole('switch', { name: 'A business day ends' }).isChecked());
  assert.equal(await page.getByLabel('Smallest refund to report (USD)').inputValue(), '12.50');
  await page.getByRole('switch', { name: 'Another person refunds a sale' }).click();
  await page.getByRole('form', { name: 'Notify me when' }).getByRole('button', { name: 'Save' }).click();
  await until(async () => (await shop.owner.get('/push/rules')).body.data.refund_from === null);
  isQuiet();
});

test('shows background jobs to the owner live, and why one failed', async () => {
  const { shop, owner } = await createShopWithOwner();
  const fail = async ({ merchant_id }: JobData) => {
    if (merchant_id !== undefined) throw new Error('The books could not be read');
  };
  const begin = async (_: JobData, send: (name: string, order: JobData) => Promise<unknown>) => {
    for (const name of ['merchant-upkeep', 'merchant-check']) await send(name, { merchant_id: shop.merchant_id });
  };
  const { page, openSignedIn, inspect, isQuiet } = await visit({ hasWorker: true });
  await openSignedIn(owner, '/settings/jobs');
  await page.getByText('No jobs yet.').waitFor();
  const silentLog = { info: () => undefined, warn: () => undefined };
  const jobs = startJobs(
    await prepareServiceRole(app.connection),
    [
      { name: 'merchant-upkeep', work: async () => undefined },
      { name: 'merchant-check', work: fail },
      { name: 'begin', work: begin },
    ],
    silentLog,
  );
  after(() => jobs.stop());
  await jobs.begun;
  await app.admin.query(`insert into pgboss.job (name, data, policy, retry_limit) values ('begin', '{}', 'short', 0)`);
  await page
    .getByRole('row', { name: /Maintenance Done/ })
    .first()
    .waitFor();
  await page.getByRole('row', { name: /Data check Waiting to retry The books could not be read/ }).waitFor();
  await inspect('the background jobs');
  await page.getByRole('button', { name: 'Data check' }).click();
  const dialog = page.getByRole('dialog', { name: 'Data check' });
  await dialog.getByText(/^\d of 9$/).waitFor();
  await dialog.getByText('The books could not be read').waitFor();
  await inspect('a job');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Waiting to retry' }).click();
  await page
    .getByRole('row', { name: /Maintenance/ })
    .first()
    .waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '?state=retry');
  await page.getByRole('row', { name: /Data check/ }).waitFor();
  isQuiet();
});

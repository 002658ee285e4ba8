import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startDispatch } from '../../server/src/features/webhooks/start-dispatch.ts';
import { aReceiver, type Received } from '../receiver.ts';
import { aProduct, aShop, aStaffMember, type Shop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { press, tabTo, waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const dispatch = startDispatch(app.fastify.services, { warn: (fields) => console.error(fields) });
after(() => dispatch.stop());

async function createShopWithOwner() {
  const shop = await aShop(app);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  return {
    shop,
    owner: { email: email as string, password: 'correct horse battery' },
    coffee: await aProduct(shop, { name: 'Coffee beans' }),
  };
}

async function sell(shop: Shop, product: { id: string }): Promise<{ id: string; transaction_code: string }> {
  const answer = await shop.owner.post('/transactions', {
    items: [{ product_id: product.id, quantity: 1 }],
    payment_method: 'cash',
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

const saleIn = ({ body }: Received) =>
  (JSON.parse(body) as { data: { transaction_code: string } }).data.transaction_code;
const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

/** Creates a webhook and its receiver. `address` is its page. */
async function createWebhook(shop: Shop, options: object = {}) {
  const receiver = await aReceiver();
  after(() => receiver.close());
  const { id, secret } = (await shop.owner.post('/webhooks', { url: receiver.url, types: ['sale.*'], ...options })).body
    .data;
  return { id: id as string, secret: secret as string, receiver, address: `${url}/settings/webhooks/${id}` };
}

test('creates a webhook, shows its secret once and lists the delivery of a sale', async () => {
  const { shop, owner, coffee } = await createShopWithOwner();
  const receiver = await aReceiver();
  after(() => receiver.close());
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  await openSignedIn(owner, '/settings');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('No webhooks yet.').waitFor();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('URL').fill('https://10.0.0.1/hooks');
  await form.getByRole('radio', { name: 'Selected events only' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').waitFor();
  await form.getByRole('checkbox', { name: 'All of Sales' }).click();
  await form.getByRole('checkbox', { name: 'Stock low' }).click();
  await form.getByRole('checkbox', { name: 'Sale parked' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('must be an address on the internet').waitFor();
  assert.equal(await form.getByLabel('URL').getAttribute('aria-invalid'), 'true');
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByLabel('Description').fill('Bookkeeping');
  await form.getByRole('checkbox', { name: 'Sale parked' }).click();
  await inspect('the form for a webhook');
  await form.getByRole('button', { name: 'Save' }).click();

  const secretDialog = page.getByRole('dialog', { name: 'Secret' });
  await secretDialog.getByText('it is not shown again').waitFor();
  const secret = await secretDialog.getByRole('textbox', { name: 'Secret' }).inputValue();
  assert.match(secret, /^whsec_/);
  await inspect('the secret of a webhook');
  await secretDialog.getByRole('button', { name: 'Copy' }).click();
  await secretDialog.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret);
  await secretDialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('heading', { name: receiver.url }).waitFor();
  await page.getByText('No deliveries yet.').waitFor();
  const [stored] = (await shop.owner.get('/webhooks')).body.data;
  assert.deepEqual(
    [stored.url, stored.description, stored.types],
    [receiver.url, 'Bookkeeping', ['sale.*', 'stock.low']],
  );

  const { transaction_code } = await sell(shop, coffee);
  await page.getByRole('row', { name: /Sale completed Delivered 200 1/ }).waitFor();
  await inspect('the page of a webhook');
  assert.deepEqual(receiver.received.map(saleIn), [transaction_code]);
  const [first] = receiver.received;
  assert.ok(first);
  verify(secret, first);

  await page.getByRole('button', { name: 'Sale completed' }).click();
  const delivery = page.getByRole('dialog', { name: 'Sale completed' });
  await delivery.getByRole('group', { name: 'Response body' }).getByText('Thank you').waitFor();
  await delivery.getByRole('group', { name: 'Request body' }).getByText(transaction_code).waitFor();
  await delivery
    .getByRole('group', { name: /headers/ })
    .getByText(String(first.headers['webhook-id']))
    .waitFor();
  await inspect('a delivery');
  await page.keyboard.press('Escape');
  await delivery.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByRole('dialog', { name: 'Test' }).getByText('Delivered').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('row', { name: /Test Delivered 200 1/ }).waitFor();
  await page.getByRole('link', { name: 'All webhooks' }).click();
  await page.getByText('Events: All of Sales, Stock low').waitFor();
  await inspect('the webhooks');
  isQuiet(/422/);
});

test('shows failed deliveries, and replays them after the receiver recovers', async () => {
  const { shop, owner, coffee } = await createShopWithOwner();
  const { receiver, address, id } = await createWebhook(shop);
  receiver.respondWith((response) => response.writeHead(500).end('The disk is full'));
  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn(owner);
  await page.goto(address);
  const { transaction_code } = await sell(shop, coffee);
  await page.getByRole('row', { name: /Sale completed Retrying 500/ }).waitFor();
  await page.getByText('Failures in a row').waitFor();
  await page.getByRole('button', { name: 'Sale completed' }).click();
  const delivery = page.getByRole('dialog', { name: 'Sale completed' });
  await delivery.getByText('The disk is full').waitFor();
  await inspect('a delivery that failed');
  receiver.respondWith((response) => response.end('Mended'));
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Sending again').waitFor();
  await page.getByRole('row', { name: /Sale completed Delivered 200/ }).waitFor();
  await page.getByText('Failures in a row').waitFor({ state: 'detached' });
  assert.equal((await shop.owner.get(`/webhooks/${id}/deliveries`)).body.data[0].answer, 'Mended');

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.getByText('No results.').waitFor();
  assert.equal(new URL(page.url()).search, '?state=failed');
  await page.reload();
  await page.getByText('No results.').waitFor();

  const before = receiver.received.length;
  await page.getByRole('button', { name: 'Send again from…' }).click();
  const replay = page.getByRole('dialog', { name: 'Send events again' });
  await replay.getByLabel('Since').waitFor();
  await inspect('a replay form');
  await replay.getByRole('button', { name: 'Send again' }).click();
  await page.getByText(/processed again/).waitFor();
  await until(() => receiver.received.length > before);
  assert.equal(receiver.received.slice(before).map(saleIn)[0], transaction_code);
  isQuiet();
});

test('rotates a secret, pauses, resumes, changes and deletes an endpoint', async () => {
  const { shop, owner, coffee } = await createShopWithOwner();
  const { receiver, address, id, secret } = await createWebhook(shop);
  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn(owner);
  await page.goto(address);
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByText('Requests are signed with both secrets').waitFor();
  await inspect('the confirmation of a new secret');
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  const secretDialog = page.getByRole('dialog', { name: 'Secret' });
  const next = await secretDialog.getByRole('textbox', { name: 'Secret' }).inputValue();
  await secretDialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText('Old secret valid').waitFor();
  await page.getByText(/^until /).waitFor();
  await sell(shop, coffee);
  await until(() => receiver.received.length >= 1);
  const [delivered] = receiver.received;
  assert.ok(delivered);
  assert.notEqual(next, secret);
  for (const one of [secret, next]) verify(one, delivered);

  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Off', { exact: true }).waitFor();
  const { transaction_code } = await sell(shop, coffee);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await until(() => receiver.received.length >= 2);
  assert.deepEqual(receiver.received.slice(1).map(saleIn), [transaction_code]);

  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit' });
  assert.ok(await form.getByRole('checkbox', { name: 'Sale voided' }).isChecked());
  await form.getByRole('radio', { name: 'All events' }).click();
  await form.getByLabel('Description').fill('A screen above the counter');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Webhook saved').waitFor();
  await page.getByText('A screen above the counter').waitFor();
  const { types, description } = (await shop.owner.get(`/webhooks/${id}`)).body.data;
  assert.deepEqual([types, description], [null, 'A screen above the counter']);
  // A pattern for everything, which only the API can set, has later types of events, too.
  assert.equal((await shop.owner.put(`/webhooks/${id}`, { types: ['*'] })).status, 200);
  await page.reload();
  await page.getByRole('button', { name: 'Edit' }).click();
  assert.ok(await form.getByRole('radio', { name: 'All events' }).isChecked());
  await form.getByLabel('Description').fill('A screen in the kitchen');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('A screen in the kitchen').waitFor();
  assert.equal((await shop.owner.get(`/webhooks/${id}`)).body.data.types, null);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('This cannot be undone').waitFor();
  await inspect('the confirmation before a webhook is deleted');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Webhook deleted').waitFor();
  await page.getByText('No webhooks yet.').waitFor();
  assert.deepEqual((await shop.owner.get('/webhooks')).body.data, []);
  isQuiet();
});

test('creates, opens and deletes a webhook by keyboard only', async () => {
  const { shop, owner, coffee } = await createShopWithOwner();
  const receiver = await aReceiver();
  after(() => receiver.close());
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, '/settings/webhooks');
  await press(page, page.getByRole('button', { name: 'New webhook' }));
  await page.getByRole('dialog', { name: 'New webhook' }).waitFor();
  await waitForFocus(page, page.getByLabel('URL'));
  await page.keyboard.type(receiver.url);
  await tabTo(page, page.getByRole('radio', { name: 'All events' }));
  await page.keyboard.press('ArrowDown');
  await press(page, page.getByRole('checkbox', { name: 'All of Sales' }), 'Space');
  await press(page, page.getByRole('button', { name: 'Save' }));
  await page.getByRole('dialog', { name: 'Secret' }).waitFor();
  await press(page, page.getByRole('button', { name: 'I have saved it' }));
  await page.getByRole('heading', { name: receiver.url }).waitFor();
  await sell(shop, coffee);
  const sale = page.getByRole('button', { name: 'Sale completed' });
  await sale.waitFor();
  await press(page, sale);
  await page.getByRole('dialog', { name: 'Sale completed' }).getByText('sale.completed', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await waitForFocus(page, sale);
  await press(page, page.getByRole('button', { name: 'Delete' }));
  await page.getByRole('dialog', { name: 'Delete the webhook?' }).waitFor();
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await page.getByText('No webhooks yet.').waitFor();
  assert.deepEqual((await shop.owner.get('/webhooks')).body.data, []);
  isQuiet();
});

test('explains to a branch manager why webhooks are closed, and hides them from a cashier', async () => {
  const { shop } = await createShopWithOwner();
  const manager = await aStaffMember(shop, 'manager');
  const password = 'another long password';
  const { id, email } = (await manager.get('/auth/me')).body.data;
  assert.equal((await shop.owner.put(`/staff/${id}`, { branch_ids: [shop.branch_id] })).status, 200);
  const managerVisit = await visit();
  await managerVisit.openSignedIn({ email, password }, '/settings/webhooks');
  await managerVisit.page
    .getByRole('alert')
    .getByText(/branch/i)
    .waitFor();
  await managerVisit.inspect('webhooks for a branch manager');
  managerVisit.isQuiet(/403/);

  const cashier = await aStaffMember(shop, 'cashier');
  const { page, signIn, isQuiet } = await visit();
  await signIn({ email: (await cashier.get('/auth/me')).body.data.email, password });
  await page.goto(`${url}/settings/devices`);
  await page.getByRole('switch', { name: 'Another person refunds a sale' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Webhooks' }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Background jobs' }).count(), 0);
  assert.equal(await page.getByRole('switch', { name: 'A business day ends' }).count(), 0);
  isQuiet();
});

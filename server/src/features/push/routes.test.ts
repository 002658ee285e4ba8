import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Caller } from '../../../../test/caller.ts';
import { decryptPush } from '../../../../test/decrypt-push.ts';
import { pushServices } from '../../../../test/push.ts';
import { aProduct, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { sendBeside } from '../../../../test/waiting.ts';
import { maintenanceTasks } from '../../app/app.ts';
import { newId } from '../../core/ids.ts';
import { maintainMerchant } from '../../platform/maintenance/maintenance.ts';
import { deliverSome } from './deliver-messages.ts';
import { changePushRules, queueMessages } from './queue-messages.ts';

const sent: { url: string; body: Buffer }[] = [];
let status = 201;
const app = await createTestApp({
  env: { PUSH_TEST_COOLDOWN_S: '0' },
  post: async ({ url, body }) => {
    sent.push({ url, body: Buffer.from(body) });
    return { status, body: '' };
  },
});

const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = randomBytes(16);
const keys = { p256dh: browser.getPublicKey().toString('base64url'), auth: auth.toString('base64url') };
let made = 0;
const aBrowser = async (caller: Caller) => {
  const token = { endpoint: `https://push.example/${++made}`, keys };
  const answer = await caller.post('/auth/register-device', { token, platform: 'web' });
  assert.equal(answer.status, 201, answer.text);
  return { id: answer.body.data.id as string, endpoint: token.endpoint };
};

test('returns the same public key to every browser', async () => {
  const shop = await aShop(app);
  const { public_key } = (await shop.owner.get('/push/key')).body.data;
  assert.equal(Buffer.from(public_key, 'base64url').length, 65);
  assert.equal((await (await aStaffMember(shop, 'viewer')).get('/push/key')).body.data.public_key, public_key);
});

const defaults = {
  low_stock: false,
  out_of_stock: false,
  refund_from: null,
  exports: false,
  imports: false,
  day_closed: false,
};

test('each user sets their own rules; omitted fields keep their value', async () => {
  const shop = await aShop(app, { currency: 'EUR' });
  const manager = await aStaffMember(shop, 'manager');
  assert.deepEqual((await manager.get('/push/rules')).body.data, defaults);
  assert.deepEqual((await manager.put('/push/rules', { low_stock: true, refund_from: 12.5 })).body.data, {
    ...defaults,
    low_stock: true,
    refund_from: 12.5,
  });
  assert.deepEqual((await manager.put('/push/rules', { refund_from: null })).body.data, {
    ...defaults,
    low_stock: true,
  });
  assert.deepEqual((await shop.owner.get('/push/rules')).body.data, defaults);
  for (const wrong of [{ refund_from: 1.001 }, { refund_from: -1 }, { low_stock: 'yes' }]) {
    const answer = await manager.put('/push/rules', wrong);
    assert.deepEqual([answer.status, answer.body.error.details[0].field], [422, Object.keys(wrong)[0]]);
  }
});

test('ignores fields that cannot be set, and does not affect other users', async () => {
  const shop = await aShop(app);
  const [member, otherMember] = [await aStaffMember(shop, 'cashier'), await aStaffMember(shop, 'cashier')];
  await otherMember.put('/push/rules', { exports: true });
  const { id } = (await otherMember.get('/auth/me')).body.data;
  const ignored = { user_id: id, merchant_id: newId(), toString: 1, updated_at: null };
  for (const imports of [true, false]) {
    const answer = await member.put('/push/rules', { imports, ...ignored });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual((await member.get('/push/rules')).body.data, { ...defaults, imports });
    assert.deepEqual((await otherMember.get('/push/rules')).body.data, { ...defaults, exports: true });
  }
});

test('sends a test to the user’s devices, and deletes one that no longer exists', async () => {
  const shop = await aShop(app);
  const member = await aStaffMember(shop, 'cashier');
  const device = await aBrowser(shop.owner);
  const other = await aBrowser(member);
  sent.length = 0;
  assert.deepEqual((await shop.owner.post('/push/test')).body.data, [{ device_id: device.id, outcome: 'sent' }]);
  assert.deepEqual(
    sent.map(({ url }) => url),
    [device.endpoint],
  );
  assert.equal(JSON.parse(decryptPush(sent[0]?.body ?? Buffer.alloc(0), { browser, auth })).title, 'Tillhouse');
  status = 503;
  assert.deepEqual((await shop.owner.post('/push/test')).body.data, [{ device_id: device.id, outcome: 'failed' }]);
  status = 410;
  assert.deepEqual((await shop.owner.post('/push/test')).body.data, [{ device_id: device.id, outcome: 'gone' }]);
  status = 201;
  assert.deepEqual((await shop.owner.get('/devices')).body.data, []);
  assert.deepEqual(
    (await member.get('/devices')).body.data.map(({ id }: { id: string }) => id),
    [other.id],
  );
});

/** Sells a product until its stock reaches the minimum. */
async function sellToMinimum(shop: Shop): Promise<void> {
  const product = await aProduct(shop, { name: 'Coffee', stock: 6, min_stock: 5 });
  const sale = await shop.owner.post('/transactions', {
    items: [{ product_id: product.id, quantity: 1 }],
    payment_method: 'cash',
  });
  assert.equal(sale.status, 201, sale.text);
}

test('two requests that change different rules at the same time are both kept', async () => {
  const shop = await aShop(app);
  const changes = [
    { low_stock: true },
    { out_of_stock: true, refund_from: 5 },
    { exports: true },
    { low_stock: false },
  ];
  for (const [first, second] of [changes.slice(0, 2), changes.slice(2)] as [object, object][]) {
    const { status } = await sendBeside(
      shop,
      (tx, ctx) => changePushRules(tx, ctx, first),
      () => shop.owner.put('/push/rules', second),
    );
    assert.equal(status, 200);
  }
  const { low_stock, out_of_stock, refund_from, exports, imports } = (await shop.owner.get('/push/rules')).body.data;
  assert.deepEqual([low_stock, out_of_stock, refund_from, exports, imports], [false, true, 5, true, false]);
});

const services = pushServices(app);

async function deliverNews(shop: Shop): Promise<string[]> {
  sent.length = 0;
  await queueMessages(app.database, shop.merchant_id, app.clock.now());
  while (await deliverSome(services, shop.merchant_id));
  return sent.map(({ url }) => url);
}

test('sends an event once to each device of current members who subscribed to it', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const dismissed = await aStaffMember(shop, 'manager');
  const clerk = await aStaffMember(shop, 'stock_clerk');
  await sellToMinimum(shop);
  for (const person of [manager, dismissed]) await person.put('/push/rules', { low_stock: true });
  const devices = [await aBrowser(manager), await aBrowser(manager)];
  for (const person of [dismissed, clerk, shop.owner]) await aBrowser(person);
  await shop.owner.delete(`/staff/${(await dismissed.get('/auth/me')).body.data.id}`);
  await sellToMinimum(shop);
  assert.deepEqual((await deliverNews(shop)).sort(), devices.map(({ endpoint }) => endpoint).sort());
  assert.equal(JSON.parse(decryptPush(sent[0]?.body ?? Buffer.alloc(0), { browser, auth })).title, 'Low: Coffee');
  assert.deepEqual(await deliverNews(shop), [], 'no message is sent twice');
});

test('the first subscriber gets no earlier events', async () => {
  const shop = await aShop(app);
  await sellToMinimum(shop);
  await aBrowser(shop.owner);
  assert.equal((await shop.owner.put('/push/rules', { low_stock: true })).status, 200);
  assert.deepEqual(await deliverNews(shop), []);
  await sellToMinimum(shop);
  assert.equal((await deliverNews(shop)).length, 1);
});

test('a refund is pushed to members who may act in its branch', async () => {
  const shop = await aShop(app);
  const branch = (await shop.owner.post('/branches', { name: 'Harbour' })).body.data.id;
  const atBranch = await aStaffMember(shop, 'manager');
  const atOtherBranch = await aStaffMember(shop, 'manager');
  for (const person of [atBranch, atOtherBranch]) await person.put('/push/rules', { refund_from: 5 });
  await shop.owner.put(`/staff/${(await atBranch.get('/auth/me')).body.data.id}`, { branch_ids: [shop.branch_id] });
  await shop.owner.put(`/staff/${(await atOtherBranch.get('/auth/me')).body.data.id}`, { branch_ids: [branch] });
  const { endpoint } = await aBrowser(atBranch);
  await aBrowser(atOtherBranch);
  const product = await aProduct(shop);
  const sale = await shop.owner.post('/transactions', {
    items: [{ product_id: product.id, quantity: 1 }],
    payment_method: 'cash',
  });
  assert.equal((await shop.owner.post(`/transactions/${sale.body.data.id}/refund`, {})).status, 201);
  assert.deepEqual(await deliverNews(shop), [endpoint]);
});

test('a requested approval is pushed to those who may give it, once a member has chosen notifications', async () => {
  const shop = await aShop(app);
  const [cashier, manager] = [await aStaffMember(shop, 'cashier'), await aStaffMember(shop, 'manager')];
  await shop.owner.put('/push/rules', {});
  const devices = [await aBrowser(manager), await aBrowser(cashier), await aBrowser(shop.owner)];
  const product = await aProduct(shop, { price: 5 });
  const body = { items: [{ product_id: product.id, quantity: 1 }], discount: 1 };
  const request = { action: 'discount', method: 'POST', path: '/transactions', body };
  assert.equal((await cashier.post('/approvals', request)).status, 201);
  assert.deepEqual((await deliverNews(shop)).sort(), [devices[0]?.endpoint, devices[2]?.endpoint].sort());
  const { title, body: text } = JSON.parse(decryptPush(sent[0]?.body ?? Buffer.alloc(0), { browser, auth }));
  assert.equal(title, 'A cashier asks for an approval');
  assert.match(text, /^Discount of 1 on a sale of 4 · /);
  await shop.owner.put('/merchant', { approval_rules: [{ action: 'discount', exempt_roles: ['manager'] }] });
  await cashier.post('/approvals', request);
  assert.deepEqual(await deliverNews(shop), [devices[0]?.endpoint]);
});

test('a closed day is pushed to its subscribers', async () => {
  app.clock.set('2026-03-02T10:00:00Z');
  const shop = await aShop(app, { timezone: 'UTC', currency: 'EUR' });
  await shop.owner.put('/push/rules', { day_closed: true });
  const { endpoint } = await aBrowser(shop.owner);
  const product = await aProduct(shop, { price: 5 });
  await shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' });
  app.clock.set('2026-03-03T00:07:00Z');
  await maintainMerchant(app.fastify.services, maintenanceTasks, shop.merchant_id);
  assert.deepEqual(await deliverNews(shop), [endpoint]);
  const { title, body } = JSON.parse(decryptPush(sent[0]?.body ?? Buffer.alloc(0), { browser, auth }));
  assert.match(title, /: 5 EUR$/);
  assert.match(body, /^1 sale on 2026-03-02/);
});

test('retries a failed message and drops it after the last attempt; deletes a device that no longer exists', async () => {
  const shop = await aShop(app);
  await shop.owner.put('/push/rules', { low_stock: true });
  const { endpoint } = await aBrowser(shop.owner);
  await deliverNews(shop);
  status = 503;
  await sellToMinimum(shop);
  assert.deepEqual(await deliverNews(shop), [endpoint]);
  assert.deepEqual(await deliverNews(shop), [], 'not before the next attempt is due');
  for (let tries = 0; tries < 3; tries += 1) {
    app.clock.advance(2 * 60 * 60 * 1_000);
    assert.deepEqual(await deliverNews(shop), [endpoint]);
  }
  app.clock.advance(2 * 60 * 60 * 1_000);
  assert.deepEqual(await deliverNews(shop), [endpoint], 'the last attempt');
  app.clock.advance(24 * 60 * 60 * 1_000);
  assert.deepEqual(await deliverNews(shop), []);
  status = 410;
  await sellToMinimum(shop);
  assert.deepEqual(await deliverNews(shop), [endpoint]);
  status = 201;
  await sellToMinimum(shop);
  assert.deepEqual(await deliverNews(shop), [], 'no device is left');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../../test/caller.ts';
import { pushServices } from '../../../../test/push.ts';
import { aProduct, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { deliverSome } from './deliver-messages.ts';
import { queueMessages } from './queue-messages.ts';

/** Messages that are sent later than they were queued, because the first attempt failed. */

const sent: string[] = [];
let status = 201;
const app = await createTestApp({
  post: async ({ url }) => {
    sent.push(url);
    return { status, body: '' };
  },
});
const services = pushServices(app);
const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

async function register(caller: Caller, endpoint: string): Promise<void> {
  const answer = await caller.post('/auth/register-device', { token: { endpoint, keys }, platform: 'web' });
  assert.ok(answer.status < 300, answer.text);
}

async function deliver({ merchant_id }: Shop): Promise<string[]> {
  sent.length = 0;
  await queueMessages(app.database, merchant_id, app.clock.now());
  while (await deliverSome(services, merchant_id));
  return [...sent];
}

/** A manager with a device to which a message about a refund could not be sent yet. */
async function aWaitingMessage(endpoint: string): Promise<{ shop: Shop; manager: Caller; manager_id: string }> {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  await manager.put('/push/rules', { refund_from: 0 });
  await register(manager, endpoint);
  const product = await aProduct(shop);
  const items = [{ product_id: product.id, quantity: 1 }];
  const { id } = (await shop.owner.post('/transactions', { items, payment_method: 'cash' })).body.data;
  assert.equal((await shop.owner.post(`/transactions/${id}/refund`, { reason: 'Too small' })).status, 201);
  status = 503;
  assert.deepEqual(await deliver(shop), [endpoint]);
  status = 201;
  app.clock.advance(60_000);
  const manager_id = (await manager.get('/auth/me')).body.data.id;
  return { shop, manager, manager_id };
}

test('sends a message again to the member for whom it was queued', async () => {
  const { shop } = await aWaitingMessage('https://push.example/kept');
  assert.deepEqual(await deliver(shop), ['https://push.example/kept']);
});

test('sends no message to a device that has moved to a user of another merchant', async () => {
  const { shop } = await aWaitingMessage('https://push.example/moved');
  await register((await aShop(app)).owner, 'https://push.example/moved');
  assert.deepEqual(await deliver(shop), []);
});

test('sends no message to a device that has moved to a colleague who may not see it', async () => {
  const { shop } = await aWaitingMessage('https://push.example/shared');
  const clerk = await aStaffMember(shop, 'stock_clerk');
  await clerk.put('/push/rules', { refund_from: 0 });
  await register(clerk, 'https://push.example/shared');
  assert.deepEqual(await deliver(shop), []);
});

test('sends no message to a member who was dismissed, or may no longer see it', async () => {
  const dismissed = await aWaitingMessage('https://push.example/dismissed');
  assert.equal((await dismissed.shop.owner.delete(`/staff/${dismissed.manager_id}`)).status, 200);
  assert.deepEqual(await deliver(dismissed.shop), []);
  const moved = await aWaitingMessage('https://push.example/elsewhere');
  const branch = (await moved.shop.owner.post('/branches', { name: 'Harbour' })).body.data.id;
  await moved.shop.owner.put(`/staff/${moved.manager_id}`, { branch_ids: [branch] });
  assert.deepEqual(await deliver(moved.shop), []);
});

test('sends no message that its member has turned off meanwhile', async () => {
  const { shop, manager } = await aWaitingMessage('https://push.example/off');
  await manager.put('/push/rules', { refund_from: null });
  assert.deepEqual(await deliver(shop), []);
});

import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Caller } from '../../../../test/caller.ts';
import { decryptPush } from '../../../../test/decrypt-push.ts';
import { openTestHouse } from '../../../../test/house.ts';
import { aColleague, aShop, type Shop } from '../../../../test/shop.ts';
import { findMember } from '../merchant/lookup.ts';
import { errandsOf } from './tell-devices.ts';

const sent: { url: string; body: Buffer }[] = [];
let status = 201;
const house = await openTestHouse({
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
const aBrowser = async (of: Caller) => {
  const token = { endpoint: `https://push.example/${++made}`, keys };
  const answer = await of.post('/auth/register-device', { token, platform: 'web' });
  assert.equal(answer.status, 201, answer.text);
  return { id: answer.body.data.id as string, endpoint: token.endpoint };
};

async function merchantOf(shop: Shop) {
  const member = await findMember(house.database.reader(shop.merchant_id), shop.owner_id);
  assert.ok(member);
  return member.merchant;
}

test('a browser gets the key to subscribe with, the same each time', async () => {
  const shop = await aShop(house);
  const { public_key } = (await shop.owner.get('/push/key')).body.data;
  assert.equal(Buffer.from(public_key, 'base64url').length, 65);
  assert.equal((await (await aColleague(shop, 'viewer')).get('/push/key')).body.data.public_key, public_key);
});

test('everybody says for themselves what they want to hear; what is left out stays', async () => {
  const shop = await aShop(house, { currency: 'EUR' });
  const manager = await aColleague(shop, 'manager');
  const first = { low_stock: false, out_of_stock: false, refund_from: null, exports: true, imports: true };
  assert.deepEqual((await manager.get('/push/rules')).body.data, first);
  assert.deepEqual((await manager.put('/push/rules', { low_stock: true, refund_from: 12.5 })).body.data, {
    ...first,
    low_stock: true,
    refund_from: 12.5,
  });
  assert.deepEqual((await manager.put('/push/rules', { refund_from: null })).body.data, { ...first, low_stock: true });
  assert.deepEqual((await shop.owner.get('/push/rules')).body.data, first);
  for (const wrong of [{ refund_from: 1.001 }, { refund_from: -1 }, { low_stock: 'yes' }]) {
    const answer = await manager.put('/push/rules', wrong);
    assert.deepEqual([answer.status, answer.body.error.details[0].field], [422, Object.keys(wrong)[0]]);
  }
});

test('a word can be sent to one’s own devices; one that is gone is forgotten', async () => {
  const shop = await aShop(house);
  const colleague = await aColleague(shop, 'cashier');
  const device = await aBrowser(shop.owner);
  const other = await aBrowser(colleague);
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
    (await colleague.get('/devices')).body.data.map(({ id }: { id: string }) => id),
    [other.id],
  );
});

test('an event goes to the devices of those who want to hear of it, and work there still', async () => {
  const shop = await aShop(house);
  const manager = await aColleague(shop, 'manager');
  const leaving = await aColleague(shop, 'manager');
  const clerk = await aColleague(shop, 'stock_clerk');
  for (const person of [manager, leaving]) await person.put('/push/rules', { low_stock: true });
  const [one, two] = [await aBrowser(manager), await aBrowser(manager)];
  for (const person of [leaving, clerk, shop.owner]) await aBrowser(person);
  const gone = (await leaving.get('/auth/me')).body.data.id;
  await shop.owner.delete(`/staff/${gone}`);
  const data = { product_name: 'Coffee', sku: 'COF', warehouse_name: 'Main', available: 2, min_stock: 5, branch_id: shop.branch_id };
  const event = { id: made.toString(), type: 'stock.low', subject_id: 'product', user_id: shop.owner_id, data };
  const errands = await errandsOf(house.database, await merchantOf(shop), event);
  assert.deepEqual(
    errands.map(({ device }) => device.id),
    [one.id, two.id],
  );
  assert.equal(errands[0]?.message.title, 'Low: Coffee');
  assert.deepEqual(await errandsOf(house.database, await merchantOf(await aShop(house)), event), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, createCaller, fieldsOf, type Reply } from '../../../../../test/caller.ts';
import { aPinSession, aTill, choosePin, enterPin, memberPassword, ownerPassword } from '../../../../../test/pins.ts';
import { aProduct, aShop, aStaffMember, type Shop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { until } from '../../../../../test/until.ts';
import { newId } from '../../../core/ids.ts';
import { idle_ms } from './pin-rules.ts';

const app = await createTestApp();
const refusal = (reply: Reply) => [reply.status, reply.body.error.code, ...fieldsOf(reply)];

/** A shop with a till of its owner and a cashier with the PIN 4821. */
async function aShopWithTill() {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  await choosePin(cashier, '4821');
  return {
    shop,
    cashier,
    till: await aTill(shop.owner),
    cashier_id: (await cashier.get('/auth/me')).body.data.id as string,
  };
}

/** Each process uses a session that it has read for a second. */
const untilEnded = (session: Caller) => until(async () => (await session.get('/products')).status === 401);

test('a PIN gives a token of that member for the merchant', async () => {
  const { shop, till, cashier_id } = await aShopWithTill();
  const { status, body } = await enterPin(shop.owner, shop, till, '4821');
  assert.equal(status, 200);
  const { access_token, ...rest } = body.data;
  assert.equal(rest.user.id, cashier_id);
  assert.deepEqual(
    { ...rest, user: { ...rest.user, id: undefined } },
    {
      refresh_token: null,
      expires_in: 900,
      user: { id: undefined, email: rest.user.email, name: 'A cashier', role: 'cashier' },
    },
  );
  const session = createCaller(app.fastify, { authorization: `Bearer ${access_token}` });
  const me = (await session.get('/auth/me')).body.data;
  assert.deepEqual([me.id, me.role, me.merchant_id], [cashier_id, 'cashier', shop.merchant_id]);
  assert.equal((await session.post('/branches', { name: 'One more' })).status, 403, 'a cashier’s rights');
});

test('a sale under the session has the member as its cashier', async () => {
  const { shop, till, cashier_id } = await aShopWithTill();
  const product = await aProduct(shop);
  const session = await aPinSession(shop, till, '4821');
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  const { status, body } = await session.post('/transactions', sale);
  assert.equal(status, 201);
  const { rows } = await app.admin.query('select cashier_id from sales where id = $1', [body.data.id]);
  assert.deepEqual(rows, [{ cashier_id }]);
  assert.equal((await shop.owner.get(`/transactions/${body.data.id}`)).body.data.cashier.name, 'A cashier');
});

test('the branches are those of the member', async () => {
  const { shop, cashier_id, till } = await aShopWithTill();
  const other = (await shop.owner.post('/branches', { name: 'Other' })).body.data.id;
  await shop.owner.put(`/staff/${cashier_id}`, { branch_ids: [other] });
  const session = await aPinSession(shop, till, '4821');
  assert.deepEqual((await session.get('/auth/me')).body.data.branch_ids, [other]);
});

test('the next member enters the PIN under the session of the one before', async () => {
  const { shop, till, cashier_id } = await aShopWithTill();
  await choosePin(shop.owner, '7391', ownerPassword);
  const ofOwner = await aPinSession(shop, till, '7391');
  const ofCashier = await aPinSession(shop, till, '4821', ofOwner);
  assert.equal((await ofCashier.get('/auth/me')).body.data.id, cashier_id);
  assert.equal((await ofOwner.get('/auth/me')).status, 200, 'an unanswered sale can be sent again by its own session');
  const secondTill = await aTill(shop.owner);
  assert.deepEqual(refusal(await enterPin(ofCashier, shop, secondTill, '4821')), [
    422,
    'VALIDATION_ERROR',
    'device_id',
  ]);
});

test('answers alike for an unknown PIN, a former member’s and another merchant’s, and starts no session', async () => {
  const { shop, till, cashier_id } = await aShopWithTill();
  const other = await aShop(app);
  await choosePin(other.owner, '7391', ownerPassword);
  await shop.owner.delete(`/staff/${cashier_id}`);
  const replies = [];
  for (const pin of ['5937', '4821', '7391']) replies.push(await enterPin(shop.owner, shop, till, pin));
  assert.deepEqual(replies.map(refusal), Array(3).fill([401, 'INVALID_CREDENTIALS', 'pin']));
  assert.equal(new Set(replies.map(({ body }) => JSON.stringify(body))).size, 1);
  const { rows } = await app.admin.query('select 1 from sessions where pin_merchant_id = $1', [shop.merchant_id]);
  assert.equal(rows.length, 0);
});

test('needs the registered device of the session, and the merchant of its user', async () => {
  const { shop, till, cashier } = await aShopWithTill();
  const other = await aShop(app);
  const itsTill = await aTill(other.owner);
  for (const device_id of [itsTill, newId()])
    assert.deepEqual(refusal(await enterPin(shop.owner, shop, device_id, '4821')), [
      422,
      'VALIDATION_ERROR',
      'device_id',
    ]);
  assert.deepEqual(refusal(await enterPin(cashier, shop, till, '4821')), [422, 'VALIDATION_ERROR', 'device_id']);
  for (const merchant_id of [other.merchant_id, newId()])
    assert.deepEqual(refusal(await enterPin(shop.owner, { merchant_id }, till, '4821')), [
      403,
      'FORBIDDEN',
      'merchant_id',
    ]);
  assert.deepEqual(fieldsOf(await shop.owner.post('/auth/pin', {})), ['device_id', 'merchant_id', 'pin']);
  assert.equal((await enterPin(app.anonymous, shop, till, '4821')).status, 401);
});

test('is for its merchant only', async () => {
  const { shop, till } = await aShopWithTill();
  const other = await aShop(app);
  const session = await aPinSession(shop, till, '4821');
  assert.equal((await session.with({ 'x-merchant-id': other.merchant_id }).get('/products')).status, 403);
  assert.equal((await session.with({ 'x-merchant-id': shop.merchant_id }).get('/products')).status, 200);
  assert.deepEqual(refusal(await enterPin(session, other, till, '4821')), [403, 'FORBIDDEN', 'merchant_id']);
});

test('ends after 15 minutes without a request, and each request extends it', async () => {
  const { shop, till } = await aShopWithTill();
  app.clock.freeze(app.clock.now());
  const session = await aPinSession(shop, till, '4821');
  const expiry = async () => {
    const { rows } = await app.admin.query('select expires_at from sessions where pin_merchant_id = $1', [
      shop.merchant_id,
    ]);
    return (rows[0].expires_at as Date).toISOString();
  };
  const later = (ms: number) => new Date(Date.parse(app.clock.now()) + ms).toISOString();
  assert.equal(await expiry(), later(idle_ms));
  for (let turn = 0; turn < 2; turn += 1) {
    app.clock.freeze(later(idle_ms - 1));
    await until(async () => {
      assert.equal((await session.get('/products')).status, 200);
      return (await expiry()) === later(idle_ms);
    });
  }
  app.clock.freeze(later(idle_ms));
  await untilEnded(session);
  assert.deepEqual(refusal(await session.get('/products')), [401, 'UNAUTHENTICATED']);
  assert.equal((await enterPin(session, shop, till, '4821')).status, 401);
  app.clock.set(new Date().toISOString());
});

async function endsBy(change: (context: Awaited<ReturnType<typeof aShopWithTill>>) => Promise<Reply>): Promise<void> {
  const context = await aShopWithTill();
  const session = await aPinSession(context.shop, context.till, '4821');
  assert.equal((await session.get('/products')).status, 200);
  const reply = await change(context);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(refusal(await session.get('/products')), [401, 'UNAUTHENTICATED']);
}

test('ends when the device is deleted', () => endsBy(({ shop, till }) => shop.owner.delete(`/devices/${till}`)));

test('ends when the member is deactivated', () =>
  endsBy(({ shop, cashier_id }) => shop.owner.delete(`/staff/${cashier_id}`)));

test('ends when the sessions of the member are ended', () =>
  endsBy(({ shop, cashier_id }) => shop.owner.post(`/staff/${cashier_id}/end-sessions`)));

test('ends when the member signs out everywhere, or changes the password', async () => {
  await endsBy(({ cashier }) => cashier.delete('/auth/sessions?keep_current=true'));
  await endsBy(({ cashier }) =>
    cashier.post('/auth/change-password', {
      current_password: memberPassword,
      new_password: 'a further long password',
    }),
  );
});

test('ends by logging out', async () => {
  const { shop, till } = await aShopWithTill();
  const session = await aPinSession(shop, till, '4821');
  assert.equal((await session.post('/auth/logout')).status, 200);
  assert.equal((await session.get('/products')).status, 401);
});

test('ends when another user registers the device', async () => {
  const { shop, cashier } = await aShopWithTill();
  const device = { token: 'a till that moves', platform: 'web' };
  const till = (await shop.owner.post('/auth/register-device', device)).body.data.id;
  const session = await aPinSession(shop, till, '4821');
  assert.equal((await cashier.post('/auth/register-device', device)).status, 200);
  await untilEnded(session);
});

test('ends with the membership of the user who registered the device', async () => {
  const { shop, cashier_id } = await aShopWithTill();
  const manager = await aStaffMember(shop, 'manager');
  const till = await aTill(manager);
  const session = await aPinSession(shop, till, '4821', manager);
  assert.equal((await session.get('/auth/me')).body.data.id, cashier_id);
  const manager_id = (await manager.get('/auth/me')).body.data.id;
  assert.equal((await shop.owner.delete(`/staff/${manager_id}`)).status, 200);
  assert.equal((await session.get('/products')).status, 401);
  assert.deepEqual(refusal(await enterPin(manager, shop, till, '4821')), [403, 'FORBIDDEN', 'merchant_id']);
});

test('a role that needs a second factor gets none, and this does not count as a wrong PIN', async () => {
  const { shop, till } = await aShopWithTill();
  const session = await aPinSession(shop, till, '4821');
  const settings = await shop.owner.put('/merchant', { require_totp_roles: ['cashier'] });
  assert.equal(settings.status, 200, settings.text);
  for (let turn = 0; turn < 7; turn += 1)
    assert.deepEqual(refusal(await enterPin(shop.owner, shop, till, '4821')), [403, 'FORBIDDEN', 'second_factor']);
  assert.deepEqual(refusal(await session.get('/products')), [403, 'FORBIDDEN', 'second_factor']);
});

/** What needs a password, a passkey or a second factor elsewhere. */
const forbiddenByPin = (shop: Shop): [method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object][] => [
  ['put', '/auth/pin', { pin: '5937', password: ownerPassword }],
  ['delete', '/auth/pin'],
  ['get', '/auth/pin'],
  ['post', '/auth/change-password', { current_password: ownerPassword, new_password: 'a further long password' }],
  ['post', '/auth/passkeys/options', { password: ownerPassword }],
  ['post', '/auth/totp', { password: ownerPassword }],
  ['get', '/auth/sessions'],
  ['delete', '/auth/sessions'],
  ['get', '/auth/merchants'],
  ['post', '/auth/register-device', { token: 'by pin', platform: 'web' }],
  ['get', '/devices'],
  ['post', '/auth/invitations/accept', { token: 'x' }],
  ['post', '/api-keys', { name: 'Key', permissions: ['catalogue:read'] }],
  ['post', '/staff', { email: 'new@example.com', name: 'New', role: 'owner' }],
  ['post', `/staff/${shop.owner_id}/reset-link`],
  ['post', `/staff/${shop.owner_id}/end-sessions`],
  ['put', '/merchant', { tax_rate: 0 }],
  ['post', '/webhooks', { url: 'https://example.com/' }],
];

test('does nothing that needs a password, even for an owner', async () => {
  const { shop, till } = await aShopWithTill();
  await choosePin(shop.owner, '7391', ownerPassword);
  const session = await aPinSession(shop, till, '7391');
  for (const [method, path, body] of forbiddenByPin(shop)) {
    const reply =
      method === 'get' || method === 'delete' ? await session[method](path) : await session[method](path, body);
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'FORBIDDEN'], `${method} ${path}`);
    assert.match(reply.body.error.message, /password/, `${method} ${path}`);
  }
  assert.equal((await shop.owner.get('/auth/pin')).body.data.enabled, true);
  assert.equal((await session.get('/transactions')).status, 200);
});

test('the audit trail shows the sign-in by PIN with its device', async () => {
  const { shop, till, cashier_id } = await aShopWithTill();
  await aPinSession(shop, till, '4821');
  const [entry] = (await shop.owner.get('/audit?limit=1')).body.data;
  assert.deepEqual([entry.action, entry.subject_id, entry.user_id], ['session.started', cashier_id, cashier_id]);
  assert.equal(entry.after.by_pin, true);
  assert.match(entry.after.device, /^Till/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aTill, ownerPassword } from '../../../../test/pins.ts';
import { aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

const entriesOf = async ({ owner }: Shop, action: string) =>
  (await owner.get(`/audit?action=${action}`)).body.data.map(
    ({ subject_id, user_id, before, after }: Record<string, unknown>) => ({ subject_id, user_id, before, after }),
  );

test('the audit trail shows a refresh token that was used again after its replacement', async () => {
  const shop = await aShop(app);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  const { refresh_token } = (await app.anonymous.post('/auth/login', { email, password: ownerPassword })).body.data;
  const refresh = () => app.anonymous.post('/auth/refresh', { refresh_token, rotate: true });
  assert.equal((await refresh()).status, 200);
  assert.deepEqual(await entriesOf(shop, 'session.token_reused'), []);
  app.clock.advance(11_000);
  assert.equal((await refresh()).status, 401);
  assert.equal((await refresh()).status, 401);
  const [entry, ...others] = await entriesOf(shop, 'session.token_reused');
  assert.deepEqual([entry.subject_id, entry.user_id, others.length], [shop.owner_id, null, 0]);
  assert.match(entry.before.session_id, /^[\da-f-]{36}$/);
});

test('the audit trail shows a device that is registered, taken over and deleted, without its token', async () => {
  const [shop, other] = [await aShop(app), await aShop(app)];
  const { owner, owner_id } = shop;
  const device = { token: 'till:its own secret', platform: 'web', name: 'Front till' };
  const { id } = (await owner.post('/auth/register-device', device)).body.data;
  assert.equal((await owner.post('/auth/register-device', device)).status, 200, 'again, as at each start');
  assert.deepEqual(await entriesOf(shop, 'device.registered'), [
    { subject_id: owner_id, user_id: owner_id, before: null, after: { name: 'Front till', platform: 'web' } },
  ]);
  assert.equal((await owner.delete(`/devices/${id}`)).status, 200);
  assert.equal((await owner.delete(`/devices/${id}`)).status, 404);
  assert.deepEqual(await entriesOf(shop, 'device.deleted'), [
    { subject_id: owner_id, user_id: owner_id, before: { name: 'Front till' }, after: null },
  ]);
  await owner.post('/auth/register-device', device);
  assert.equal((await other.owner.post('/auth/register-device', device)).status, 200);
  assert.equal((await entriesOf(other, 'device.registered')).length, 1);
  assert.ok(!(await owner.get('/audit')).text.includes('its own secret'));
  const till = await aTill(other.owner);
  assert.equal((await owner.delete(`/devices/${till}`)).status, 404);
  assert.deepEqual(await entriesOf(other, 'device.deleted'), []);
});

test('the audit trail shows a wrong current password, without it', async () => {
  const shop = await aShop(app);
  const wrong = { current_password: 'not the password', new_password: 'a password of later' };
  assert.equal((await shop.owner.post('/auth/change-password', wrong)).status, 422);
  assert.deepEqual(await entriesOf(shop, 'password.refused'), [
    { subject_id: shop.owner_id, user_id: shop.owner_id, before: null, after: null },
  ]);
  assert.ok(!(await shop.owner.get('/audit')).text.includes('not the password'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aTill, choosePin } from '../../../../../test/pins.ts';
import { aShop, aStaffMember } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { newId } from '../../../core/ids.ts';
import { checkPin, type PadSession } from './check-pin.ts';

const app = await createTestApp();
const { services } = app.fastify;
const shop = await aShop(app);
const { merchant_id } = shop;
const manager = await aStaffMember(shop, 'manager');
await choosePin(manager, '4821');
const device_id = await aTill(shop.owner);
const session: PadSession = {
  user_id: shop.owner_id,
  session_id: newId(),
  address: '127.0.0.1',
  pin_merchant_id: null,
  pin_device_id: null,
};

const check = (pin: string, of = session) => checkPin(services, of, { pin, merchant_id, device_id }, app.clock.now());

test('names the member with role and branches, and starts no session', async () => {
  const { user_id, name, role, branch_ids, merchant } = await check('4821');
  const me = (await manager.get('/auth/me')).body.data;
  assert.deepEqual([user_id, name, role, branch_ids, merchant.id], [me.id, 'A manager', 'manager', null, merchant_id]);
  const { rows } = await app.admin.query('select 1 from sessions where pin_device_id is not null');
  assert.equal(rows.length, 0);
});

test('accepts a session by PIN on this device, and no other', async () => {
  const byPin = { ...session, user_id: newId(), pin_merchant_id: merchant_id, pin_device_id: device_id };
  assert.equal((await check('4821', byPin)).name, 'A manager');
  await assert.rejects(check('4821', { ...byPin, pin_device_id: newId() }), { code: 'VALIDATION_ERROR' });
  await assert.rejects(check('4821', { ...byPin, pin_merchant_id: newId() }), { code: 'FORBIDDEN' });
});

test('rejects a wrong PIN, and locks the device with the pad of the sign-in', async () => {
  for (let turn = 0; turn < 3; turn += 1) await assert.rejects(check('5937'), { code: 'INVALID_CREDENTIALS' });
  for (let turn = 0; turn < 2; turn += 1) {
    const reply = await shop.owner.post('/auth/pin', { pin: '5937', merchant_id, device_id });
    assert.equal(reply.status, 401);
  }
  await assert.rejects(check('4821'), { code: 'RATE_LIMITED' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller, fieldsOf, type Reply } from '../../../../../test/caller.ts';
import { withTableLocked } from '../../../../../test/locked-table.ts';
import { aPinSession, aTill, choosePin, enterPin, memberPassword, ownerPassword } from '../../../../../test/pins.ts';
import { aShop, aStaffMember } from '../../../../../test/shop.ts';
import { addMemberWithAccount } from '../../../../../test/staff.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { untilLockWait } from '../../../../../test/waiting.ts';

const app = await createTestApp();

async function pinsOf(merchant_id: string): Promise<{ user_id: string; pin_hash: Buffer }[]> {
  const { rows } = await app.admin.query('select user_id, pin_hash from member_pins where merchant_id = $1', [
    merchant_id,
  ]);
  return rows;
}

const refusal = (reply: Reply) => [reply.status, reply.body.error.code, ...fieldsOf(reply)];

test('sets, shows, changes and removes a PIN', async () => {
  const shop = await aShop(app);
  assert.deepEqual((await shop.owner.get('/auth/pin')).body.data, { enabled: false, set_at: null });
  await choosePin(shop.owner, '4821', ownerPassword);
  const { enabled, set_at } = (await shop.owner.get('/auth/pin')).body.data;
  assert.equal(enabled, true);
  assert.ok(Date.parse(set_at) <= Date.parse(app.clock.now()));
  const [first] = await pinsOf(shop.merchant_id);
  await choosePin(shop.owner, '59372610', ownerPassword);
  const [second, ...others] = await pinsOf(shop.merchant_id);
  assert.deepEqual(others, []);
  assert.ok(first && second && !first.pin_hash.equals(second.pin_hash));
  assert.equal((await shop.owner.delete('/auth/pin')).status, 200);
  assert.deepEqual(await pinsOf(shop.merchant_id), []);
  assert.deepEqual(refusal(await shop.owner.delete('/auth/pin')), [422, 'INVALID_STATE']);
});

test('refuses a PIN that another member has, without the name, and keeps the earlier one', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  await choosePin(cashier, '4821');
  await choosePin(shop.owner, '7391', ownerPassword);
  const before = await pinsOf(shop.merchant_id);
  const reply = await shop.owner.put('/auth/pin', { pin: '4821', password: ownerPassword });
  assert.deepEqual(refusal(reply), [422, 'DUPLICATE', 'pin']);
  assert.ok(!reply.text.includes('cashier'));
  assert.deepEqual(await pinsOf(shop.merchant_id), before);
  // The own PIN may be set again.
  await choosePin(cashier, '4821');
});

test('another merchant’s member may have the same PIN', async () => {
  const [one, other] = [await aShop(app), await aShop(app)];
  await choosePin(one.owner, '4821', ownerPassword);
  await choosePin(other.owner, '4821', ownerPassword);
  const [[a], [b]] = [await pinsOf(one.merchant_id), await pinsOf(other.merchant_id)];
  assert.ok(a && b && !a.pin_hash.equals(b.pin_hash), 'equal PINs of two merchants have different hashes');
});

test('of two members who choose the same PIN at once, one gets it', async () => {
  const shop = await aShop(app);
  const members = [await aStaffMember(shop, 'cashier'), await aStaffMember(shop, 'cashier')];
  const replies = await Promise.all(
    members.map((member) => member.put('/auth/pin', { pin: '4821', password: memberPassword })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
  assert.equal((await pinsOf(shop.merchant_id)).length, 1);
});

test('refuses a malformed or guessable PIN, and sets nothing', async () => {
  const shop = await aShop(app);
  for (const pin of [
    '482',
    '482159371',
    '48a1',
    '４８２１',
    ' 4821',
    '',
    4821,
    null,
    '1234',
    '0000',
    '1111',
    '98765432',
  ]) {
    const reply = await shop.owner.put('/auth/pin', { pin, password: ownerPassword });
    assert.deepEqual(refusal(reply), [422, 'VALIDATION_ERROR', 'pin'], String(pin));
  }
  assert.deepEqual(await pinsOf(shop.merchant_id), []);
});

test('needs the password, and locks out after ten wrong ones', async () => {
  const shop = await aShop(app);
  assert.deepEqual(fieldsOf(await shop.owner.put('/auth/pin', { pin: '4821' })), ['password']);
  for (let turn = 0; turn < 10; turn += 1) {
    const reply = await shop.owner.put('/auth/pin', { pin: '4821', password: 'wrong' });
    assert.deepEqual(refusal(reply), [422, 'VALIDATION_ERROR', 'password']);
  }
  const locked = await shop.owner.put('/auth/pin', { pin: '4821', password: ownerPassword });
  assert.equal(locked.status, 429);
  assert.deepEqual(await pinsOf(shop.merchant_id), []);
});

/** The free PINs 5001, 5002 …, or the taken one for an odd number. */
const pinOf = (turn: number) => (turn % 2 === 1 ? '4821' : String(5_000 + turn));

test('a user chooses ten own PINs in a day, free or taken', async () => {
  const shop = await aShop(app);
  const [cashier, other] = [await aStaffMember(shop, 'cashier'), await aStaffMember(shop, 'cashier')];
  await choosePin(shop.owner, '4821', ownerPassword);
  const choose = (turn: number) => cashier.put('/auth/pin', { pin: pinOf(turn), password: memberPassword });
  const statuses: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) statuses.push((await choose(turn)).status);
  assert.deepEqual(statuses, Array(5).fill([200, 422]).flat());
  const refused = await choose(10);
  assert.equal(refused.status, 429);
  const wait_s = Number(refused.headers['retry-after']);
  assert.ok(wait_s > 86_000 && wait_s <= 86_401, String(wait_s));
  assert.equal((await choose(11)).status, 429, 'a taken one is not checked either');
  await choosePin(other, '7391');
  await app.admin.query(
    `update rate_windows set started_at = started_at - interval '24 hours' where key like 'daily %'`,
  );
  await choosePin(cashier, '7392');
});

test('concurrent choices of PINs do not exceed the limit', async () => {
  const shop = await aShop(app);
  const replies = await Promise.all(
    Array.from({ length: 15 }, (_, turn) =>
      shop.owner.put('/auth/pin', { pin: String(5_100 + turn), password: ownerPassword }),
    ),
  );
  assert.equal(replies.filter(({ status }) => status === 429).length, 5);
});

test('a chosen PIN locks no device and unlocks none', async () => {
  const shop = await aShop(app);
  const till = await aTill(shop.owner);
  await choosePin(shop.owner, '4821', ownerPassword);
  assert.equal((await enterPin(shop.owner, shop, till, '7391')).status, 401);
  const failures = async () =>
    (
      await app.admin.query(
        'select failures, day_failures from pin_failures where merchant_id = $1 order by subject_id',
        [shop.merchant_id],
      )
    ).rows;
  const before = await failures();
  assert.equal(before.length, 2);
  await choosePin(shop.owner, '5937', ownerPassword);
  assert.deepEqual(await failures(), before);
});

test('the audit trail shows who chose a PIN that is taken, without the PIN and its holder', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const cashier_id = (await cashier.get('/auth/me')).body.data.id;
  await choosePin(shop.owner, '48215937', ownerPassword);
  assert.equal((await cashier.put('/auth/pin', { pin: '48215937', password: memberPassword })).status, 422);
  const { body, text } = await shop.owner.get('/audit?action=pin.taken');
  assert.deepEqual(
    body.data.map(({ subject_id, user_id }: Record<string, string>) => [subject_id, user_id]),
    [[cashier_id, cashier_id]],
  );
  assert.ok(!`${text}`.includes('48215937') && !text.includes(shop.owner_id));
});

test('a person has a PIN for each merchant', async () => {
  const [home, second] = [await aShop(app), await aShop(app)];
  const email = (await home.owner.get('/auth/me')).body.data.email;
  await addMemberWithAccount(second.owner, home.owner, { email, name: 'Both', role: 'manager' });
  await choosePin(home.owner, '4821', ownerPassword);
  const there = home.owner.with({ 'x-merchant-id': second.merchant_id });
  assert.deepEqual((await there.get('/auth/pin')).body.data.enabled, false);
  await choosePin(there, '7391', ownerPassword);
  assert.deepEqual([(await pinsOf(home.merchant_id)).length, (await pinsOf(second.merchant_id)).length], [1, 1]);
});

test('a changed or removed PIN ends the sessions by it, and no others', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const till = await aTill(shop.owner);
  await choosePin(cashier, '4821');
  await choosePin(shop.owner, '5937', ownerPassword);
  const first = await aPinSession(shop, till, '4821');
  const ofOwner = await aPinSession(shop, till, '5937');
  await choosePin(cashier, '7391');
  assert.equal((await first.get('/auth/me')).status, 401);
  assert.equal((await enterPin(shop.owner, shop, till, '4821')).status, 401);
  const second = await aPinSession(shop, till, '7391');
  assert.equal((await cashier.delete('/auth/pin')).status, 200);
  assert.equal((await second.get('/auth/me')).status, 401);
  assert.equal((await cashier.get('/auth/me')).status, 200, 'the session by password stays');
  assert.equal((await ofOwner.get('/auth/me')).status, 200, 'the other member’s session stays');
});

test('a change of the PIN waits for a sign-in by the earlier one, and ends its session', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const till = await aTill(shop.owner);
  await choosePin(cashier, '4821');
  const [entered, changed] = await withTableLocked(app, 'audit_entries', async ({ waiting, release }) => {
    // The sign-in has found the PIN, and writes its entry at the end.
    const entering = enterPin(shop.owner, shop, till, '4821');
    await waiting(1);
    const changing = cashier.put('/auth/pin', { pin: '7391', password: memberPassword });
    await untilLockWait(app.admin, 2);
    await release();
    return Promise.all([entering, changing]);
  });
  assert.deepEqual([entered.status, changed.status], [200, 200]);
  const session = createCaller(app.fastify, { authorization: `Bearer ${entered.body.data.access_token}` });
  assert.equal((await session.get('/auth/me')).status, 401);
});

test('the audit trail names what was set and removed, without the PIN', async () => {
  const shop = await aShop(app);
  await choosePin(shop.owner, '48215937', ownerPassword);
  await shop.owner.delete('/auth/pin');
  const { body, text } = await shop.owner.get('/audit?limit=2');
  assert.deepEqual(
    body.data.map(({ action, subject_id }: { action: string; subject_id: string }) => [action, subject_id]),
    [
      ['pin.removed', shop.owner_id],
      ['pin.set', shop.owner_id],
    ],
  );
  assert.ok(!text.includes('48215937'));
});

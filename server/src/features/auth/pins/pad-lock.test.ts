import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../../../../test/caller.ts';
import { aTill, choosePin, enterPin, ownerPassword } from '../../../../../test/pins.ts';
import { aShop, type Shop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { removeOldSessions } from '../sessions/end-sessions.ts';
import { getWaits } from './pin-queries.ts';

const app = await createTestApp();

/** A shop whose owner has the PIN 4821, and a till. */
async function aShopWithTill() {
  const shop = await aShop(app);
  await choosePin(shop.owner, '4821', ownerPassword);
  const till = await aTill(shop.owner);
  return { shop, till, enter: (pin: string) => enterPin(shop.owner, shop, till, pin) };
}

type Enter = (pin: string) => Promise<Reply>;

async function failTimes(enter: Enter, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) assert.equal((await enter('5937')).status, 401, `attempt ${turn + 1}`);
}

const change = (shop: Shop, assignments: string) =>
  app.admin.query(`update pin_failures set ${assignments} where merchant_id = $1`, [shop.merchant_id]);

/** Moves times by a number of hours. The zone is named, since Citus rejects the sum of a column with one otherwise. */
const move = (shop: Shop, columns: string[], hours: number) =>
  change(
    shop,
    columns
      .map((column) => `${column} = (${column} at time zone 'UTC' + interval '${hours} hours') at time zone 'UTC'`)
      .join(),
  );

/** As if the locks that run now had ended. */
const endLock = (shop: Shop) => change(shop, 'next_at = now()');

const waitOf = ({ status, headers }: Reply): number => {
  assert.equal(status, 429);
  return Number(headers['retry-after']);
};

test('five wrong PINs lock the device for a minute, also for the right PIN', async () => {
  const { shop, till, enter } = await aShopWithTill();
  await failTimes(enter, 4);
  const { rows } = await app.admin.query(
    'select failures, next_at <= last_at as open from pin_failures where subject_id = $1',
    [till],
  );
  assert.deepEqual(rows, [{ failures: 4, open: true }]);
  await failTimes(enter, 1);
  const refused = await enter('4821');
  const wait_s = waitOf(refused);
  assert.ok(wait_s > 50 && wait_s <= 60, String(wait_s));
  assert.equal(refused.body.error.code, 'RATE_LIMITED');
  assert.match(refused.body.error.message, /^Too many wrong PINs; try again in \d+ seconds$/);
  await endLock(shop);
  assert.equal((await enter('4821')).status, 200);
});

test('a refused attempt does not count', async () => {
  const { shop, enter } = await aShopWithTill();
  await failTimes(enter, 5);
  for (let turn = 0; turn < 10; turn += 1) waitOf(await enter('5937'));
  const { rows } = await app.admin.query(
    'select failures, day_failures from pin_failures where merchant_id = $1 order by 1',
    [shop.merchant_id],
  );
  assert.deepEqual(rows, [
    { failures: 0, day_failures: 5 },
    { failures: 5, day_failures: 5 },
  ]);
});

test('each further wrong PIN locks for twice as long, up to an hour', async () => {
  const { shop, till, enter } = await aShopWithTill();
  await failTimes(enter, 5);
  const waits: number[] = [];
  for (let turn = 0; turn < 9; turn += 1) {
    await endLock(shop);
    await failTimes(enter, 1);
    const { rows } = await app.admin.query(
      'select round(extract(epoch from next_at - last_at))::int as wait_s from pin_failures where subject_id = $1',
      [till],
    );
    waits.push(rows[0].wait_s);
  }
  assert.deepEqual(waits, [120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600]);
});

test('five of fifty concurrent guesses are checked', async () => {
  const { enter } = await aShopWithTill();
  const replies = await Promise.all(Array.from({ length: 50 }, (_, turn) => enter(String(5_000 + turn))));
  assert.equal(replies.filter(({ status }) => status === 401).length, 5);
  assert.equal(replies.filter(({ status }) => status === 429).length, 45);
});

test('one of twenty concurrent guesses is checked when a lock has ended', async () => {
  const { shop, enter } = await aShopWithTill();
  await failTimes(enter, 5);
  await endLock(shop);
  const replies = await Promise.all(Array.from({ length: 20 }, (_, turn) => enter(String(5_000 + turn))));
  assert.equal(replies.filter(({ status }) => status === 401).length, 1);
});

test('another device is not locked, and a right PIN there does not unlock the first', async () => {
  const { shop, enter } = await aShopWithTill();
  await failTimes(enter, 5);
  assert.equal((await enterPin(shop.owner, shop, await aTill(shop.owner), '4821')).status, 200);
  waitOf(await enter('4821'));
});

test('a right PIN resets the count', async () => {
  const { enter } = await aShopWithTill();
  for (let turn = 0; turn < 3; turn += 1) {
    await failTimes(enter, 4);
    assert.equal((await enter('4821')).status, 200);
  }
  await failTimes(enter, 5);
  waitOf(await enter('4821'));
});

test('a right PIN resets the count for twenty wrong ones a day, and then takes only itself off', async () => {
  const { shop, till, enter } = await aShopWithTill();
  for (let turn = 0; turn < 5; turn += 1) {
    await failTimes(enter, 4);
    assert.equal((await enter('4821')).status, 200);
  }
  const failures = async (of = till) =>
    (await app.admin.query('select failures, day_failures from pin_failures where subject_id = $1', [of])).rows[0];
  assert.deepEqual(await failures(), { failures: 0, day_failures: 20 });
  await failTimes(enter, 4);
  assert.equal((await enter('4821')).status, 200);
  assert.deepEqual(await failures(), { failures: 4, day_failures: 24 });
  assert.deepEqual(await failures(shop.owner_id), { failures: 0, day_failures: 24 });
  await failTimes(enter, 1);
  waitOf(await enter('4821'));
  await endLock(shop);
  assert.equal((await enter('4821')).status, 200);
  assert.deepEqual(await failures(), { failures: 5, day_failures: 25 });
  await move(shop, ['day_began_at'], -25);
  assert.equal((await enter('4821')).status, 200);
  assert.deepEqual(await failures(), { failures: 0, day_failures: 0 });
});

test('wrong PINs end a day after the last one', async () => {
  const { shop, enter } = await aShopWithTill();
  await failTimes(enter, 5);
  await move(shop, ['last_at', 'day_began_at'], -25);
  await failTimes(enter, 4);
  assert.equal((await enter('4821')).status, 200);
});

test('a clock that is set back by more than a day locks no device', async () => {
  const { shop, enter } = await aShopWithTill();
  await failTimes(enter, 5);
  await move(shop, ['last_at', 'next_at', 'day_began_at'], 25);
  assert.equal((await enter('4821')).status, 200);
});

test('a wait that is over counts as a second', async () => {
  const { shop, till, enter } = await aShopWithTill();
  await failTimes(enter, 1);
  await move(shop, ['day_began_at'], -25);
  const waits = await app.database.transaction(shop.merchant_id, (tx) => getWaits(tx, till));
  assert.deepEqual(waits, { lock_s: 1, day_s: 1 });
});

test('maintenance deletes the count of a device two days after its last attempt', async () => {
  const { shop, till, enter } = await aShopWithTill();
  await failTimes(enter, 1);
  const other = await aTill(shop.owner);
  await failTimes((pin) => enterPin(shop.owner, shop, other, pin), 1);
  for (const [subject_id, hours] of [
    [till, 49],
    [other, 47],
  ])
    await app.admin.query(
      `update pin_failures set last_at = now() - make_interval(hours => $2), day_began_at = now() - interval '50 hours' where subject_id = $1`,
      [subject_id, hours],
    );
  await removeOldSessions(app.database.reader(shop.merchant_id), app.clock.now(), app.database);
  const { rows } = await app.admin.query('select subject_id from pin_failures where merchant_id = $1', [
    shop.merchant_id,
  ]);
  assert.deepEqual(rows.map(({ subject_id }) => subject_id).sort(), [other, shop.owner_id].sort());
});

test('new devices of a user bring a hundred guesses a day, not more', async () => {
  const { shop } = await aShopWithTill();
  await failTimes((pin) => aTill(shop.owner).then((till) => enterPin(shop.owner, shop, till, pin)), 3);
  await app.admin.query('update pin_failures set day_failures = 98 where subject_id = $1', [shop.owner_id]);
  const tills = await Promise.all([aTill(shop.owner), aTill(shop.owner), aTill(shop.owner)]);
  const replies = await Promise.all(tills.map((till) => enterPin(shop.owner, shop, till, '5937')));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [401, 401, 429]);
  const wait_s = waitOf(await enterPin(shop.owner, shop, await aTill(shop.owner), '4821'));
  assert.ok(wait_s > 86_000 && wait_s <= 86_401, String(wait_s));
  const locked = (await shop.owner.get('/audit?action=pin.pad_locked')).body.data;
  assert.deepEqual(
    locked.map(({ subject_id }: { subject_id: string }) => subject_id),
    [shop.owner_id],
  );
});

test('the audit trail shows each lock once, with its device', async () => {
  const { shop, till, enter } = await aShopWithTill();
  await failTimes(enter, 5);
  waitOf(await enter('5937'));
  await endLock(shop);
  await failTimes(enter, 1);
  const { body, text } = await shop.owner.get('/audit?action=pin.pad_locked');
  const entries = body.data.map(({ subject_id, user_id, after }: Record<string, unknown>) => [
    subject_id,
    user_id,
    after,
  ]);
  const device = entries[0][2].device;
  assert.match(device, /^Till/);
  assert.deepEqual(entries, [
    [till, shop.owner_id, { device, wait_s: 120 }],
    [till, shop.owner_id, { device, wait_s: 60 }],
  ]);
  assert.ok(!text.includes('5937'));
});

test('a right PIN as the fifth attempt does not lock, and writes no lock', async () => {
  const { shop, enter } = await aShopWithTill();
  await failTimes(enter, 4);
  assert.equal((await enter('4821')).status, 200);
  assert.equal((await enter('4821')).status, 200);
  assert.deepEqual((await shop.owner.get('/audit?action=pin.pad_locked')).body.data, []);
});

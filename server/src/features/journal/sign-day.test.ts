import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyJournal } from '../../../../client/verify/verify-journal.ts';
import { checkJournal, exportedLines } from '../../../../test/journals.ts';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { anOperationContext, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { signDayTask } from '../../app/background.ts';
import { maintainMerchant } from '../../platform/maintenance/maintenance.ts';
import { exportJournal } from './export-journal.ts';
import { findSigningKey } from './find-key.ts';
import { signDay } from './sign-day.ts';

const app = await createTestApp();
const { services } = app.fastify;
const { secret } = services;

const signedAt = (shop: Shop, now: string) => signDay(app.database, { merchant_id: shop.merchant_id, secret, now });

// biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of a root.
const rootsIn = (lines: readonly string[]): any[] =>
  lines.map((line) => JSON.parse(line).root).filter((root) => root !== undefined);

async function payIn(shop: Shop, shift_id: string) {
  const body = { type: 'paid_in', amount: 1, reason: 'R' };
  assert.equal((await shop.owner.post(`/shifts/${shift_id}/movements`, body)).status, 201);
}

test('signs the state of all journals once for each day with entries, after its end in the shop’s time zone', async () => {
  // 5 hours ahead of UTC.
  const shop = await aShop(app, { timezone: 'Asia/Karachi' });
  app.clock.freeze('2026-03-01T17:00:00.000Z');
  assert.equal(await signedAt(shop, '2026-03-01T16:00:00.000Z'), false);
  const [one, two] = [await aShift(shop), await aShift(shop)];
  await aRegister(shop);
  await payIn(shop, one.id);
  app.clock.freeze('2026-03-01T19:00:00.000Z');
  await payIn(shop, two.id);

  assert.equal(await signedAt(shop, '2026-03-01T18:59:59.999Z'), false);
  assert.deepEqual(
    await Promise.all([signedAt(shop, '2026-03-01T19:00:00.000Z'), signedAt(shop, '2026-03-01T20:00:00.000Z')]).then(
      (signed) => signed.sort(),
    ),
    [false, true],
  );
  assert.equal(await signedAt(shop, '2026-03-02T18:59:59.999Z'), false);
  await maintainMerchant(
    { ...services, clock: { now: () => '2026-03-02T19:00:00.000Z' } },
    [signDayTask(services)],
    shop.merchant_id,
  );
  assert.equal(await signedAt(shop, '2026-03-03T19:00:00.000Z'), false);
  // In a time zone where the day has not come, it is not signed again.
  await payIn(shop, two.id);
  assert.equal(await signedAt(shop, '2026-03-03T18:00:00.000Z'), false);
  app.clock.set('2026-03-03T20:00:00.000Z');

  const lines = await exportedLines(shop.owner, one.register_id);
  const roots = rootsIn(lines);
  assert.deepEqual(
    roots.map(({ number, day, registers }) => [
      number,
      day,
      registers.map((register: { number: number }) => register.number),
    ]),
    [
      [1, '2026-03-01', [2, 1]],
      [2, '2026-03-02', [2, 2]],
    ],
  );
  assert.deepEqual(
    roots[0].registers.map((register: { register_id: string }) => register.register_id),
    [one.register_id, two.register_id].sort(),
  );
  const verified = await verifyJournal(lines);
  assert.deepEqual([verified.signed_days, verified.signed_to], [2, '2026-03-02']);
  assert.equal((await checkJournal(shop.owner, two.register_id, 2)).signed_days, 2);
  assert.equal((await shop.owner.get(`/journal/${two.register_id}`)).body.data.signed_to, '2026-03-02');
});

test('a file that is being read has no day that was signed since', async () => {
  const shop = await aShop(app);
  app.clock.freeze('2026-03-01T10:00:00.000Z');
  const { id, register_id } = await aShift(shop);
  const { actor } = await anOperationContext(shop);
  const lines = await exportJournal(app.database, { actor, register_id, after: 0, secret, now: app.clock.now() });
  await payIn(shop, id);
  assert.equal(await signedAt(shop, '2026-03-02T10:00:00.000Z'), true);
  const { last, signed_days } = await verifyJournal((await Array.fromAsync(lines)).join('').trimEnd().split('\n'));
  assert.deepEqual([last, signed_days], [1, 0]);
});

test('a user limited to branches gets no signed days: they name registers of all branches', async () => {
  const shop = await aShop(app);
  app.clock.freeze('2026-03-01T10:00:00.000Z');
  const { register_id } = await aShift(shop);
  assert.equal(await signedAt(shop, '2026-03-02T10:00:00.000Z'), true);
  const manager = await aStaffMember(shop, 'manager');
  const { id } = (await manager.get('/auth/me')).body.data;
  await shop.owner.put(`/staff/${id}`, { branch_ids: [shop.branch_id] });
  assert.equal((await checkJournal(manager, register_id)).signed_days, 0);
  assert.equal((await checkJournal(shop.owner, register_id)).signed_days, 1);
});

test('signs with one key, however many first need it, and with a new one after the service’s secret has changed', async () => {
  const shop = await aShop(app);
  const { merchant_id } = shop;
  const now = app.clock.now();
  const keyWith = (service_secret: string) =>
    findSigningKey(app.database, { merchant_id, secret: service_secret, now });
  const keys = await Promise.all([keyWith(secret), keyWith(secret), keyWith(secret)]);
  assert.deepEqual(
    keys.map(({ number }) => number),
    [1, 1, 1],
  );
  const { id } = await aRegister(shop);
  const before = await exportedLines(shop.owner, id);
  assert.equal((await keyWith('another secret of the service, long enough')).number, 2);
  const [older, newer] = (await shop.owner.get(`/journal/${id}`)).body.data.keys;
  assert.notEqual(older.fingerprint, newer.fingerprint);
  assert.equal((await verifyJournal(before)).fingerprint, older.fingerprint);
  // With the first secret again, its key signs, so that processes with different secrets do not add keys in turn.
  assert.equal((await keyWith(secret)).number, 1);
});

test('stores no private key in the clear', async () => {
  const shop = await aShop(app);
  const { merchant_id } = shop;
  const { key } = await findSigningKey(app.database, { merchant_id, secret, now: app.clock.now() });
  const { rows } = await app.admin.query('select sealed_private_key from journal_keys where merchant_id = $1', [
    merchant_id,
  ]);
  const stored = Buffer.from(rows[0].sealed_private_key, 'base64');
  const seed = Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url');
  assert.equal(seed.length, 32);
  assert.ok(!stored.includes(seed));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { untilLockWait } from '../../../../test/waiting.ts';
import type { MailTurn } from './mail-turns.ts';
import { claimMail, deleteOldMails, finishMail } from './queries.ts';

// Mails are queued for a server that is never asked: no sender runs.
const app = await createTestApp({
  env: {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Tillhouse <till@example.com>',
    PUBLIC_URL: 'https://shop.example',
  },
});
const jobsOf = async (shop: Awaited<ReturnType<typeof aShop>>) =>
  (await shop.owner.get('/jobs')).body.data.filter(({ name }: { name: string }) => name === 'mail');

const anyMail: MailTurn = { accounts: true, merchants: true, busy: [], served: [] };

test('claims the mail that is due first, at its time, and deletes one that ended before a time', async () => {
  const shop = await aShop(app);
  for (const name of ['F', 'S'])
    await shop.owner.post('/staff', { email: `${name}@due.example.com`, name, role: 'cashier' });
  const shown = async () =>
    (await jobsOf(shop)).map(({ state, attempts, next_attempt_at }: Record<string, unknown>) => [
      state,
      attempts,
      next_attempt_at,
    ]);
  assert.deepEqual(await shown(), Array(2).fill(['created', 0, null]));
  const at = (ms: number) => `2026-03-10T12:00:00.00${ms}Z`;
  const { rows } = await app.admin.query(`update mails set next_attempt_at = $2 where merchant_id = $1 returning id`, [
    shop.merchant_id,
    at(3),
  ]);
  const [first, second] = rows.map(({ id }) => id);
  await app.admin.query('update mails set next_attempt_at = $2 where id = $1', [second, at(2)]);
  const claim = async (now: string) =>
    (await claimMail(app.database.global, { now, until: '2026-03-10T13:00:00.000Z', turn: anyMail }))?.id;
  assert.deepEqual([await claim(at(1)), await claim(at(3)), await claim(at(3))], [undefined, second, first]);
  assert.deepEqual(await shown(), Array(2).fill(['retry', 1, '2026-03-10T13:00:00.000Z']));
  for (const id of [first, second])
    await finishMail(app.database.global, id, { state: 'sent', error: null, now: id === first ? at(5) : at(4) });
  await deleteOldMails(app.database.global, at(5));
  const left = await app.admin.query('select id from mails where merchant_id = $1', [shop.merchant_id]);
  assert.deepEqual(left.rows, [{ id: first }]);
});

test('claims no mail that another process is about to send, and does not wait for it', async () => {
  const shop = await aShop(app);
  for (const name of ['busy', 'free'])
    assert.equal(
      (await shop.owner.post('/staff', { email: `${name}@example.com`, name, role: 'cashier' })).status,
      201,
    );
  const { rows } = await app.admin.query<{ id: string }>(
    'select id from mails where merchant_id = $1 order by next_attempt_at, id',
    [shop.merchant_id],
  );
  const [busy, free] = rows.map(({ id }) => id);
  await app.admin.query(`update mails set next_attempt_at = next_attempt_at - interval '1 hour' where id = $1`, [busy]);
  const now = app.clock.now();
  const claim = () => claimMail(app.database.global, { now, until: '2099-01-01T00:00:00.000Z', turn: anyMail });
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query('select from mails where id = $1 for update', [busy]);
    const claimed = await Promise.race([untilLockWait(app.admin), claim()]);
    assert.equal(claimed?.id, free);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  assert.equal((await claim())?.id, busy);
});

test('claims mail about accounts first, and then that of the merchant whose turn was longest ago', async () => {
  const shops = [await aShop(app), await aShop(app), await aShop(app)];
  const [first, second, third] = shops.map(({ merchant_id }) => merchant_id) as [string, string, string];
  for (const [at, { owner }] of shops.entries())
    await owner.post('/staff', { email: `turn${at}@example.com`, name: 'T', role: 'cashier' });
  const { email } = (await shops[0]?.owner.get('/auth/me'))?.body.data ?? {};
  await app.anonymous.post('/auth/password/forgot', { email });
  await app.admin.query(`update mails set state = 'sent' where merchant_id is not null and not merchant_id = any($1)`, [
    [first, second, third],
  ]);
  const now = app.clock.now();
  const claim = async (turn: Partial<MailTurn>) => {
    // Claimed mail is due again at once.
    const mail = await claimMail(app.database.global, { now, until: now, turn: { ...anyMail, ...turn } });
    return mail?.merchant_id;
  };
  assert.equal(await claim({ served: [first] }), null);
  assert.equal(await claim({ accounts: false, served: [second, first, third] }), second);
  assert.equal(await claim({ accounts: false, busy: [second], served: [second, first, third] }), first);
  assert.equal(await claim({ accounts: false, served: [second, first] }), third, 'one that had no turn yet');
  assert.equal(await claim({ merchants: false }), null);
  assert.equal(await claim({ accounts: false, merchants: false }), undefined);
});

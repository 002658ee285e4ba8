import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aMailServer, decodeBody } from '../../../../test/mail-server.ts';
import { aSession, aShop } from '../../../../test/shop.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { startMail } from './start-mail.ts';

const refused = new Map<string, number>();
const mailbox = await aMailServer((to) => refused.get(to));
const env = { SMTP_URL: mailbox.url, MAIL_FROM: 'Tillhouse <till@example.com>', PUBLIC_URL: 'https://shop.example' };
const app = await createTestApp({ env });
const secret = 'a secret that only the tests know, 32 and more';
const warnings: string[] = [];
const log = { warn: (fields: object, message: string) => void warnings.push(`${message} ${JSON.stringify(fields)}`) };
const mailer = openMailer({ smtp_url: mailbox.url, from: env.MAIL_FROM });
const start = (with_mailer = mailer) =>
  startMail({ database: app.database, clock: app.clock, secret, mailer: with_mailer }, log);
let sending = start();
after(() => sending.stop());

const tokenIn = (text: string) => /#token=([\w-]+)/.exec(decodeBody(text))?.[1] ?? '';
const mailsTo = (to: string) => mailbox.received.filter((mail) => mail.to === to);
const jobsOf = async (shop: Awaited<ReturnType<typeof aShop>>) =>
  (await shop.owner.get('/jobs')).body.data.filter(({ name }: { name: string }) => name === 'mail');

test('mails an invitation when a server is configured, and accepts the link in it', async () => {
  const shop = await aShop(app);
  const email = 'mailed@example.com';
  const answer = await shop.owner.post(
    '/staff',
    { email, name: 'M', role: 'cashier' },
    { 'accept-language': 'id-ID,id;q=0.9' },
  );
  assert.equal(answer.status, 201, answer.text);
  assert.ok(!('invitation_link' in answer.body.data));
  await until(async () => mailsTo(email).length >= 1);
  const [mail] = mailsTo(email);
  assert.match(mail?.text ?? '', /Subject: .*Undangan_ke_/);
  assert.match(decodeBody(mail?.text ?? ''), /https:\/\/shop\.example\/accept-invitation#token=/);
  await until(async () => (await jobsOf(shop))[0]?.state === 'completed');
  const { rows } = await app.admin.query('select sealed from mails where merchant_id = $1', [shop.merchant_id]);
  assert.deepEqual(rows, [{ sealed: null }], 'the content is deleted');
  const accepted = await app.anonymous.post('/auth/invitations/accept', {
    token: tokenIn(mail?.text ?? ''),
    password: 'a password of mine',
  });
  assert.equal(accepted.status, 200, accepted.text);
});

test('retries a mail after a temporary failure, also after a restart', async () => {
  const shop = await aShop(app);
  const email = 'later@example.com';
  refused.set(email, 451);
  await shop.owner.post('/staff', { email, name: 'L', role: 'cashier' });
  await until(async () => (await jobsOf(shop))[0]?.state === 'retry');
  await until(async () => (await jobsOf(shop))[0]?.error === 'The mail server answered 451');
  await sending.stop();
  const { rows } = await app.admin.query(
    `select encode(sealed, 'escape') as sealed from mails where state = 'waiting'`,
  );
  assert.equal(rows.length, 1);
  assert.doesNotMatch(rows[0].sealed, /later@|accept-invitation/, 'a queued mail is encrypted');
  // The mail server is not reachable.
  app.clock.advance(20_000);
  sending = start(openMailer({ smtp_url: 'smtp://127.0.0.1:1', from: env.MAIL_FROM }));
  await until(async () => /could not be reached/.test((await jobsOf(shop))[0]?.error ?? ''));
  await sending.stop();
  refused.delete(email);
  app.clock.advance(60_000);
  sending = start();
  await until(async () => mailsTo(email).length >= 1);
  await until(async () => (await jobsOf(shop))[0]?.state === 'completed');
});

test('another process sends a mail again only when the first attempt cannot be running any more', async () => {
  const shop = await aShop(app);
  await sending.stop();
  const attempts: number[] = [];
  const stuck = Promise.withResolvers<{ isSent: true }>();
  const senders = [0, 1].map((at) => ({
    send: () => {
      attempts.push(at);
      return stuck.promise;
    },
  }));
  await shop.owner.post('/staff', { email: 'once@example.com', name: 'O', role: 'cashier' });
  const first = start(senders[0]);
  await until(() => attempts.length === 1);
  app.clock.advance(4.9 * 60_000);
  const second = start(senders[1]);
  // It looks at the queue once before it stops.
  await second.stop();
  assert.deepEqual(attempts, [0]);
  app.clock.advance(0.2 * 60_000);
  const third = start(senders[1]);
  await until(() => attempts.length === 2);
  stuck.resolve({ isSent: true });
  await Promise.all([first.stop(), third.stop()]);
  assert.deepEqual(attempts, [0, 1]);
  await shop.owner.post('/staff', { email: 'stopped@example.com', name: 'S', role: 'cashier' });
  // Longer than a sender waits before it looks at the queue again.
  await sleep(1_200);
  assert.deepEqual(attempts, [0, 1], 'a stopped sender sends nothing more');
  sending = start();
});

test('gives a mail up at its expiry, and after thirty attempts', async () => {
  const shop = await aShop(app);
  await sending.stop();
  refused.set('tried@example.com', 451);
  for (const name of ['late', 'tried'])
    await shop.owner.post('/staff', { email: `${name}@example.com`, name, role: 'cashier' });
  const now = app.clock.now();
  app.clock.freeze(now);
  await app.admin.query(
    `update mails set next_attempt_at = $2, attempts = 28, expires_at = case when id = (select min(id::text)::uuid from mails where merchant_id = $1)
       then $2 else expires_at end where merchant_id = $1`,
    [shop.merchant_id, now],
  );
  sending = start();
  const shown = async () =>
    (await jobsOf(shop)).map(({ state, attempts, error }: Record<string, unknown>) => [state, attempts, error]);
  const expired = ['failed', 29, 'Its link expired before the mail server accepted it'];
  const answered = 'The mail server answered 451';
  await until(async () => (await shown())[0][2] !== null && (await shown())[1][2] !== null);
  assert.deepEqual(await shown(), [['retry', 29, answered], expired]);
  await app.admin.query(`update mails set next_attempt_at = $2 where merchant_id = $1 and state = 'waiting'`, [
    shop.merchant_id,
    now,
  ]);
  await until(async () => (await shown())[0][0] === 'failed');
  assert.deepEqual(await shown(), [['failed', 30, answered], expired]);
  refused.clear();
  app.clock.set(now);
});

test('deletes finished mails after seven days', async () => {
  const shop = await aShop(app);
  await shop.owner.post('/staff', { email: 'old@example.com', name: 'O', role: 'cashier' });
  await until(async () => (await jobsOf(shop))[0]?.state === 'completed');
  const countAfter = async (days: number) => {
    app.clock.advance(days * 86_400_000);
    await sending.stop();
    // The first look at the queue deletes old mails.
    sending = start();
    await sending.stop();
    sending = start();
    const { rows } = await app.admin.query('select from mails where merchant_id = $1', [shop.merchant_id]);
    return rows.length;
  };
  assert.deepEqual([await countAfter(6.9), await countAfter(0.2)], [1, 0]);
});

test('does not retry a mail after a permanent failure, and shows the merchant the reason', async () => {
  for (const status of [500, 550]) {
    const shop = await aShop(app);
    const email = `unknown@${status}.example.com`;
    refused.set(email, status);
    await shop.owner.post('/staff', { email, name: 'U', role: 'cashier' });
    await until(async () => (await jobsOf(shop))[0]?.state === 'failed');
    const [job] = await jobsOf(shop);
    assert.deepEqual([job.error, job.attempts], [`The mail server answered ${status}`, 1]);
  }
  assert.doesNotMatch(warnings.join('\n'), /unknown@|token=/, 'the log names neither address nor link');
});

test('creates no extra header from a name with line breaks', async () => {
  const shop = await aShop(app);
  await shop.owner.put('/merchant', { name: 'Shop\r\nBcc: target@example.com\r\n\r\nHello' });
  const email = 'lines@example.com';
  await shop.owner.post('/staff', { email, name: 'L', role: 'cashier' });
  await until(async () => mailsTo(email).length >= 1);
  assert.doesNotMatch(mailsTo(email)[0]?.text ?? '', /^Bcc:/m);
  assert.equal(mailsTo('target@example.com').length, 0);
});

test('resets a password by the mailed link once, ends all sessions and notifies the owner', async () => {
  const shop = await aShop(app);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  const forgot = (address: string) => app.anonymous.post('/auth/password/forgot', { email: address });
  const answers = [await forgot(email), await forgot('no-account@example.com'), await forgot(email.toUpperCase())];
  for (const { status, text } of answers)
    assert.deepEqual([status, text], [200, answers[0]?.text], 'the response does not depend on the account');
  await until(async () => mailsTo(email).length >= 1);
  const token = tokenIn(mailsTo(email)[0]?.text ?? '');
  const reset = (password: string) => app.anonymous.post('/auth/password/reset', { token, password });
  assert.equal((await reset('short')).status, 422);
  const all = await Promise.all([reset('a new password one'), reset('a new password two')]);
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, 422], 'the link works once');
  assert.equal((await shop.owner.get('/auth/me')).status, 401, 'all sessions ended');
  const chosen = all[0]?.status === 200 ? 'a new password one' : 'a new password two';
  await aSession(app, email, chosen);
  await until(() => mailsTo(email).some(({ text }) => text.includes('Subject: Your password was changed')));
  assert.equal(mailsTo('no-account@example.com').length, 0);
});

test('expires a password reset link after half an hour', async () => {
  const shop = await aShop(app);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  await app.anonymous.post('/auth/password/forgot', { email });
  await until(async () => mailsTo(email).length >= 1);
  app.clock.advance(31 * 60_000);
  const answer = await app.anonymous.post('/auth/password/reset', {
    token: tokenIn(mailsTo(email)[0]?.text ?? ''),
    password: 'a new password',
  });
  assert.deepEqual([answer.status, answer.body.error.details[0].field], [422, 'token']);
});

test('mails a notice of a sign-in from a new device in its language, and none for the first or a known device', async () => {
  const shop = await aShop(app);
  const { email } = (await shop.owner.get('/auth/me')).body.data;
  await shop.owner.put('/merchant', { timezone: 'Asia/Jakarta' });
  const signIn = (agent: string, language: string) =>
    app.anonymous.post(
      '/auth/login',
      { email, password: 'correct horse battery' },
      { 'user-agent': agent, 'accept-language': language },
    );
  const firefox = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0';
  for (const [agent, language] of [
    [firefox, 'en'],
    [firefox, 'en'],
    ['okhttp/4.12', 'id'],
  ] as const)
    assert.equal((await signIn(agent, language)).status, 200);
  await until(async () => mailsTo(email).length >= 2);
  const english = mailsTo(email)
    .map(({ text }) => decodeBody(text))
    .find((text) => text.includes('Subject: Sign-in from a new device'));
  assert.match(english ?? '', /new device: Firefox on Windows, network 127\.0\.0\.0\/24, \w+ \d+, \d{4} at \d\d:\d\d/);
  assert.ok(mailsTo(email).some(({ text }) => decodeBody(text).includes('perangkat baru: okhttp/4.12')));
});

test('notifies a member by mail of a reset link that an owner created, without the link', async () => {
  const shop = await aShop(app);
  const email = 'notified@example.com';
  const user_id = await addMember(shop.owner, app.anonymous, {
    email,
    password: 'a password of mine',
    name: 'T',
    role: 'cashier',
  });
  const answer = await shop.owner.post(`/staff/${user_id}/reset-link`, undefined, { 'accept-language': 'id' });
  assert.equal(answer.status, 200, answer.text);
  const notices = () => mailsTo(email).filter(({ text }) => /Subject: .*Tautan/.test(text));
  await until(async () => notices().length >= 1);
  const text = decodeBody(notices()[0]?.text ?? '');
  assert.match(text, /membuat tautan untuk memilih kata sandi baru/);
  const token = tokenIn(answer.body.data.reset_link);
  assert.ok(!text.includes(token) && !text.includes('#token='));
  assert.equal((await app.anonymous.post('/auth/password/reset', { token, password: 'a new password' })).status, 200);
  const changed = () => mailsTo(email).filter((mail) => mail.text.includes('Subject: Your password was changed'));
  await until(async () => changed().length >= 1);
  assert.match(
    decodeBody(changed()[0]?.text ?? ''),
    /The password of your account was reset, and all sessions have ended\./,
  );
});

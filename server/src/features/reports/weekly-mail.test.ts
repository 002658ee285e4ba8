import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createCaller } from '../../../../test/caller.ts';
import { aMailServer } from '../../../../test/mail-server.ts';
import { aProduct, aSession, aShop, type Shop } from '../../../../test/shop.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { weeklyMailTask } from '../../app/background.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { maintainMerchant } from '../../platform/maintenance/maintenance.ts';
import { startMail } from '../mail/start-mail.ts';

const refused = new Map<string, number>();
const mailbox = await aMailServer((to) => refused.get(to));
const env = { SMTP_URL: mailbox.url, MAIL_FROM: 'Tillhouse <till@example.com>', PUBLIC_URL: 'https://shop.example' };
const app = await createTestApp({ env: { ...env, RATE_LIMIT_PER_MINUTE: '0' } });
const { services } = app.fastify;
const mailer = openMailer({ smtp_url: mailbox.url, from: env.MAIL_FROM });
const sending = startMail({ ...services, mailer }, { warn: () => undefined });
after(() => sending.stop());

/** The text of a mail in quoted-printable. */
const decodeBody = (text: string): string =>
  decodeURIComponent(
    text
      .replace(/=\r?\n/g, '')
      .replaceAll('%', '%25')
      .replace(/=([\dA-F]{2})/g, '%$1'),
  );

const runTask = ({ merchant_id }: Shop) => maintainMerchant(services, [weeklyMailTask(services)], merchant_id);
const emailOf = async (shop: Shop): Promise<string> => (await shop.owner.get('/auth/me')).body.data.email;
const mailsTo = (to: string) =>
  mailbox.received.filter((mail) => mail.to === to && /reports\?/.test(decodeBody(mail.text)));
const queuedOf = async ({ merchant_id }: Shop): Promise<number> => {
  const { rows } = await app.admin.query(`select from mails where merchant_id = $1 and kind = 'weekly-report'`, [
    merchant_id,
  ]);
  return rows.length;
};

/** Monday is 2026-03-02: this is the Thursday after it. */
const thursday = '2026-03-05T05:00:00Z';

async function aShopWithWeeks(): Promise<Shop> {
  app.clock.set('2026-02-20T00:00:00Z');
  const shop = await aShop(app, { timezone: 'Asia/Jakarta', currency: 'EUR' });
  const tea = await aProduct(shop, { name: 'Tea <3', price: 10, cost: 4, stock: 6, min_stock: 5 });
  const sell = async (quantity: number) => {
    const sold = await shop.owner.post('/transactions', {
      items: [{ product_id: tea.id, quantity }],
      payment_method: 'cash',
    });
    assert.equal(sold.status, 201, sold.text);
  };
  app.clock.set('2026-02-26T05:00:00Z');
  await sell(1);
  app.clock.set(thursday);
  await sell(3);
  return shop;
}

const turnOn = async (caller: Shop['owner'], language = 'en', is_on = true) => {
  const answer = await caller.put('/reports/weekly-mail', { is_on }, { 'accept-language': language });
  assert.equal(answer.status, 200, answer.text);
};

test('is off until a person turns it on, and an API key cannot', async () => {
  const shop = await aShop(app);
  const read = async () => (await shop.owner.get('/reports/weekly-mail')).body.data;
  assert.deepEqual(await read(), { is_on: false, sends_mail: true });
  await turnOn(shop.owner);
  assert.equal((await read()).is_on, true);
  await turnOn(shop.owner, 'en', false);
  assert.equal((await read()).is_on, false);
  const made = await shop.owner.post('/api-keys', { name: 'Books', permissions: ['reports:read', 'catalogue:read'] });
  const key = createCaller(app.fastify, { authorization: `Bearer ${made.body.data.key}` });
  assert.equal((await key.put('/reports/weekly-mail', { is_on: true })).status, 403);
  const wrong = await shop.owner.put('/reports/weekly-mail', { is_on: 'x' });
  assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [422, 'is_on']);
});

test('mails last week once on Monday at seven, compared with the week before, in the language of the person', async () => {
  const shop = await aShopWithWeeks();
  const email = await emailOf(shop);
  await turnOn(shop.owner, 'de');
  app.clock.set('2026-03-08T23:59:00Z');
  await runTask(shop);
  assert.equal(await queuedOf(shop), 0, 'a minute before seven in Jakarta');
  app.clock.set('2026-03-09T00:01:00Z');
  refused.set(email, 451);
  // Several processes at once, and again.
  await Promise.all([runTask(shop), runTask(shop), runTask(shop)]);
  await runTask(shop);
  assert.equal(await queuedOf(shop), 1);
  // The mail server fails at first.
  await until(async () => {
    const { rows } = await app.admin.query(`select attempts from mails where merchant_id = $1`, [shop.merchant_id]);
    return rows[0].attempts > 0;
  });
  refused.delete(email);
  app.clock.advance(60_000);
  await until(async () => mailsTo(email).length === 1);
  const text = decodeBody(mailsTo(email)[0]?.text ?? '');
  assert.match(text, /Verkäufe der letzten Woche: 2026-03-02 – 2026-03-08/);
  assert.match(text, /Gesamtumsatz \(EUR\) +30,00 +10,00 +\+200%/);
  assert.match(text, /Rohertrag +18,00 +6,00 +\+200%/);
  assert.match(text, /Tea <3 +3 × +30,00/);
  assert.match(text, /Niedriger Bestand \(1\)\s+Tea <3 +2/);
  assert.match(text, /https:\/\/shop\.example\/reports\?from=2026-03-02&to=2026-03-08/);
  assert.match(text, /https:\/\/shop\.example\/settings\/account/);
  assert.match(text, /Tea &lt;3/, 'as HTML too');
  const report = await shop.owner.get('/reports/sales?start_date=2026-03-02&end_date=2026-03-08');
  assert.equal(report.body.data.total_sales, 30);
  // The next week has no sales, but the one before it has; then both have none.
  const counts: number[] = [];
  for (const now of ['2026-03-16T01:00:00Z', '2026-03-23T01:00:00Z']) {
    app.clock.set(now);
    await runTask(shop);
    counts.push(await queuedOf(shop));
  }
  assert.deepEqual(counts, [2, 2]);
});

test('mails no week that was over when it was turned on, and none after it is turned off', async () => {
  const shop = await aShopWithWeeks();
  app.clock.set('2026-03-10T05:00:00Z');
  await turnOn(shop.owner);
  await runTask(shop);
  assert.equal(await queuedOf(shop), 0);
  await turnOn(shop.owner, 'en', false);
  app.clock.set('2026-03-16T05:00:00Z');
  await runTask(shop);
  assert.equal(await queuedOf(shop), 0);
});

test('has what the person may read at that time: of their branches, or nothing', async () => {
  const shop = await aShopWithWeeks();
  const empty = (await shop.owner.post('/branches', { name: 'Empty' })).body.data.id;
  const add = async (name: string) => {
    const email = `${name}@weekly.example.com`;
    const id = await addMember(shop.owner, app.anonymous, {
      email,
      password: 'a password of mine',
      name,
      role: 'manager',
    });
    await turnOn((await aSession(app, email, 'a password of mine')).with({ 'x-merchant-id': shop.merchant_id }));
    return { email, id };
  };
  const [here, elsewhere, cashier, gone] = [
    await add('here'),
    await add('elsewhere'),
    await add('till'),
    await add('gone'),
  ];
  const change = async (id: string, fields: object) => {
    const answer = await shop.owner.put(`/staff/${id}`, fields);
    assert.equal(answer.status, 200, answer.text);
  };
  await change(here.id, { branch_ids: [shop.branch_id] });
  await change(elsewhere.id, { branch_ids: [empty] });
  await change(cashier.id, { role: 'cashier' });
  assert.equal((await shop.owner.delete(`/staff/${gone.id}`)).status, 200);
  app.clock.set('2026-03-09T01:00:00Z');
  await runTask(shop);
  await until(async () => mailsTo(here.email).length === 1);
  assert.equal(await queuedOf(shop), 1, 'the branch of one has no sales, and the others may not read reports');
  assert.match(decodeBody(mailsTo(here.email)[0]?.text ?? ''), /Total sales \(EUR\) +30\.00/);
});

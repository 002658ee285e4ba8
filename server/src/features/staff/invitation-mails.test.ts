import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp({
  env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'till@example.com', PUBLIC_URL: 'https://shop.example' },
});
let people = 0;

const invite = (shop: Awaited<ReturnType<typeof aShop>>, fields: object = {}) =>
  shop.owner.post('/staff', { email: `person${++people}@example.net`, name: 'P', role: 'cashier', ...fields });

const mailsTo = async (merchant_id: string): Promise<number> =>
  (await app.admin.query('select from mails where merchant_id = $1', [merchant_id])).rowCount ?? 0;

test('an address gets five invitations by mail in a day from all merchants, and links beyond that', async () => {
  const [one, other] = [await aShop(app), await aShop(app)];
  const email = 'target@example.net';
  const first = await invite(one, { email });
  assert.equal(first.status, 201, first.text);
  const resend = (body = {}) => one.owner.post(`/staff/${first.body.data.id}/invite`, body);
  for (let turn = 0; turn < 3; turn += 1) assert.equal((await resend()).status, 200);
  const fifth = await invite(other, { email: 'Target@Example.net' });
  assert.equal(fifth.status, 201, fifth.text);
  const refused = await resend();
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'RATE_LIMITED']);
  assert.match(
    refused.body.error.message,
    /^Too many invitations were mailed to this address; try again in 2\d hours$/,
  );
  const wait_s = Number(refused.headers['retry-after']);
  assert.ok(wait_s > 86_000 && wait_s <= 86_401, String(wait_s));
  assert.equal(await mailsTo(one.merchant_id), 4);
  assert.equal((await invite(await aShop(app), { email })).status, 429);
  assert.equal((await resend({ send: 'link' })).status, 200);
  assert.equal((await invite(one)).status, 201, 'another address is not affected');
});

test('a merchant sends a hundred invitations by mail in a day; a refused request invites no one', async () => {
  const [shop, other] = [await aShop(app), await aShop(app)];
  assert.equal((await invite(shop)).status, 201);
  const key = createHash('sha256').update(`invitations of ${shop.merchant_id}`).digest('hex');
  const { rowCount } = await app.admin.query('update rate_windows set hits = 98 where key = $1', [`daily ${key}`]);
  assert.equal(rowCount, 1);
  const invited = await Promise.all(Array.from({ length: 5 }, () => invite(shop)));
  assert.deepEqual(invited.map(({ status }) => status).sort(), [201, 201, 429, 429, 429]);
  const refused = invited.find(({ status }) => status === 429);
  assert.match(refused?.body.error.message, /^Too many invitations were mailed; try again in 2\d hours$/);
  assert.equal(await mailsTo(shop.merchant_id), 3);
  assert.equal((await shop.owner.get('/staff?status=invited&limit=1')).body.meta.total, 3);
  assert.equal((await invite(other)).status, 201);
  assert.equal((await invite(shop, { send: 'link' })).status, 201);
  await app.admin.query(
    `update rate_windows set started_at = started_at - interval '24 hours' where key like 'daily %'`,
  );
  assert.equal((await invite(shop)).status, 201);
});

test('a repeated request with its key mails no second invitation and does not count', async () => {
  const shop = await aShop(app);
  const body = { email: 'repeated@example.net', name: 'P', role: 'cashier' };
  for (let turn = 0; turn < 7; turn += 1)
    assert.equal((await shop.owner.post('/staff', body, { 'idempotency-key': 'the same' })).status, 201);
  assert.equal(await mailsTo(shop.merchant_id), 1);
});

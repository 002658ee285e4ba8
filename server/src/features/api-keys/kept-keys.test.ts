import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aKey } from '../../../../test/api-keys.ts';
import { decodeBody } from '../../../../test/mail-server.ts';
import { createMailedApp } from '../../../../test/mailed-app.ts';
import { aSession, aShop, aStaffMember } from '../../../../test/shop.ts';
import { addMemberWithAccount, tokenOf } from '../../../../test/staff.ts';
import { until } from '../../../../test/until.ts';

const { app, mailbox } = await createMailedApp();
const { clock } = app;

const page = 'https://shop.example/settings/api-keys';

/** The text of a mail to this address with this subject. */
async function mailTo(email: string, subject: string): Promise<string> {
  const found = () => mailbox.received.find(({ to, text }) => to === email && text.includes(`Subject: ${subject}`));
  await until(() => found() !== undefined);
  return decodeBody(found()?.text ?? '');
}

const emailOf = async (caller: { get(path: string): Promise<{ body: { data: { email: string; id: string } } }> }) =>
  (await caller.get('/auth/me')).body.data;

test('mails the creator of an API key', async () => {
  const shop = await aShop(app);
  const { email } = await emailOf(shop.owner);
  await aKey(shop, { name: 'Web shop' });
  const text = await mailTo(email, 'An API key was made with your account');
  assert.match(text, /an API key was made at .*: Web shop, /);
  assert.ok(text.includes(page), text);
  const { rows } = await app.admin.query(`select merchant_id from mails where kind = 'api-key'`);
  assert.deepEqual(rows, [{ merchant_id: shop.merchant_id }], 'it takes the turn of its merchant');
});

test('a reset of the password names the API keys of its user that still work, at each merchant', async () => {
  const [shop, other] = [await aShop(app), await aShop(app)];
  const partner = await aStaffMember(shop, 'owner');
  const { email, id } = await emailOf(partner);
  await addMemberWithAccount(other.owner, partner, { email, name: 'Partner', role: 'owner' });
  const there = partner.with({ 'x-merchant-id': other.merchant_id });
  const expires_at = new Date(Date.parse(clock.now()) + 60_000).toISOString();
  const [here, elsewhere] = [
    await aKey(shop, { name: 'Made here' }, partner),
    await aKey(shop, { name: 'Made there' }, there),
  ];
  await aKey(shop, { name: 'Of another owner' });
  await aKey(shop, { name: 'Expired', expires_at }, partner);
  const revoked = await aKey(shop, { name: 'Revoked' }, partner);
  assert.equal((await shop.owner.delete(`/api-keys/${revoked.id}`)).status, 200);
  clock.set(expires_at);
  assert.equal((await app.anonymous.post('/auth/password/forgot', { email })).status, 200);
  const link =
    /https:\/\/shop\.example\/reset-password\S+/.exec(await mailTo(email, 'Choose a new password'))?.[0] ?? '';
  const password = 'remembered from now on';
  const reply = await app.anonymous.post('/auth/password/reset', { token: tokenOf(link), password });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(
    reply.body.data.api_keys.map(({ merchant_name: _, ...key }: { merchant_name: string }) => key),
    [
      { id: here.id, name: 'Made here', merchant_id: shop.merchant_id, created_at: here.data.created_at },
      { id: elsewhere.id, name: 'Made there', merchant_id: other.merchant_id, created_at: elsewhere.data.created_at },
    ],
  );
  const text = await mailTo(email, 'Your password was changed');
  assert.match(text, /was reset, and all sessions have ended/);
  assert.match(text, /Made here \(.*\), [\s\S]*Made there \(/);
  assert.ok(text.includes(page) && !/Of another owner|Expired|Revoked/.test(text), text);
  for (const [at, key] of [
    [shop, here],
    [other, elsewhere],
  ] as const) {
    const { data } = (await at.owner.get('/audit?action=api_key.kept')).body;
    assert.deepEqual(
      data.map(({ subject_id, user_id, before }: Record<string, unknown>) => [subject_id, user_id, before]),
      [[key.id, id, { name: key.data.name }]],
    );
    assert.equal((await key.caller.get('/products')).status, 200);
  }
  const again = await aSession(app, email, password);
  assert.equal((await again.with({ 'x-merchant-id': shop.merchant_id }).delete(`/api-keys/${here.id}`)).status, 200);
  assert.equal((await here.caller.get('/products')).status, 401);
});

test('a changed password names the API keys, too, and is mailed', async () => {
  const shop = await aShop(app);
  const { email } = await emailOf(shop.owner);
  const key = await aKey(shop, { name: 'Till' });
  const body = { current_password: 'correct horse battery', new_password: 'remembered from now on' };
  const reply = await shop.owner.post('/auth/change-password', body);
  assert.deepEqual(
    [reply.status, reply.body.data.api_keys.map(({ id }: { id: string }) => id)],
    [200, [key.id]],
    reply.text,
  );
  const text = await mailTo(email, 'Your password was changed');
  assert.match(text, /was changed, and all other sessions have ended/);
  assert.match(text, /Till \(/);
});

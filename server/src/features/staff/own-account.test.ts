import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aKey } from '../../../../test/api-keys.ts';
import { decodeBody } from '../../../../test/mail-server.ts';
import { createMailedApp } from '../../../../test/mailed-app.ts';
import { aPinSession, aTill, choosePin } from '../../../../test/pins.ts';
import { aSession, aShop, aStaffMember } from '../../../../test/shop.ts';
import { addMemberWithAccount, tokenOf } from '../../../../test/staff.ts';
import { until } from '../../../../test/until.ts';

const { app, mailbox } = await createMailedApp();

const current_password = 'another long password';
const mailsTo = (address: string) => mailbox.received.filter(({ to }) => to === address);
const accountOf = async (caller: { get(path: string): Promise<{ body: { data: Record<string, string> } }> }) =>
  (await caller.get('/auth/me')).body.data;

test('each role changes its own name, at all merchants of the person', async () => {
  const [shop, other] = [await aShop(app), await aShop(app)];
  for (const role of ['owner', 'cashier', 'viewer'] as const) {
    const person = await aStaffMember(shop, role);
    const { id = '', email = '' } = await accountOf(person);
    await addMemberWithAccount(other.owner, person, { email, name: 'Before', role });
    const there = person.with({ 'x-merchant-id': other.merchant_id });
    assert.equal((await accountOf(there)).name, `A ${role}`);
    const changed = await there.put('/auth/me', { name: `  New ${role} ` });
    assert.deepEqual([changed.status, changed.body.data], [200, { id, email, name: `New ${role}` }]);
    assert.equal((await accountOf(person)).name, `New ${role}`);
    for (const { owner } of [shop, other]) {
      assert.equal((await owner.get(`/staff/${id}`)).body.data.name, `New ${role}`);
      const [entry] = (await owner.get(`/audit?subject_id=${id}&action=staff.updated`)).body.data;
      assert.deepEqual([entry.user_id, entry.before.name, entry.after.name], [id, `A ${role}`, `New ${role}`]);
    }
    const again = await there.put('/auth/me', { name: `New ${role}`, email: email.toUpperCase() });
    assert.equal(again.status, 200, 'nothing changes, so no password is needed');
    assert.equal((await other.owner.get(`/audit?subject_id=${id}&action=staff.updated`)).body.meta.total, 1);
  }
});

test('another e-mail address needs the password, and is used to sign in from then on', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const { id = '', email: old = '' } = await accountOf(cashier);
  const email = `moved-${old}`;
  const change = (fields: object) => cashier.put('/auth/me', { email, ...fields });
  const fieldsOf = ({ status, body }: Awaited<ReturnType<typeof change>>) => [status, body.error?.details[0]?.field];
  assert.deepEqual(fieldsOf(await change({})), [422, 'current_password']);
  assert.deepEqual(fieldsOf(await change({ current_password: 'guessed' })), [422, 'current_password']);
  assert.deepEqual(fieldsOf(await change({ email: 'no address', current_password })), [422, 'email']);
  assert.deepEqual(fieldsOf(await change({ name: ' ' })), [422, 'name']);
  const { email: taken = '' } = await accountOf(shop.owner);
  const refused = await change({ email: taken, current_password });
  assert.deepEqual([refused.body.error.code, ...fieldsOf(refused)], ['DUPLICATE', 422, 'email']);
  assert.equal((await accountOf(cashier)).email, old);

  assert.equal((await app.anonymous.post('/auth/password/forgot', { email: old })).status, 200);
  await until(() => mailsTo(old).length > 0);
  const link = /https:\/\/shop\.example\/reset-password\S+/.exec(decodeBody(mailsTo(old)[0]?.text ?? ''))?.[0] ?? '';
  const changed = await change({ email: `Moved-${old}`, current_password });
  assert.deepEqual([changed.status, changed.body.data.email], [200, email]);
  await aSession(app, email, current_password);
  const login = await app.anonymous.post('/auth/login', { email: old, password: current_password });
  assert.equal(login.status, 401, 'the old address is free');
  const body = { token: tokenOf(link), password: 'chosen by a link to the old address' };
  assert.equal((await app.anonymous.post('/auth/password/reset', body)).status, 422, 'its links have ended');
  await until(() => mailsTo(old).some(({ text }) => text.includes('The e-mail address of your account was changed')));
  const notice = mailsTo(old).find(({ text }) => text.includes('was changed'));
  assert.ok(decodeBody(notice?.text ?? '').includes(email));
  assert.deepEqual(mailsTo(email), []);
  const [entry] = (await shop.owner.get(`/audit?subject_id=${id}&action=email.changed`)).body.data;
  assert.deepEqual([entry.user_id, entry.before, entry.after], [id, { email: old }, { email }]);
});

test('a repeat gets the first response; neither a PIN nor an API key changes an account', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const { email = '' } = await accountOf(cashier);
  const key = { 'idempotency-key': 'one change' };
  const change = { email: `twice-${email}`, current_password };
  const [one, two] = [await cashier.put('/auth/me', change, key), await cashier.put('/auth/me', change, key)];
  assert.deepEqual([one.status, two.status, two.text], [200, 200, one.text]);
  const program = await aKey(shop, { permissions: ['merchant:read'] });
  assert.equal((await program.caller.put('/auth/me', { name: 'Program' })).status, 403);
  await choosePin(cashier, '4821');
  const byPin = await aPinSession(shop, await aTill(shop.owner), '4821');
  assert.equal((await byPin.put('/auth/me', { name: 'By PIN' })).status, 403);
  assert.equal((await app.anonymous.put('/auth/me', { name: 'X' })).status, 401);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { makePasskey } from '../../../../../test/authenticator.ts';
import type { Caller, Reply } from '../../../../../test/caller.ts';
import { aShop, aStaffMember, type Shop } from '../../../../../test/shop.ts';
import { tokenOf } from '../../../../../test/staff.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { sendBeside } from '../../../../../test/waiting.ts';
import { changePassword } from '../accounts/change-password.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { prepareReset, resetPassword } from '../accounts/reset-password.ts';
import { getUser } from '../queries.ts';
import { endAllSessions } from './end-sessions.ts';

const origin = 'https://till.example';
const app = await createTestApp({ env: { PUBLIC_URL: origin, PASSWORD_HASH_MEMORY_KIB: '1024' } });
const password = 'another long password';

/** A second owner, whose session a thief uses. */
interface Account {
  shop: Shop;
  thief: Caller;
  id: string;
  cashier_id: string;
}

type Sent = Pick<Reply, 'status' | 'text' | 'body'>;

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(app.clock.now()) });

const withTotp = async ({ thief }: Account): Promise<string> => {
  const { secret } = (await thief.post('/auth/totp', { password })).body.data;
  assert.equal((await thief.post('/auth/totp/confirm', { code: codeOf(secret) })).status, 200);
  app.clock.advance(30_000);
  return codeOf(secret);
};

/** Each prepares a change, and returns the function that requests it. */
const changes: Record<string, (account: Account) => Promise<() => Promise<Sent>>> = {
  'a new authenticator app':
    async ({ thief }) =>
    () =>
      thief.post('/auth/totp', { password }),
  async 'the first code of an authenticator app'({ thief }) {
    const { secret } = (await thief.post('/auth/totp', { password })).body.data;
    return () => thief.post('/auth/totp/confirm', { code: codeOf(secret) });
  },
  async 'new recovery codes'(account) {
    const code = await withTotp(account);
    return () => account.thief.post('/auth/totp/recovery-codes', { password, code });
  },
  async 'the removal of the authenticator app'(account) {
    const code = await withTotp(account);
    return async () => {
      const { headers } = account.thief;
      const payload = { password, code };
      const answer = await app.fastify.inject({ method: 'DELETE', url: '/api/v1/auth/totp', headers, payload });
      return { status: answer.statusCode, text: answer.body, body: answer.json() };
    };
  },
  async 'a new passkey'({ thief }) {
    const options = (await thief.post('/auth/passkeys/options', {})).body.data;
    const { response } = makePasskey(options, origin);
    return () => thief.post('/auth/passkeys', { name: 'Phone', response });
  },
  'a PIN':
    async ({ thief }) =>
    () =>
      thief.put('/auth/pin', { pin: '4821', password }),
  async 'the removal of the PIN'({ thief }) {
    assert.equal((await thief.put('/auth/pin', { pin: '4821', password })).status, 200);
    return () => thief.delete('/auth/pin');
  },
  'another password':
    async ({ thief }) =>
    () =>
      thief.post('/auth/change-password', { current_password: password, new_password: 'a password of a thief' }),
  'a device':
    async ({ thief }) =>
    () =>
      thief.post('/auth/register-device', { token: 'till:a-thief', platform: 'web' }),
  'an API key':
    async ({ thief }) =>
    () =>
      thief.post('/api-keys', { name: 'Thief', permissions: ['catalogue:read'] }),
  'a webhook':
    async ({ thief }) =>
    () =>
      thief.post('/webhooks', { url: 'https://thief.example/' }),
  async 'the address of a webhook'({ thief }) {
    const made = await thief.post('/webhooks', { url: 'https://shop.example/' });
    return () => thief.put(`/webhooks/${made.body.data.id}`, { url: 'https://thief.example/' });
  },
  'an invitation':
    async ({ thief }) =>
    () =>
      thief.post('/staff', { email: 'thief@example.com', name: 'Thief', role: 'owner' }),
  'a role':
    async ({ thief, cashier_id }) =>
    () =>
      thief.put(`/staff/${cashier_id}`, { role: 'manager' }),
  'a reset link of a colleague':
    async ({ thief, cashier_id }) =>
    () =>
      thief.post(`/staff/${cashier_id}/reset-link`),
};

/** All rows that give access, with the merchant's audit entries. */
async function rowsOf({ shop, id }: Account): Promise<unknown> {
  const { rows } = await app.admin.query(
    `select jsonb_build_object(
       'totp', (select jsonb_agg(to_jsonb(t) - 'last_step') from totp_factors t where user_id = $1),
       'codes', (select jsonb_agg(code_hash order by code_hash) from recovery_codes where user_id = $1),
       'passkeys', (select jsonb_agg(p) from passkeys p where user_id = $1),
       'devices', (select jsonb_agg(d) from devices d where user_id = $1),
       'pins', (select jsonb_agg(p) from member_pins p where merchant_id = $2),
       'keys', (select jsonb_agg(k) from api_keys k where merchant_id = $2),
       'webhooks', (select jsonb_agg(w) from webhook_endpoints w where merchant_id = $2),
       'invitations', (select jsonb_agg(i) from invitations i where merchant_id = $2),
       'roles', (select jsonb_agg(m order by m.user_id) from memberships m where merchant_id = $2),
       'links', (select count(*) from password_resets where user_id <> $1),
       'audit', (select count(*) from audit_entries where merchant_id = $2)) as rows`,
    [id, shop.merchant_id],
  );
  return rows[0].rows;
}

async function anAccount(): Promise<Account> {
  const shop = await aShop(app);
  const thief = await aStaffMember(shop, 'owner');
  const cashier = await aStaffMember(shop, 'cashier');
  const { id } = (await thief.get('/auth/me')).body.data;
  return { shop, thief, id, cashier_id: (await cashier.get('/auth/me')).body.data.id };
}

for (const [name, prepare] of Object.entries(changes)) {
  test(`${name} under way while the password is reset leaves nothing behind`, async () => {
    const account = await anAccount();
    const { shop, id } = account;
    const send = await prepare(account);
    const link = (await shop.owner.post(`/staff/${id}/reset-link`)).body.data.reset_link;
    const input = { token: tokenOf(link), password: 'remembered from now on', address: '127.0.0.1' };
    const prepared = await prepareReset(app.fastify.services, input);
    let before: unknown;
    const reply = await sendBeside(
      shop,
      async (tx, { now }) => {
        await resetPassword(tx, prepared, { address: '127.0.0.1', notice: undefined }, now);
      },
      async () => {
        before = await rowsOf(account);
        return send();
      },
    );
    assert.deepEqual([reply.status, reply.body.error?.code], [401, 'UNAUTHENTICATED'], reply.text);
    const after = (await rowsOf(account)) as { audit: number };
    assert.deepEqual({ ...after, audit: after.audit - 1 }, before, 'one entry is about the reset');
  });

  test(`${name} under way while the sessions are ended leaves nothing behind`, async () => {
    const account = await anAccount();
    const send = await prepare(account);
    const before = await rowsOf(account);
    const reply = await sendBeside(
      account.shop,
      (tx, { now }) => endAllSessions(tx, { user_id: account.id }, now),
      send,
    );
    assert.deepEqual([reply.status, reply.body.error?.code], [401, 'UNAUTHENTICATED'], reply.text);
    assert.deepEqual(await rowsOf(account), before);
  });
}

test('a step-up with a password that its own session changes meanwhile is refused', async () => {
  const account = await anAccount();
  const { shop, thief, id } = account;
  const { password_hash: current_hash, home_merchant_id } = await getUser(app.database.global, id);
  const sessions = await app.admin.query('select id from sessions where user_id = $1 and ended_at is null', [id]);
  const session_id = sessions.rows[0].id;
  const new_hash = await hashPassword('remembered from now on', 1_024);
  const hashes = { current_hash, new_hash };
  const by = { user_id: id, session_id, address: '127.0.0.1' };
  const change = { ...by, ...hashes, home_merchant_id, email: '', notice: undefined };
  const reply = await sendBeside(
    shop,
    (tx, { now }) => changePassword(tx, change, now),
    () => thief.put('/auth/pin', { pin: '4821', password }),
  );
  assert.deepEqual([reply.status, reply.body.error?.code], [422, 'INVALID_STATE'], reply.text);
  const pins = await app.admin.query('select from member_pins where user_id = $1', [id]);
  assert.equal(pins.rowCount, 0);
});

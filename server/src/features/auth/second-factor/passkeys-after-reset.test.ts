import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePasskey, signChallenge } from '../../../../../test/authenticator.ts';
import type { Caller } from '../../../../../test/caller.ts';
import { aShop, aStaffMember, type Shop } from '../../../../../test/shop.ts';
import { tokenOf } from '../../../../../test/staff.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { sendBeside } from '../../../../../test/waiting.ts';
import { newId } from '../../../core/ids.ts';
import { prepareReset, resetPassword } from '../accounts/reset-password.ts';
import { getUser } from '../queries.ts';
import { startSession } from '../sessions/start-session.ts';

const origin = 'https://till.example';
const app = await createTestApp({ env: { PUBLIC_URL: origin } });
const password = 'remembered from now on';

async function newPasskey(caller: Caller) {
  const options = (await caller.post('/auth/passkeys/options', {})).body.data;
  return makePasskey(options, origin);
}

async function aCashierWithPasskey() {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const { id } = (await cashier.get('/auth/me')).body.data;
  const { credential, response } = await newPasskey(cashier);
  const added = await cashier.post('/auth/passkeys', { name: 'Phone', response });
  assert.equal(added.status, 201, added.text);
  const signIn = async () => {
    const challenge = (await app.anonymous.post('/auth/passkeys/sign-in/options')).body.data;
    return app.anonymous.post('/auth/passkeys/sign-in', { response: signChallenge(credential, challenge, origin) });
  };
  assert.equal((await signIn()).status, 200);
  return { shop, cashier, id, signIn };
}

const linkFor = async (shop: Shop, id: string): Promise<string> =>
  tokenOf((await shop.owner.post(`/staff/${id}/reset-link`)).body.data.reset_link);

test('a password reset removes the passkeys of the account and of no other, and says so', async () => {
  const [reset, other] = [await aCashierWithPasskey(), await aCashierWithPasskey()];
  const token = await linkFor(reset.shop, reset.id);
  const reply = await app.anonymous.post('/auth/password/reset', { token, password });
  assert.deepEqual(
    [reply.status, reply.body.message],
    [200, 'The password is changed and the passkeys are removed: sign in with the password, and add passkeys again'],
  );
  assert.equal((await reset.signIn()).status, 401);
  assert.equal((await other.signIn()).status, 200);
  const { data } = (await reset.shop.owner.get(`/audit?subject_id=${reset.id}&action=passkey.removed`)).body;
  assert.deepEqual(
    data.map(({ before, user_id }: { before: object; user_id: string }) => [before, user_id]),
    [[{ name: 'Phone' }, reset.id]],
  );
});

test('a passkey that is being added while the password is reset is not stored', async () => {
  const { shop, cashier, id } = await aCashierWithPasskey();
  const { response } = await newPasskey(cashier);
  const prepared = await prepareReset(app.fastify.services, {
    token: await linkFor(shop, id),
    password,
    address: '127.0.0.1',
  });
  const reply = await sendBeside(
    shop,
    (tx, { now }) => resetPassword(tx, prepared, { address: '127.0.0.1', notice: undefined }, now),
    () => cashier.post('/auth/passkeys', { name: 'Second', response }),
  );
  assert.deepEqual([reply.status, reply.body.error.code], [401, 'UNAUTHENTICATED']);
  assert.equal((await app.admin.query('select from passkeys where user_id = $1', [id])).rowCount, 0);
});

test('a sign-in with a passkey that was removed since it was checked starts no session', async () => {
  const { id } = await aCashierWithPasskey();
  const user = await getUser(app.database.global, id);
  const device = { user_agent: undefined, address: '127.0.0.1', notice: undefined };
  const started = await startSession(app.database, user, device, app.clock.now(), { passkey_id: newId() });
  assert.equal(started, undefined);
});

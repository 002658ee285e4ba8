import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Caller, Reply } from '../caller.ts';
import { aTill } from '../pins.ts';
import { aSession, aShop, aStaffMember } from '../shop.ts';
import { tokenOf } from '../staff.ts';
import { createTestApp } from '../test-app.ts';

/** A response to a POST contains its secrets once: a replay omits them, and nothing stores them in plain text. */

interface SecretOperation {
  operation: string;
  path: string;
  caller: Caller;
  body?: object;
  /** @param data of the response */
  // biome-ignore lint/suspicious/noExplicitAny: each operation has another response.
  read(data: any): string[];
}

const app = await createTestApp();
const password = 'a good long password';
const returned: string[] = [];
const tested = new Set<string>();

/** Operations that return credentials. No response is stored for a key: each repetition starts another session. */
const withoutReplay = [
  'enterPin',
  'login',
  'loginInBrowser',
  'loginInBrowserWithPasskey',
  'loginWithPasskey',
  'refresh',
  'refreshInBrowser',
  'refreshToken',
];

/** Operations with a field that looks like a secret but is none, or may be stored. */
const harmless: Record<string, string> = {
  quoteTransaction: '`code` is the error code that the sale would get',
  createExport: 'the link is created when the export is read; this response has none',
  exportReport: 'the link is valid for a day, and its file contains only data of the database',
  replayEvents: '`url` is the address of the endpoint, which the merchant entered',
  updateWebhook: '`url` is the address of the endpoint, which the merchant entered',
  resetPassword: '`api_keys` are the names of keys',
  changePassword: '`api_keys` are the names of keys',
};

/** All rows of the database as text, bytes as hexadecimal digits. */
async function dumpDatabase(): Promise<string> {
  const { rows } = await app.admin.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  assert.ok(rows.length > 30, `${rows.length} tables`);
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await app.admin.query<{ text: string | null }>(
      `select string_agg(t::text, ' ') as text from ${name} t`,
    );
    texts.push(found.rows[0]?.text ?? '');
  }
  return texts.join('\n');
}

const hexOf = (secret: string) => Buffer.from(secret).toString('hex');

/** Sends a request twice with one key. The second response is the first without its secrets. */
async function assertReturnedOnce({ operation, path, caller, body = {}, read }: SecretOperation): Promise<Reply> {
  const send = () => caller.post(path, body, { 'idempotency-key': `returned once ${operation}` });
  const first = await send();
  assert.ok([200, 201].includes(first.status), `${operation}: ${first.text}`);
  const secrets = read(first.body.data);
  assert.ok(secrets.length > 0 && secrets.every((secret) => secret.length >= 12), `${operation}: ${first.text}`);
  const again = await send();
  assert.deepEqual([again.status, again.headers['idempotent-replayed']], [first.status, 'true'], operation);
  for (const secret of secrets) assert.ok(!again.text.includes(secret), operation);
  returned.push(...secrets);
  tested.add(operation);
  return first;
}

test('returns a secret once, and not for a repeated request', async () => {
  const shop = await aShop(app);
  const cashier = await aStaffMember(shop, 'cashier');
  const { id, email } = (await cashier.get('/auth/me')).body.data;
  const caller = shop.owner;
  const keyBody = { name: 'Scale', permissions: ['catalogue:read'] };
  await assertReturnedOnce({
    operation: 'createApiKey',
    path: '/api-keys',
    caller,
    body: keyBody,
    read: ({ key }) => [key],
  });

  const url = 'https://example.com/hooks';
  const readSecret = ({ secret }: { secret: string }) => [secret.replace('whsec_', '')];
  const webhook = await assertReturnedOnce({
    operation: 'createWebhook',
    path: '/webhooks',
    caller,
    body: { url },
    read: readSecret,
  });
  const rotating = `/webhooks/${webhook.body.data.id}/rotate-secret`;
  await assertReturnedOnce({ operation: 'rotateWebhookSecret', path: rotating, caller, read: readSecret });

  const invitation = { email: 'guest@example.com', name: 'Guest', role: 'cashier', send: 'link' };
  const readLink = ({ invitation_link }: { invitation_link: string }) => [tokenOf(invitation_link)];
  const invited = await assertReturnedOnce({
    operation: 'inviteColleague',
    path: '/staff',
    caller,
    body: invitation,
    read: readLink,
  });
  const resending = `/staff/${invited.body.data.id}/invite`;
  await assertReturnedOnce({
    operation: 'resendInvitation',
    path: resending,
    caller,
    body: { send: 'link' },
    read: readLink,
  });
  const readReset = ({ reset_link }: { reset_link: string }) => [tokenOf(reset_link)];
  await assertReturnedOnce({ operation: 'makeResetLink', path: `/staff/${id}/reset-link`, caller, read: readReset });

  const member = await aSession(app, email, 'another long password');
  const proof = { password: 'another long password' };
  const started = await assertReturnedOnce({
    operation: 'startTotp',
    path: '/auth/totp',
    caller: member,
    body: proof,
    read: ({ secret }) => [secret],
  });
  const authenticator = new TOTP({ secret: Secret.fromBase32(started.body.data.secret) });
  const code = () => authenticator.generate({ timestamp: Date.parse(app.clock.now()) });
  const readCodes = ({ recovery_codes }: { recovery_codes: string[] }) => recovery_codes;
  await assertReturnedOnce({
    operation: 'confirmTotp',
    path: '/auth/totp/confirm',
    caller: member,
    body: { code: code() },
    read: readCodes,
  });
  app.clock.advance(30_000);
  const renewing = { path: '/auth/totp/recovery-codes', caller: member, body: { ...proof, code: code() } };
  await assertReturnedOnce({ operation: 'renewRecoveryCodes', ...renewing, read: readCodes });
});

test('stores no response of a sign-in: a repeated key starts another session', async () => {
  const email = 'tokens@example.com';
  assert.equal((await app.anonymous.post('/auth/register', { email, password, name: 'Tokens' })).status, 201);
  const key = { 'idempotency-key': 'signed in once' };
  const signIn = async () => (await app.anonymous.post('/auth/login', { email, password }, key)).body.data;
  const [one, other] = [await signIn(), await signIn()];
  assert.notEqual(one.refresh_token, other.refresh_token);
  const refresh = { refresh_token: one.refresh_token, rotate: true };
  const refreshed = (await app.anonymous.post('/auth/refresh', refresh, { 'idempotency-key': 'refreshed' })).body.data;
  assert.ok(refreshed.refresh_token);
  for (const { access_token, refresh_token } of [one, other, refreshed]) returned.push(access_token, refresh_token);
  const { rowCount } = await app.admin.query(
    `select from idempotency_keys where key like '%signed in once' or key like '%refreshed'`,
  );
  assert.equal(rowCount, 0);
});

test('stores neither a PIN nor the token that it gives', async () => {
  const shop = await aShop(app);
  const pin = '48215937';
  assert.equal((await shop.owner.put('/auth/pin', { pin, password: 'correct horse battery' })).status, 200);
  const device_id = await aTill(shop.owner);
  const entered = { pin, merchant_id: shop.merchant_id, device_id };
  const { status, body } = await shop.owner.post('/auth/pin', entered, { 'idempotency-key': 'entered' });
  assert.equal(status, 200);
  assert.equal((await shop.owner.post('/auth/pin', { ...entered, pin: '59374821' })).status, 401);
  returned.push(pin, '59374821', body.data.access_token);
});

test('stores no secret or password in plain text', async () => {
  assert.ok(returned.length > 30, `${returned.length} secrets`);
  const dump = await dumpDatabase();
  assert.ok(dump.includes('returned once createApiKey'), 'stored responses are part of the dump');
  for (const secret of [...returned, password, 'another long password', 'correct horse battery']) {
    assert.ok(!dump.includes(secret), `${secret} is stored`);
    assert.ok(!dump.includes(hexOf(secret)), `${secret} is stored as bytes`);
  }
});

test('every operation with a secret-like field is tested here or listed as harmless', () => {
  const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  const found = new Set<string>();
  type Operation = { operationId: string; responses: Record<string, unknown> };
  // The methods whose responses are stored under an idempotency key.
  for (const { post, put, patch } of Object.values(document.paths) as Record<string, Operation | undefined>[])
    for (const operation of [post, put, patch]) {
      const responses = Object.entries(operation?.responses ?? {}).filter(([status]) => status.startsWith('2'));
      if (operation !== undefined && responses.some(([, response]) => namesIn(response).some(looksSecret)))
        found.add(operation.operationId);
    }
  assert.deepEqual([...found].sort(), [...tested, ...withoutReplay, ...Object.keys(harmless)].sort());
});

const looksSecret = (name: string): boolean =>
  /(^|_)(key|secret|token|link|code|url|password|challenge)s?$/.test(name) && name !== 'transaction_code';

/** Names of all fields of a schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}

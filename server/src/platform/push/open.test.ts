import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from '../config/config.ts';
import type { Outcome } from '../outbound/post-outside.ts';
import { deliverTo, openPush } from './open.ts';
import type { Post, PushMessage } from './push.ts';
import { makeVapidKeys } from './web-push.ts';

const folder = await mkdtemp(join(tmpdir(), 'tillhouse-push-'));
after(() => rm(folder, { recursive: true }));
const path = join(folder, 'account.json');
const vapid = await makeVapidKeys();
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const account = { project_id: 'shop', client_email: 'push@shop.example', private_key: privateKey };
const message: PushMessage = {
  title: 'Tea',
  body: '3 left',
  tag: `stock:${'x'.repeat(80)}`,
  data: { type: 'stock.low' },
};
const phone = { platform: 'android', token: 'a phone' };

/** Answers requests in this order, and keeps them. */
function aService(...answers: { status: number; body?: string }[]) {
  const requests: Parameters<Post>[0][] = [];
  const post: Post = async (request) => {
    requests.push(request);
    const { status = 200, body = '' } = answers.shift() ?? {};
    return { status, body };
  };
  return { post, requests };
}
const accessToken = (expires_in: number) => ({
  status: 200,
  body: JSON.stringify({ access_token: 'yes', expires_in }),
});
const open = async (content: string, post: Post) => {
  await writeFile(path, content);
  return openPush(loadConfig({ FCM_SERVICE_ACCOUNT: path, FCM_URL: 'https://fcm.example/' }), vapid, post);
};

test('phones need an account for FCM', async () => {
  const push = await openPush(loadConfig({}), vapid, aService().post);
  assert.equal(push.public_key, vapid.publicKey);
  assert.equal(await push.send(phone, message), 'unconfigured');
});

test('names the file of an account that cannot be used', async () => {
  const cases: [content: string, why: string][] = [
    ['{', 'cannot be read as JSON'],
    ['{}', 'is no key file of a service account'],
    ...Object.keys(account).map((name): [string, string] => [
      JSON.stringify({ ...account, [name]: undefined }),
      'is no key file of a service account',
    ]),
  ];
  for (const [content, why] of cases)
    await assert.rejects(open(content, aService().post), { message: `FCM_SERVICE_ACCOUNT ${path} ${why}` });
  const missing = loadConfig({ FCM_SERVICE_ACCOUNT: join(folder, 'missing') });
  await assert.rejects(openPush(missing, vapid, aService().post), /missing cannot be read as JSON/);
});

test('sends nothing to a till that registered with a token of its own', async () => {
  const { post, requests } = aService(accessToken(3_600));
  const push = await open(JSON.stringify(account), post);
  assert.equal(await push.send({ platform: 'web', token: 'till:1' }, message), 'unconfigured');
  assert.equal(requests.length, 0);
});

test('sends to the project of the account, with a token that it asks for once', async () => {
  const { post, requests } = aService(accessToken(3_600));
  const push = await open(JSON.stringify(account), post);
  for (const _ of ['once', 'again']) assert.equal(await push.send(phone, message), 'sent');
  assert.deepEqual(
    requests.map(({ url }) => url),
    [
      'https://oauth2.googleapis.com/token',
      ...Array<string>(2).fill('https://fcm.example/v1/projects/shop/messages:send'),
    ],
  );
  const [asked, sent] = requests;
  const grant = new URLSearchParams(String(asked?.body));
  assert.equal(grant.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer');
  const { iat, exp, ...claims } = JSON.parse(
    Buffer.from(grant.get('assertion')?.split('.')[1] ?? '', 'base64url').toString(),
  );
  assert.equal(exp - iat, 3_600);
  assert.deepEqual(claims, {
    iss: 'push@shop.example',
    aud: 'https://oauth2.googleapis.com/token',
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
  });
  assert.equal(sent?.headers.authorization, 'Bearer yes');
  assert.deepEqual(JSON.parse(String(sent?.body)), {
    message: {
      token: 'a phone',
      notification: { title: 'Tea', body: '3 left' },
      data: { type: 'stock.low', tag: message.tag },
      android: { collapse_key: message.tag, notification: { tag: message.tag } },
      // Apple takes no longer one.
      apns: { headers: { 'apns-collapse-id': message.tag.slice(0, 64) } },
    },
  });
});

test('asks for another token a minute before the old one expires', async () => {
  for (const [expires_in, asked] of [
    [60, 2],
    [90, 1],
  ] as const) {
    const requests: string[] = [];
    const push = await open(JSON.stringify({ ...account, token_uri: 'https://token.example/' }), async ({ url }) => {
      requests.push(url);
      return accessToken(expires_in);
    });
    for (const _ of ['once', 'again']) await push.send(phone, message);
    assert.equal(requests.filter((url) => url === 'https://token.example/').length, asked, `${expires_in} s`);
  }
});

test('a phone without the app is gone, and other answers are failures', async () => {
  const sendWith = async (answer: { status: number; body?: string }) => {
    const push = await open(JSON.stringify(account), aService(accessToken(3_600), answer).post);
    return push.send(phone, message);
  };
  assert.equal(await sendWith({ status: 299 }), 'sent');
  for (const answer of [
    { status: 404 },
    { status: 400, body: '{"errorCode":"UNREGISTERED"}' },
    { status: 403, body: '{"errorCode":"SENDER_ID_MISMATCH"}' },
  ])
    assert.equal(await sendWith(answer), 'gone');
  for (const status of [300, 400, 503])
    await assert.rejects(sendWith({ status }), { message: `FCM answered ${status}` });
  const denied = await open(JSON.stringify(account), aService({ status: 401 }).post);
  await assert.rejects(denied.send(phone, message), { message: 'no access token for FCM: 401' });
});

test('a request without an answer is not delivered, and an empty answer is empty', async () => {
  const sending = (outcome: Partial<Outcome>) =>
    deliverTo(async () => ({ is_success: false, status: null, answer: null, error: null, duration_ms: 1, ...outcome }));
  const request = { url: 'https://push.example', headers: {}, body: '' };
  await assert.rejects(sending({ error: 'it broke' })(request), { message: 'it broke' });
  await assert.rejects(sending({})(request), { message: 'no answer came' });
  assert.deepEqual(await sending({ status: 201 })(request), { status: 201, body: '' });
  assert.deepEqual(await sending({ status: 500, answer: 'no', error: 'odd' })(request), { status: 500, body: 'no' });
});

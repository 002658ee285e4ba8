import assert from 'node:assert/strict';
import { createECDH, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { decryptPush } from '../../../../test/decrypt-push.ts';
import { createPush } from './open.ts';
import { NotDelivered, type Post, type PushMessage } from './push.ts';
import { makeVapidKeys } from './web-push.ts';

interface ReceivedRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const received: ReceivedRequest[] = [];
let answer = { status: 201, body: '' };
const service = createServer(async (request, response) => {
  received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) });
  response.writeHead(answer.status).end(answer.body);
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
after(() => service.close());
const address = service.address();
const origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';

const post: Post = async ({ url, headers, body }) => {
  const reply = await fetch(url, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
  return { status: reply.status, body: await reply.text() };
};

const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = randomBytes(16);
const subscription = {
  endpoint: `${origin}/push/one`,
  keys: { p256dh: browser.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
};
const device = { platform: 'web', token: JSON.stringify(subscription) };
const message: PushMessage = {
  title: 'Kaffee',
  body: 'Only 3 left · 3 € — 咖啡',
  tag: 'stock.low:1',
  data: { type: 'stock.low' },
};
const vapid = await makeVapidKeys();
const contact = 'mailto:owner@example.com';

test('sends a browser’s push service a signed message that only the browser can read', async () => {
  received.length = 0;
  const push = createPush({ vapid, contact, fcm: undefined, post });
  assert.equal(await push.send(device, message), 'sent');
  const [request] = received;
  assert.ok(request);
  assert.deepEqual(
    [request.path, request.headers['content-encoding'], request.headers.ttl],
    ['/push/one', 'aes128gcm', '86400'],
  );
  assert.ok(!request.body.includes('Kaffee'));
  assert.deepEqual(JSON.parse(decryptPush(request.body, { browser, auth })), message);
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(request.headers.authorization ?? '') ?? [];
  assert.equal(key, vapid.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  assert.deepEqual([aud, sub], [origin, contact]);
  assert.ok(exp > Date.now() / 1_000 && exp <= Date.now() / 1_000 + 24 * 60 * 60);
  const raw = Buffer.from(vapid.publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: raw.subarray(1, 33).toString('base64url'),
    y: raw.subarray(33).toString('base64url'),
  };
  const isValid = createVerify('SHA256')
    .update(`${head}.${claims}`)
    .verify({ key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' } as never, Buffer.from(signature, 'base64url'));
  assert.ok(isValid);
});

test('reports an expired subscription as gone, and an unavailable service as a temporary failure', async () => {
  const push = createPush({ vapid, contact, fcm: undefined, post });
  for (const status of [404, 410]) {
    answer = { status, body: '' };
    assert.equal(await push.send(device, message), 'gone');
  }
  for (const status of [300, 429, 500, 503]) {
    answer = { status, body: '' };
    await assert.rejects(push.send(device, message), NotDelivered);
  }
  for (const status of [200, 299]) {
    answer = { status, body: '' };
    assert.equal(await push.send(device, message), 'sent');
  }
  // RFC 8030 allows topics of 32 characters. The end of a tag tells notices apart.
  await push.send(device, { ...message, tag: 'x'.repeat(40) });
  assert.equal(received.at(-1)?.headers.topic, Buffer.from('x'.repeat(40)).toString('base64url').slice(-32));
  answer = { status: 201, body: '' };
  const broken = {
    platform: 'web',
    token: JSON.stringify({ ...subscription, keys: { p256dh: 'AAAA', auth: 'AAAA' } }),
  };
  assert.equal(await push.send(broken, message), 'gone');
});

/** A Google service account whose tokens come from the receiver of this file. */
function aServiceAccount() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    project_id: 'shop',
    client_email: 'till@shop.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: `${origin}/token`,
  };
}

test('sends to phones by FCM only if an account is configured', async () => {
  assert.equal(
    await createPush({ vapid, contact, fcm: undefined, post }).send({ platform: 'android', token: 'abc' }, message),
    'unconfigured',
  );
  const account = aServiceAccount();
  const fcm = createPush({ vapid, contact, fcm: { account, address: origin }, post });
  received.length = 0;
  answer = {
    status: 200,
    body: JSON.stringify({
      access_token: 'access',
      expires_in: 3600,
      token_type: 'Bearer',
      name: 'projects/shop/messages/1',
    }),
  };
  assert.equal(await fcm.send({ platform: 'android', token: 'abc' }, message), 'sent');
  assert.deepEqual(
    received.map(({ path }) => path),
    ['/token', '/v1/projects/shop/messages:send'],
  );
  assert.equal(received[1]?.headers.authorization, 'Bearer access');
  const sent = JSON.parse(String(received[1]?.body)).message;
  assert.deepEqual(
    [sent.token, sent.notification, sent.data.type],
    ['abc', { title: message.title, body: message.body }, 'stock.low'],
  );
  answer = { status: 404, body: '{"error":{"details":[{"errorCode":"UNREGISTERED"}]}}' };
  assert.equal(await fcm.send({ platform: 'android', token: 'abc' }, message), 'gone');
  for (const status of [300, 503]) {
    answer = { status, body: '' };
    await assert.rejects(fcm.send({ platform: 'android', token: 'abc' }, message), NotDelivered);
  }
  answer = { status: 299, body: '' };
  assert.equal(await fcm.send({ platform: 'ios', token: 'abc' }, { ...message, tag: 't'.repeat(65) }), 'sent');
  const { apns, data } = JSON.parse(String(received.at(-1)?.body)).message;
  assert.deepEqual([apns.headers['apns-collapse-id'], data.tag], ['t'.repeat(64), 't'.repeat(65)]);
});

test('uses FCM’s access token until a minute before it expires', async (context) => {
  let now = Date.now();
  context.mock.method(Date, 'now', () => now);
  const account = aServiceAccount();
  const fcm = createPush({ vapid, contact, fcm: { account, address: origin }, post });
  answer = { status: 200, body: JSON.stringify({ access_token: 'access', expires_in: 3600 }) };
  const requestsAt = async (ms: number) => {
    received.length = 0;
    now += ms;
    await fcm.send({ platform: 'android', token: 'abc' }, message);
    return received.length;
  };
  assert.deepEqual([await requestsAt(0), await requestsAt(3_540_000 - 1), await requestsAt(1)], [2, 1, 2]);
});

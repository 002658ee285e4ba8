import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { aShop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { newId } from '../../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const genuine = (shop.owner.headers.authorization ?? '').replace('Bearer ', '');
const [head = '', payload = '', signature = ''] = genuine.split('.');
const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
const { secret } = app.fastify.services;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Forgery {
  claims?: Record<string, unknown>;
  alg?: string;
  key?: string;
}

function forge({ claims: extra = {}, alg = 'HS256', key = secret }: Forgery): string {
  const text = `${encode({ alg, typ: 'JWT' })}.${encode({ ...claims, ...extra })}`;
  const hash = alg === 'HS512' ? 'sha512' : 'sha256';
  return `${text}.${alg === 'none' ? '' : createHmac(hash, key).update(text).digest('base64url')}`;
}

const now_s = Math.floor(Date.now() / 1_000);
const another = await aShop(app);

const refused: [string, string, string][] = [
  ['no token', '', 'UNAUTHENTICATED'],
  ['another scheme', `Basic ${genuine}`, 'UNAUTHENTICATED'],
  ['no scheme', genuine, 'UNAUTHENTICATED'],
  ['an invalid token', 'Bearer a.b.c', 'UNAUTHENTICATED'],
  ['no signature', `Bearer ${head}.${payload}.`, 'UNAUTHENTICATED'],
  ['a truncated signature', `Bearer ${head}.${payload}.${signature.slice(0, -4)}`, 'UNAUTHENTICATED'],
  [
    'a changed payload',
    `Bearer ${head}.${encode({ ...claims, sub: another.owner_id })}.${signature}`,
    'UNAUTHENTICATED',
  ],
  ['the algorithm none', `Bearer ${forge({ alg: 'none' })}`, 'UNAUTHENTICATED'],
  ['the algorithm none with a signature', `Bearer ${forge({ alg: 'none' })}${signature}`, 'UNAUTHENTICATED'],
  ['another algorithm with a valid signature', `Bearer ${forge({ alg: 'HS512' })}`, 'UNAUTHENTICATED'],
  ['another secret', `Bearer ${forge({ key: 'a long secret that the service does not have' })}`, 'UNAUTHENTICATED'],
  ['an empty secret', `Bearer ${forge({ key: '' })}`, 'UNAUTHENTICATED'],
  ['another audience', `Bearer ${forge({ claims: { aud: 'another-service' } })}`, 'UNAUTHENTICATED'],
  ['no audience', `Bearer ${forge({ claims: { aud: undefined } })}`, 'UNAUTHENTICATED'],
  ['another issuer', `Bearer ${forge({ claims: { iss: 'another-service' } })}`, 'UNAUTHENTICATED'],
  ['no expiry', `Bearer ${forge({ claims: { exp: undefined } })}`, 'UNAUTHENTICATED'],
  ['a subject that is no id', `Bearer ${forge({ claims: { sub: 'admin' } })}`, 'UNAUTHENTICATED'],
  ['no session', `Bearer ${forge({ claims: { sid: undefined } })}`, 'UNAUTHENTICATED'],
  ['an unknown session', `Bearer ${forge({ claims: { sid: newId() } })}`, 'UNAUTHENTICATED'],
  ['another user’s session', `Bearer ${forge({ claims: { sub: another.owner_id } })}`, 'UNAUTHENTICATED'],
  ['an expired token', `Bearer ${forge({ claims: { iat: now_s - 1_000, exp: now_s - 1 } })}`, 'TOKEN_EXPIRED'],
  [
    'an expired token of another secret',
    `Bearer ${forge({ claims: { exp: now_s - 1 }, key: 'a long secret that the service does not have' })}`,
    'UNAUTHENTICATED',
  ],
];

for (const [title, authorization, code] of refused) {
  test(`rejects ${title} with 401`, async () => {
    for (const path of ['/auth/me', '/devices', '/branches']) {
      const answer = await app.anonymous.get(path, authorization === '' ? {} : { authorization });
      assert.equal(answer.status, 401, path);
      assert.equal(answer.body.error.code, code, path);
      assert.deepEqual(answer.body.error.details, []);
    }
  });
}

test('accepts correctly forged tokens, so the tests above fail for the stated reason', async () => {
  for (const authorization of [
    `Bearer ${genuine}`,
    `bearer ${forge({})}`,
    `Bearer ${forge({ claims: { exp: now_s + 60 } })}`,
  ]) {
    assert.equal((await app.anonymous.get('/auth/me', { authorization })).status, 200);
  }
});

test('an access token is valid for 15 minutes and holds only the necessary claims', () => {
  assert.deepEqual(Object.keys(claims).sort(), ['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
  assert.equal(Number(claims.exp) - Number(claims.iat), 900);
  assert.equal(JSON.parse(Buffer.from(head, 'base64url').toString()).alg, 'HS256');
});

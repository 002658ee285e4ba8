import { createHmac } from 'node:crypto';
import { newId } from '../../server/src/core/ids.ts';
import { tokenAudience, tokenIssuer } from '../../server/src/platform/authentication/authentication.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import { addStaff, password, signIn } from '../merchant-records.ts';

/** An invalid credential. */
export interface InvalidCredential {
  name: string;
  headers: Record<string, string>;
  status: 401 | 403;
}

const coded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function forged(header: object, claims: object, secret: string): string {
  const signed = `${coded(header)}.${coded(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const claimsIn = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** All kinds of invalid credentials, for a user with all permissions. */
export async function invalidCredentials(
  fixture: MerchantFixture,
  other: MerchantFixture,
): Promise<InvalidCredential[]> {
  const { app, owner } = fixture;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const token = owner.caller.headers.authorization?.slice('Bearer '.length) ?? '';
  const claims = claimsIn(token);
  const [head = '', body = '', signature = ''] = token.split('.');
  const unauthorized = (name: string, headers: Record<string, string>): InvalidCredential => ({
    name,
    headers,
    status: 401,
  });
  const sign = (changed: object) => {
    const { exp, iat, iss, aud, ...rest } = { ...claims, ...changed } as Record<string, unknown>;
    return app.fastify.jwt.sign(rest, {
      ...(exp === undefined ? {} : { expiresIn: 900 }),
      iss: String(iss),
      aud: String(aud),
    });
  };
  const login = (await app.anonymous.post('/auth/login', { email: owner.email, password })).body.data;
  const signedOut = await signIn(app, owner);
  await signedOut.post('/auth/logout');
  const deactivated = await addStaff({ ...fixture, owner: owner.caller }, 'manager');
  await owner.caller.delete(`/staff/${deactivated.user_id}`);
  const otherClaims = claimsIn(other.owner.caller.headers.authorization?.slice('Bearer '.length) ?? '');
  const forMerchant = (merchant: string): Record<string, string> => ({
    ...owner.caller.headers,
    'x-merchant-id': merchant,
  });
  return [
    unauthorized('no token', {}),
    unauthorized('an empty token', { authorization: 'Bearer ' }),
    unauthorized('rubbish', bearer('a.b.c')),
    unauthorized('another scheme', {
      authorization: `Basic ${Buffer.from(`${owner.email}:${password}`).toString('base64')}`,
    }),
    unauthorized(
      'an expired token',
      bearer(
        app.fastify.jwt.sign(
          { sub: claims.sub, sid: claims.sid, iat: 1_000_000 },
          { expiresIn: 1, iss: tokenIssuer, aud: tokenAudience },
        ),
      ),
    ),
    unauthorized(
      'another secret',
      bearer(forged({ alg: 'HS256', typ: 'JWT' }, claims, 'a long secret of another service')),
    ),
    unauthorized('no algorithm', bearer(`${coded({ alg: 'none', typ: 'JWT' })}.${body}.`)),
    unauthorized('no algorithm, and a signature', bearer(`${coded({ alg: 'none' })}.${body}.${signature}`)),
    unauthorized('another algorithm', bearer(`${coded({ alg: 'HS512', typ: 'JWT' })}.${body}.${signature}`)),
    unauthorized('no signature', bearer(`${head}.${body}.`)),
    unauthorized(
      'another body under the signature',
      bearer(`${head}.${coded({ ...claims, sub: other.owner.user_id })}.${signature}`),
    ),
    unauthorized('another issuer', bearer(sign({ iss: 'another' }))),
    unauthorized('another audience', bearer(sign({ aud: 'another' }))),
    unauthorized('a session of another user', bearer(sign({ sid: otherClaims.sid }))),
    unauthorized('an unknown session', bearer(sign({ sid: newId() }))),
    unauthorized('a refresh token', bearer(login.refresh_token)),
    unauthorized('an ended session', signedOut.headers),
    {
      name: 'a deactivated staff member',
      headers: { ...deactivated.caller.headers, 'x-merchant-id': fixture.merchant_id },
      status: 403,
    },
    { name: 'another merchant', headers: forMerchant(other.merchant_id), status: 403 },
    { name: 'an unknown merchant', headers: forMerchant(newId()), status: 403 },
    { name: 'a malformed merchant id', headers: forMerchant('mine'), status: 403 },
    { name: 'two merchants', headers: forMerchant(`${fixture.merchant_id}, ${other.merchant_id}`), status: 403 },
  ];
}

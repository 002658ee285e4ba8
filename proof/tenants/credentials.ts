import { createHmac } from 'node:crypto';
import { newId } from '../../server/src/core/ids.ts';
import { tokenAudience, tokenIssuer } from '../../server/src/platform/authentication/authentication.ts';
import { hire, password, signIn, type World } from '../world.ts';

/** An invalid credential. */
export interface Fault {
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

/** Every fault of a credential, for a user with all permissions. */
export async function faultsFor(world: World, other: World): Promise<Fault[]> {
  const { app, owner } = world;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const token = owner.caller.headers.authorization?.slice('Bearer '.length) ?? '';
  const claims = claimsIn(token);
  const [head = '', body = '', signature = ''] = token.split('.');
  const refusal = (name: string, headers: Record<string, string>): Fault => ({ name, headers, status: 401 });
  const ours = (changed: object) => {
    const { exp, iat, iss, aud, ...rest } = { ...claims, ...changed } as Record<string, unknown>;
    return app.fastify.jwt.sign(rest, {
      ...(exp === undefined ? {} : { expiresIn: 900 }),
      iss: String(iss),
      aud: String(aud),
    });
  };
  const login = (await app.anonymous.post('/auth/login', { email: owner.email, password })).body.data;
  const left = await signIn(app, owner);
  await left.post('/auth/logout');
  const dismissed = await hire({ ...world, owner: owner.caller }, 'manager');
  await owner.caller.delete(`/staff/${dismissed.user_id}`);
  const stranger = claimsIn(other.owner.caller.headers.authorization?.slice('Bearer '.length) ?? '');
  const elsewhere = (merchant: string): Record<string, string> => ({
    ...owner.caller.headers,
    'x-merchant-id': merchant,
  });
  return [
    refusal('no token', {}),
    refusal('an empty token', { authorization: 'Bearer ' }),
    refusal('rubbish', bearer('a.b.c')),
    refusal('another scheme', {
      authorization: `Basic ${Buffer.from(`${owner.email}:${password}`).toString('base64')}`,
    }),
    refusal(
      'an expired one',
      bearer(
        app.fastify.jwt.sign(
          { sub: claims.sub, sid: claims.sid, iat: 1_000_000 },
          { expiresIn: 1, iss: tokenIssuer, aud: tokenAudience },
        ),
      ),
    ),
    refusal(
      'another secret',
      bearer(forged({ alg: 'HS256', typ: 'JWT' }, claims, 'a secret that somebody else made, long')),
    ),
    refusal('no algorithm', bearer(`${coded({ alg: 'none', typ: 'JWT' })}.${body}.`)),
    refusal('no algorithm, and a signature', bearer(`${coded({ alg: 'none' })}.${body}.${signature}`)),
    refusal('another algorithm', bearer(`${coded({ alg: 'HS512', typ: 'JWT' })}.${body}.${signature}`)),
    refusal('no signature', bearer(`${head}.${body}.`)),
    refusal(
      'another body under the signature',
      bearer(`${head}.${coded({ ...claims, sub: other.owner.user_id })}.${signature}`),
    ),
    refusal('another issuer', bearer(ours({ iss: 'somebody' }))),
    refusal('another audience', bearer(ours({ aud: 'something' }))),
    refusal('a session of somebody else', bearer(ours({ sid: stranger.sid }))),
    refusal('a session that never was', bearer(ours({ sid: newId() }))),
    refusal('a refresh token', bearer(login.refresh_token)),
    refusal('a session that was left', left.headers),
    {
      name: 'a colleague who was dismissed',
      headers: { ...dismissed.caller.headers, 'x-merchant-id': world.merchant_id },
      status: 403,
    },
    { name: 'another merchant', headers: elsewhere(other.merchant_id), status: 403 },
    { name: 'a merchant that never was', headers: elsewhere(newId()), status: 403 },
    { name: 'no merchant at all', headers: elsewhere('mine'), status: 403 },
    { name: 'two merchants', headers: elsewhere(`${world.merchant_id}, ${other.merchant_id}`), status: 403 },
  ];
}

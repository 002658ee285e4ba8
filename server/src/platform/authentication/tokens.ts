import jwt from '@fastify/jwt';
import type { App } from '../context/app.ts';
import { access_token_lifetime_s, type Claims, tokenAudience, tokenIssuer } from './authentication.ts';

/** Valid tokens that are not checked again. */
const checkedTokens = 5_000;

/** Access tokens: HS256 only, with issuer, audience and expiry required. Verified tokens are cached, up to a limit. */
export function registerTokens(app: App, secret: string): void {
  app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256', iss: tokenIssuer, aud: tokenAudience, expiresIn: access_token_lifetime_s },
    verify: {
      algorithms: ['HS256'],
      allowedIss: tokenIssuer,
      allowedAud: tokenAudience,
      requiredClaims: ['sub', 'sid', 'iss', 'aud', 'exp'],
      cache: checkedTokens,
      clockTolerance: 0,
    },
  });
}

/** An access token of a session; it is valid only as long as the session. */
export const signAccessToken = (app: App, claims: Claims, lifetime_s = access_token_lifetime_s): string =>
  app.jwt.sign({ ...claims }, { expiresIn: lifetime_s });

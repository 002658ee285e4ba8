import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, forbidden } from '../../../core/errors.ts';
import type { App } from '../../../platform/context/app.ts';
import { data, replies, success } from '../../../platform/http/envelope.ts';
import { browserLoggedOut, browserLogoutBody, browserSession, loginBody, refreshedBrowserSession } from '../schemas.ts';
import { signInBody } from '../second-factor/second-factor-schemas.ts';
import { refreshSession } from './refresh-session.ts';
import { refresh_lifetime_s } from './refresh-tokens.ts';
import {
  beginPasskeySession,
  beginSession,
  endCurrentSession,
  loggedOut,
  renewAccessToken,
  toLoginResponse,
} from './sign-in-routes.ts';

const tags = ['Authentication'];
const cookie_name = 'tillhouse_session';

/**
 * Sessions for pages served from this address. The refresh token is in an HttpOnly, SameSite cookie: scripts cannot
 * read it, and other sites cannot send it. The page keeps the access token in memory.
 */
export async function browserRoutes(app: App): Promise<void> {
  await app.register(cookie);
  app.addHook('onRequest', async (request) => refuseOtherSites(request, app.services.config.public_url));

  const setSessionCookie = (request: FastifyRequest, reply: FastifyReply, token: string, maxAge: number) =>
    reply.setCookie(cookie_name, token, {
      httpOnly: true,
      sameSite: 'strict',
      path: `${app.prefix}/auth/browser`,
      secure: request.protocol === 'https' || app.services.config.public_url?.startsWith('https:') === true,
      maxAge,
    });

  app.post(
    '/auth/browser/login',
    {
      schema: {
        operationId: 'loginInBrowser',
        summary: 'Log in from a browser page of this address',
        description:
          'Sets the refresh token as an HttpOnly cookie. For pages that the service serves, or that share its address.',
        tags,
        body: loginBody,
        response: replies({ 200: success(browserSession) }),
      },
    },
    async (request, reply) => {
      const { refresh_token, ...session } = await beginSession(app, request, request.body);
      setSessionCookie(request, reply, refresh_token, refresh_lifetime_s);
      return data(session);
    },
  );

  app.post(
    '/auth/browser/passkey',
    {
      schema: {
        operationId: 'loginInBrowserWithPasskey',
        summary: 'Log in from a browser page of this address with a passkey',
        description:
          'Needs a challenge from `/auth/passkeys/sign-in/options`. Sets the refresh token as an HttpOnly cookie.',
        tags,
        body: signInBody,
        response: replies({ 200: success(browserSession) }),
      },
    },
    async (request, reply) => {
      const { refresh_token, ...session } = toLoginResponse(
        app,
        await beginPasskeySession(app, request, request.body.response),
      );
      setSessionCookie(request, reply, refresh_token, refresh_lifetime_s);
      return data(session);
    },
  );

  app.post(
    '/auth/browser/refresh',
    {
      schema: {
        operationId: 'refreshInBrowser',
        summary: 'Refresh the session of the cookie',
        tags,
        response: replies({ 200: success(refreshedBrowserSession) }),
      },
    },
    async (request) =>
      data(
        await renewAccessToken(app, { refresh_token: readSessionCookie(request), rotate: false, address: request.ip }),
      ),
  );

  app.post(
    '/auth/browser/logout',
    {
      schema: {
        operationId: 'logoutInBrowser',
        summary: 'End the session of the cookie',
        description:
          'All tabs of a browser share the cookie, and another user may have signed in in another tab: a tab sends its own user.',
        tags,
        body: browserLogoutBody,
        response: replies({ 200: browserLoggedOut }),
      },
    },
    async (request, reply) => {
      const { session_id, user_id } = await refreshSession(
        app.services.database,
        { refresh_token: readSessionCookie(request), rotate: false, address: request.ip },
        app.services.clock.now(),
      );
      if ((request.body?.user_id ?? user_id) !== user_id)
        return { ...loggedOut, message: 'Another user is logged in in this browser', data: { is_ended: false } };
      await endCurrentSession(app, { user_id, session_id, address: request.ip });
      setSessionCookie(request, reply, '', 0);
      return { ...loggedOut, data: { is_ended: true } };
    },
  );
}

function readSessionCookie({ cookies }: FastifyRequest): string {
  const token = cookies[cookie_name];
  if (!token) throw new AppError('UNAUTHENTICATED', 'There is no session in this browser');
  return token;
}

/**
 * Rejects requests from pages of other sites. Browsers send `Sec-Fetch-Site` (older ones only `Origin`), and a page
 * cannot forge either. A client that sends neither header is not a browser and has no user's cookie.
 */
function refuseOtherSites({ headers, host }: FastifyRequest, public_url: string | undefined): void {
  const site = headers['sec-fetch-site'];
  const isSame = site === undefined ? isOwnOrigin(headers.origin, host, public_url) : site === 'same-origin';
  if (!isSame) throw forbidden('Pages of other origins must sign in with tokens');
}

/** Compares hosts only: behind a proxy the service may not know that the client uses https. */
function isOwnOrigin(origin: string | undefined, host: string, public_url: string | undefined): boolean {
  if (origin === undefined) return true;
  const ownHosts = [host.toLowerCase(), ...(public_url === undefined ? [] : [new URL(public_url).host])];
  return ownHosts.includes(URL.parse(origin)?.host ?? '');
}

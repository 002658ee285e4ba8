import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, forbidden } from '../../core/errors.ts';
import type { App } from '../../platform/context/app.ts';
import { data, message, replies, success } from '../../platform/http/envelope.ts';
import { signInBody } from './passkey-schemas.ts';
import { refreshSession } from './refresh-session.ts';
import { refresh_lifetime_s } from './refresh-tokens.ts';
import { browserSession, continued, loginBody } from './schemas.ts';
import { beginPasskeySession, beginSession, continueSession, leaveSession, loggedOut, toTokens } from './sign-in-routes.ts';

const tags = ['Authentication'];
const name = 'tillhouse_session';

/**
 * The same sessions for pages of this address: the refresh token lies in a cookie that no script can read, and that no page of another site can have sent.
 * The access token is for the page to keep in its memory.
 */
export async function browserRoutes(app: App): Promise<void> {
  await app.register(cookie);
  app.addHook('onRequest', async (request) => refuseOtherSites(request, app.services.config.public_url));

  const keep = (request: FastifyRequest, reply: FastifyReply, token: string, maxAge: number) =>
    reply.setCookie(name, token, {
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
        summary: 'Begin a session in a page of this address',
        description:
          'The refresh token comes as a cookie that scripts cannot read. For pages that the service itself serves, or that share its address.',
        tags,
        body: loginBody,
        response: replies({ 200: success(browserSession) }),
      },
    },
    async (request, reply) => {
      const { refresh_token, ...told } = await beginSession(app, request, request.body);
      keep(request, reply, refresh_token, refresh_lifetime_s);
      return data(told);
    },
  );

  app.post(
    '/auth/browser/passkey',
    {
      schema: {
        operationId: 'loginInBrowserWithPasskey',
        summary: 'Begin a session in a page of this address with a passkey',
        description: 'With a challenge of `/auth/passkeys/sign-in/options`. The refresh token comes as a cookie that scripts cannot read.',
        tags,
        body: signInBody,
        response: replies({ 200: success(browserSession) }),
      },
    },
    async (request, reply) => {
      const { refresh_token, ...told } = toTokens(app, await beginPasskeySession(app, request, request.body.response));
      keep(request, reply, refresh_token, refresh_lifetime_s);
      return data(told);
    },
  );

  app.post(
    '/auth/browser/refresh',
    {
      schema: {
        operationId: 'refreshInBrowser',
        summary: 'Continue the session of the cookie',
        tags,
        response: replies({ 200: success(continued) }),
      },
    },
    async (request) => data(await continueSession(app, { refresh_token: tokenOf(request), rotate: false, address: request.ip })),
  );

  app.post(
    '/auth/browser/logout',
    { schema: { operationId: 'logoutInBrowser', summary: 'End the session of the cookie', tags, response: replies({ 200: message }) } },
    async (request, reply) => {
      const { session_id, user_id } = await refreshSession(
        app.services.database,
        { refresh_token: tokenOf(request), rotate: false, address: request.ip },
        app.services.clock.now(),
      );
      await leaveSession(app, { user_id, session_id, address: request.ip });
      keep(request, reply, '', 0);
      return loggedOut;
    },
  );
}

function tokenOf({ cookies }: FastifyRequest): string {
  const token = cookies[name];
  if (token === undefined || token === '') throw new AppError('UNAUTHENTICATED', 'There is no session in this browser');
  return token;
}

/**
 * Browsers say where a request comes from, and a page cannot say otherwise: by `Sec-Fetch-Site`, older ones by `Origin` alone. A program that sends
 * neither is no browser, and has no cookie of others.
 */
function refuseOtherSites({ headers, host }: FastifyRequest, public_url: string | undefined): void {
  const site = headers['sec-fetch-site'];
  const isSame = site === undefined ? isOwnOrigin(headers.origin, host, public_url) : site === 'same-origin';
  if (!isSame) throw forbidden('Pages of other addresses sign in with tokens of their own');
}

/** Compared by host: behind a proxy the service may not know that it is spoken to by https. */
function isOwnOrigin(origin: string | undefined, host: string, public_url: string | undefined): boolean {
  if (origin === undefined) return true;
  const own = [host.toLowerCase(), ...(public_url === undefined ? [] : [new URL(public_url).host])];
  return own.includes(URL.parse(origin)?.host ?? '');
}

import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { normalEmail } from '../../../core/email.ts';
import { access_token_lifetime_s } from '../../../platform/authentication/authentication.ts';
import { signAccessToken } from '../../../platform/authentication/tokens.ts';
import type { App } from '../../../platform/context/app.ts';
import { data, message, replies, success } from '../../../platform/http/envelope.ts';
import { mailNoticeOf } from '../../../platform/http/mail-notice.ts';
import { withLockOut } from '../../../platform/limits/lock-out.ts';
import { isKnownDevice } from '../queries.ts';
import { loggedIn, loginBody, refreshBody, refreshed } from '../schemas.ts';
import { logInByPasskey } from '../second-factor/passkeys.ts';
import type { signInBody } from '../second-factor/second-factor-schemas.ts';
import { logOut } from './end-sessions.ts';
import { logIn } from './log-in.ts';
import { refreshSession } from './refresh-session.ts';
import { hashOfDevice } from './session-rules.ts';
import { userAgentOf } from './start-session.ts';

const tags = ['Authentication'];

/** Start and refresh sessions. The routes need no token. */
export async function signInRoutes(app: App): Promise<void> {
  app.post(
    '/auth/login',
    {
      schema: {
        operationId: 'login',
        summary: 'Log in',
        description:
          'If the response is lost, send the request again with the same `Idempotency-Key`: its code is accepted again while it is valid. ' +
          'Each request starts a session.',
        tags,
        body: loginBody,
        response: replies({ 200: success(loggedIn) }),
      },
    },
    async (request) => data(await beginSession(app, request, request.body)),
  );
  // One operation under the two documented paths.
  const refreshPaths = [
    ['/auth/refresh', 'refresh'],
    ['/auth/refresh-token', 'refreshToken'],
  ] as const;
  for (const [path, operationId] of refreshPaths) {
    app.post(
      path,
      {
        schema: {
          operationId,
          summary: 'Refresh a session',
          tags,
          body: refreshBody,
          response: replies({ 200: success(refreshed) }),
        },
      },
      async ({ body: { refresh_token, rotate = false }, ip }) =>
        data(await renewAccessToken(app, { refresh_token, rotate, address: ip })),
    );
  }
}

/** Routes that need a session but no merchant. */
export async function sessionRoutes(app: App): Promise<void> {
  app.post(
    '/auth/logout',
    {
      config: { allowsPin: true },
      schema: { operationId: 'logout', summary: 'Log out', tags, response: replies({ 200: message }) },
    },
    async ({ claims, ip }) => {
      await endCurrentSession(app, { user_id: claims.sub, session_id: claims.sid, address: ip });
      return loggedOut;
    },
  );
}

export const loggedOut = { success: true as const, message: 'You are logged out' };

interface Credentials {
  email: string;
  password: string;
  code?: string;
}

/** @throws AppError INVALID_CREDENTIALS, or RATE_LIMITED after too many guesses */
export async function beginSession(app: App, request: FastifyRequest, { email, password, code }: Credentials) {
  const { database, clock, config, secret } = app.services;
  const { headers, ip } = request;
  const device = { user_agent: headers['user-agent'], address: ip, notice: mailNoticeOf(request) };
  const account = normalEmail(email);
  const device_hash = hashOfDevice(userAgentOf(device), ip);
  const isKnown = await isKnownDevice(database.global, { email: account, device_hash });
  const attempt = { account, address: ip, known_device: isKnown ? device_hash.toString('hex') : undefined };
  const { password_hash_memory_kib } = config;
  const idempotency_key = headers['idempotency-key']?.toString();
  const input = { ...device, email, password, code, idempotency_key, password_hash_memory_kib, service_secret: secret };
  return toLoginResponse(app, await withLockOut(app.services, attempt, () => logIn(database, input, clock.now())));
}

/** @throws AppError INVALID_CREDENTIALS */
export function beginPasskeySession(app: App, request: FastifyRequest, response: SignedResponse) {
  const { database, clock, config } = app.services;
  const { headers, ip: address, host } = request;
  const origin = {
    user_agent: headers['user-agent'],
    address,
    notice: mailNoticeOf(request),
    public_url: config.public_url,
    host,
  };
  const signed = { ...response, clientExtensionResults: {} };
  return logInByPasskey(database, { ...origin, response: signed }, clock.now());
}

type SignedResponse = Static<typeof signInBody>['response'];

type StartedSession = Awaited<ReturnType<typeof logIn>>;

/** The response to a login. */
export function toLoginResponse(app: App, { session_id, refresh_token, user }: StartedSession) {
  const access_token = signAccessToken(app, { sub: user.id, sid: session_id });
  return { access_token, refresh_token, expires_in: access_token_lifetime_s, user };
}

/** Refreshes the session, and signs a new access token. @throws AppError UNAUTHENTICATED */
export async function renewAccessToken(app: App, input: { refresh_token: string; rotate: boolean; address: string }) {
  const { session_id, user_id, ...rotated } = await refreshSession(
    app.services.database,
    input,
    app.services.clock.now(),
  );
  return {
    access_token: signAccessToken(app, { sub: user_id, sid: session_id }),
    expires_in: access_token_lifetime_s,
    ...rotated,
  };
}

/** Ends the session and removes it from the caches. */
export async function endCurrentSession(
  app: App,
  by: { user_id: string; session_id: string; address: string },
): Promise<void> {
  await logOut(app.services.database, by, { ended_id: by.session_id, now: app.services.clock.now() });
  await app.authentication.forget([by.session_id]);
}

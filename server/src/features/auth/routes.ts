import type { App } from '../../http/app.ts';
import { access_token_lifetime_s } from '../../http/authentication.ts';
import { data, message, replies, success } from '../../http/envelope.ts';
import { act, created } from '../../http/idempotency.ts';
import { withLockOut } from '../../http/lock-out.ts';
import { signAccessToken } from '../../http/tokens.ts';
import { normalEmail } from '../../kernel/email.ts';
import { getCurrentUser } from './get-current-user.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { hashPassword } from './passwords.ts';
import { refreshSession } from './refresh-session.ts';
import { refuseGuessable } from './refuse-guessable.ts';
import { registerUser } from './register-user.ts';
import { currentUser, loggedIn, loginBody, refreshBody, refreshed, registerBody, registered } from './schemas.ts';

const tags = ['Authentication'];

/** Routes that need no token. */
export async function publicAuthRoutes(app: App): Promise<void> {
  const { database, clock, config } = app.house;

  app.post(
    '/auth/register',
    {
      schema: {
        operationId: 'register',
        summary: 'Register, with a shop of one’s own',
        tags,
        body: registerBody,
        response: replies({ 201: success(registered) }),
      },
    },
    async (request, reply) => {
      refuseGuessable(config, 'password', request.body);
      const password_hash = await hashPassword(request.body.password, config.password_hash_memory_kib);
      return act(request, reply, async (tx, { now }) => created(data(await registerUser(tx, { ...request.body, password_hash }, now))));
    },
  );

  app.post(
    '/auth/login',
    { schema: { operationId: 'login', summary: 'Begin a session', tags, body: loginBody, response: replies({ 200: success(loggedIn) }) } },
    async (request) => {
      const { email, password } = request.body;
      const input = {
        email,
        password,
        user_agent: request.headers['user-agent'],
        address: request.ip,
        password_hash_memory_kib: config.password_hash_memory_kib,
      };
      const { session_id, refresh_token, user } = await withLockOut(app.house, { account: normalEmail(email), address: request.ip }, () =>
        logIn(database, input, clock.now()),
      );
      const access_token = signAccessToken(app, { sub: user.id, sid: session_id });
      return data({ access_token, refresh_token, expires_in: access_token_lifetime_s, user });
    },
  );

  refreshRoutes(app);
}

/** One operation under the two paths that the interface lists. */
function refreshRoutes(app: App): void {
  const { database, clock } = app.house;
  const refreshPaths = [
    ['/auth/refresh', 'refresh'],
    ['/auth/refresh-token', 'refreshToken'],
  ] as const;
  for (const [path, operationId] of refreshPaths) {
    app.post(
      path,
      { schema: { operationId, summary: 'Continue a session', tags, body: refreshBody, response: replies({ 200: success(refreshed) }) } },
      async (request) => {
        const { refresh_token, rotate = false } = request.body;
        const { session_id, user_id, ...rotated } = await refreshSession(database, { refresh_token, rotate }, clock.now());
        const access_token = signAccessToken(app, { sub: user_id, sid: session_id });
        return data({ access_token, expires_in: access_token_lifetime_s, ...rotated });
      },
    );
  }
}

/** Routes that need a session but no merchant. */
export async function sessionRoutes(app: App): Promise<void> {
  app.post(
    '/auth/logout',
    { schema: { operationId: 'logout', summary: 'End the session', tags, response: replies({ 200: message }) } },
    async (request) => {
      const { sid, sub } = request.claims;
      await logOut(
        app.house.database,
        { user_id: sub, session_id: sid, address: request.ip },
        { ended_id: sid, now: app.house.clock.now() },
      );
      await app.authentication.forget([sid]);
      return { success: true as const, message: 'You are logged out' };
    },
  );
}

/** Who asks, at the merchant they ask for. */
export async function currentUserRoutes(app: App): Promise<void> {
  app.get(
    '/auth/me',
    {
      config: { permission: 'merchant:read' },
      schema: { operationId: 'getCurrentUser', summary: 'Who asks', tags, response: replies({ 200: success(currentUser) }) },
    },
    async (request) => data(await getCurrentUser(app.house.database, request.db, request.actor)),
  );
}

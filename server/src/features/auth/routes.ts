import type { App } from '../../http/app.ts';
import { access_token_lifetime_s } from '../../http/authentication.ts';
import { data, replies, success } from '../../http/envelope.ts';
import { act, created } from '../../http/idempotency.ts';
import { signAccessToken } from '../../http/tokens.ts';
import { logIn } from './log-in.ts';
import { hashPassword } from './passwords.ts';
import { checkRegistration, registerUser } from './register-user.ts';
import { loggedIn, loginBody, registerBody, registered } from './schemas.ts';

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
      checkRegistration(request.body);
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
        password_hash_memory_kib: config.password_hash_memory_kib,
      };
      const { session_id, refresh_token, user } = await logIn(database, input, clock.now());
      const access_token = signAccessToken(app, { sub: user.id, sid: session_id });
      return data({ access_token, refresh_token, expires_in: access_token_lifetime_s, user });
    },
  );
}

import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { created, runIdempotent, sendStoredResponse } from '../../platform/idempotency/idempotency.ts';
import { countSignUp } from '../../platform/limits/attempt-budget.ts';
import { getCurrentUser } from './accounts/own-merchants.ts';
import { hashPassword } from './accounts/passwords.ts';
import { refuseGuessable } from './accounts/refuse-guessable.ts';
import { registerUser, registrationClosed, registrationNow } from './accounts/users.ts';
import { currentUser, registerBody, registered } from './schemas.ts';

const tags = ['Authentication'];

/** Needs no token. */
export async function registerRoutes(app: App): Promise<void> {
  const { config } = app.services;

  app.post(
    '/auth/register',
    {
      schema: {
        operationId: 'register',
        summary: 'Register a user and a new merchant',
        tags,
        body: registerBody,
        response: replies({ 201: success(registered) }),
      },
    },
    async (request, reply) => {
      // Before the password is hashed, which costs much. The first registration may be repeated, and closes it.
      if ((await registrationNow(app.services.database.global, config.registration)) === 'closed') {
        if (await sendStoredResponse(request, reply)) return reply as never;
        throw registrationClosed();
      }
      refuseGuessable(config, 'password', request.body);
      await countSignUp(app.services, request.ip);
      const password_hash = await hashPassword(request.body.password, config.password_hash_memory_kib, request.ip);
      return runIdempotent(request, reply, async (tx, { now }) =>
        created(data(await registerUser(tx, { ...request.body, password_hash }, now, config.registration))),
      );
    },
  );
}

/** The current user at the requested merchant. */
export async function currentUserRoutes(app: App): Promise<void> {
  app.get(
    '/auth/me',
    {
      config: { permission: 'merchant:read', withoutSecondFactor: true, isPersonal: true },
      schema: {
        operationId: 'getCurrentUser',
        summary: 'Get the current user',
        tags,
        response: replies({ 200: success(currentUser) }),
      },
    },
    async (request) => data(await getCurrentUser(app.services.database, request.db, request.actor)),
  );
}

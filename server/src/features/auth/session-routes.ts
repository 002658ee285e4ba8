import type { App } from '../../http/app.ts';
import { message, page, replies } from '../../http/envelope.ts';
import { idParam } from '../../http/fields.ts';
import { act, ok } from '../../http/idempotency.ts';
import { withLockOut } from '../../http/lock-out.ts';
import { listPage, paged, readSort } from '../../http/paging.ts';
import { invalidField, notFound, Refusal } from '../../kernel/refusal.ts';
import { changePassword } from './change-password.ts';
import { logOut } from './log-out.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { getUser, sessionList } from './queries.ts';
import { refuseGuessable } from './refuse-guessable.ts';
import { changePasswordBody, session, sessionQuery, toSession } from './schemas.ts';

const tags = ['Authentication'];

/** A person's own sessions and password; they need a session but no merchant. */
export async function ownSessionRoutes(app: App): Promise<void> {
  const { database, clock } = app.house;

  app.get(
    '/auth/sessions',
    {
      schema: {
        operationId: 'listSessions',
        summary: 'Where one is signed in',
        tags,
        querystring: sessionQuery,
        response: replies({ 200: page(session) }),
      },
    },
    async ({ claims, query }) => {
      const { rows, count, keys } = sessionList(claims.sub, clock.now());
      const found = await listPage(database.global, rows, { count, order: readSort(undefined, keys, '-created_at'), paging: query });
      return paged(found, query, (row) => toSession(row, claims.sid));
    },
  );

  app.delete(
    '/auth/sessions/:id',
    { schema: { operationId: 'endSession', summary: 'Sign out elsewhere', tags, params: idParam, response: replies({ 200: message }) } },
    async ({ claims, ip, params }) => {
      const by = { user_id: claims.sub, session_id: claims.sid, address: ip };
      if (!(await logOut(database, by, { ended_id: params.id, now: clock.now() }))) throw notFound('Session');
      await app.authentication.forget([params.id.toLowerCase()]);
      return { success: true as const, message: 'The session has ended' };
    },
  );

  passwordRoute(app);
}

const wrongPassword = () => new Refusal('INVALID_CREDENTIALS', 'This is not your password');

/** To whoever is signed in already it is a wrong field, not a reason to sign in. */
function nameField(error: unknown): never {
  if (error instanceof Refusal && error.code === 'INVALID_CREDENTIALS') throw invalidField('current_password', 'is not your password');
  throw error;
}

function passwordRoute(app: App): void {
  const { config } = app.house;

  app.post(
    '/auth/change-password',
    {
      schema: {
        operationId: 'changePassword',
        summary: 'Change the password; all other sessions end',
        tags,
        body: changePasswordBody,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) => {
      const { sub: user_id, sid: session_id } = request.claims;
      const { current_password, new_password } = request.body;
      const memory_kib = config.password_hash_memory_kib;
      let ended: string[] = [];
      return act(
        request,
        reply,
        async (tx, { now }) => {
          const user = await getUser(tx, user_id);
          // Guessing with somebody's open session is guessing all the same.
          await withLockOut(app.house, { account: user.email, address: request.ip }, async () => {
            if (!(await verifyPassword(user.password_hash, current_password, memory_kib))) throw wrongPassword();
          }).catch(nameField);
          refuseGuessable(config, 'new_password', { password: new_password, email: user.email, name: user.name });
          const password_hash = await hashPassword(new_password, memory_kib);
          const change = { user_id, session_id, password_hash, home_merchant_id: user.home_merchant_id, address: request.ip };
          ended = await changePassword(tx, change, now);
          return ok({ success: true, message: 'The password is changed' });
        },
        { afterCommit: () => app.authentication.forget(ended) },
      );
    },
  );
}

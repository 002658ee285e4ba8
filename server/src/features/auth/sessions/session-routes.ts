import { notFound } from '../../../core/errors.ts';
import type { App } from '../../../platform/context/app.ts';
import { message, page, replies } from '../../../platform/http/envelope.ts';
import { mailNoticeOf } from '../../../platform/http/mail-notice.ts';
import { listPage, pageByName, paged, readSort } from '../../../platform/http/paging.ts';
import { ok, runIdempotent, sendStoredResponse } from '../../../platform/idempotency/idempotency.ts';
import { identityServices } from '../../../platform/limits/identity-services.ts';
import { idParam } from '../../../platform/validation/fields.ts';
import { changePassword } from '../accounts/change-password.ts';
import { toKeptKey } from '../accounts/kept-keys.ts';
import { byName, joinedMerchantsAtMost, listOwnMerchants } from '../accounts/own-merchants.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { refuseGuessable } from '../accounts/refuse-guessable.ts';
import {
  changePasswordBody,
  endSessionsQuery,
  ownMerchant,
  ownMerchantQuery,
  passwordChanged,
  session,
  sessionQuery,
  toSession,
} from '../schemas.ts';
import { confirmIdentity } from '../second-factor/confirm-identity.ts';
import { logOut, signOutEverywhere } from './end-sessions.ts';
import { sessionList } from './session-queries.ts';

const tags = ['Authentication'];

/** A user's own sessions, merchants and password. The routes need a session but no merchant. */
export async function ownSessionRoutes(app: App): Promise<void> {
  const { database, clock } = app.services;

  app.get(
    '/auth/sessions',
    {
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions',
        tags,
        querystring: sessionQuery,
        response: replies({ 200: page(session) }),
      },
    },
    async ({ claims, query }) => {
      const { rows, count, keys } = sessionList(claims.sub, clock.now());
      const found = await listPage(database.global, rows, {
        count,
        order: readSort(undefined, keys, '-created_at'),
        paging: query,
      });
      return paged(found, query, (row) => toSession(row, claims.sid));
    },
  );

  app.delete(
    '/auth/sessions/:id',
    {
      schema: {
        operationId: 'endSession',
        summary: 'End one of your sessions',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async ({ claims, ip, params }) => {
      const by = { user_id: claims.sub, session_id: claims.sid, address: ip };
      if (!(await logOut(database, by, { ended_id: params.id, now: clock.now() }))) throw notFound('Session');
      await app.authentication.forget([params.id]);
      return { success: true as const, message: 'The session has ended' };
    },
  );

  app.delete(
    '/auth/sessions',
    {
      schema: {
        operationId: 'endSessions',
        summary: 'Sign out everywhere',
        description: 'Ends all sessions of the user, and forgets the devices that they signed in from.',
        tags,
        querystring: endSessionsQuery,
        response: replies({ 200: message }),
      },
    },
    async ({ claims, ip, query }) => {
      const by = { user_id: claims.sub, session_id: claims.sid, address: ip };
      const ended = await signOutEverywhere(database, by, {
        keep_current: query.keep_current === true,
        now: clock.now(),
      });
      await app.authentication.forget(ended);
      return {
        success: true as const,
        message: ended.length === 1 ? 'One session has ended' : `${ended.length} sessions have ended`,
      };
    },
  );

  app.get(
    '/auth/merchants',
    {
      schema: {
        operationId: 'listOwnMerchants',
        summary: 'List your merchants',
        description: `The merchants that the user is a member of, sorted by name: the user’s own, and of the others the ${joinedMerchantsAtMost} joined last.`,
        tags,
        querystring: ownMerchantQuery,
        response: replies({ 200: page(ownMerchant) }),
      },
    },
    async ({ claims, query }) => {
      const found = pageByName(await listOwnMerchants(database, claims.sub), { compare: byName, paging: query });
      return paged(found, query, (row) => row);
    },
  );

  passwordRoute(app);
}

function passwordRoute(app: App): void {
  const { config, clock } = app.services;

  app.post(
    '/auth/change-password',
    {
      schema: {
        operationId: 'changePassword',
        summary: 'Change the password; ends all other sessions',
        tags,
        body: changePasswordBody,
        response: replies({ 200: passwordChanged }),
      },
    },
    async (request, reply) => {
      // A repeated request gets the stored response, although the password has changed since.
      if (await sendStoredResponse(request, reply)) return reply as never;
      const { sub: user_id, sid: session_id } = request.claims;
      const { current_password, new_password } = request.body;
      const proof = { user_id, password: current_password, field: 'current_password' };
      // These two hash a password, and run before the transaction so that they hold no connection.
      const user = await confirmIdentity(identityServices(app, request), proof, clock.now());
      const { email, name, home_merchant_id, password_hash: current_hash } = user;
      refuseGuessable(config, 'new_password', { password: new_password, email, name });
      const new_hash = await hashPassword(new_password, config.password_hash_memory_kib);
      const notice = mailNoticeOf(request);
      let ended: string[] = [];
      return runIdempotent(
        request,
        reply,
        async (tx, { now }) => {
          const hashes = { current_hash, new_hash };
          const change = { ...hashes, user_id, session_id, home_merchant_id, email, address: request.ip, notice };
          const changed = await changePassword(tx, change, now);
          ended = changed.ended;
          const api_keys = changed.api_keys.map(toKeptKey);
          return ok({ success: true, message: 'The password is changed', data: { api_keys } });
        },
        { afterCommit: () => app.authentication.forget(ended) },
      );
    },
  );
}

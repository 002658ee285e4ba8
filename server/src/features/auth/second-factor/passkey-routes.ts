import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/context/app.ts';
import { data, message, page, replies, success } from '../../../platform/http/envelope.ts';
import { listPage, paged, readSort } from '../../../platform/http/paging.ts';
import { created, ok, runIdempotent, sendStoredResponse } from '../../../platform/idempotency/idempotency.ts';
import { identityServices } from '../../../platform/limits/identity-services.ts';
import { idParam } from '../../../platform/validation/fields.ts';
import { getUser, type User } from '../queries.ts';
import { loggedIn } from '../schemas.ts';
import { beginPasskeySession, toLoginResponse } from '../sessions/sign-in-routes.ts';
import { confirmIdentity } from './confirm-identity.ts';
import * as passkeys from './passkeys.ts';
import {
  newPasskeyBody,
  passkey,
  passkeyBody,
  passkeyOptions,
  passkeyQuery,
  registrationBody,
  removalBody,
  signInBody,
  toPasskey,
} from './second-factor-schemas.ts';

const tags = ['Authentication'];

const originOf = (app: App, { host }: FastifyRequest) => ({ public_url: app.services.config.public_url, host });

/** Login with a passkey. The routes need no token. */
export async function passkeySignInRoutes(app: App): Promise<void> {
  const { database, clock } = app.services;

  app.post(
    '/auth/passkeys/sign-in/options',
    {
      schema: {
        operationId: 'startPasskeySignIn',
        summary: 'Get a challenge for a passkey to sign, valid for five minutes',
        tags,
        response: replies({ 200: success(passkeyOptions) }),
      },
    },
    async (request) =>
      data(await passkeys.beginPasskeySignIn(database, passkeys.siteOf(originOf(app, request)), clock.now())),
  );

  app.post(
    '/auth/passkeys/sign-in',
    {
      schema: {
        operationId: 'loginWithPasskey',
        summary: 'Log in with a passkey',
        description: 'A passkey is a complete login: neither password nor code is needed.',
        tags,
        body: signInBody,
        response: replies({ 200: success(loggedIn) }),
      },
    },
    async (request) => data(toLoginResponse(app, await beginPasskeySession(app, request, request.body.response))),
  );
}

/** A user's own passkeys. The routes need a session but no merchant. */
export async function passkeyRoutes(app: App): Promise<void> {
  const { database } = app.services;

  app.get(
    '/auth/passkeys',
    {
      schema: {
        operationId: 'listPasskeys',
        summary: 'List your passkeys',
        tags,
        querystring: passkeyQuery,
        response: replies({ 200: page(passkey) }),
      },
    },
    async ({ claims, query }) => {
      const { rows, count, keys } = passkeys.passkeyList(claims.sub);
      const order = readSort(undefined, keys, '-created_at');
      return paged(await listPage(database.global, rows, { count, order, paging: query }), query, toPasskey);
    },
  );
  registrationRoutes(app);
  changeRoutes(app);
}

/**
 * @returns the user, if the sign-in is recent or the password is right
 * @throws AppError VALIDATION_ERROR on `password`
 */
async function confirmRecentOrPassword(app: App, request: FastifyRequest, password: string | undefined) {
  const { database, clock } = app.services;
  const { sub: user_id, sid } = request.claims;
  if (password !== undefined)
    return confirmIdentity(identityServices(app, request), { user_id, password }, clock.now());
  if (!(await passkeys.isRecentSignIn(database, sid, clock.now()))) throw passkeys.passwordRequired();
  return getUser(database.global, user_id);
}

const ownerOf = ({ claims, ip }: FastifyRequest, { home_merchant_id, password_hash }: User) => ({
  user_id: claims.sub,
  password_hash,
  home_merchant_id,
  session_id: claims.sid,
  address: ip,
});

function registrationRoutes(app: App): void {
  const { database, clock } = app.services;

  app.post(
    '/auth/passkeys/options',
    {
      schema: {
        operationId: 'startPasskey',
        summary: 'Get the options for a new passkey, valid for five minutes',
        tags,
        body: registrationBody,
        response: replies({ 200: success(passkeyOptions) }),
      },
    },
    async (request) => {
      const site = passkeys.siteOf(originOf(app, request));
      const user = await confirmRecentOrPassword(app, request, request.body?.password);
      return data(await passkeys.beginRegistration(database, site, user, clock.now()));
    },
  );

  app.post(
    '/auth/passkeys',
    {
      schema: {
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        tags,
        body: newPasskeyBody,
        response: replies({ 201: success(passkey) }),
      },
    },
    async (request, reply) => {
      if (await sendStoredResponse(request, reply)) return reply as never;
      const site = passkeys.siteOf(originOf(app, request));
      const { name, response } = request.body;
      const owner = ownerOf(request, await getUser(database.global, request.claims.sub));
      const credential = { user_id: request.claims.sub, response: { ...response, clientExtensionResults: {} } };
      const checked = await passkeys.checkNewCredential(database, site, credential, clock.now());
      return runIdempotent(
        request,
        reply,
        async (tx, { now }) => created(data(toPasskey(await passkeys.addPasskey(tx, owner, { checked, name }, now)))),
        { afterCommit: () => app.authentication.forget([request.claims.sid]) },
      );
    },
  );
}

function changeRoutes(app: App): void {
  app.put(
    '/auth/passkeys/:id',
    {
      schema: {
        operationId: 'renamePasskey',
        summary: 'Rename a passkey',
        tags,
        params: idParam,
        body: passkeyBody,
        response: replies({ 200: success(passkey) }),
      },
    },
    async (request, reply) => {
      const change = { id: request.params.id, user_id: request.claims.sub, name: request.body.name };
      return runIdempotent(request, reply, async (tx) => ok(data(toPasskey(await passkeys.renamePasskey(tx, change)))));
    },
  );

  app.delete(
    '/auth/passkeys/:id',
    {
      schema: {
        operationId: 'removePasskey',
        summary: 'Delete a passkey',
        tags,
        params: idParam,
        body: removalBody,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request, await confirmRecentOrPassword(app, request, request.body?.password));
      return runIdempotent(request, reply, async (tx, { now }) => {
        await passkeys.removePasskey(tx, owner, request.params.id, now);
        return ok({ success: true, message: 'The passkey is removed' });
      });
    },
  );
}

import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/context/app.ts';
import { data, message, replies, success } from '../../../platform/http/envelope.ts';
import { ok, runIdempotent, sendStoredResponse } from '../../../platform/idempotency/idempotency.ts';
import { identityServices } from '../../../platform/limits/identity-services.ts';
import { getUser, type User } from '../queries.ts';
import { asWrongField, confirmIdentity } from './confirm-identity.ts';
import {
  confirmBody,
  newTotp,
  proofBody,
  recoveryCodes,
  startBody,
  totpState,
  withoutSecrets,
} from './second-factor-schemas.ts';
import * as totp from './set-up-totp.ts';

const tags = ['Authentication'];

/** An authenticator app as the second factor of an account. The routes need a session but no merchant. */
export async function totpRoutes(app: App): Promise<void> {
  app.get(
    '/auth/totp',
    {
      schema: {
        operationId: 'getTotp',
        summary: 'Whether an authenticator app is set up',
        tags,
        response: replies({ 200: success(totpState) }),
      },
    },
    async ({ claims }) => data(await totp.readTotpState(app.services.database, claims.sub)),
  );
  setUpRoutes(app);
  changeRoutes(app);
}

/** Secrets are returned once: the response that is stored for repeated requests does not contain them. */
const storedWithoutSecrets = { keep: withoutSecrets };

function ownerOf(app: App, request: FastifyRequest, user: User) {
  return {
    user_id: user.id,
    password_hash: user.password_hash,
    home_merchant_id: user.home_merchant_id,
    service_secret: app.services.secret,
    session_id: request.claims.sid,
    address: request.ip,
  };
}

function setUpRoutes(app: App): void {
  const { database, clock, secret } = app.services;

  app.post(
    '/auth/totp',
    {
      schema: {
        operationId: 'startTotp',
        summary: 'Start setting up an authenticator app',
        description: 'Returns a secret for the app. Logins need no code before `POST /auth/totp/confirm`.',
        tags,
        body: startBody,
        response: replies({ 200: success(newTotp) }),
      },
    },
    async (request, reply) => {
      const proof = { user_id: request.claims.sub, password: request.body.password };
      const user = await confirmIdentity(identityServices(app, request), proof, clock.now());
      const owner = { ...ownerOf(app, request, user), email: user.email };
      return runIdempotent(
        request,
        reply,
        async (tx, { now }) => ok(data(await totp.startTotp(tx, owner, now))),
        storedWithoutSecrets,
      );
    },
  );

  app.post(
    '/auth/totp/confirm',
    {
      schema: {
        operationId: 'confirmTotp',
        summary: 'Turn the authenticator app on with its first code; returns ten recovery codes',
        tags,
        body: confirmBody,
        response: replies({ 200: success(recoveryCodes) }),
      },
    },
    async (request, reply) => {
      if (await sendStoredResponse(request, reply)) return reply as never;
      const user = await getUser(database.global, request.claims.sub);
      const { code } = request.body;
      const factor = { user_id: user.id, service_secret: secret };
      const { guard } = identityServices(app, request);
      await guard(user.email, () => totp.checkFirstCode(database, factor, code, clock.now())).catch(asWrongField);
      const options = { ...storedWithoutSecrets, afterCommit: () => app.authentication.forget([request.claims.sid]) };
      return runIdempotent(
        request,
        reply,
        async (tx, { now }) => {
          const recovery_codes = await totp.confirmTotp(tx, ownerOf(app, request, user), code, now);
          return ok(data({ recovery_codes }));
        },
        options,
      );
    },
  );
}

function changeRoutes(app: App): void {
  const { database, clock } = app.services;

  /** Runs before the transaction, so that checking the password holds no connection. */
  async function confirmPasswordAndCode(
    request: FastifyRequest,
    { password, code }: { password: string; code: string },
  ) {
    await totp.requireTotp(database, request.claims.sub);
    const user = await confirmIdentity(
      identityServices(app, request),
      { user_id: request.claims.sub, password, code },
      clock.now(),
    );
    return ownerOf(app, request, user);
  }

  app.post(
    '/auth/totp/recovery-codes',
    {
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'Replace the recovery codes by ten new ones',
        tags,
        body: proofBody,
        response: replies({ 200: success(recoveryCodes) }),
      },
    },
    async (request, reply) => {
      if (await sendStoredResponse(request, reply)) return reply as never;
      const owner = await confirmPasswordAndCode(request, request.body);
      return runIdempotent(
        request,
        reply,
        async (tx, { now }) => ok(data({ recovery_codes: await totp.renewRecoveryCodes(tx, owner, now) })),
        storedWithoutSecrets,
      );
    },
  );

  app.delete(
    '/auth/totp',
    {
      schema: {
        operationId: 'removeTotp',
        summary: 'Turn the authenticator app off',
        tags,
        body: proofBody,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) => {
      const owner = await confirmPasswordAndCode(request, request.body);
      return runIdempotent(
        request,
        reply,
        async (tx, { now }) => {
          await totp.removeTotp(tx, owner, now);
          return ok({ success: true, message: 'The authenticator app is no longer asked for' });
        },
        { afterCommit: () => app.authentication.forget([request.claims.sid]) },
      );
    },
  );
}

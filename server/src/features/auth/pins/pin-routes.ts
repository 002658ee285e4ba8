import { signAccessToken } from '../../../platform/authentication/tokens.ts';
import type { App } from '../../../platform/context/app.ts';
import { data, message, replies, success } from '../../../platform/http/envelope.ts';
import { ok, runIdempotent } from '../../../platform/idempotency/idempotency.ts';
import { countAttempt } from '../../../platform/limits/attempt-budget.ts';
import { identityServices } from '../../../platform/limits/identity-services.ts';
import { confirmIdentity } from '../second-factor/confirm-identity.ts';
import { userAgentOf } from '../sessions/start-session.ts';
import { idle_ms, token_lifetime_s } from './pin-rules.ts';
import { enterPinBody, pinSession, pinState, setPinBody } from './pin-schemas.ts';
import { auditTakenPin, preparePin, readPinState, removePin, setOwnPin } from './set-pin.ts';
import { startPinSession } from './start-pin-session.ts';

const tags = ['Authentication'];

/** Enters a PIN at a registered device. The route needs a session but no merchant. */
export async function enterPinRoutes(app: App): Promise<void> {
  const { services } = app;

  app.post(
    '/auth/pin',
    {
      config: { allowsPin: true },
      schema: {
        operationId: 'enterPin',
        summary: 'Sign in by PIN at a registered device',
        description:
          'With the session of the user who registered the device, or a session by PIN on it. Returns a token of the member who has the PIN, for this merchant and device. ' +
          'Its session ends after 15 minutes without a request. Five wrong PINs lock the device for a minute, each further one for twice as long, up to an hour.',
        tags,
        body: enterPinBody,
        response: replies({ 200: success(pinSession) }),
      },
    },
    async (request) => {
      const { claims, ip: address, headers, pinSession: current } = request;
      const session = {
        user_id: claims.sub,
        session_id: claims.sid,
        address,
        user_agent: userAgentOf({ user_agent: headers['user-agent'] }),
        pin_merchant_id: current?.merchant_id ?? null,
        pin_device_id: current?.device_id ?? null,
      };
      const { session_id, user } = await startPinSession(services, session, request.body, services.clock.now());
      const access_token = signAccessToken(app, { sub: user.id, sid: session_id }, token_lifetime_s);
      return data({ access_token, refresh_token: null, expires_in: idle_ms / 1_000, user });
    },
  );
}

/** A member's own PIN at a merchant. */
export async function pinRoutes(app: App): Promise<void> {
  const { clock } = app.services;
  const config = { permission: 'merchant:read', isPersonal: true, needsSignIn: true } as const;

  app.get(
    '/auth/pin',
    {
      config,
      schema: {
        operationId: 'getPin',
        summary: 'Whether you have a PIN at this merchant',
        tags,
        response: replies({ 200: success(pinState) }),
      },
    },
    async ({ actor, db }) => data(await readPinState(db, actor.user_id)),
  );

  app.put(
    '/auth/pin',
    {
      config,
      schema: {
        operationId: 'setPin',
        summary: 'Set or change your PIN at this merchant; ends your sessions by the earlier one',
        tags,
        body: setPinBody,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) => {
      const { actor, body, claims } = request;
      const { user_id, merchant } = actor;
      // These two hash, and run before the transaction so that they hold no connection.
      const proof = { user_id, password: body.password };
      const { password_hash } = await confirmIdentity(identityServices(app, request), proof, clock.now());
      const chosen = { pin: body.pin, merchant_id: merchant.id, by_user_id: user_id, of: 'self' } as const;
      const pin_hash = await preparePin({ ...app.services, countAttempt }, chosen);
      let ended: string[] = [];
      return runIdempotent(
        request,
        reply,
        async (tx, { now }) => {
          ended = await setOwnPin(
            tx,
            { user: { user_id, session_id: claims.sid, password_hash }, pin_hash, by: actor },
            now,
          );
          return ok({ success: true, message: 'The PIN is set' });
        },
        { afterCommit: () => app.authentication.forget(ended) },
      ).catch((error: unknown) => auditTakenPin(app.services, error, { actor, subject_id: user_id }));
    },
  );

  app.delete(
    '/auth/pin',
    {
      config,
      schema: {
        operationId: 'removePin',
        summary: 'Remove your PIN at this merchant; ends your sessions by it',
        tags,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) => {
      const { actor } = request;
      let ended: string[] = [];
      return runIdempotent(
        request,
        reply,
        async (tx, { now }) => {
          ended = await removePin(tx, { user_id: actor.user_id, session_id: request.claims.sid, by: actor }, now);
          return ok({ success: true, message: 'The PIN is removed' });
        },
        { afterCommit: () => app.authentication.forget(ended) },
      );
    },
  );
}

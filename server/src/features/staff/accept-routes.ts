import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import type { App } from '../../platform/context/app.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import {
  type IdempotencyOptions,
  ok,
  runIdempotent,
  sendStoredResponse,
} from '../../platform/idempotency/idempotency.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { acceptBody, accepted, preview, previewBody } from './invitation-schemas.ts';
import { prepareAcceptance, previewInvitation, type SignedIn } from './prepare-acceptance.ts';
import { invalidToken } from './rules.ts';

const tags = ['Authentication'];

/** For the holder of an invitation link; the routes need no token. */
export async function acceptInvitationRoutes(app: App): Promise<void> {
  const { database, clock } = app.services;

  app.post(
    '/auth/invitations/preview',
    {
      schema: {
        operationId: 'previewInvitation',
        summary: 'Show an invitation',
        tags,
        body: previewBody,
        response: replies({ 200: success(preview) }),
      },
    },
    async ({ body }) => data(await previewInvitation(database, body.token, clock.now())),
  );

  app.post(
    '/auth/invitations/accept',
    {
      config: { takesSession: true },
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description:
          'A new user chooses a password. A user with an account sends the access token of that account, and neither password nor name. A repeated request gets the same response.',
        tags,
        body: acceptBody,
        response: replies({ 200: success(accepted) }),
      },
    },
    async (request, reply) => {
      const account = await sessionOf(app, request);
      const options: IdempotencyOptions = { client_id: clientIdOf(request.body.token) };
      try {
        const { merchant_id, ...acceptance } = await prepareAcceptance(app.services, request.body, account, request.ip);
        return await runIdempotent(
          request,
          reply,
          (tx, { now }) =>
            tx.withTenant(merchant_id, async (own) => {
              const { member, email, merchant } = await acceptInvitation(
                own,
                { ...acceptance, address: request.ip },
                now,
              );
              const { id: user_id, name, role } = member;
              return ok(data({ user_id, email, name, role, merchant_id, merchant_name: merchant.name }));
            }),
          { ...options, afterCommit: () => app.authentication.forgetMerchant(merchant_id) },
        );
      } catch (error) {
        if (isUsedByAnotherRequest(error)) throw invalidToken();
        if (error instanceof AppError && (await sendIfRepeated(request, reply, options))) return reply as never;
        throw error;
      }
    },
  );
}

/**
 * The idempotency scope of an acceptance: the same token with the same password, or the same account, gets the stored
 * response.
 */
const clientIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whether another request has used the token: with another password, or by another account. */
const isUsedByAnotherRequest = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'IDEMPOTENCY_CONFLICT' && error.details[0]?.field === 'id';

/** Sends the stored response, if the request is repeated. @returns whether it is */
async function sendIfRepeated(
  request: FastifyRequest,
  reply: FastifyReply,
  options: IdempotencyOptions,
): Promise<boolean> {
  try {
    return await sendStoredResponse(request, reply, options);
  } catch (error) {
    if (isUsedByAnotherRequest(error)) return false;
    throw error;
  }
}

/** The session of the request, if it has a token. @throws AppError UNAUTHENTICATED */
async function sessionOf(app: App, request: FastifyRequest): Promise<SignedIn | undefined> {
  if (request.headers.authorization === undefined) return undefined;
  await app.authentication.requireSession(request);
  return { user_id: request.claims.sub, session_id: request.claims.sid };
}

import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { data, replies, success } from '../../http/envelope.ts';
import { act, ok } from '../../http/idempotency.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { acceptBody, accepted, preview, previewBody } from './invitation-schemas.ts';
import { previewInvitation } from './open-invitation.ts';
import { prepareAcceptance, type SignedIn } from './prepare-acceptance.ts';

const tags = ['Authentication'];

/** For the holder of an invitation's link; needs no token. */
export async function acceptInvitationRoutes(app: App): Promise<void> {
  const { database, clock } = app.house;

  app.post(
    '/auth/invitations/preview',
    {
      schema: {
        operationId: 'previewInvitation',
        summary: 'What an invitation’s link invites to',
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
          'A new person chooses a password. A person with an account sends the access token of that account, and neither password nor name.',
        tags,
        body: acceptBody,
        response: replies({ 200: success(accepted) }),
      },
    },
    async (request, reply) => {
      const { merchant_id, ...acceptance } = await prepareAcceptance(app.house, request.body, await accountOf(app, request), request.ip);
      return act(
        request,
        reply,
        (tx, { now }) =>
          tx.actingFor(merchant_id, async (own) => {
            const { member, merchant } = await acceptInvitation(own, { ...acceptance, address: request.ip }, now);
            const { id: user_id, email, name, role } = member;
            return ok(data({ user_id, email, name, role, merchant_id, merchant_name: merchant.name }));
          }),
        { afterCommit: () => app.authentication.forgetMerchant(merchant_id) },
      );
    },
  );
}

/** @throws Refusal UNAUTHENTICATED */
async function accountOf(app: App, request: FastifyRequest): Promise<SignedIn | undefined> {
  if (request.headers.authorization === undefined) return undefined;
  await app.authentication.requireSession(request);
  return { user_id: request.claims.sub, session_id: request.claims.sid };
}

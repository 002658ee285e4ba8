import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../core/errors.ts';
import { readLanguage } from '../../core/language.ts';
import type { App } from '../../platform/context/app.ts';
import { originOf } from '../../platform/http/downloads.ts';
import { data, message, replies, success } from '../../platform/http/envelope.ts';
import { mailNoticeOf } from '../../platform/http/mail-notice.ts';
import { pageAddress } from '../../platform/http/page-address.ts';
import { created, ok, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { invitationBody, invited, resendBody, resetLink, withoutLink, withoutResetLink } from './invitation-schemas.ts';
import { type Invited, inviteMember, type MailedBy } from './invite-member.ts';
import { makeResetLink } from './make-reset-link.ts';
import { faultsOfInvitation } from './read-job.ts';
import { removeMember } from './remove-member.ts';
import { resendInvitation } from './resend-invitation.ts';
import { toColleague } from './schemas.ts';

const tags = ['Staff'];
const mayWrite = { permission: 'staff:write' } as const;
const keep = { keep: withoutLink };

/** Inviting to the staff and taking that back: the part of `/staff` that lies above the staff itself. */
export async function invitationRoutes(app: App): Promise<void> {
  resetLinkRoute(app);

  app.post(
    '/staff',
    {
      config: {
        ...mayWrite,
        checkRules: ({ db }, part) => faultsOfInvitation(db, part as Parameters<typeof faultsOfInvitation>[1]),
      },
      schema: {
        operationId: 'inviteColleague',
        summary: 'Invite a person to the staff',
        description:
          'Gives no right before the person accepts. The answer is the same whether or not the address has an account. A repeated request gets no link again.',
        tags,
        body: invitationBody,
        response: replies({ 201: success(invited) }),
      },
    },
    async (request, reply) => {
      const mailedBy = mailedByOf(request, request.body.send);
      return runIdempotent(
        request,
        reply,
        async (tx, ctx) => created(data(toInvited(request, await inviteMember(tx, ctx, request.body, mailedBy), mailedBy))),
        keep,
      );
    },
  );

  app.post(
    '/staff/:id/invite',
    {
      config: mayWrite,
      schema: {
        operationId: 'resendInvitation',
        summary: 'Send an invitation again; its earlier link stops working',
        tags,
        params: idParam,
        body: resendBody,
        response: replies({ 200: success(invited) }),
      },
    },
    async (request, reply) => {
      const mailedBy = mailedByOf(request, request.body.send);
      return runIdempotent(
        request,
        reply,
        async (tx, ctx) => ok(data(toInvited(request, await resendInvitation(tx, ctx, request.params.id, mailedBy), mailedBy))),
        keep,
      );
    },
  );

  app.delete(
    '/staff/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'deactivateColleague',
        summary: 'End a member’s access to this merchant, or withdraw an invitation',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request, reply) =>
      runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          const { name, invitation_expires_at } = await removeMember(tx, ctx, request.params.id);
          const said = invitation_expires_at === null ? `${name} no longer works here` : `The invitation of ${name} is withdrawn`;
          return ok({ success: true, message: said });
        },
        { afterCommit: () => app.authentication.forgetMerchant(request.actor.merchant.id) },
      ),
  );
}

/** By mail where a server is set up, unless the inviter wants the link. @throws AppError VALIDATION_ERROR for mail without a server */
function mailedByOf({ server, headers }: FastifyRequest, send: 'email' | 'link' | undefined): MailedBy {
  const { config, secret } = server.services;
  if (config.mail === undefined) {
    if (send === 'email') throw invalidField('send', 'must be link: no mail server is set up');
    return undefined;
  }
  if (send === 'link') return undefined;
  return { secret, page: pageAddress(config, '/accept-invitation'), language: readLanguage(headers['accept-language']) };
}

/** The token follows a #, so that no server on the way and no log sees it. */
const linkOf = (request: FastifyRequest, page: string, token: string): string =>
  `${request.server.services.config.public_url ?? originOf(request)}${page}#token=${token}`;

const toInvited = (request: FastifyRequest, { member, token }: Invited, mailedBy: MailedBy) => ({
  ...toColleague(member),
  ...(mailedBy === undefined ? { invitation_link: linkOf(request, '/accept-invitation', token) } : {}),
});

function resetLinkRoute(app: App): void {
  app.post(
    '/staff/:id/reset-link',
    {
      config: { permission: 'staff:recover' },
      schema: {
        operationId: 'makeResetLink',
        summary: 'A link by which a member chooses a new password',
        description:
          'For owners, to hand over where there is no mail; works once, for 30 minutes. Only for an account that was made for this merchant and works for no other. Where mail is set up the member is told of it, without the link.',
        tags,
        params: idParam,
        response: replies({ 200: success(resetLink) }),
      },
    },
    async (request, reply) =>
      runIdempotent(
        request,
        reply,
        async (tx, ctx) => {
          const { token, expires_at } = await makeResetLink(tx, ctx, { id: request.params.id, notice: mailNoticeOf(request) });
          return ok(data({ reset_link: linkOf(request, '/reset-password', token), expires_at }));
        },
        { keep: withoutResetLink },
      ),
  );
}
